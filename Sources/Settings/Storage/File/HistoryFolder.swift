import SettingsSystem

/// The hidden folder beside a settings file, `.NAME.history`, open for reading.
///
/// Other users can be able to write to the folder of the settings file, so the name isn't trusted: the folder is opened without following a
/// link, and it and its files have to belong to the settings file's owner or to root.
struct HistoryFolder {
  let folder: OpenFile
  let status: FileStatus
  let log: FileLog

  /// Opens the folder; returns `nil` if it doesn't exist.
  ///
  /// - Parameters:
  ///   - parent: The folder of the settings file.
  ///   - file: The status of the settings file; `nil` if it doesn't exist.
  ///   - isCorrect: Whether its mode has just been corrected.
  init?(
    of location: FileLocation, in parent: OpenFile, for file: FileStatus?, isCorrect: Bool = false,
    _ fileSystem: any FileSystem
  ) throws(SettingsStorageError) {
    do throws(SystemCallError) {
      if !isCorrect { try Self.correctMode(of: location, in: parent, fileSystem) }
      folder = OpenFile(
        try fileSystem.openFolder(location.historyName, in: parent.descriptor), in: fileSystem)
      status = try fileSystem.status(of: folder.descriptor)
    } catch {
      if error.isAbsence { return nil }
      if error.isWrongKind { throw .historyMisplaced(path: location.historyPath) }
      throw .historyUnreadable(path: location.historyPath, error)
    }
    let owner = file?.owner ?? fileSystem.user
    guard status.owner == owner || status.owner == 0 else {
      throw .historyUntrusted(path: location.historyPath, owner: status.owner)
    }
    log = FileLog(in: folder, trusting: owner, fileSystem)
  }

  /// Corrects the mode of a folder that its owner can't access, because of an extreme umask or a mistake.
  ///
  /// - Returns: Whether a file with that name exists.
  @discardableResult
  static func correctMode(
    of location: FileLocation, in parent: OpenFile, _ fileSystem: any FileSystem
  ) throws(SystemCallError) -> Bool {
    guard let status = try fileSystem.status(location.historyName, in: parent.descriptor) else {
      return false
    }
    if status.kind == .folder, status.owner == fileSystem.user, status.mode & 0o700 != 0o700 {
      try fileSystem.setMode(location.historyName, in: parent.descriptor, mode: 0o700)
    }
    return true
  }
}

extension FileLocation {
  /// The name of the hidden folder beside the file with its history and its lock: `.settings.json.history`.
  var historyName: String { ".\(name).history" }

  /// The path of that folder.
  var historyPath: String { path(of: historyName) }
}

/// The locked hidden folder beside a settings file. Only one process at a time can hold the lock.
///
/// A lock is on a file, not on a name. Between opening the lock file and locking it, another process might have removed the whole folder
/// and made a new one, and then two processes would hold two locks. So after locking, the identities of the lock file and of the folder are
/// compared with what their names lead to now, and if they differ, everything begins again.
///
/// The lock is never removed by its holder. A process that dies releases it, because the kernel closes its files.
struct LockedFolder {
  /// The maximum wait for another process, in milliseconds. A commit takes a few milliseconds, so only a process that is stopped or very
  /// slow holds the lock that long.
  private static let maxWait = 5_000
  private static let lockName = "lock"
  private static let ignoreName = ".gitignore"

  let history: HistoryFolder
  /// Whether the folder's own name is known to survive a crash.
  let isDurable: Bool
  private let lock: OpenFile

  /// Opens the folder, creating it if it doesn't exist, and waits for its lock.
  ///
  /// - Parameters:
  ///   - parent: The folder of the settings file.
  ///   - file: The status of the settings file; `nil` if it doesn't exist.
  ///   - name: The settings file's name in errors.
  init(
    of location: FileLocation, in parent: OpenFile, for file: FileStatus?, name: String,
    _ fileSystem: any FileSystem
  ) throws(SettingsStorageError) {
    var waited = 0
    var holder: LockHolder?
    while true {
      let made: Bool?
      do throws(SystemCallError) {
        made = try Self.makeFolder(of: location, in: parent, for: file, fileSystem)
      } catch {
        throw .notCreatable(path: name, error)
      }
      // Another process might have removed the folder or its lock in the meantime.
      if let isDurable = made,
        let history = try HistoryFolder(of: location, in: parent, for: file, isCorrect: true, fileSystem),
        let lock = try Self.tryLock(
          history, of: location, in: parent, for: file, fileSystem: fileSystem,
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
    of location: FileLocation, in parent: OpenFile, for file: FileStatus?,
    _ fileSystem: any FileSystem
  ) throws(SystemCallError) -> Bool? {
    guard try !HistoryFolder.correctMode(of: location, in: parent, fileSystem) else { return true }
    do throws(SystemCallError) {
      try fileSystem.makeFolder(location.historyName, in: parent.descriptor, for: file)
    } catch {
      guard error.isTaken else { throw error }
      return true
    }
    do throws(SystemCallError) {
      if let status = try fileSystem.status(location.historyName, in: parent.descriptor),
        status.mode & 0o777 != 0o700
      {
        try fileSystem.setMode(location.historyName, in: parent.descriptor, mode: 0o700)
      }
      let folder = OpenFile(
        try fileSystem.openFolder(location.historyName, in: parent.descriptor), in: fileSystem)
      // Otherwise each file in the folder would inherit the parent's default access list.
      try fileSystem.removeAccessLists(folder.descriptor)
    } catch {
      guard error.isAbsence else { throw error }
      return nil
    }
    do throws(SystemCallError) {
      try fileSystem.synchronize(parent.descriptor)
      return true
    } catch {
      return false
    }
  }

  /// Takes the lock; returns `nil` if another process holds it, or if the lock file has been replaced.
  ///
  /// - Parameter holder: Receives the lock file if another process holds the lock.
  private static func tryLock(
    _ history: HistoryFolder, of location: FileLocation, in parent: OpenFile,
    for file: FileStatus?, fileSystem: any FileSystem, holder: ((FileSystem.Descriptor) -> Void)?
  ) throws(SettingsStorageError) -> OpenFile? {
    let path = location.historyPath + "/" + lockName
    do throws(SystemCallError) {
      guard let (lock, identity) = try openLock(in: history, for: file, fileSystem) else { return nil }
      guard try fileSystem.lock(lock.descriptor) else {
        holder?(lock.descriptor)
        return nil
      }
      // A lock excludes only processes that lock the same file, and the file might have been deleted, or the folder replaced, before it was
      // locked.
      let current = try fileSystem.status(lockName, in: history.folder.descriptor)?.identity
      guard current == identity,
        try fileSystem.status(location.historyName, in: parent.descriptor)?.identity
          == history.status.identity
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
    in history: HistoryFolder, for file: FileStatus?, _ fileSystem: any FileSystem
  ) throws(SystemCallError) -> (OpenFile, FileStatus.Identity)? {
    do throws(SystemCallError) {
      let (lock, status) = try fileSystem.openFile(lockName, in: history.folder.descriptor)
      return (lock, status.identity)
    } catch {
      guard error.isAbsence else { throw error }
    }
    do throws(SystemCallError) {
      // The folder ignores itself in Git. The lock file is created last, so that a folder with a lock is complete.
      try fileSystem.write(
        [UInt8(ascii: "*"), 0x0a], toNew: ignoreName, in: history.folder.descriptor, for: file)
    } catch {
      guard error.isTaken else { throw error }
      // The disk was full, or the process was killed, before the file was written.
      if try fileSystem.status(ignoreName, in: history.folder.descriptor)?.size == 0 {
        try fileSystem.remove(ignoreName, in: history.folder.descriptor)
        return nil
      }
    }
    do throws(SystemCallError) {
      try fileSystem.write([], toNew: lockName, in: history.folder.descriptor, for: file)
    } catch {
      guard error.isTaken else { throw error }
    }
    return nil
  }
}

extension FileSystem {
  /// Creates a file of the history with mode 0600 that belongs to the settings file's owner, and waits until it is durable.
  func write(
    _ bytes: [UInt8], toNew name: String, in folder: Descriptor, for owner: FileStatus?
  ) throws(SystemCallError) {
    let file = OpenFile(try create(name, in: folder), in: self)
    try finish(file.descriptor, in: bytes, for: owner)
  }

  /// Writes a file of the history, and makes it durable.
  private func finish(_ file: Descriptor, in bytes: [UInt8], for owner: FileStatus?) throws(SystemCallError) {
    try fill(file, parts: [bytes], for: owner)
    try synchronize(file)
  }

  /// Writes a file of the history, without waiting for the disk. If root edits the file of a user, the files of its history belong to that
  /// user, too.
  func fill(_ file: Descriptor, parts: [[UInt8]], for owner: FileStatus?) throws(SystemCallError) {
    // The umask might have removed the owner's permissions.
    try setMode(file, mode: 0o600)
    if let owner, user == 0, owner.owner != 0 { try setOwner(file, owner: owner.owner, group: owner.group) }
    for part in parts { try writeAll(part, to: file) }
  }
}
