import SettingsSystem
import Synchronization

/// The state of a storage's files after its last read and its last commit. While it holds, an apply doesn't read them again.
///
/// Each part has the status of a file, and is used only while the file still has that status. A change within the same tick of the
/// file system's clock, which may take several milliseconds, can leave a status as it was. So nothing depends on a status alone:
///
/// - The content is compared again when the exchange has displaced it.
/// - The log's last number is compared again by each commit, while it holds the lock. A conflict forgets the log.
/// - A displaced file is known only if no program had it open for writing after it had lost the settings file's name.
///
/// The revision of the last content is known by its bytes, because comparing bytes takes a fraction of the time of computing a revision.
///
/// A second apply in the same process therefore takes a few calls less than the first: it neither reads the settings file nor lists the
/// log.
final class KnownFiles: Sendable {
  /// The content that was read last, and the status that the file had then.
  struct Content {
    let bytes: [UInt8]
    let status: FileStatus
    /// Whether this storage has stored the content, and waited until it survives a crash.
    var isSynchronized = false
  }

  /// The log as the last commit of this storage left it. Any other process that commits changes the status of the folder.
  struct Log {
    /// The last record.
    struct Last {
      let number: Int
      let status: FileStatus
      let header: [UInt8]
    }

    /// The settings file, and the path of its history.
    let location: FileLocation
    let path: String
    /// The status of the hidden folder, which each new, renamed or removed record changes.
    var folder: FileStatus
    let numbers: [Int]
    /// The last record; `nil` if the log is empty.
    let last: Last?
  }

  /// The temporary file of the last commit: it holds the content that the commit replaced. If it is still the same, the next commit removes
  /// it without reading it.
  struct Displaced {
    let name: String
    let status: FileStatus
    /// Whether the commit appended records, whose final names might not be durable yet.
    let hasRecords: Bool
  }

  private struct State {
    /// The content that was read or stored last.
    var last: StoredContent?
    var content: Content?
    var log: Log?
    var displaced: Displaced?
    /// The status of the file with the settings of the last form, and their revision.
    var settings: (status: FileStatus, revision: SettingsRevision)?
    var believesEmptyFile = false
    var surroundings: Surroundings?
  }

  private let state = Mutex(State())

  var content: Content? { state.withLock { $0.content } }
  var log: Log? { state.withLock { $0.log } }
  var displaced: Displaced? { state.withLock { $0.displaced } }

  /// Returns content with its revision. Cost: a comparison of the bytes if it is the last content; otherwise the revision is computed.
  func identified(_ bytes: [UInt8]) -> StoredContent {
    if let last = state.withLock({ $0.last }), last.bytes.hasSameBytes(as: bytes) { return last }
    let content = StoredContent(bytes)
    remember(content)
    return content
  }

  /// Whether a file with a status has content that this storage knows to survive a crash.
  func isSynchronized(_ status: FileStatus) -> Bool {
    content.map { $0.isSynchronized && $0.status == status } ?? false
  }

  /// Remembers content whose revision is known.
  func remember(_ content: StoredContent) { state.withLock { $0.last = content } }
  func remember(_ content: Content) { state.withLock { $0.content = content } }
  func remember(_ log: Log) { state.withLock { $0.log = log } }
  func remember(_ displaced: Displaced) { state.withLock { $0.displaced = displaced } }

  /// Returns what is known of the file by its path. It is looked up once for each path and work tree.
  func surroundings(of location: FileLocation, _ fileSystem: any FileSystem) -> Surroundings {
    if let known = state.withLock({ $0.surroundings }), known.location == location,
      known.isCurrent(fileSystem)
    {
      return known
    }
    let surroundings = Surroundings(of: location, fileSystem)
    state.withLock { $0.surroundings = surroundings }
    return surroundings
  }

  /// Whether a file that stays empty counts as empty, although its last version wasn't.
  var believesEmptyFile: Bool { state.withLock { $0.believesEmptyFile } }
  func believeEmptyFile() { state.withLock { $0.believesEmptyFile = true } }

  func forgetContent() { state.withLock { $0.content = nil } }

  func forgetLog() { state.withLock { $0.log = nil } }

  func rememberSettings(_ revision: SettingsRevision, status: FileStatus) {
    state.withLock { $0.settings = (status, revision) }
  }

  /// Returns the status that the file with the settings of the last form had when it had a revision; `nil` if that is unknown.
  func statusOfSettings(_ revision: SettingsRevision) -> FileStatus? {
    state.withLock { $0.settings?.revision == revision ? $0.settings?.status : nil }
  }
}

extension FileStorage {
  /// Returns the settings that were recorded last; `nil` if there are none that are readable and trusted, or if they have the
  /// given revision.
  package func recordedSettings(otherThan revision: @autoclosure () -> SettingsRevision) -> KnownSettings? {
    let settings = try? withLog { log, _ throws(SystemCallError) -> KnownSettings? in
      guard let stored = try log.recordedRevision(), stored != revision() else { return nil }
      return try log.bytes(of: KnownSettingsFile.name).flatMap(KnownSettingsFile.settings)
    }
    return settings ?? nil
  }

  /// Records the settings of a form in the history's folder.
  ///
  /// Takes the lock only if other settings are recorded. A crash leaves the former file or the new file. The folder isn't synchronized:
  /// after a power loss, the former settings might be in place again, and settings are then marked as new once more.
  package func recordSettings(_ settings: KnownSettings) {
    guard !isKnownToBeRecorded(settings) else { return }
    // Without a hidden folder, there is no history that the settings could belong to.
    let isDue = try? withLog { log, _ throws(SystemCallError) -> Bool in
      // Read the status before the revision: if the file is replaced in between, the remembered status is old, and the next apply reads the
      // file again.
      let status = try log.status(of: KnownSettingsFile.name)
      guard try log.recordedRevision() == settings.revision else { return true }
      if let status { known.rememberSettings(settings.revision, status: status) }
      return false
    }
    guard isDue == true else { return }
    try? replaceRecordedSettings(by: settings)
  }

  /// Whether the file with the recorded settings hasn't changed since it was known to have these settings. Then an apply doesn't read it.
  private func isKnownToBeRecorded(_ settings: KnownSettings) -> Bool {
    guard let status = known.statusOfSettings(settings.revision), let history else { return false }
    return (try? fileSystem.status(atPath: "\(history.path)/\(KnownSettingsFile.name)")) == status
  }

  private func replaceRecordedSettings(by settings: KnownSettings) throws {
    let location = try FileLocation(following: name, in: fileSystem)
    guard let folder = try open(location) else { return }
    let locked = try LockedFolder(at: historyPlace(of: location, in: folder), name: name, fileSystem)
    let history = locked.history.folder.descriptor
    // The next commit removes an unfinished file that a crash leaves. So hold the lock, or a commit of another process would remove
    // this file before it is renamed.
    let temporary = TemporaryName.unfinishedName(CommitID(fileSystem.randomNumber()))
    do {
      try fileSystem.write(
        KnownSettingsFile.bytes(of: settings), toNew: temporary, in: history, for: locked.history.owner)
      try fileSystem.rename(temporary, in: history, to: KnownSettingsFile.name, in: history)
    } catch {
      try? fileSystem.remove(temporary, in: history)
      throw error
    }
  }
}

extension FileLog {
  /// Returns the revision of the recorded settings; `nil` if there are none, or if they are damaged or not trusted. Reads only the first
  /// block of the file.
  fileprivate func recordedRevision() throws(SystemCallError) -> SettingsRevision? {
    try bytes(of: KnownSettingsFile.name, until: { _ in true }).flatMap(KnownSettingsFile.revision)
  }
}

/// The format of the file with the settings that the form of the last apply had.
///
/// ```
/// settings-list 1
/// 4fcba1f7fc9306180e19ca71952269ed
/// /calculation/mode
/// /calculation/timePeriod
/// ```
///
/// The second line is the revision of all lines after it. An apply compares only that line, so the form's size doesn't matter
/// while the form stays the same.
enum KnownSettingsFile {
  static let name = "settings"

  private static let frame = Array("settings-list 1\n".utf8)
  private static let revisionSize = 32

  static func bytes(of settings: KnownSettings) -> [UInt8] {
    frame + Array(settings.revision.description.utf8) + [KnownSettings.lineFeed] + settings.bytes
  }

  /// Returns the revision in the first lines; `nil` if they are damaged.
  static func revision(in bytes: [UInt8]) -> SettingsRevision? {
    let end = frame.count + revisionSize
    guard bytes.starts(with: frame), bytes.count > end, bytes[end] == KnownSettings.lineFeed else {
      return nil
    }
    return SettingsRevision(String(decoding: bytes[frame.count..<end], as: UTF8.self))
  }

  /// Returns the settings; `nil` if the file is damaged. Then no setting is marked as new, until the next apply records them again.
  static func settings(in bytes: [UInt8]) -> KnownSettings? {
    guard let revision = revision(in: bytes) else { return nil }
    let settings = KnownSettings(Array(bytes[(frame.count + revisionSize + 1)...]))
    return settings.revision == revision ? settings : nil
  }
}
