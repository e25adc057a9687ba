import Settings

extension Review {
  /// The review for people: a line a change.
  var text: StyledText {
    guard !changes.isEmpty else { return "\(file): nothing to change." }
    return changes.map { change in
      let marks = (change.requiresRestart ? ["restart"] : []) + change.sideEffects
      let note = marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))"
      let shown = { change.setting.typedText(for: $0) }
      return "\(change.path, .strong): \(shown(change.old), .old) → \(shown(change.new), .new)\(note, .faint)"
    }.joinedLines()
  }
}
