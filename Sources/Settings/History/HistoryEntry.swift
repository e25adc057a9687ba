import SettingsForm
public import SettingsSystem

/// One version of the stored content, and how it came about.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  /// What has stored a content.
  public enum Kind: String, Hashable, Sendable {
    /// An apply.
    case apply
    /// The return to an earlier version.
    case rollback
    /// The end of an apply that was not confirmed, was cancelled, or failed after it was stored.
    case revert
    /// Another program, or a person with an editor; noticed at the next apply.
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
    /// What happened to its key.
    public let kind: SettingChange.Kind
    /// The value before, masked if it was secret.
    public let old: JSONValue
    /// The value afterwards, masked if it is secret.
    public let new: JSONValue
  }

  /// The number of its record, which never changes; 0 for a content that another program has just stored.
  public let id: Int
  /// What stored it.
  public let kind: Kind
  /// The identity of the content; `nil` if there was none.
  public let revision: Revision?
  /// When it was stored, or noticed.
  public let time: Timestamp
  /// Who stored it; empty if nobody knows.
  public let author: String
  /// What that person said about it.
  public let message: String?
  /// What was changed, in form order; of very many changes, the first.
  public internal(set) var changes: [Change]
  /// How many settings were changed.
  public let changeCount: Int
  /// What rolls it back unless it is confirmed; `nil` if it is kept.
  public let confirmation: PendingConfirmation?
  /// Whether its content can be returned to, or is damaged.
  public let isDamaged: Bool
}

extension HistoryEntry {
  /// The entry of a record that can't be read.
  static func damaged(_ number: Int) -> HistoryEntry {
    HistoryEntry(
      id: number, kind: .damaged, revision: nil, time: Timestamp(milliseconds: 0), author: "", message: nil,
      changes: [], changeCount: 0, confirmation: nil, isDamaged: true)
  }
}

extension HistoryEntry {
  /// The entry with what the form calls secret now: a record may have been written by another form, or by an earlier
  /// version that masked less.
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
