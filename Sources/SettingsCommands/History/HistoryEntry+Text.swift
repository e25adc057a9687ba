import Settings
import SettingsTUI

extension [HistoryEntry] {
  /// The history for people.
  var table: TextTable {
    TextTable(
      [
        .init("#", isRight: true), .init("REVISION"), .init("TIME"), .init("AUTHOR", minimum: 6),
        .init("CHANGES", isRight: true), .init("MESSAGE", minimum: 0),
      ],
      rows: enumerated().map { index, entry in
        [
          "\(index)", entry.shortRevision, entry.kind == .damaged ? "" : entry.time.localText, entry.author,
          // The first version has no changes that anybody could know of.
          entry.changeCount == 0 && [.outside, .damaged].contains(entry.kind) ? "" : "\(entry.changeCount)",
          entry.remark,
        ]
      })
  }
}

extension HistoryEntry {
  /// The version for people, with its changes.
  func text(index: Int) -> StyledText {
    var lines: [StyledText] = [
      "\("version \(index)", .strong)  \(revision?.description ?? "nothing stored")",
      "\(time.localText)\(author.isEmpty ? "" : "  \(author)")",
    ]
    if !remark.isEmpty { lines.append(StyledText(remark)) }
    if !changes.isEmpty { lines.append("") }
    lines += changes.map { change in
      "\(change.path, .strong): \(change.old.short, .old) → \(change.new.short, .new)"
    }
    if changeCount > changes.count { lines.append("and \(changeCount - changes.count) more") }
    return lines.joinedLines()
  }

  /// The version for machines.
  func json(index: Int) -> JSONValue {
    [
      "index": .number(JSONNumber(index)),
      "revision": revision.map { .string($0.description) } ?? .null,
      "kind": .string(kind.rawValue),
      "time": .string(time.description),
      "author": .string(author),
      "message": message.map(JSONValue.string) ?? .null,
      "isDamaged": .bool(isDamaged),
      "changeCount": .number(JSONNumber(changeCount)),
      "changes": .array(changes.map(\.json)),
      "confirmation": confirmation?.report ?? .null,
    ]
  }

  /// As many digits as tell the versions of one file apart.
  fileprivate var shortRevision: String {
    if kind == .damaged { return "" }
    return revision.map { String($0.description.prefix(8)) } ?? "(none)"
  }

  /// What there is to say besides the numbers.
  fileprivate var remark: String {
    var words: [String] = []
    switch kind {
    case .apply: break
    case .rollback: words.append("(rollback)")
    case .revert: words.append("(taken back)")
    case .outside: words.append("(another program)")
    case .damaged: break
    }
    if isDamaged { words.append("(damaged)") }
    if let confirmation {
      words.append("(unconfirmed: \(confirmation.secondsLeft) s left)")
    }
    if let message { words.append(message) }
    return words.joined(separator: " ")
  }
}

extension JSONValue {
  /// A value for people: a text without its quotes.
  fileprivate var short: String {
    if case .string(let text) = self { text } else { description }
  }
}
