import SettingsForm
import SettingsSystem

/// A version of the stored content, and the operation that stored it.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  /// The kind of operation that stored the content.
  public enum Kind: String, Hashable, Sendable {
    /// An apply.
    case apply
    /// A rollback to an earlier version.
    case rollback
    /// The rollback of an apply that expired, was canceled, or failed after its content was stored.
    case revert
    /// A save by another program, such as a text editor; noticed at the next apply.
    case outside
    /// Unknown, because the record is damaged.
    case damaged
  }

  /// One of the version's changes, secrets masked.
  public struct Change: Hashable, Sendable {
    /// The setting.
    public let path: SettingPath
    /// Its name for people.
    public let title: String
    /// The change of its key.
    public let kind: SettingChange.Kind
    /// The value before the change, masked if it was secret.
    public let old: JSONValue
    /// The value after the change, masked if it is secret.
    public let new: JSONValue
  }

  /// The number of its record, which never changes; 0 for content that another program has stored since the last record.
  public let id: Int
  /// The kind of operation that stored it.
  public let kind: Kind
  /// The identity of the content; `nil` if nothing was stored.
  public let revision: Revision?
  /// The time when it was stored, or noticed.
  public let time: Timestamp
  /// The name of the user who stored it; empty if unknown.
  public let author: String
  /// The user's message.
  public let message: String?
  /// The changes, in form order; at most the first 500.
  public internal(set) var changes: [Change]
  /// The number of changed settings.
  public let changeCount: Int
  /// The confirmation that it waits for; `nil` if it is kept.
  public let confirmation: PendingConfirmation?
  /// Whether its content is damaged, so that it can't be restored.
  public let isDamaged: Bool
}

extension HistoryEntry {
  /// Creates the entry of a record that can't be read.
  static func damaged(_ number: Int) -> HistoryEntry {
    HistoryEntry(
      id: number, kind: .damaged, revision: nil, time: Timestamp(milliseconds: 0), author: "", message: nil,
      changes: [], changeCount: 0, confirmation: nil, isDamaged: true)
  }
}

extension HistoryEntry {
  /// Masks what is secret in the current form: the record may have been written by another form, or by an earlier version
  /// that masked less.
  func masked(by index: FormIndex) -> HistoryEntry {
    var entry = self
    entry.changes = changes.map { change in
      let secrecy = index.secrecy(at: change.path)
      return Change(
        path: change.path, title: change.title, kind: change.kind, old: secrecy.masked(change.old),
        new: secrecy.masked(change.new))
    }
    return entry
  }
}
