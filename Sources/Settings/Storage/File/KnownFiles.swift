import SettingsSystem
import Synchronization

/// The state of a storage's files after its last read and its last commit, so that an apply doesn't read them again.
///
/// Each part has the status of a file, and is used only while the file still has that status. A change within the same tick of the
/// file system's clock, which may take several milliseconds, can leave a status as it was. So nothing depends on a status alone:
///
/// - The content is compared again when the exchange has displaced it.
/// - The log's last number is compared again by each commit, while it holds the lock. A conflict forgets the log.
/// - A displaced file is known only if no program had it open for writing after it had lost the settings file's name.
final class KnownFiles: Sendable {
  /// The content that was read last.
  struct Content {
    let bytes: [UInt8]
    let status: FileStatus
  }

  /// The log as the last commit of this storage left it.
  struct Log {
    /// The last record.
    struct Last {
      let number: Int
      let status: FileStatus
      let header: [UInt8]
    }

    /// The status of the hidden folder, which each new, renamed or removed record changes.
    var folder: FileStatus
    let numbers: [Int]
    /// The last record; `nil` if the log is empty.
    let last: Last?
  }

  /// The temporary file of the last commit: it holds the content that the commit replaced.
  struct Displaced {
    let name: String
    let status: FileStatus
    /// Whether the commit appended records, whose final names may not be durable yet.
    let hasRecords: Bool
  }

  private struct State {
    var content: Content?
    var log: Log?
    var displaced: Displaced?
    /// The status of the file with the settings of the last form, and their revision.
    var settings: (status: FileStatus, revision: Revision)?
  }

  private let state = Mutex(State())

  var content: Content? { state.withLock { $0.content } }
  var log: Log? { state.withLock { $0.log } }
  var displaced: Displaced? { state.withLock { $0.displaced } }

  func remember(_ content: Content) { state.withLock { $0.content = content } }
  func remember(_ log: Log) { state.withLock { $0.log = log } }
  func remember(_ displaced: Displaced) { state.withLock { $0.displaced = displaced } }

  func forgetContent() { state.withLock { $0.content = nil } }

  func forgetLog() { state.withLock { $0.log = nil } }

  func rememberSettings(_ revision: Revision, _ status: FileStatus) {
    state.withLock { $0.settings = (status, revision) }
  }

  /// Returns the status that the file with the settings of the last form had when it had a revision; `nil` if that is unknown.
  func statusOfSettings(_ revision: Revision) -> FileStatus? {
    state.withLock { $0.settings?.revision == revision ? $0.settings?.status : nil }
  }
}
