/// Keeps a settings document in a file that is replaced as a whole.
///
/// A commit takes the lock file beside the file, compares the revision, writes a temporary in the same folder that
/// only the owner can read, gives it the old file's owner, mode and extended attributes, synchronizes it, renames it
/// over the file and synchronizes the folder. Readers see the old or the new content and nothing between.
///
/// A symbolic link is followed and stays a link. Another hard link to the file keeps the old content. A file
/// without write permission, or of another user, is refused. A new file has mode 0600; a missing folder is made
/// with mode 0700.
public final class FileStorage: SettingsStorage {
  /// How long a commit waits for another one, in milliseconds.
  private static let patience = 5_000

  /// The file's path, as given.
  public let name: String
  private let fileSystem: any FileSystem

  /// Makes a storage of a file, which need not exist.
  public convenience init(_ path: String) {
    self.init(path, fileSystem: POSIXFileSystem())
  }

  init(_ path: String, fileSystem: any FileSystem) {
    name = path
    self.fileSystem = fileSystem
  }

  /// Reads the file; `nil` if there is none.
  public func read() throws(StorageError) -> StoredContent? {
    try content(of: FileLocation(following: name, in: fileSystem))
  }

  /// Replaces the file, if it still has the expected revision.
  public func commit(_ bytes: [UInt8]?, expecting revision: Revision?) throws(StorageError) -> CommitResult {
    let location = try FileLocation(following: name, in: fileSystem)
    let isNew = try writableStatus(of: location) == nil
    let areFoldersDurable = isNew ? try makeFolders(location.folder) : true
    let lock = try lock(location)
    defer { try? fileSystem.close(lock) }

    // Everything is looked at again now that nobody else may change it.
    let status = try writableStatus(of: location)
    let current = try content(of: location)
    guard current?.revision == revision else { return .conflict(current: current) }
    guard current?.bytes != bytes else { return .committed(revision, isDurable: true) }

    sweep(location)
    if let bytes {
      try replace(location, with: bytes, like: status)
    } else {
      try remove(location)
    }
    let isDurable = synchronizeFolder(location.folder) && areFoldersDurable
    return .committed(bytes.map(Revision.init(of:)), isDurable: isDurable)
  }

  /// Says that the file may have changed.
  public func changes() -> AsyncStream<Void> {
    let written = FileLocation(name)
    let resolved = (try? FileLocation(following: name, in: fileSystem)) ?? written
    return fileChanges(at: Set([written, resolved]))
  }

  // MARK: - Steps

  private func content(of location: FileLocation) throws(StorageError) -> StoredContent? {
    guard let status = try reading({ () throws(SystemError) in try fileSystem.status(location.path) }) else {
      return nil
    }
    guard status.kind == .file else { throw .notAFile(path: name) }
    return try reading { () throws(SystemError) in
      let file = try fileSystem.openForReading(location.path)
      defer { try? fileSystem.close(file) }
      var bytes: [UInt8] = []
      while true {
        let chunk = try fileSystem.read(file, upTo: 1 << 18)
        if chunk.isEmpty { return StoredContent(bytes) }
        bytes += chunk
      }
    }
  }

  /// The file's status; `nil` if there is no file. Throws if the file may not be replaced.
  private func writableStatus(of location: FileLocation) throws(StorageError) -> FileStatus? {
    guard let status = try reading({ () throws(SystemError) in try fileSystem.status(location.path) }) else {
      return nil
    }
    guard status.kind == .file else { throw .notAFile(path: name) }
    guard status.mode & 0o222 != 0 else { throw .readOnly(path: name) }
    guard status.owner == fileSystem.user || fileSystem.user == 0 else {
      throw .foreign(path: name, owner: status.owner)
    }
    guard status.mode & 0o200 != 0 || fileSystem.user == 0 else { throw .readOnly(path: name) }
    return status
  }

  /// Makes a folder, and those above it, if they are missing; says whether they are known to survive a crash.
  private func makeFolders(_ folder: String) throws(StorageError) -> Bool {
    let isThere = try creating { () throws(SystemError) in try fileSystem.status(folder) != nil }
    guard !isThere else { return true }
    let parent = FileLocation(folder)
    let isParentDurable = parent.name.isEmpty ? true : try makeFolders(parent.folder)
    do throws(SystemError) {
      try fileSystem.makeFolder(folder)
    } catch {
      // Somebody else may have made it meanwhile: then it is there.
      guard (try? fileSystem.status(folder)) != nil else { throw .notCreatable(path: name, error) }
    }
    return synchronizeFolder(parent.folder) && isParentDurable
  }

  private func lock(_ location: FileLocation) throws(StorageError) -> FileSystem.Descriptor {
    let lock = try creating { () throws(SystemError) in
      try fileSystem.openLock(location.lockPath, mode: 0o600)
    }
    var waited = 0
    while waited < Self.patience {
      do throws(SystemError) {
        if try fileSystem.lock(lock) { return lock }
      } catch {
        try? fileSystem.close(lock)
        throw .notCreatable(path: name, error)
      }
      let pause = min(20, 1 + waited / 4)
      fileSystem.pause(milliseconds: pause)
      waited += pause
    }
    try? fileSystem.close(lock)
    throw .locked(path: name)
  }

  /// Removes the temporaries that killed processes left. They are in nobody's way, so a failure is none.
  private func sweep(_ location: FileLocation) {
    for sibling in (try? fileSystem.names(in: location.folder)) ?? [] where location.isTemporary(sibling) {
      try? fileSystem.remove(location.path(of: sibling))
    }
  }

  /// Puts a new file in the place of the old one.
  private func replace(
    _ location: FileLocation, with bytes: [UInt8], like status: FileStatus?
  ) throws(StorageError) {
    let temporary = location.temporaryPath()
    let file = try creating { () throws(SystemError) in try fileSystem.create(temporary) }
    do throws(SystemError) {
      do throws(SystemError) {
        try write(bytes, to: file)
        if let status {
          if status.owner != fileSystem.user || fileSystem.user == 0 {
            try fileSystem.setOwner(file, status.owner, group: status.group)
          }
          try fileSystem.setMode(file, status.mode)
          try fileSystem.copyAttributes(from: location.path, to: file)
        }
        try fileSystem.synchronize(file)
      } catch {
        try? fileSystem.close(file)
        throw error
      }
      try fileSystem.close(file)
      try fileSystem.rename(temporary, to: location.path)
    } catch {
      try? fileSystem.remove(temporary)
      throw .notWritten(path: name, error)
    }
  }

  private func remove(_ location: FileLocation) throws(StorageError) {
    do throws(SystemError) {
      try fileSystem.remove(location.path)
    } catch {
      throw .notWritten(path: name, error)
    }
  }

  private func write(_ bytes: [UInt8], to file: FileSystem.Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try fileSystem.write(file, rest))
    }
  }

  /// Says whether what was renamed in a folder is known to survive a crash.
  private func synchronizeFolder(_ path: String) -> Bool {
    do throws(SystemError) {
      let folder = try fileSystem.openFolder(path)
      defer { try? fileSystem.close(folder) }
      try fileSystem.synchronize(folder)
      return true
    } catch {
      return false
    }
  }

  // MARK: - What a failed call means

  private func reading<Result>(_ calls: () throws(SystemError) -> Result) throws(StorageError) -> Result {
    do { return try calls() } catch { throw .unreadable(path: name, error) }
  }

  private func creating<Result>(_ calls: () throws(SystemError) -> Result) throws(StorageError) -> Result {
    do { return try calls() } catch { throw .notCreatable(path: name, error) }
  }
}
