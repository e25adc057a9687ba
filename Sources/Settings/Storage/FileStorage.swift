/// Keeps a settings document in a file that is replaced as a whole.
///
/// A commit takes the lock file beside the file, compares the revision, writes a temporary in the same folder that
/// only the owner can read, gives it the old file's owner, mode and extended attributes, synchronizes it, renames it
/// over the file and synchronizes the folder. Readers see the old or the new content and nothing between.
///
/// A symbolic link is followed and stays a link. Another hard link to the file keeps the old content. A file
/// without write permission, or of another user, is refused. A new file has mode 0600; a missing folder is made
/// with mode 0700.
///
/// The log is a folder beside the file, `.NAME.history`, which only the owner can read.
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

  /// The file's path without symbolic links.
  public var identity: String {
    guard let location = try? FileLocation(following: name, in: fileSystem) else { return name }
    return FileLocation(in: fileSystem.canonicalPath(location.folder), location.name).path
  }

  /// Reads the file; `nil` if there is none.
  public func read() throws(StorageError) -> StoredContent? {
    try content(of: FileLocation(following: name, in: fileSystem))
  }

  /// Reads the file without finding out which revision it is; `nil` if there is none.
  package func readBytes() throws(StorageError) -> [UInt8]? {
    try bytes(of: FileLocation(following: name, in: fileSystem))
  }

  /// Replaces the file and appends to the log, if both are as expected.
  public func commit(_ commit: StorageCommit) throws(StorageError) -> CommitResult {
    let location = try FileLocation(following: name, in: fileSystem)
    let isNew = try writableStatus(of: location) == nil
    let areFoldersDurable =
      try isNew ? creating { () throws(SystemError) in try fileSystem.makeFolders(location.folder) } : true
    let lock = try lock(location)
    defer { try? fileSystem.close(lock) }

    // Everything is looked at again now that nobody else may change it.
    let status = try writableStatus(of: location)
    let current = try content(of: location)
    let log = FileLog(of: location, in: fileSystem)
    let temporaries = temporaries(beside: location)
    let head = try logging { () throws(SystemError) in
      try log.settle(given: current?.revision, isUnfinished: !temporaries.isEmpty)
    }
    guard current?.revision == commit.revision, commit.head == nil || commit.head == head else {
      return .conflict(current: current)
    }

    // What killed processes left is in nobody's way, so a failure is none.
    for temporary in temporaries { try? fileSystem.remove(temporary) }
    let new = commit.newRevision
    let prepared = try logging { () throws(SystemError) in
      try log.prepare(commit.records, after: head, from: current?.revision, to: new, owner: status)
    }
    var isDurable = prepared.isDurable && areFoldersDurable
    if current?.bytes != commit.content {
      do throws(StorageError) {
        try put(commit.content, at: location, like: status)
      } catch {
        log.drop(prepared)
        throw error
      }
      isDurable = fileSystem.synchronizeFolder(location.folder) && isDurable
    }
    log.publish(prepared)
    log.removeRecords(below: commit.oldest)
    return .committed(new, isDurable: isDurable)
  }

  /// Signals that the file may have changed.
  public func changes() -> AsyncStream<Void> {
    fileChanges(at: name)
  }

  /// The numbers of the log's records.
  public func logNumbers() throws(StorageError) -> [Int] {
    let location = try FileLocation(following: name, in: fileSystem)
    let log = FileLog(of: location, in: fileSystem)
    if let numbers = try reading({ () throws(SystemError) in try log.settledNumbers() }) { return numbers }
    // A commit is under way, or its process was killed.
    let content = try content(of: location)?.revision
    let isUnfinished = !temporaries(beside: location).isEmpty
    return try reading { () throws(SystemError) in
      try log.numbers(given: content, isUnfinished: isUnfinished)
    }
  }

  /// The header of a record; `nil` if there is none of that number.
  public func logHeader(_ number: Int) throws(StorageError) -> [UInt8]? {
    try recordBytes(number, headerOnly: true).flatMap { LogRecord(bytes: $0)?.header }
  }

  /// A record; `nil` if there is none of that number.
  public func logRecord(_ number: Int) throws(StorageError) -> LogRecord? {
    try recordBytes(number, headerOnly: false).flatMap { LogRecord(bytes: $0) }
  }

  private func recordBytes(_ number: Int, headerOnly: Bool) throws(StorageError) -> [UInt8]? {
    let log = FileLog(of: try FileLocation(following: name, in: fileSystem), in: fileSystem)
    return try reading { () throws(SystemError) in try log.bytes(number, headerOnly: headerOnly) }
  }

  // MARK: - Steps

  private func content(of location: FileLocation) throws(StorageError) -> StoredContent? {
    try bytes(of: location).map { StoredContent($0) }
  }

  private func bytes(of location: FileLocation) throws(StorageError) -> [UInt8]? {
    guard let status = try reading({ () throws(SystemError) in try fileSystem.status(location.path) }) else {
      return nil
    }
    guard status.kind == .file else { throw .notAFile(path: name) }
    return try reading { () throws(SystemError) in
      try fileSystem.readFile(location.path, expecting: status.size)
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

  private func lock(_ location: FileLocation) throws(StorageError) -> FileSystem.Descriptor {
    let lock = try creating { () throws(SystemError) in
      try fileSystem.openLock(location.lockPath, mode: 0o600)
    }
    // Or the file's owner could not take the lock any more once root has made it.
    if let status = try? fileSystem.status(location.path) { try? fileSystem.giveToOwner(lock, status) }
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

  /// The paths of the temporaries that killed processes left, or that somebody is writing.
  private func temporaries(beside location: FileLocation) -> [String] {
    ((try? fileSystem.names(in: location.folder)) ?? []).filter(location.isTemporary).map(location.path(of:))
  }

  /// Puts a new file in the place of the old one, or removes it.
  private func put(
    _ bytes: [UInt8]?, at location: FileLocation, like status: FileStatus?
  ) throws(StorageError) {
    guard let bytes else {
      return try writing { () throws(SystemError) in try fileSystem.remove(location.path) }
    }
    let temporary = location.temporaryPath()
    let file = try creating { () throws(SystemError) in try fileSystem.create(temporary) }
    do throws(StorageError) {
      try writing { () throws(SystemError) in
        do throws(SystemError) {
          try fill(file, with: bytes, like: status, at: location.path)
        } catch {
          try? fileSystem.close(file)
          throw error
        }
        try fileSystem.close(file)
        try fileSystem.rename(temporary, to: location.path)
      }
    } catch {
      try? fileSystem.remove(temporary)
      throw error
    }
  }

  /// Writes a new file's content, and gives it what the old one had besides.
  private func fill(
    _ file: FileSystem.Descriptor, with bytes: [UInt8], like status: FileStatus?, at path: String
  ) throws(SystemError) {
    try fileSystem.writeAll(bytes, to: file)
    if let status {
      if status.owner != fileSystem.user || fileSystem.user == 0 {
        try fileSystem.setOwner(file, status.owner, group: status.group)
      }
      try fileSystem.setMode(file, status.mode)
      try fileSystem.copyAttributes(from: path, to: file)
    }
    try fileSystem.synchronize(file)
  }

  // MARK: - What a failed call means

  private func reading<Result>(_ calls: () throws(SystemError) -> Result) throws(StorageError) -> Result {
    do { return try calls() } catch { throw .unreadable(path: name, error) }
  }

  private func creating<Result>(_ calls: () throws(SystemError) -> Result) throws(StorageError) -> Result {
    do { return try calls() } catch { throw .notCreatable(path: name, error) }
  }

  private func writing<Result>(_ calls: () throws(SystemError) -> Result) throws(StorageError) -> Result {
    do { return try calls() } catch { throw .notWritten(path: name, error) }
  }

  private func logging<Result>(_ calls: () throws(SystemError) -> Result) throws(StorageError) -> Result {
    do { return try calls() } catch { throw .logNotWritten(path: name, error) }
  }
}

extension LogRecord {
  /// Takes a record's file apart; `nil` if it was cut short.
  fileprivate init?(bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0a) else { return nil }
    self.init(header: Array(bytes[..<end]), content: Array(bytes[(end + 1)...]))
  }
}
