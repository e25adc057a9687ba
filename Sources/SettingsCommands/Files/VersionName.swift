import SettingsEditing
import SettingsTUI

/// A version of the history, named by its number in the log or by the first digits of its revision.
///
///     0         the stored version
///     3         three applies ago
///     513bf8b0  the version with a revision that begins so
///     12        number 12
///     1234      a revision: four digits and more are one
///
/// Numbers change with each apply, revisions never do. A script should use revisions.
enum VersionName {
  /// The number in the log, counted from the stored version, 0.
  case index(Int)
  /// The first digits of a revision, in lowercase. A revision has 32.
  case prefix(String)

  /// The minimum number of digits of a revision. Fewer digits are a number in the log, so version 1000 can only be named by its revision.
  private static let minDigits = 4

  /// Reads a name. Throws a usage failure for text that is neither a number of three digits or less nor 4 to 32 hexadecimal digits.
  init(_ text: String) throws(Failure) {
    if text.count < Self.minDigits, text.utf8.allSatisfy(\.isASCIIDigit),
      let index = Int(text)
    {
      self = .index(index)
    } else if text.count >= Self.minDigits, text.allSatisfy(\.isHexDigit), text.utf8.count <= 32 {
      self = .prefix(text.lowercased())
    } else {
      throw .usage(
        "\(text) is not a version; give a number from the log, or four or more digits of a revision.")
    }
  }
}

extension Arguments {
  /// The version in the second operand.
  var version: VersionName? {
    get throws(Failure) { operands.count > 1 ? try VersionName(operands[1]) : nil }
  }
}

extension [SettingsHistoryEntry] {
  /// Returns the last version before the stored content, which `diff` compares with and `rollback` restores by default. Throws if there is none.
  func earlier(of file: String) throws(Failure) -> SettingsHistoryEntry {
    guard let entry = beforeLast else {
      throw Failure(.refused, message: "\(file): the history has no earlier version.")
    }
    return entry
  }

  /// Returns the version with a name; if several have the same content, the newest. Throws if there is none, or if the digits fit several
  /// contents.
  func entry(_ name: VersionName, of file: String) throws(Failure) -> SettingsHistoryEntry {
    switch name {
    case .index(let index):
      guard indices.contains(index) else {
        throw Failure(.refused, message: "\(file): the history has no version \(index); see the log.")
      }
      return self[index]
    case .prefix(let prefix):
      let found = filter { $0.revision?.description.hasPrefix(prefix) == true }
      guard let first = found.first else {
        throw Failure(
          .refused, message: "\(file): the history has no revision that begins with \(prefix); see the log.")
      }
      guard found.allSatisfy({ $0.revision == first.revision }) else {
        throw Failure(.refused, message: "\(file): several revisions begin with \(prefix); give more digits.")
      }
      return first
    }
  }
}

extension StoreEngine {
  /// Reports the error if the stored content isn't JSON. The history is shown all the same.
  func reportMalformedContent(to console: Console) {
    guard isMalformed else { return }
    for problem in problems { console.report(StyledText(problem.line(in: name))) }
  }

  /// Returns the versions, newest first.
  func versions() throws(Failure) -> [SettingsHistoryEntry] {
    do throws(SettingsStoreError) { return try history() } catch { throw Failure(error) }
  }
}

extension [SettingsHistoryEntry] {
  /// The log: a line for each version, the newest first.
  ///
  ///     #  REVISION  TIME                 AUTHOR  CHANGES  SETTINGS            MESSAGE
  ///     0  513bf8b0  2026-11-26 16:44:35  root          1  network.port        (not confirmed)
  ///     1  25657e6c  2026-11-26 16:44:35  root          2  network.port, tags
  ///     2  933f7204  2026-11-26 16:44:34                                       (another program)
  var table: TextTable {
    TextTable(
      [
        .init("#", isRight: true), .init("REVISION"), .init("TIME"), .init("AUTHOR", minimum: 6),
        .init("CHANGES", isRight: true), .init("SETTINGS", minimum: 8), .init("MESSAGE", minimum: 0),
      ],
      rows: enumerated().map { index, entry in
        [
          "\(index)", entry.shortRevision, entry.kind == .damaged ? "" : entry.time.localText, entry.author,
          // The changes of the first version are unknown.
          entry.listedCount == 0 && [.outside, .damaged].contains(entry.kind) ? "" : "\(entry.listedCount)",
          entry.changedSettings, entry.remark,
        ]
      })
  }
}

extension SettingsHistoryEntry {
  /// Returns the version with its changes, as text.
  func text(index: Int) -> StyledText {
    var lines: [StyledText] = [
      "\("version \(index)", .strong)  \(revision?.description ?? "nothing stored")",
      "\(time.localText)\(author.isEmpty ? "" : "  \(author)")",
    ]
    if !remark.isEmpty { lines.append(StyledText(remark)) }
    lines += agreements.map { StyledText($0) }
    if !changes.isEmpty { lines.append("") }
    lines += changes.listed.map { change in
      let note = change.commentRole == nil ? "" : change.keyNote.map { "  (\($0))" } ?? ""
      return change.comparison.text(at: change.path, note: "\(note, .faint)")
    }
    lines += commentedPaths.map { "comment of \($0.name, .strong)" }
    if unlistedCount > 0 { lines.append("and \(unlistedCount) more") }
    if !upgrades.isEmpty { lines += ["", "stored by the upgrade of the app:"] }
    lines += upgrades.map { change in
      // An older record has the place of today only.
      let note = change.old == change.new && change.formerPath == nil ? "  (moved)" : ""
      return change.comparison.text(at: change.path, note: "\(note, .faint)")
    }
    return lines.joinedLines()
  }

  /// Returns the version as JSON. Unlike the text, it has all digits of the revision, and the time in ISO 8601.
  func json(index: Int) -> JSONValue {
    var object: JSONObject = [
      "index": .number(JSONNumber(index)),
      "revision": revision.map { .string($0.description) } ?? .null,
      "kind": .string(kind.rawValue),
      "time": .string(time.description),
      "author": .string(author),
      "message": message.map(JSONValue.string) ?? .null,
      "isDamaged": .bool(isDamaged),
      "isAfterFailure": .bool(isAfterFailure),
      "changeCount": .number(JSONNumber(changeCount)),
      "changes": .array(changes.map(\.historyJSON)),
      "confirmation": confirmation?.json ?? .null,
    ]
    if !commentedPaths.isEmpty { object["comments"] = .array(commentedPaths.map { .string($0.pointer) }) }
    if !upgrades.isEmpty { object["upgrades"] = .array(upgrades.map(\.historyJSON)) }
    if !agreements.isEmpty { object["agreements"] = .array(agreements.map(JSONValue.string)) }
    return .object(object)
  }

  /// The maximum number of settings that a line of the log names.
  private static let maxNames = 3

  /// The first changed settings, and the number of the others: `network.port, tags, log.level and 4 more`.
  fileprivate var changedSettings: String {
    let names = (changes.listed.map(\.path) + commentedPaths).prefix(Self.maxNames).map(\.name)
    let rest = listedCount - names.count
    if rest > 0, !names.isEmpty { return names.joined(separator: ", ") + " and \(rest) more" }
    return names.joined(separator: ", ")
  }

  /// The first eight digits of the revision, which are enough to distinguish the versions of a file; empty if the record is damaged or
  /// nothing was stored.
  fileprivate var shortRevision: String {
    if kind == .damaged { return "" }
    return revision.map { String($0.description.prefix(8)) } ?? ""
  }

  /// The origin, the conditions and the message: `(rolled back) new port` or `(not confirmed)`.
  fileprivate var remark: String {
    let notes = ([origin].compactMap(\.self) + conditions).map { "(\($0))" }
    return (notes + [message].compactMap(\.self)).joined(separator: " ")
  }
}
