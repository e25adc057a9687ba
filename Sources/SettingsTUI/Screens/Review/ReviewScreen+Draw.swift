import Settings

extension ReviewScreen {
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let answers = area.removeBottom(1)
    let summary = summaryLines(columns: area.width - 2, frame.glyphs, context)
    let footer = area.removeBottom(min(summary.count, max(1, area.height / 3)) + 1)
    frame.drawFooter(summary, in: footer)
    let query = area.removeTop(list.isActive ? 1 : 0)
    drawRows(in: area, &frame, context)
    var x = answers.x + 1
    for (index, button) in buttons.enumerated() {
      let isApply = index < buttons.count - 1 && !isEmpty
      x +=
        1
        + frame.drawButton(
          button.title, hotKey: nil, index: index, isFocused: index == self.button,
          isDisabled: isApply && !canApply, x: x, y: answers.y)
    }
    frame.drawHints(
      keyContext, context, without: isEmpty ? Self.changingCommands : [],
      naming: hintNames(columns: area.width), in: hints)
    frame.drawQuery(list, of: rows.count, in: query.inset(horizontally: 1))
    if let messageLine {
      frame.clear(answers)
      let label = "Message: "
      frame.draw(label, x: answers.x + 1, y: answers.y, columns: label.count, Style(.heading))
      frame.drawField(
        messageLine, x: answers.x + 1 + label.count, y: answers.y, columns: answers.width - label.count - 2)
    }
  }

  /// Returns the hints that depend on the focused row and on the columns: applying and leaving out are visible in any window.
  private func hintNames(columns: Int) -> [Command: String] {
    guard keyContext != .filter else { return [:] }
    var names: [Command: String] = [.apply: buttons[0].title]
    if button == nil, let focused {
      names[.keepOrLeaveOut] = choice(focused) == .leftOut ? "Keep" : "Leave out"
    }
    if columns < 60, takesRestart {
      names[.apply] = "Apply+Restart"
      names[.showKeys] = ""
    }
    return names
  }

  /// The commands that need a change.
  static let changingCommands: Set<Command> = [
    .apply, .keepOrLeaveOut, .drop, .activate, .confirmWithin, .message, .copy,
  ]

  private func summaryLines(columns: Int, _ glyphs: Glyphs, _ context: ScreenContext) -> [[Span]] {
    var lines: [[Span]] = []
    if let failure = context.failure {
      lines += glyphs.visible.wrap("\(glyphs.problem) \(failure)", columns: columns, atMost: 6).map {
        [Span($0, .problem)]
      }
    }
    for problem in obstacles.prefix(3)
    where !review.changes.contains(where: { $0.path.contains(problem.path) }) {
      let text = "\(glyphs.problem) \(sentence(about: problem, context))"
      lines += glyphs.visible.wrap(text, columns: columns, atMost: 2).map { [Span($0, .problem)] }
    }
    if let sentence = keptReview.remainingText {
      lines += glyphs.visible.wrap(sentence, columns: columns, atMost: 2).map { [Span($0, .changed)] }
    }
    for link in review.foreignLinks.prefix(3) {
      lines += glyphs.visible.wrap("\(glyphs.problem) \(link)", columns: columns, atMost: 3).map {
        [Span($0, .problem)]
      }
    }
    if !review.comments.isEmpty {
      let paths = review.comments.prefix(3).map(\.path.description).joined(separator: ", ")
      let others = review.comments.count - 3
      let text = "Comments change: \(paths)\(others > 0 ? " and \(others) more" : "")"
      lines += glyphs.visible.wrap(text, columns: columns, atMost: 2).map { [Span($0, .changed)] }
    }
    let all = review.changes.count
    guard all > 0 else { return lines }
    var text = "\(kept.count) of \(Phrase.count(all, "change"))"
    if case .version = subject { text = Phrase.count(all, "change") }
    let parts = leftOut.count { if case .part = $0 { true } else { false } }
    if parts > 0 { text += ", without \(Phrase.count(parts, "part"))" }
    if takesRestart { text += ", in effect after a restart" }
    let effects = keptReview.sideEffects
    if !effects.isEmpty { text += ", triggers \(effects.joined(separator: ", "))" }
    if kept.count < all { text += "; \(all - kept.count) left out" }
    lines += glyphs.visible.wrap(text, columns: columns, atMost: 2).map { [Span($0, .secondary)] }
    let hidden = hiddenCount
    if hidden > 0 {
      let sentence = "The filter hides \(Phrase.count(hidden, "change")) that an apply makes, too"
      lines += glyphs.visible.wrap(sentence, columns: columns, atMost: 2).map { [Span($0, .changed)] }
    }
    if let confirmWithin {
      let sentence = "Rolled back unless confirmed within \(confirmWithin.words)"
      lines.insert([Span(sentence, .changed)], at: 0)
    }
    if !message.isEmpty { lines.insert([Span("Message: ", .secondary), Span(message)], at: 0) }
    return lines
  }

  /// The number of changes that are made although the filter hides all of their rows.
  private var hiddenCount: Int {
    guard list.isActive else { return 0 }
    let rows = rows
    let shown = (0..<list.count(of: rows.count)).compactMap { list.row(at: $0, of: rows.count) }
    let paths = Set(shown.map { rows[$0].change.path })
    return kept.count { !paths.contains($0.path) }
  }
}
