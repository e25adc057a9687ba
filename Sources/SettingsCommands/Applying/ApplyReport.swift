import Settings

/// What a command says about an apply.
struct ApplyReport {
  private let review: Review
  private let isEmpty: Bool
  /// What was done; `nil` if nothing was.
  var outcome: ApplyOutcome?

  init(_ review: Review, isEmpty: Bool = false) {
    self.review = review
    self.isEmpty = isEmpty
  }

  /// For people: a line a change.
  var text: StyledText {
    if isEmpty { return "\(review.file): nothing to change." }
    if review.changes.isEmpty { return "\(review.file): only comments and layout change." }
    guard !review.derivedChanges.isEmpty else { return review.changes.text }
    return [review.changes.text, "and by the rules:", review.derivedChanges.text].joinedLines()
  }

  /// For machines: the review, with `isApplied`, the `newRevision` and the `confirmation` that is waited for.
  var json: JSONValue {
    guard case .object(var object) = review.json else { return review.json }
    object["isApplied"] = .bool(outcome != nil && !isEmpty)
    object["newRevision"] = outcome?.revision.map { .string($0.description) } ?? .null
    object["confirmation"] = outcome?.confirmation?.report ?? .null
    return .object(object)
  }
}

extension [SettingChange] {
  /// The changes for people: a line each.
  var text: StyledText {
    map { change in
      let marks = (change.requiresRestart ? ["restart"] : []) + change.sideEffects
      let note = marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))"
      let shown = { change.setting.typedText(for: change.setting.inPlainDigits($0)) }
      return "\(change.path, .strong): \(shown(change.old), .old) → \(shown(change.new), .new)\(note, .faint)"
    }.joinedLines()
  }
}

extension PendingConfirmation {
  /// The confirmation for machines.
  var report: JSONValue {
    [
      "id": .string(id.description),
      "deadline": .string(deadline.description),
      "secondsLeft": .number(JSONNumber(remaining().components.seconds)),
      "author": .string(author),
      "message": message.map(JSONValue.string) ?? .null,
    ]
  }
}
