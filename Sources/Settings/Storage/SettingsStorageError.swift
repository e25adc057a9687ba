import SettingsSystem

/// An error of reading or writing a settings document or its history.
///
/// Callers meet it inside another error: ``SettingsStoreError/storage(_:)``, and inside ``ApplyError/storage(_:)`` when an apply can't read or
/// write. The description is one sentence with the path, the reason and what to do:
///
/// ```swift
/// do throws(ApplyError) {
///   try await store.apply(draft)
/// } catch .storage(.storage(.locked(_, let holder))) {
///   print("\(holder?.description ?? "Another process") is saving; try again.")
/// } catch {
///   print(error)
/// }
/// ```
///
/// The document is unchanged, except after ``notRestored(path:_:)``, and after a remote error of the kind
/// ``RemoteStorageError/Kind/unknownOutcome``, which may have changed it. Files are never made writable, and only root replaces a file of another owner, so most cases need somebody who changes permissions
/// or the path.
///
/// ``locked(path:holder:)`` and ``beingSaved(path:)`` pass by themselves: try again. The other cases stay until somebody corrects them.
public enum SettingsStorageError: Error, Hashable, Sendable {
  /// The file can't be read: its permissions or a folder on its path forbid it, the disk has an error, or it is larger than a document may
  /// be.
  case unreadable(path: String, SystemCallError)
  /// The path leads to a folder, a device or another kind of file that isn't a regular file.
  case notAFile(path: String)
  /// A chain of symbolic links has no end: more than 40 links, as two that lead to each other.
  case linkLoop(path: String)
  /// The file's mode forbids writing. Root doesn't change it, either: `chmod u+w` is the decision of its owner.
  case readOnly(path: String)
  /// The file belongs to another user, and replacing it would change its owner. It may not be written in place either. Edit it as that user,
  /// or as root.
  case foreign(path: String, owner: UInt32)
  /// The new file can't get the group of the old file, because this user isn't a member, and would be accessible to another group.
  case groupNotKept(path: String, group: UInt32)
  /// The file is a mount point, as in a container, so it can't be replaced, and it mustn't be written in place. Mount its folder instead.
  case mountPoint(path: String)
  /// The file has several names (hard links), of which a replaced file would keep only one, and it mustn't be written in place.
  case severalNames(path: String, count: Int)
  /// The file has several names (hard links), and the apply would wait for a confirmation. Whoever uses another name doesn't see that, so
  /// their change would be lost if this one were rolled back.
  case notConfirmable(path: String, count: Int)
  /// Another process has held the lock of the file for five seconds; the holder is `nil` if the system doesn't name it.
  case locked(path: String, holder: LockHolder?)
  /// The file is empty, although its last version wasn't: another program has truncated it, and has written nothing for two seconds.
  case beingSaved(path: String)
  /// A new file can't be created in the folder, which doesn't allow it or is on a read-only file system.
  case notCreatable(path: String, SystemCallError)
  /// The new content can't be written, for example because the disk is full; the old content is unchanged.
  case notWritten(path: String, SystemCallError)
  /// The commit has failed after the file was replaced, and the old content can't be put back, for example because the disk has errors. The
  /// new content is in place, and the old one in the history folder, where the next apply finds it.
  case notRestored(path: String, SystemCallError)
  /// The history can't be read. The file itself may be readable: a store that only reads its values can be opened.
  case historyUnreadable(path: String, SystemCallError)
  /// The history can't be written, so nothing was stored. Check that folder, and the space on its disk.
  ///
  /// A full disk is reported here if there was room for the new content, but not for its record.
  case historyUnwritable(path: String, SystemCallError)
  /// The history belongs to a different user than the file. It isn't trusted, because that user could have made it up. Remove it.
  case historyUntrusted(path: String, owner: UInt32)
  /// Another program removes the history, or files in it, again and again while this process uses it.
  case historyRemoved(path: String)
  /// There is another kind of file at the path of the history folder, `.NAME.history`, or of its lock. Remove it.
  case historyMisplaced(path: String)
  /// The error of a storage that isn't a file, with the name of the storage.
  case remote(name: String, RemoteStorageError)
}

extension SettingsStorageError: CustomStringConvertible {
  /// One sentence with the path that describes the error and what to do, for people.
  ///
  /// `settings.json is read-only; nothing was changed. To edit it, make it writable first: chmod u+w.`
  public var description: String {
    switch self {
    case .unreadable(let path, let error) where error.isLackOfDescriptors,
      .notCreatable(let path, let error) where error.isLackOfDescriptors,
      .notWritten(let path, let error) where error.isLackOfDescriptors,
      .historyUnreadable(let path, let error) where error.isLackOfDescriptors,
      .historyUnwritable(let path, let error) where error.isLackOfDescriptors:
      "\(path) can't be opened, because too many files are open; nothing was changed. Close some, or raise the limit: ulimit -n."
    case .unreadable(let path, let error) where error.isNameTooLong,
      .notCreatable(let path, let error) where error.isNameTooLong,
      .historyUnreadable(let path, let error) where error.isNameTooLong,
      .historyUnwritable(let path, let error) where error.isNameTooLong:
      "\(path): the name is too long; nothing was changed. Give the file a shorter one."
    case .unreadable(let path, let error) where error.isTooLarge:
      "\(path) has more than \(InputLimits.documentSize) bytes; nothing was changed. Make it smaller, or move it away."
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
    case .severalNames(let path, let count):
      "\(path) has \(count) names (hard links), of which a replaced file would keep only one; nothing was changed. Allow it to be written in place, or remove the other names."
    case .notConfirmable(let path, let count):
      "\(path) has \(count) names (hard links), so a change that waits for a confirmation can't be kept apart from changes by the other names; nothing was changed. Apply it without a time limit, or remove the other names."
    case .locked(let path, let holder?) where holder.isStopped:
      "\(path) is being changed by \(holder), which is stopped; resume it (kill -CONT \(holder.process)) or end it, and try again."
    case .locked(let path, let holder):
      "\(path) is being changed by \(holder?.description ?? "another process"); try again."
    case .beingSaved(let path):
      "\(path) is empty, as if another program were saving it; try again. If it was emptied by mistake, roll it back; if it should be empty, write {} to it."
    case .notCreatable(let path, let error):
      "No file can be created beside \(path) (\(error)); nothing was changed. Check the folder."
    case .notWritten(let path, let error):
      "\(path) can't be written (\(error)); nothing was changed."
    case .notRestored(let path, let error):
      "\(path) has the new content, although the change has failed: the old content can't be put back (\(error)). Look at the file, and try again."
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

extension SettingsStorageError {
  /// Creates the error of a file that can't be opened or read.
  package init(reading path: String, _ error: SystemCallError) {
    self = error.isWrongKind ? .notAFile(path: path) : .unreadable(path: path, error)
  }

  /// Whether there is a history that this user isn't allowed to read, or that isn't trusted, or whether the file's name is too long
  /// for one. The file's values may still be used.
  var deniesHistory: Bool {
    switch self {
    case .historyUnreadable(_, let error): error.isDenied || error.isNameTooLong
    case .historyUntrusted, .historyMisplaced: true
    default: false
    }
  }

  /// Whether a file in the history was removed while it was in use. Then the commit is tried again from the start, with a new folder.
  var isOfVanishedHistory: Bool {
    switch self {
    case .notWritten(_, let error), .historyUnreadable(_, let error), .historyUnwritable(_, let error):
      error.isAbsence
    default: false
    }
  }
}

extension String {
  /// The address with stars in place of a user and a password, which other users and readers of a log must not see:
  /// `etcd://ann:secret@host/app` → `etcd://***@host/app`.
  ///
  /// In case of doubt, such as a slash in the password, more than that is hidden.
  package var hidingPassword: String {
    let start = firstRange(of: "://")?.upperBound ?? startIndex
    guard let end = lastIndex(of: "@"), start <= end else { return self }
    let authority = self[start...].prefix { $0 != "/" }
    // `host:2379/a@b` has neither.
    let port = authority.split(separator: ":", omittingEmptySubsequences: false).dropFirst().last ?? ""
    guard authority.contains("@") || !port.utf8.allSatisfy(\.isASCIIDigit) else { return self }
    return self[..<start] + "***" + self[end...]
  }
}
