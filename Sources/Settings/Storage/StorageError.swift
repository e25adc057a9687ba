/// Why a settings file could not be read or written. Nothing was changed.
public enum StorageError: Error, Hashable, Sendable {
  /// The file cannot be read.
  case unreadable(path: String, SystemError)
  /// What stands there is no regular file.
  case notAFile(path: String)
  /// A chain of symbolic links has no end.
  case linkLoop(path: String)
  /// The file's mode forbids writing.
  case readOnly(path: String)
  /// The file belongs to somebody else, and replacing it would make it ours.
  case foreign(path: String, owner: UInt32)
  /// Another process keeps the file locked.
  case locked(path: String)
  /// A new file cannot be made in the folder.
  case notCreatable(path: String, SystemError)
  /// The new content could not be written; the old one is in place.
  case notWritten(path: String, SystemError)
  /// The history beside the file could not be written; the content is the old one.
  case logNotWritten(path: String, SystemError)
}

extension StorageError: CustomStringConvertible {
  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let error):
      "\(path) can't be read (\(error)); check its permissions."
    case .notAFile(let path):
      "\(path) is not a regular file; name a file."
    case .linkLoop(let path):
      "\(path) is a symbolic link that leads nowhere; mend the link."
    case .readOnly(let path):
      "\(path) is read-only; nothing was changed. To edit it, make it writable first: chmod u+w."
    case .foreign(let path, let owner):
      "\(path) belongs to user \(owner); nothing was changed. Edit it as that user."
    case .locked(let path):
      "\(path) is being changed by another process; try again."
    case .notCreatable(let path, let error):
      "No file can be made beside \(path) (\(error)); nothing was changed. Check the folder."
    case .notWritten(let path, let error):
      "\(path) can't be written (\(error)); the old content is in place."
    case .logNotWritten(let path, let error):
      "\(FileLocation(path).logPath) can't be written (\(error)); nothing was changed. Check that folder."
    }
  }
}
