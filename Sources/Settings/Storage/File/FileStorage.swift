import SettingsSystem

/// Keeps a settings document in a file that is replaced atomically.
///
/// A commit takes a lock and compares the revision. It writes a temporary file that only the owner can read, gives it the old
/// file's owner, group, mode, access list and extended attributes, and synchronizes it. Then it exchanges it with the settings
/// file, and synchronizes the folder. Readers see either the old or the new content. If another program has saved between the
/// comparison and the exchange, its save is restored, and the commit returns a conflict.
///
/// A symbolic link is followed and stays a link. A file that can't be replaced is written in place (``Replacement``), or refused if it may
/// not be written. New files and folders have the modes that the umask leaves; a file whose form has secrets has mode 0600. In another
/// user's folder, root creates them for that user.
///
/// The lock, the log, the recorded settings and temporary files are in one folder that only the owner can read (``HistoryPlace``).
package final class FileStorage: SettingsStorage {
  /// The maximum wait for a program that has truncated the file to write it, in milliseconds. It is long, because an empty file is seldom
  /// meant.
  private static let maxWait = 2_000
  /// The maximum wait for a program that has renamed the file to create a new one, in milliseconds. It is short, because somebody can
  /// really have deleted the file.
  private static let maxWaitWithoutFile = 200
  /// The number of attempts of a commit if the history is removed in the meantime, as by `rm -r .settings.json.history`.
  private static let maxAttempts = 10

  /// The file's path, as given.
  package let name: String
  let fileSystem: any FileSystem
  let options: SettingsFileOptions
  let known = KnownFiles()

  /// Creates a storage of a file, which doesn't have to exist.
  package convenience init(_ path: String, _ options: SettingsFileOptions = SettingsFileOptions()) {
    self.init(path, options, fileSystem: POSIXFileSystem())
  }

  init(
    _ path: String, _ options: SettingsFileOptions = SettingsFileOptions(), fileSystem: any FileSystem
  ) {
    name = path
    self.options = options
    self.fileSystem = fileSystem
  }

  /// Returns where the file's history is.
  func historyPlace(
    of location: FileLocation, in folder: OpenFile
  ) throws(SystemCallError) -> HistoryPlace {
    let file = try fileSystem.status(location.name, in: folder.descriptor)
    return try HistoryPlace(
      of: location, in: folder, for: file, options.history, known: known, fileSystem)
  }

  /// The path of the folder with the file's history, whether it exists or not, and whether that is beside the file; `nil` if it can't be
  /// told.
  package var history: (path: String, isBeside: Bool)? {
    guard let location = try? FileLocation(following: name, in: fileSystem),
      let folder = (try? open(location)) ?? nil
    else { return nil }
    return (try? historyPlace(of: location, in: folder)).map { ($0.path, $0.isBeside) }
  }

  /// The file's path without symbolic links, also in its folders. Two paths that lead to the same file have the same identity; two hard
  /// links don't.
  package var identity: String {
    guard let location = try? FileLocation(following: name, in: fileSystem) else { return name }
    return FileLocation(in: fileSystem.canonicalPath(location.folder), location.name).path
  }

  /// Returns the symbolic links of other users on the path of the file. They are followed all the same; the review names them.
  package func foreignLinks() -> [ForeignLink] { fileSystem.foreignLinks(on: name) }

  /// Returns the error of a commit if the file must neither be replaced nor written: it is read-only, or belongs to another user.
  package func commitRefusal() -> SettingsStorageError? {
    do throws(SettingsStorageError) {
      let location = try FileLocation(following: name, in: fileSystem)
      // A commit creates a missing folder.
      guard let folder = try open(location) else { return nil }
      let status = try? fileSystem.status(location.name, in: folder.descriptor)
      _ = try Replacement(of: status, at: location, in: folder, path: name, options, fileSystem)
      return nil
    } catch {
      return error
    }
  }

  // MARK: - The content

  /// Lets an empty file count as empty after the wait, although its last version wasn't, instead of an error.
  ///
  /// It is for what doesn't take "all settings have their defaults" from the file: the list of its versions, and a rollback, which is the
  /// way back if somebody has emptied the file by mistake.
  package func believeEmptyFile() { known.believeEmptyFile() }

  /// Reads the file; returns `nil` if it doesn't exist.
  ///
  /// If the file is empty but its last version wasn't, another program is saving it: waits up to 2 s, then throws
  /// `SettingsStorageError.beingSaved`. If the file is missing but its last version wasn't removed, waits up to 0.2 s, because it might have been
  /// deleted permanently. The last version is the one on record, or else the content that this storage read last.
  package func read() throws(SettingsStorageError) -> StoredContent? {
    guard let file = try readFile() else {
      known.forgetContent()
      return nil
    }
    let content = known.identified(file.bytes)
    // Another program can have saved within the same tick of the clock.
    let isSynchronized =
      known.isSynchronized(file.status) && known.content?.bytes.hasSameBytes(as: content.bytes) == true
    known.remember(
      KnownFiles.Content(bytes: content.bytes, status: file.status, isSynchronized: isSynchronized))
    return content
  }

  /// Returns the content of the file. Cost: for the last read, one call if the file has the same status as then.
  package func read(_ freshness: StorageFreshness) throws(SettingsStorageError) -> StoredContent? {
    guard freshness == .lastRead, let content = known.content,
      let (_, status) = try? FileLocation.following(name, in: fileSystem), status == content.status
    else { return try read() }
    return known.identified(content.bytes)
  }

  package var keepsHistory: Bool { options.history != .nowhere }

  /// A change within the same tick of the clock doesn't show in the status of the file.
  package var canMissChanges: Bool { true }

  /// Reads the file without computing its revision; returns `nil` if it doesn't exist. It is for files of secrets, which nobody commits to.
  package func readBytes() throws(SettingsStorageError) -> [UInt8]? { try readFile()?.bytes }

  private func readFile() throws(SettingsStorageError) -> ReadFile? {
    var waited = 0
    var hasRecovered = false
    while true {
      let location = try FileLocation(following: name, in: fileSystem)
      guard let folder = try open(location) else { return nil }
      let file = try ReadFile(
        location.name, in: folder, path: name, expecting: known.content?.bytes, fileSystem: fileSystem)
      if let file, !file.bytes.isEmpty {
        guard !hasRecovered, isWrittenInPlace(location, in: folder) else { return file }
        hasRecovered = true
        try finishInterruptedWrite(to: location)
        continue
      }
      if let file, known.believesEmptyFile, known.content?.status == file.status { return file }
      guard isSaveInProgress(file?.status, of: location, in: folder) else { return file }
      if let file {
        guard waited < Self.maxWait else {
          guard known.believesEmptyFile else { throw .beingSaved(path: name) }
          known.remember(KnownFiles.Content(bytes: [], status: file.status))
          return file
        }
      } else {
        guard waited < Self.maxWaitWithoutFile else { return nil }
      }
      fileSystem.pause(milliseconds: 20)
      waited += 20
    }
  }

  /// Replaces the file and appends to the log, if both are as the commit expects.
  ///
  /// It may block for seconds: for the lock of another process, for a program that is saving, and for the disk.
  package func commit(_ commit: StorageCommit) throws(SettingsStorageError) -> StorageCommitResult {
    let location = try FileLocation(following: name, in: fileSystem)
    var isMountPoint = false
    var isReplaced = false
    for _ in 0..<Self.maxAttempts {
      do throws(SettingsStorageError) {
        let attempt = try FileCommit(
          to: location, name: name, options, isMountPoint: isMountPoint, known: known, fileSystem: fileSystem)
        if let attempt { return try attempt.run(commit) }
        isReplaced = true
      } catch {
        // The system says only when it is asked to that the file can't be replaced. A file that is to be removed stays.
        if case .mountPoint = error, options.allowsWritingInPlace, commit.content != nil, !isMountPoint {
          isMountPoint = true
          continue
        }
        // Another program has removed the history, or a file in it. The settings file is unchanged.
        guard error.isOfVanishedHistory else { throw error }
      }
    }
    throw isReplaced ? .locked(path: name, holder: nil) : .historyRemoved(path: history?.path ?? name)
  }

  /// Returns an element whenever the file might have changed.
  package func changes() -> AsyncStream<Void> {
    fileChanges(at: [name])
  }

  /// Whether the last version of an empty or missing file was not empty.
  ///
  /// Some editors save by truncating the file and writing it again, or by deleting and creating it. A reader in between would see an empty
  /// file, which means "all defaults". So an empty or missing file is only believed if its last version was empty or removed, or after a
  /// wait.
  private func isSaveInProgress(
    _ status: FileStatus?, of location: FileLocation, in folder: OpenFile
  ) -> Bool {
    let history = usableHistory(of: location, in: folder)
    let onRecord = history.flatMap { (try? $0.log.endsWithContent(current: status?.identity)) ?? nil }
    return onRecord ?? known.content.map { !$0.bytes.isEmpty } ?? false
  }

  /// Whether a write in place is in progress or was interrupted.
  private func isWrittenInPlace(_ location: FileLocation, in folder: OpenFile) -> Bool {
    (try? usableHistory(of: location, in: folder)?.log.isWritingInPlace()) ?? false
  }

  /// Completes a write in place that was interrupted, or waits for the end of one that is in progress.
  private func finishInterruptedWrite(to location: FileLocation) throws(SettingsStorageError) {
    try FileCommit(to: location, name: name, options, known: known, fileSystem: fileSystem)?
      .finishInterruptedWrite()
  }

  /// Opens the history; returns `nil` if there is none that is readable and trusted.
  private func usableHistory(of location: FileLocation, in folder: OpenFile) -> HistoryFolder? {
    guard let place = try? historyPlace(of: location, in: folder) else { return nil }
    return (try? HistoryFolder(at: place, fileSystem)) ?? nil
  }

  /// Opens the folder of the file; returns `nil` if it doesn't exist, since then nothing is stored.
  func open(_ location: FileLocation) throws(SettingsStorageError) -> OpenFile? {
    do throws(SystemCallError) {
      return OpenFile(try fileSystem.openFolder(atPath: location.folder), in: fileSystem)
    } catch {
      if error.isAbsence { return nil }
      throw .unreadable(path: name, error)
    }
  }

  // MARK: - The log

  /// Returns the numbers of the log's records.
  package func logNumbers() throws(SettingsStorageError) -> [Int] {
    try withLog { log, current throws(SystemCallError) in try log.numbers(current: current) } ?? []
  }

  /// Returns the numbers of the records. Cost: for the last read, two or three calls if nothing has changed since this storage's last
  /// commit.
  package func logNumbers(_ freshness: StorageFreshness) throws(SettingsStorageError) -> [Int] {
    guard freshness == .lastRead else { return try logNumbers() }
    if let log = known.log, isCurrent(log) { return log.numbers }
    known.forgetLog()
    return try logNumbers()
  }

  /// Returns the header of a record. Cost: for the last read, no call for the last record of numbers that were found unchanged.
  package func logHeader(
    _ number: Int, _ freshness: StorageFreshness
  ) throws(SettingsStorageError) -> StorageLookup<[UInt8]> {
    if freshness == .lastRead, let last = known.log?.last, last.number == number {
      return .found(last.header)
    }
    return try logHeader(number)
  }

  /// Whether the hidden folder and the last record are as the last commit left them. The folder's status changes with each name in it, so a
  /// record of another process shows.
  private func isCurrent(_ log: KnownFiles.Log) -> Bool {
    guard (try? FileLocation(following: name, in: fileSystem)) == log.location,
      (try? fileSystem.status(atPath: log.path)) == log.folder
    else { return false }
    guard let last = log.last else { return true }
    let record = RecordName(last.number, stage: .done).text
    return (try? fileSystem.status(atPath: "\(log.path)/\(record)")) == last.status
  }

  /// Returns the header of a record; `missing` also if there is no hidden folder.
  package func logHeader(_ number: Int) throws(SettingsStorageError) -> StorageLookup<[UInt8]> {
    try withLog { log, _ throws(SystemCallError) in try log.header(number) } ?? .missing
  }

  package func logRecord(_ number: Int) throws(SettingsStorageError) -> StorageLookup<StorageRecord> {
    try withLog { log, _ throws(SystemCallError) in try log.record(number) } ?? .missing
  }

  /// Replaces the files of records one after the other, each in one step.
  package func rewriteLog(
    _ records: [Int: StorageRecord?], head: Int
  ) throws(SettingsStorageError) -> Bool {
    let location = try FileLocation(following: name, in: fileSystem)
    let access = try FileCommit(to: location, name: name, options, known: known, fileSystem: fileSystem)
    return try access?.rewriteLog(records, head: head) ?? false
  }

  func withLog<Result>(
    _ body: (FileLog, FileStatus.Identity?) throws(SystemCallError) -> Result
  ) throws(SettingsStorageError) -> Result? {
    let location = try FileLocation(following: name, in: fileSystem)
    guard let folder = try open(location) else { return nil }
    let place: HistoryPlace
    do throws(SystemCallError) {
      place = try historyPlace(of: location, in: folder)
    } catch {
      throw .unreadable(path: name, error)
    }
    guard let history = try HistoryFolder(at: place, fileSystem) else { return nil }
    do throws(SystemCallError) {
      if try history.log.isWritingInPlace() { try? finishInterruptedWrite(to: location) }
      return try body(history.log, place.file?.identity)
    } catch {
      // The history was removed since it was opened.
      if error.isAbsence { return nil }
      throw .historyUnreadable(path: place.path, error)
    }
  }
}

extension POSIXFileSystem {
  /// Reads a file that isn't stored by this library, of at most the size of a document; returns `nil` if there is none.
  ///
  /// - Parameter mayBeStream: Whether the user has named it on the command line, see ``openFile(atPath:mayBeStream:)``.
  package func readDocument(
    atPath path: String, mayBeStream: Bool = false
  ) throws(SettingsStorageError) -> [UInt8]? {
    do throws(SystemCallError) {
      return try readFile(atPath: path, mayBeStream: mayBeStream, atMost: InputLimits.documentSize)
    } catch {
      guard error.isMissingPath else { throw SettingsStorageError(reading: path, error) }
      return nil
    }
  }
}

/// The settings file as it was read, still open. While it is open, the system gives its identity to no other file, and the commit can ask
/// whether another program writes to it.
struct ReadFile {
  let file: OpenFile
  let status: FileStatus
  let bytes: [UInt8]

  /// Reads the file; returns `nil` if it doesn't exist.
  ///
  /// - Parameters:
  ///   - path: The file's name in errors.
  ///   - known: The content for a status. If the file has that status, it isn't read.
  ///   - expected: The content that the file probably has. If it does, this array is used instead of a new one.
  init?(
    _ name: String, in folder: OpenFile, path: String, known: KnownFiles.Content? = nil,
    expecting expected: [UInt8]? = nil, fileSystem: any FileSystem
  ) throws(SettingsStorageError) {
    do throws(SystemCallError) {
      (file, status) = try fileSystem.openFile(name, in: folder.descriptor)
      let limit = InputLimits.documentSize
      bytes =
        if let known, known.status == status {
          known.bytes
        } else if let expected, expected.count == status.size {
          try fileSystem.readAll(file.descriptor, expecting: expected, size: status.size, atMost: limit)
        } else {
          try fileSystem.readAll(file.descriptor, expecting: status.size, atMost: limit)
        }
    } catch {
      if error.isAbsence { return nil }
      throw SettingsStorageError(reading: path, error)
    }
  }

  /// Whether another read found the same file with the same content and permissions. The content counts even if the identity is the same: a
  /// program may have written into the file.
  func isSame(as other: ReadFile) -> Bool {
    status.identity == other.status.identity && status.mode == other.status.mode
      && status.owner == other.status.owner && status.group == other.status.group
      && bytes.hasSameBytes(as: other.bytes)
  }
}

extension FileLocation {
  /// Follows the symbolic links at the end of a path. The target may not exist yet: it is created there, and the link stays.
  init(following path: String, in fileSystem: some FileSystem) throws(SettingsStorageError) {
    self = try Self.following(path, in: fileSystem).location
  }

  /// Follows the symbolic links at the end of a path, and returns the status of the target, too; `nil` if it doesn't exist.
  static func following(
    _ path: String, in fileSystem: some FileSystem
  ) throws(SettingsStorageError) -> (location: FileLocation, status: FileStatus?) {
    var location = FileLocation(path)
    for _ in 0..<40 {
      // Such a path names a folder, even one that doesn't exist.
      guard !["", ".", ".."].contains(location.name) else { throw .notAFile(path: path) }
      let status: FileStatus?
      do throws(SystemCallError) {
        status = try fileSystem.status(atPath: location.path)
      } catch {
        throw .unreadable(path: path, error)
      }
      guard status?.kind == .link else { return (location, status) }
      do throws(SystemCallError) {
        let target = try fileSystem.readLink(atPath: location.path)
        location = FileLocation(target.hasPrefix("/") ? target : location.path(of: target))
      } catch {
        throw .unreadable(path: path, error)
      }
    }
    throw .linkLoop(path: path)
  }
}

extension FileSystem {
  func foreignLinks(on path: String) -> [ForeignLink] {
    ForeignLink.links(on: path, for: user) { place in
      guard let status = try? status(atPath: place) else { return nil }
      guard status.kind == .link else { return ForeignLink.Step(owner: status.owner, target: nil) }
      return (try? readLink(atPath: place)).map { ForeignLink.Step(owner: status.owner, target: $0) }
    }
  }
}
