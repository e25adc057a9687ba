import SettingsForm
import SettingsSystem

/// A version of the stored content: when it was stored, by whom, what it changed, and by which operation.
///
/// ``SettingsStore/history()`` returns the entries, newest first; the first is the stored content. Show them, and pass one to
/// ``SettingsStore/rollback(to:options:)``:
///
/// ```swift
/// let entries = try store.history()
/// for entry in entries { print(entry) }
/// // 5: 2026-11-25 02:39:52, ada, 2 changes: Greet Ada
/// //   name: world → Ada
/// //   times: 1 → 3
/// if let former = entries.first(where: { $0.author == "ada" }) {
///   try await store.rollback(to: former)
/// }
/// ```
///
/// The history keeps at most 50 versions, and fewer if they would take more than 64 MiB, but at least five. An apply with
/// ``ApplyOptions/Recording/skip`` leaves no entry of its own.
///
/// Values are masked in the changes if they are secret in today's form, or were secret in the form that stored the version. The entry
/// doesn't contain the content itself.
///
/// An entry is a value of one moment. A version can be removed later, when the history has newer ones; a rollback to it then throws
/// ``ApplyError/noVersion``.
public struct SettingsHistoryEntry: Hashable, Sendable, Identifiable {
  /// The kind of operation that stored a version.
  ///
  /// ```swift
  /// let ownChanges = try store.history().filter { $0.kind == .apply }
  /// let edits = try store.history().filter { $0.kind == .outside }
  /// print("\(ownChanges.count) applies, and \(edits.count) edits by other programs")
  /// ```
  ///
  /// The raw values are the names of the cases; machine-readable output uses them.
  public enum Kind: String, Hashable, Sendable {
    /// An apply of a draft, an update, a view model or a plan.
    case apply
    /// A rollback to an earlier version, which somebody asked for.
    case rollback
    /// The rollback of an apply that expired, was canceled, or failed after its content was stored.
    case revert
    /// A save by another program, such as a text editor, which was noticed at the next apply, or now.
    case outside
    /// Unknown, because the record is damaged. Its content can't be restored.
    case damaged
  }

  /// The number of the version, which never changes and grows with each version; 0 for content that another program has stored since the
  /// last record. The numbers can have gaps.
  public let id: Int
  /// The kind of operation that stored it.
  public let kind: Kind
  /// The identity of the content; `nil` if nothing was stored, and for a damaged record.
  public let revision: SettingsRevision?
  /// The time when it was stored; for a save by another program, when that was noticed.
  public let time: WallTime
  /// The name of the user who stored it, or the author in its ``ApplyOptions``; empty if unknown.
  public let author: String
  /// The message in its ``ApplyOptions``; `nil` if there is none.
  public let message: String?
  /// The changes, in form order, with secrets masked; at most the first 500. ``changeCount`` counts all of them.
  ///
  /// Paths, titles and values are those that were recorded when the version was stored: a setting may have another title today, or may be
  /// gone. For a save by another program, they are the differences that were found when the save was noticed.
  ///
  /// ```swift
  /// for change in try store.history().first?.changes ?? [] {
  ///   print("\(change.title): \(change.oldText) → \(change.newText)")  // Times: 1 → 3
  /// }
  /// ```
  public internal(set) var changes: [SettingChange]
  /// The members of which only the comment was changed; the first 500.
  package var commentedPaths: [SettingPath] = []
  /// The number of changed settings and of other changed comments, also if there are more than ``changes`` has.
  public let changeCount: Int
  /// What an upgrade of the app has stored besides the changes: values at their places and with their types of that version; at most the
  /// first 500.
  public internal(set) var upgrades: [SettingChange] = []
  /// What participants noted when they agreed to it, such as `rollout: web-1, web-2 agreed`; see ``SettingsParticipant/agreement``.
  public internal(set) var agreements: [String] = []
  /// The confirmation that the version waits for now; `nil` if it is kept, or was rolled back.
  public let confirmation: PendingConfirmation?
  /// Whether its content is damaged and can't be restored. Such content is never used.
  ///
  /// A rollback to it throws ``ApplyError/noVersion``.
  public let isDamaged: Bool
  /// Whether a reversion undoes an apply that has failed after its content was stored, such as by a participant that couldn't commit;
  /// `false` for one that expired or was canceled.
  public let isAfterFailure: Bool
}

extension SettingsHistoryEntry {
  /// The number of changes as people count them; see ``Swift/Array/listed``.
  package var listedCount: Int { changeCount - changes.count + changes.listed.count }

  /// The number of changes that aren't listed.
  package var unlistedCount: Int { changeCount - changes.count - commentedPaths.count }

  /// Creates the entry of a record that can't be read. It is listed, so a gap in the history is visible.
  static func damaged(_ number: Int) -> SettingsHistoryEntry {
    SettingsHistoryEntry(
      id: number, kind: .damaged, revision: nil, time: WallTime(milliseconds: 0), author: "", message: nil,
      changes: [], changeCount: 0, confirmation: nil, isDamaged: true, isAfterFailure: false)
  }
}

extension SettingsHistoryEntry {
  /// Returns the version with its changes as a form describes them; see ``SettingChange/described(by:)``.
  func described(by index: FormIndex) -> SettingsHistoryEntry {
    var entry = self
    entry.changes = changes.map { $0.described(by: index) }
    entry.upgrades = upgrades.map { $0.described(by: index) }
    return entry
  }
}

extension SettingsHistoryEntry: CustomStringConvertible {
  /// The number, the time, the author, what was stored and the message, then one line for each change; secrets are masked.
  ///
  /// ```text
  /// 5: 2026-11-25 02:39:52, ada, 2 changes: Greet Ada
  ///   name: world → Ada
  ///   times: 1 → 3
  /// ```
  public var description: String {
    // The time in a damaged record isn't known.
    let words = kind == .damaged ? [summary] : [time.localText, author, summary].filter { !$0.isEmpty }
    var lines = ["\(id): " + words.joined(separator: ", ") + (message.map { ": \($0)" } ?? "")]
    func values(_ change: SettingChange) -> String {
      "  \(change.values)" + (change.commentRole.map { " (\($0.note))" } ?? "")
    }
    lines += changes.listed.map(values)
    lines += commentedPaths.map { "  comment of \($0.name)" }
    if unlistedCount > 0 { lines.append("  and \(unlistedCount) more") }
    lines += upgrades.map { "\(values($0)) (by the upgrade)" } + agreements.map { "  \($0)" }
    return lines.joined(separator: "\n")
  }
}

extension [SettingsHistoryEntry] {
  /// The version before the last apply that is still in effect; `nil` if there is none. The editor goes back to it without asking for a
  /// number. Reverted and damaged versions are skipped.
  ///
  ///     1 apply A    2 apply B    3 apply C, reverted    4 revert (to B)    →  1: B is in effect, A was before it
  package var beforeLast: SettingsHistoryEntry? {
    let kept = filter { !$0.isDamaged || $0.id == first?.id }
    guard let now = kept.first else { return nil }
    return kept.before(now)
  }

  /// Walks from the newest version to older ones, and returns the first whose content differs from the current one.
  private func before(_ now: SettingsHistoryEntry) -> SettingsHistoryEntry? {
    var position = startIndex
    while position < endIndex {
      let entry = self[position]
      if entry.kind == .revert {
        // A revert undoes all versions since the content that it restores. Continue with the last version before it with that content.
        let rest = self[index(after: position)...]
        guard let origin = rest.firstIndex(where: { $0.revision == entry.revision }) else { return nil }
        position = origin
      } else if entry.revision != now.revision {
        return entry
      } else {
        position = index(after: position)
      }
    }
    return nil
  }
}

extension SettingsHistoryEntry {
  /// The origin of the version, the number of its changes, and its conditions: `another program, 2 changes, not confirmed`.
  package var summary: String {
    let showsCount = kind == .apply || kind == .outside && revision != nil && listedCount > 0
    let words = [origin, showsCount ? Phrase.count(listedCount, noun: "change") : nil].compactMap(\.self)
    return (words + conditions).joined(separator: ", ")
  }

  /// How the version came about, in a few words; `nil` for an apply, and for a removal by another program, for which ``conditions`` has
  /// `no file`.
  package var origin: String? {
    switch kind {
    case .apply: nil
    case .rollback: "rolled back"
    case .revert: isAfterFailure ? "rolled back, commit failed" : "rolled back, unconfirmed"
    case .damaged: "damaged record"
    case .outside: revision == nil ? nil : "another program"
    }
  }

  /// What is special about the version, in a few words each.
  package var conditions: [String] {
    [
      (revision == nil && kind != .damaged, "no file"), (confirmation != nil, "not confirmed"),
      (isDamaged && kind != .damaged, "damaged"),
    ].filter(\.0).map(\.1)
  }
}

/// The lines in which two documents differ, for content that isn't JSON and whose secrets are therefore unknown. Only the numbers of the
/// lines are shown.
///
///     old  a b c d e
///     new  a x y d e      lines 2…3
enum ChangedLines {
  /// Returns the lines of the new document, counted from 1, between the lines that both documents begin and end with; `nil` if they are
  /// equal. Where lines were only removed, returns the line that is there now.
  static func range(from old: [UInt8], to new: [UInt8]) -> ClosedRange<Int>? {
    guard old != new else { return nil }
    let (old, new) = (lines(of: old), lines(of: new))
    let common = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let last = new.count - min(end, common - start)
    let first = min(start + 1, max(1, new.count))
    return first...max(first, last)
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
