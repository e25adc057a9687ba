import SettingsEditing

extension ReviewScreen {
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.drawTitle(context, screen: name)
    let answers = area.removeBottom(1)
    let summary = summaryLines(columns: area.width - 2, in: context)
    let footer = area.removeBottom(min(summary.count, max(1, area.height / 3)) + 1)
    frame.drawFooter(summary, in: footer)
    let query = area.removeTop(list.isActive ? 1 : 0)
    drawRows(in: area, &frame, context: context)
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
      keyContext, context: context, without: refused(context),
      naming: hintNames(columns: area.width))
    frame.drawQuery(list, of: rows.count, in: query.inset(horizontally: 1))
  }

  /// Returns the hints that depend on the focused row and on the columns: applying and leaving out are visible in any window.
  ///
  /// In a narrow window, the last hints are cut off, and these two must not be.
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

  /// The lines below the rows, the most urgent first: why the last apply failed, what prevents the next one, what remains wrong, and then
  /// what the apply does as a whole. They take at most a third of the screen.
  func summaryLines(columns: Int, in context: ScreenContext) -> [[Span]] {
    let glyphs = context.glyphs
    var lines: [[Span]] = []
    func add(_ text: String?, role: Style.Role = .changed, atMost limit: Int = 2) {
      if let text { lines += glyphs.lines(text, role: role, columns: columns, atMost: limit) }
    }
    add(context.failure.map { "\(glyphs.problem) \($0)" }, role: .problem, atMost: 6)
    for problem in obstacles.prefix(3)
    where !rows.contains(where: { $0.changed?.path.contains(problem.path) == true }) {
      add("\(glyphs.problem) \(sentence(about: problem, context))", role: .problem)
    }
    add(keptReview.remainingText)
    add(keptReview.missingContextText, atMost: 3)
    for link in review.foreignLinks.prefix(3) { add("\(glyphs.problem) \(link)", role: .problem, atMost: 3) }
    let all = review.changeCount
    guard all > 0 else { return lines }
    // A comment can't be left out.
    let kept = kept.count + review.commentedPaths.count
    let rows = rows
    var text = (version == nil ? "\(kept) of " : "") + Phrase.count(all, noun: "change")
    let parts = rows.count {
      if case .part(let part, _) = $0 { leftOut.contains(.part(part.id)) } else { false }
    }
    if parts > 0 { text += ", without \(Phrase.count(parts, noun: "part"))" }
    if takesRestart { text += ", in effect after a restart" }
    let effects = keptReview.sideEffects
    if !effects.isEmpty { text += ", triggers \(effects.joined(separator: ", "))" }
    if kept < all { text += "; \(all - kept) left out" }
    add(text, role: .secondary)
    if let version, version.revision == nil { add(Message.removesFile.text) }
    if hiddenCount > 0 {
      add("The filter hides \(Phrase.count(hiddenCount, noun: "change")) that an apply makes, too")
    }
    if let confirmWithin {
      let sentence = "Rolled back unless confirmed within \(confirmWithin.words)"
      lines.insert([Span(sentence, role: .changed)], at: 0)
    }
    if !message.isEmpty { lines.insert([Span("Message: ", role: .secondary), Span(message)], at: 0) }
    return lines
  }

  /// The number of changes that are made although the filter hides all of their rows.
  ///
  /// A person could otherwise filter for "port", see one change, and apply ten.
  private var hiddenCount: Int {
    guard list.isActive else { return 0 }
    let rows = rows
    let shown = (0..<list.count(of: rows.count)).compactMap { list.row(at: $0, of: rows.count) }
    let paths = Set(shown.compactMap { rows[$0].changed?.path })
    return kept.count { !paths.contains($0.path) }
  }
}

extension ReviewScreen {
  /// Draws the rows, which have several lines: a change has two, and notes about conflicts and problems below.
  mutating func drawRows(in area: Rect, _ frame: inout Frame, context: ScreenContext) {
    let rows = rows
    let count = rows.count
    guard count > 0 else {
      frame.draw(
        withoutRows.text, x: area.x + 1, y: area.y + 1, columns: area.width - 2,
        style: Style(.secondary))
      frame.cursor = Point(x: area.x + 1, y: area.y + 1)
      return
    }
    let notes = notes(columns: max(1, area.width - 9), in: context)
    // The layout below changes only the focus and the scrolling.
    let list = list
    /// Returns the row at a place, and the number of its lines without notes. The first shown row of the changes that rules make, or the
    /// upgrade, has a heading above it.
    func row(at place: Int) -> (row: ReviewRow, lines: Int, heading: String?)? {
      guard let index = list.row(at: place, of: count) else { return nil }
      let row = rows[index]
      if case .part = row { return (row, 1, nil) }
      let before = place > 0 ? list.row(at: place - 1, of: count) : nil
      let heading = before.flatMap { rows[$0].heading } == row.heading ? nil : row.heading
      return (row, heading == nil ? 2 : 3, heading)
    }
    self.list.state.layOut(height: area.height, count: list.count(of: count)) { place in
      row(at: place).map { $0.lines + notes($0.row).count } ?? 0
    }
    let top = self.list.state.top
    var y = area.y
    var place = top
    while let (row, ownHeight, heading) = row(at: place), y < area.maxY {
      let lines = notes(row)
      let height = min(ownHeight + lines.count, area.maxY - y)
      let block = Rect(x: area.x, y: y, width: area.width - 1, height: height)
      let isFocused = place == self.list.state.focus && button == nil
      draw(row, heading: heading, isFocused: isFocused, in: block, into: &frame)
      for (index, line) in lines.enumerated() where y + ownHeight + index < area.maxY {
        frame.draw(line, x: area.x + 6, y: y + ownHeight + index, columns: area.width - 8)
      }
      frame.add(.row(place, pane: .settings), in: block)
      y += height
      place += 1
    }
    if list.count(of: count) == 0 { frame.drawNote(context.nothingMatches, in: area) }
    frame.drawScrollBar(atEndOf: area, top: top, visible: place - top, of: list.count(of: count))
  }

  private static func lines(_ notes: [Span], _ glyphs: Glyphs, columns: Int) -> [[Span]] {
    notes.flatMap {
      glyphs.lines("\(glyphs.problem) \($0.text)", role: $0.role, columns: columns, atMost: 3)
    }
  }

  /// Returns the lines about conflicts and problems below a change. Below a change that is left out are the problems that it would have if
  /// it were applied.
  func notes(
    columns: Int, in context: ScreenContext
  ) -> (ReviewRow) -> [[Span]] {
    func bySetting(_ review: FormReview) -> [SettingPath: [FormProblem]] {
      Dictionary(grouping: review.problems) { context.index.entry(containing: $0.path)?.path ?? $0.path }
    }
    let problems = bySetting(review)
    let keptProblems = leftOut.isEmpty ? problems : bySetting(keptReview)
    let (screen, glyphs) = (self, context.glyphs)
    return { row in
      let path = row.path
      var notes: [Span] = []
      if let conflict = screen.review.conflicts.first(where: row.isAbout) {
        let sentence =
          "\(context.core.cause(of: conflict).capitalizedFirst): \(context.key(.keepMine, in: .review)) keeps your value, "
          + "\(context.key(.takeTheirs, in: .review)) takes theirs."
        notes.append(Span(sentence, role: .problem))
      }
      if let loss = screen.losses[row.item] {
        notes += loss.map { Span($0.capitalizedFirst, role: .changed) }
      }
      guard case .change(_, _, by: .person) = row else {
        return Self.lines(notes, glyphs, columns: columns)
      }
      for problem in (screen.choice(row) == .leftOut ? problems : keptProblems)[path] ?? [] {
        notes.append(Span(problem.message(at: path), role: problem.severity.role))
      }
      return Self.lines(notes, glyphs, columns: columns)
    }
  }

  /// Returns what the text loses inside of what goes: the comments and the commented-out members, by the rows.
  ///
  /// Cost: linear in the text of what goes, so the screen asks once for its rows and not for each frame.
  func losses(in draft: Draft) -> [FormReview.Item?: [String]] {
    guard version == nil else { return [:] }
    var sections = draft.emptiedSections
    var losses: [FormReview.Item?: [String]] = [:]
    for row in rows {
      let (path, isRemoved): (SettingPath, Bool)
      let (old, new): (JSONValue?, JSONValue?)
      switch row {
      case .change(let change, _, by: .person) where change.commentRole == nil:
        (path, isRemoved) = (change.path, change.kind == .remove)
        (old, new) = (change.old, change.new)
      case .part(let part, _):
        (path, isRemoved) = (part.path, part.kind == .remove)
        (old, new) = (part.old, part.new)
      default: continue
      }
      guard isRemoved else {
        // Nothing in an object or a list has a place in a value of another kind.
        if let old, let new, old.kind != new.kind {
          losses[row.item] = [draft.loss(with: path, named: "the old value", isReplaced: true)]
            .compactMap(\.self)
        }
        continue
      }
      losses[row.item] = [draft.loss(with: path)].compactMap(\.self)
      // The first row in it tells what goes with a section.
      for section in sections where section.contains(path) {
        sections.remove(section)
        if let loss = draft.loss(with: section, named: section.name) {
          losses[row.item, default: []].append(loss)
        }
      }
    }
    return losses
  }

  private func draw(
    _ row: ReviewRow, heading: String?, isFocused: Bool, in block: Rect, into frame: inout Frame
  ) {
    var block = block
    if let heading {
      let line = block.removeTop(1)
      frame.draw(heading, x: line.x + 2, y: line.y, columns: line.width - 2, style: Style(.heading))
    }
    guard block.height > 0 else { return }
    drawPointer(row, isFocused: isFocused, in: block, into: &frame)
    if case .part(let part, _) = row {
      return draw(part, choice: choice(row), isFocused: isFocused, in: block, into: &frame)
    }
    let badges = row.changed.map { self.badges(of: $0, columns: block.width / 2, in: frame) } ?? []
    let badgeWidth = min(frame.width(of: badges), block.width / 2)
    frame.draw(badges, x: block.maxX - badgeWidth - 1, y: block.y, columns: badgeWidth)
    drawTitle(
      row.changed?.title ?? "Comment", path: row.path, columns: block.width - 9 - badgeWidth,
      choice: choice(row), isFocused: isFocused, in: block, into: &frame)
    guard block.height > 1 else { return }
    let remark = row.changed?.noteSpans ?? []
    let spans = row.shown.spans(
      frame.glyphs, columns: block.width - 7 - frame.width(of: remark), isKept: choice(row) != .leftOut)
    frame.draw(spans + remark, x: block.x + 6, y: block.y + 1, columns: block.width - 7)
  }

  /// Draws a title, and a path behind it if there is room.
  private func drawTitle(
    _ title: String, path: SettingPath, columns: Int, choice: ReviewChoice, isFocused: Bool,
    in block: Rect, into frame: inout Frame
  ) {
    let style = Style(choice == .leftOut ? .secondary : .text, on: isFocused ? .focus : .plain)
    let used = frame.draw(title, x: block.x + 6, y: block.y, columns: columns, style: style)
    guard columns - used > 6 else { return }
    let shown = frame.glyphs.visible.truncateStart(path.description, columns: columns - used - 2)
    frame.draw(
      shown, x: block.x + 8 + used, y: block.y, columns: columns - used - 2, style: Style(.secondary))
  }

  /// Marks the focused row, and whether its change is kept.
  private func drawPointer(
    _ row: ReviewRow, isFocused: Bool, in block: Rect, into frame: inout Frame
  ) {
    let glyphs = frame.glyphs
    if isFocused { frame.drawFocus(in: Rect(x: block.x, y: block.y, width: block.width, height: 1)) }
    guard version == nil, row.item != nil else { return }
    let mark =
      switch choice(row) {
      case .kept: glyphs.checked
      case .partlyKept: glyphs.partlyChecked
      case .leftOut: glyphs.unchecked
      }
    let indent = if case .part = row { 6 } else { 2 }
    frame.draw(mark, x: block.x + indent, y: block.y, columns: 3, style: Style(.value))
  }

  /// Returns what else a change does, beside its title.
  private func badges(of change: SettingChange, columns: Int, in frame: Frame) -> [Span] {
    let glyphs = frame.glyphs
    var badges: [Span] = []
    if change.requiresRestart { badges.append(Span("\(glyphs.restart) restart", role: .restart)) }
    if let origin = change.overriddenBy {
      // The end of a path says more than its start.
      let effect = "\(glyphs.overridden) no effect now: "
      let room = columns - frame.width(of: badges) - glyphs.visible.width(of: effect)
      let place = glyphs.visible.truncateStart(origin.description, columns: max(12, room))
      badges.append(Span(effect + place, role: .changed))
    }
    return badges + change.sideEffects.map { Span("  \(glyphs.sideEffect) \($0)", role: .sideEffect) }
  }

  private func draw(
    _ part: SettingPartChange, choice: ReviewChoice, isFocused: Bool, in block: Rect, into frame: inout Frame
  ) {
    let glyphs = frame.glyphs
    let ground: Style.Ground = isFocused ? .focus : .plain
    let isKept = choice != .leftOut
    let indent = 10
    let columns = block.width - indent - 1
    // The name of the part gets half of the line at most.
    let title = glyphs.visible.truncate(part.title(glyphs), columns: max(4, columns / 2))
    let used = frame.draw(
      title, x: block.x + indent, y: block.y, columns: columns,
      style: Style(isKept ? .text : .secondary, on: ground)
    )
    let rest = columns - used - 2
    guard rest > 0 else { return }
    frame.draw(
      part.shown(as: .forPeople).spans(glyphs, columns: rest, isKept: isKept),
      x: block.x + indent + used + 2, y: block.y, columns: rest)
  }
}

extension SettingChange {
  /// What a change does besides the values: with the key, or with a comment.
  var noteSpans: [Span] { keyNote.map { [Span(" (\($0))", role: .secondary)] } ?? [] }
}

/// A row of the review.
enum ReviewRow {
  /// What makes a change. Only what a person has staged can be left out.
  enum Maker { case person, rules, upgrade }

  /// A setting that changes, with its values compared inside.
  case change(SettingChange, ValueComparison, by: Maker)
  /// A part of the value of a setting that changes.
  case part(SettingPartChange, of: SettingChange)
  /// A comment that changes, and how. It is written with the changes, or alone.
  case comment(FormReview.Comment, ValueComparison.Shown)

  /// The values, as a person reads them.
  var shown: ValueComparison.Shown {
    switch self {
    case .change(_, let comparison, _): comparison.shown(as: .forPeople)
    case .part(let part, _): part.shown(as: .forPeople)
    case .comment(_, let shown): shown
    }
  }

  /// The change of the setting; `nil` for a comment.
  var changed: SettingChange? {
    switch self {
    case .change(let change, _, _), .part(_, of: let change): change
    case .comment: nil
    }
  }

  /// The path of the setting, or of what a comment is about.
  var path: SettingPath {
    switch self {
    case .change(let change, _, _), .part(_, of: let change): change.path
    case .comment(let comment, _): comment.path
    }
  }

  /// The title of the setting; of a comment, the path of what it is about.
  var title: String { changed?.title ?? path.description }

  /// Returns the change as a sentence.
  func sentence(named name: String) -> String {
    switch self {
    case .change(let change, _, let maker):
      return "\(name): \(shown.sentence)"
        + (change.kind == .remove && change.commentRole == nil ? ", the default" : "")
        + (change.requiresRestart ? ", after a restart" : "")
        + (change.overriddenText.map { ", \($0)" } ?? "")
        + (maker == .rules
          ? ", changed by rules" : maker == .upgrade ? ", stored by the upgrade of the app" : "")
    case .part(let part, _):
      return "\(name), \(part.names.joined(separator: ", ")): \(shown.sentence)"
    case .comment(_, .added(let text)): return "Comment of \(name): \(text)"
    case .comment(_, let shown): return "Comment of \(name): \(shown.sentence)"
    }
  }

  /// The heading of the rows whose changes no person has staged.
  var heading: String? {
    switch self {
    case .change(_, _, by: .rules): "Changed by rules"
    case .change(_, _, by: .upgrade): "Stored by the upgrade of the app"
    case .change, .part, .comment: nil
    }
  }

  /// Whether a conflict is about this change.
  func isAbout(_ conflict: SettingConflict) -> Bool {
    switch self {
    case .change(let change, _, by: .person):
      !conflict.isAboutStagedComment && [change.path, change.formerPath].contains(conflict.path)
    case .comment(let comment, _): conflict.isAboutStagedComment && comment.path == conflict.path
    case .change, .part: false
    }
  }

  /// What can be left out; `nil` for a change that no person has staged, and for a comment.
  var item: FormReview.Item? {
    switch self {
    case .change(let change, _, by: .person): .setting(change.path)
    case .change: nil
    case .part(let part, _): .part(part.id)
    case .comment: nil
    }
  }

  /// The strings that a filter reads, with masked secrets.
  @MainActor
  func strings(_ glyphs: Glyphs) -> RowStrings {
    let value = "\(path) \(shown.spans(glyphs, columns: 200).map(\.text).joined())"
    switch self {
    case .part(let part, of: let change):
      return RowStrings(name: "\(change.title) \(part.title(glyphs))", value: value)
    case .change(let change, _, _):
      let effects =
        change.sideEffects + (change.requiresRestart ? ["restart"] : [])
        + (change.overriddenBy.map { ["no effect now", "\($0)"] } ?? [])
      return RowStrings(name: change.title, value: value, help: effects.joined(separator: " "))
    case .comment: return RowStrings(name: "Comment", value: value)
    }
  }
}
