import Settings

extension ReviewScreen {
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let answers = area.removeBottom(1)
    let summary = summaryLines(columns: area.width - 2, frame.glyphs, context)
    let footer = area.removeBottom(min(summary.count, max(1, area.height / 3)) + 1)
    frame.drawRule(x: footer.x, y: footer.y, columns: footer.width)
    for (index, spans) in summary.prefix(footer.height - 1).enumerated() {
      frame.draw(spans, x: footer.x + 1, y: footer.y + 1 + index, columns: footer.width - 2)
    }
    drawChanges(in: area, &frame, context)
    var x = answers.x + 1
    for (index, button) in buttons.enumerated() {
      let isApply = index < buttons.count - 1
      x +=
        1
        + frame.drawButton(
          button.title, hotKey: nil, index: index, isFocused: index == self.button,
          isDisabled: isApply && !canApply, x: x, y: answers.y)
    }
    frame.drawHints(keyContext, context, naming: [.apply: buttons[0].title], in: hints)
    if let messageLine {
      frame.clear(answers)
      let label = "Message: "
      frame.draw(label, x: answers.x + 1, y: answers.y, columns: label.count, Style(.heading))
      frame.drawField(
        messageLine, x: answers.x + 1 + label.count, y: answers.y, columns: answers.width - label.count - 2)
    }
  }

  private mutating func drawChanges(in area: Rect, _ frame: inout Frame, _ context: ScreenContext) {
    let count = review.changes.count
    guard count > 0 else {
      frame.draw(
        "There are no changes.", x: area.x + 1, y: area.y + 1, columns: area.width - 2, Style(.secondary))
      frame.cursor = Point(x: area.x + 1, y: area.y + 1)
      return
    }
    let glyphs = frame.glyphs
    let changes = review.changes
    let problems = problemsBySetting(of: review, context)
    let keptProblems = leftOut.isEmpty ? problems : problemsBySetting(of: keptReview, context)
    let conflicts = review.conflicts
    func notes(_ row: Int) -> [String] {
      let path = changes[row].path
      var texts = ((leftOut.contains(path) ? problems : keptProblems)[path] ?? []).map(\.message)
      if let conflict = conflicts.first(where: { $0.path == path }) {
        let theirs = conflict.theirs.map { conflict.setting.text(for: $0) } ?? "the default"
        texts.insert(
          "Another process set it to \(theirs): \(context.key(.keepMine, in: .review)) keeps your value, "
            + "\(context.key(.takeTheirs, in: .review)) takes theirs.", at: 0)
      }
      return texts.flatMap {
        glyphs.visible.wrap("\(glyphs.problem) \($0)", columns: max(1, area.width - 9), atMost: 3)
      }
    }
    list.layOut(height: area.height, count: count) { 2 + notes($0).count }
    var y = area.y
    var row = list.top
    while row < count, y < area.maxY {
      let lines = notes(row)
      let height = min(2 + lines.count, area.maxY - y)
      let block = Rect(x: area.x, y: y, width: area.width - 1, height: height)
      draw(changes[row], isFocused: row == list.focus && button == nil, in: block, &frame)
      for (index, text) in lines.enumerated() where y + 2 + index < area.maxY {
        frame.draw(text, x: area.x + 6, y: y + 2 + index, columns: area.width - 8, Style(.problem))
      }
      frame.add(.row(row, pane: .settings), in: block)
      y += height
      row += 1
    }
    frame.drawScrollBar(
      in: Rect(x: area.maxX - 1, y: area.y, width: 1, height: area.height), top: list.top,
      visible: row - list.top, of: count)
  }

  private func problemsBySetting(
    of review: Review, _ context: ScreenContext
  ) -> [SettingPath: [FormProblem]] {
    Dictionary(grouping: review.problems) { context.index.entry(containing: $0.path)?.path ?? $0.path }
  }

  private func draw(_ change: SettingChange, isFocused: Bool, in block: Rect, _ frame: inout Frame) {
    let glyphs = frame.glyphs
    let first = Rect(x: block.x, y: block.y, width: block.width, height: 1)
    let ground: Style.Ground = isFocused ? .focus : .plain
    if isFocused {
      frame.clear(first, Style(.text, on: ground))
      frame.draw(glyphs.pointer, x: first.x, y: first.y, Style(.key, on: ground))
      frame.cursor = Point(x: first.x, y: first.y)
    }
    let isKept = !leftOut.contains(change.path)
    if case .draft = subject {
      frame.draw(
        isKept ? glyphs.checked : glyphs.unchecked, x: first.x + 2, y: first.y, columns: 3,
        Style(.value, on: ground))
    }
    var badges: [Span] = []
    if change.requiresRestart { badges.append(Span("\(glyphs.restart) restart", .restart)) }
    for effect in change.sideEffects { badges.append(Span("  \(glyphs.sideEffect) \(effect)", .sideEffect)) }
    let badgeWidth = min(frame.width(of: badges), first.width / 2)
    frame.draw(
      badges, x: first.maxX - badgeWidth - 1, y: first.y, columns: badgeWidth, on: ground)
    let columns = first.width - 6 - badgeWidth - 3
    let used = frame.draw(
      change.title, x: first.x + 6, y: first.y, columns: columns,
      Style(isKept ? .text : .secondary, on: ground))
    if columns - used > 6 {
      let path = glyphs.visible.truncateStart(change.path.description, columns: columns - used - 2)
      frame.draw(
        path, x: first.x + 8 + used, y: first.y, columns: columns - used - 2, Style(.secondary, on: ground))
    }
    guard block.height > 1 else { return }
    // Each value gets some room, however long the other value is.
    let room = max(2, block.width - 6 - glyphs.arrow.count - 2)
    let newWidth = glyphs.visible.width(of: change.newText)
    let oldColumns = max(room / 2, room - newWidth)
    let old = glyphs.visible.truncate(change.oldText.isEmpty ? "empty" : change.oldText, columns: oldColumns)
    let new = change.kind == .remove ? "\(change.newText) (default)" : change.newText
    frame.draw(
      [
        Span(old, .removed), Span(" \(glyphs.arrow) ", .secondary),
        Span(new.isEmpty ? "empty" : new, isKept ? .changed : .secondary),
      ], x: block.x + 6, y: block.y + 1, columns: block.width - 7)
  }

  private static func text(_ time: Duration) -> String {
    let seconds = time.components.seconds
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
  }

  private func summaryLines(columns: Int, _ glyphs: Glyphs, _ context: ScreenContext) -> [[Span]] {
    var lines: [[Span]] = []
    if let failure = context.failure {
      lines += glyphs.visible.wrap("\(glyphs.problem) \(failure)", columns: columns, atMost: 6).map {
        [Span($0, .problem)]
      }
    }
    for problem in obstacles.prefix(3) where !review.changes.contains(where: { $0.path == problem.path }) {
      let text = "\(glyphs.problem) \(title(of: problem.path, context))\(problem.message)"
      lines += glyphs.visible.wrap(text, columns: columns, atMost: 2).map { [Span($0, .problem)] }
    }
    if let sentence = context.core.remainingText(of: keptReview) {
      lines += glyphs.visible.wrap(sentence, columns: columns, atMost: 2).map { [Span($0, .changed)] }
    }
    for link in review.foreignLinks.prefix(3) {
      lines += glyphs.visible.wrap("\(glyphs.problem) \(link)", columns: columns, atMost: 3).map {
        [Span($0, .problem)]
      }
    }
    let all = review.changes.count
    var text = "\(kept.count) of \(Phrase.count(all, "change"))"
    if case .version = subject { text = Phrase.count(all, "change") }
    if takesRestart { text += ", in effect after a restart" }
    var effects: [String] = []
    for effect in kept.flatMap(\.sideEffects) where !effects.contains(effect) { effects.append(effect) }
    if !effects.isEmpty { text += ", triggers \(effects.joined(separator: ", "))" }
    lines += glyphs.visible.wrap(text, columns: columns, atMost: 2).map { [Span($0, .secondary)] }
    if let confirmWithin {
      let sentence = "Rolled back unless confirmed within \(Self.text(confirmWithin))"
      lines.insert([Span(sentence, .changed)], at: 0)
    }
    if !message.isEmpty { lines.insert([Span("Message: ", .secondary), Span(message)], at: 0) }
    return lines
  }
}
