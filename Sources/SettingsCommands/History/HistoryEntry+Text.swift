import Settings
import SettingsTUI

extension [HistoryEntry] {
  /// The history as a table.
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
          entry.changeCount == 0 && [.outside, .damaged].contains(entry.kind) ? "" : "\(entry.changeCount)",
          entry.changedSettings, entry.remark,
        ]
      })
  }
}

extension HistoryEntry {
  /// Returns the version with its changes, as text.
  ///
  /// - Parameter form: The form that the values are compared by.
  func text(index: Int, _ form: FormIndex) -> StyledText {
    var lines: [StyledText] = [
      "\("version \(index)", .strong)  \(revision?.description ?? "nothing stored")",
      "\(time.localText)\(author.isEmpty ? "" : "  \(author)")",
    ]
    if !remark.isEmpty { lines.append(StyledText(remark)) }
    if !changes.isEmpty { lines.append("") }
    lines += changes.map { $0.comparison(in: form).text(at: $0.path) }
    if changeCount > changes.count { lines.append("and \(changeCount - changes.count) more") }
    return lines.joinedLines()
  }

  /// Returns the version as JSON.
  ///
  /// - Parameter form: The form that the values are compared by.
  func json(index: Int, _ form: FormIndex) -> JSONValue {
    [
      "index": .number(JSONNumber(index)),
      "revision": revision.map { .string($0.description) } ?? .null,
      "kind": .string(kind.rawValue),
      "time": .string(time.description),
      "author": .string(author),
      "message": message.map(JSONValue.string) ?? .null,
      "isDamaged": .bool(isDamaged),
      "changeCount": .number(JSONNumber(changeCount)),
      "changes": .array(changes.map { $0.json(in: form) }),
      "confirmation": confirmation?.json ?? .null,
    ]
  }

  /// The maximum number of settings that a line of the log names.
  private static let maxNames = 3

  /// The first changed settings, and the number of the others.
  fileprivate var changedSettings: String {
    let names = changes.prefix(Self.maxNames).map(\.path.name)
    let rest = changeCount - names.count
    if rest > 0, !names.isEmpty { return names.joined(separator: ", ") + " and \(rest) more" }
    return names.joined(separator: ", ")
  }

  /// The first digits of the revision, which are enough to distinguish the versions of a file.
  fileprivate var shortRevision: String {
    if kind == .damaged { return "" }
    return revision.map { String($0.description.prefix(8)) } ?? ""
  }

  /// The origin, the conditions and the message.
  fileprivate var remark: String {
    let notes = ([origin].compactMap(\.self) + conditions).map { "(\($0))" }
    return (notes + [message].compactMap(\.self)).joined(separator: " ")
  }
}
