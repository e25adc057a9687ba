import SettingsSystem

/// The locked folder with the history of a settings file. Only one process at a time can hold the lock.
///
/// A lock is on a file, not on a name. Between opening the lock file and locking it, another process might have removed the whole folder
/// and made a new one, and then two processes would hold two locks. So after locking, the identities of the lock file and of the folder are
/// compared with what their names lead to now, and if they differ, everything begins again.
///
/// The lock is never removed by its holder. A process that dies releases it, because the kernel closes its files.
struct LockedFolder {
  /// The maximum wait for another process, in milliseconds. A commit takes a few milliseconds, so only a process that is stopped or very
  /// slow holds the lock that long.
  static let maxWait = 5_000
  private static let lockName = "lock"

  let history: HistoryFolder
  /// Whether the folder's own name is known to survive a crash.
  let isDurable: Bool
  private let lock: OpenFile

  /// Opens the folder, creating it if it doesn't exist, and waits for its lock.
  ///
  /// - Parameter name: The settings file's name in errors.
  init(at place: HistoryPlace, name: String, _ fileSystem: any FileSystem) throws(SettingsStorageError) {
    var waited = 0
    var holder: LockHolder?
    while true {
      let made: Bool?
      do throws(SystemCallError) {
        made = try Self.makeFolder(at: place, fileSystem)
      } catch {
        throw .notCreatable(path: place.isBeside ? name : place.path, error)
      }
      // Another process might have removed the folder or its lock in the meantime.
      if let isDurable = made, let history = try HistoryFolder(at: place, fileSystem),
        let lock = try Self.tryLock(
          history, at: place, fileSystem: fileSystem,
          // Whoever holds it at the end is named.
          holder: waited < Self.maxWait ? nil : { holder = fileSystem.lockHolder(of: $0) })
      {
        self.history = history
        self.isDurable = isDurable
        self.lock = lock
        return
      }
      guard waited < Self.maxWait else { throw .locked(path: name, holder: holder) }
      let pause = min(20, 1 + waited / 4)
      fileSystem.pause(milliseconds: pause)
      waited += pause
    }
  }

  /// Creates the folder if it doesn't exist; returns whether its name is known to survive a crash, or `nil` if another process has
  /// removed the new folder.
  private static func makeFolder(
    at place: HistoryPlace, _ fileSystem: any FileSystem
  ) throws(SystemCallError) -> Bool? {
    let (parent, isDurable) = try place.makeParent(fileSystem)
    guard try !HistoryFolder.correctMode(of: place, in: parent, fileSystem) else { return isDurable }
    do throws(SystemCallError) {
      try fileSystem.makeFolder(
        place.name, in: parent.descriptor, for: place.owner(in: parent, fileSystem), mode: 0o700)
    } catch {
      guard error.isTaken else { throw error }
      return isDurable
    }
    do throws(SystemCallError) {
      if let status = try fileSystem.status(place.name, in: parent.descriptor), status.mode & 0o777 != 0o700 {
        try fileSystem.setMode(place.name, in: parent.descriptor, mode: 0o700)
      }
      let folder = OpenFile(try fileSystem.openFolder(place.name, in: parent.descriptor), in: fileSystem)
      // Otherwise each file in the folder would inherit the parent's default access list.
      try fileSystem.removeAccessLists(folder.descriptor)
    } catch {
      guard error.isAbsence else { throw error }
      return nil
    }
    return fileSystem.isSynchronized(parent.descriptor) && isDurable
  }

  /// Takes the lock; returns `nil` if another process holds it, or if the lock file has been replaced.
  ///
  /// - Parameter holder: Receives the lock file if another process holds the lock.
  private static func tryLock(
    _ history: HistoryFolder, at place: HistoryPlace, fileSystem: any FileSystem,
    holder: ((FileSystem.Descriptor) -> Void)?
  ) throws(SettingsStorageError) -> OpenFile? {
    let path = place.path + "/" + lockName
    do throws(SystemCallError) {
      guard let (lock, identity) = try openLock(in: history, of: place, fileSystem) else { return nil }
      guard try fileSystem.lock(lock.descriptor) else {
        holder?(lock.descriptor)
        return nil
      }
      // A lock excludes only processes that lock the same file, and the file might have been deleted, or the folder replaced, before it was
      // locked.
      let current = try fileSystem.status(lockName, in: history.folder.descriptor)?.identity
      guard current == identity, let parent = try place.openParent(fileSystem),
        try fileSystem.status(place.name, in: parent.descriptor)?.identity == history.status.identity
      else { return nil }
      return lock
    } catch {
      guard error.isWrongKind else { throw .historyUnwritable(path: path, error) }
      throw .historyMisplaced(path: path)
    }
  }

  /// Opens the lock file; returns `nil` if it has just been created, or if another process has just removed it. The caller then begins
  /// again, and locks what the name leads to.
  private static func openLock(
    in history: HistoryFolder, of place: HistoryPlace, _ fileSystem: any FileSystem
  ) throws(SystemCallError) -> (OpenFile, FileStatus.Identity)? {
    do throws(SystemCallError) {
      let (lock, status) = try fileSystem.openFile(lockName, in: history.folder.descriptor)
      return (lock, status.identity)
    } catch {
      guard error.isAbsence else { throw error }
    }
    let note = place.note
    do throws(SystemCallError) {
      // The lock file is created last, so that a folder with a lock is complete.
      try fileSystem.write(note.bytes, toNew: note.name, in: history.folder.descriptor, for: history.owner)
    } catch {
      guard error.isTaken else { throw error }
      // The disk was full, or the process was killed, before the file was written.
      if try fileSystem.status(note.name, in: history.folder.descriptor)?.size == 0 {
        try fileSystem.remove(note.name, in: history.folder.descriptor)
        return nil
      }
    }
    do throws(SystemCallError) {
      try fileSystem.write([], toNew: lockName, in: history.folder.descriptor, for: history.owner)
    } catch {
      guard error.isTaken else { throw error }
    }
    return nil
  }
}
