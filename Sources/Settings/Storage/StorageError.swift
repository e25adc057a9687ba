import SettingsSystem

/// An error of reading or writing a settings document.
///
/// The document is unchanged, except after a remote error of the kind ``RemoteStorageError/Kind/unknownOutcome``, which may have
/// changed it.
public enum StorageError: Error, Hashable, Sendable {
  /// The file can't be read.
  case unreadable(path: String, SystemError)
  /// The path isn't that of a regular file.
  case notAFile(path: String)
  /// A chain of symbolic links is a loop.
  case linkLoop(path: String)
  /// The file's mode forbids writing.
  case readOnly(path: String)
  /// The file belongs to another user, and replacing it would change its owner.
  case foreign(path: String, owner: UInt32)
  /// The new file can't get the group of the old one, and would be accessible to another group.
  case groupNotKept(path: String, group: UInt32)
  /// The file is a mount point, so it can't be replaced.
  case mountPoint(path: String)
  /// Another process holds the lock of the file; the holder is `nil` if the system doesn't name it.
  case locked(path: String, holder: LockHolder?)
  /// Another program has truncated the file to write it.
  case beingSaved(path: String)
  /// A new file can't be created in the folder.
  case notCreatable(path: String, SystemError)
  /// The new content can't be written; the old content is unchanged.
  case notWritten(path: String, SystemError)
  /// The history can't be read. The file itself may be readable.
  case historyUnreadable(path: String, SystemError)
  /// The history can't be written.
  case historyUnwritable(path: String, SystemError)
  /// The history belongs to a different user than the file.
  case historyUntrusted(path: String, owner: UInt32)
  /// Another program removes the history, or files in it, repeatedly.
  case historyRemoved(path: String)
  /// There is another kind of file at the path of the history folder or its lock.
  case historyMisplaced(path: String)
  /// The error of a storage that isn't a file.
  case remote(name: String, RemoteStorageError)
}

extension StorageError: CustomStringConvertible {
  /// One sentence that describes the error and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let error):
      "\(path) can't be read (\(error)); check its permissions."
    case .notAFile(let path):
      "\(path) is not a regular file; name a file."
    case .linkLoop(let path):
      "\(path) is a symbolic link that leads nowhere; correct the link."
    case .readOnly(let path):
      "\(path) is read-only; nothing was changed. To edit it, make it writable first: chmod u+w."
    case .foreign(let path, let owner):
      "\(path) belongs to user \(owner); nothing was changed. Edit it as that user."
    case .groupNotKept(let path, let group):
      "\(path) belongs to group \(group), which you are not a member of; nothing was changed. Edit it as a member, or as root."
    case .mountPoint(let path):
      "\(path) is a mount point, so it can't be replaced; nothing was changed. Mount its folder instead."
    case .locked(let path, let holder?) where holder.isStopped:
      "\(path) is being changed by \(holder), which is stopped; resume it (kill -CONT \(holder.process)) or end it, and try again."
    case .locked(let path, let holder):
      "\(path) is being changed by \(holder?.description ?? "another process"); try again."
    case .beingSaved(let path):
      "\(path) is empty, as if another program were saving it; try again. If the file should be empty, write {} to it."
    case .notCreatable(let path, let error):
      "No file can be created beside \(path) (\(error)); nothing was changed. Check the folder."
    case .notWritten(let path, let error):
      "\(path) can't be written (\(error)); the old content is in place."
    case .historyUnreadable(let path, let error):
      "\(path) can't be read (\(error)); check its permissions."
    case .historyUnwritable(let path, let error):
      "\(path) can't be written (\(error)); nothing was changed. Check that folder."
    case .historyUntrusted(let path, let owner):
      "\(path) belongs to user \(owner), so it is not trusted; nothing was changed. Remove it."
    case .historyRemoved(let path):
      "\(path) is being removed by another program; nothing was changed. Try again."
    case .historyMisplaced(let path):
      "\(path) isn't a history folder or lock; nothing was changed. Remove it."
    case .remote(let name, let error):
      "\(name): \(error)"
    }
  }
}

extension StorageError {
  /// Whether there is a history that this user isn't allowed to read, or that isn't trusted, or whether the file's name is too long
  /// for one. The file's values may still be used.
  var deniesHistory: Bool {
    switch self {
    case .historyUnreadable(_, let error): error.isDenied || error.isNameTooLong
    case .historyUntrusted, .historyMisplaced: true
    default: false
    }
  }

  /// Whether a file in the history was removed while it was in use.
  var isOfVanishedHistory: Bool {
    switch self {
    case .notWritten(_, let error), .historyUnreadable(_, let error), .historyUnwritable(_, let error):
      error.isAbsence
    default: false
    }
  }
}
