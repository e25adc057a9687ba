import Settings

extension Frame {
  /// Draws the title line: the form, the file, and the number of changes, conflicts and problems.
  @MainActor
  mutating func drawTitle(_ context: ScreenContext, in area: Rect, screen: String? = nil) {
    clear(area, Style(.text, on: .bar))
    var right: [Span] = []
    let staged = context.model.stagedCount
    if staged > 0 {
      right.append(Span("\(glyphs.changed) \(Phrase.count(staged, "change"))", .changed))
    }
    let conflicts = context.core.summary.conflicts.count
    if conflicts > 0 {
      right.append(
        Span("  \(glyphs.problem) \(Phrase.count(conflicts, "conflict"))", .problem))
    }
    let problems = context.core.problemCount
    if problems > 0 {
      right.append(Span("  \(glyphs.problem) \(Phrase.count(problems, "problem"))", .problem))
    }
    if context.core.refusal != nil {
      right.insert(Span("\(glyphs.readOnly) read-only file" + (right.isEmpty ? "" : "  "), .changed), at: 0)
    }
    if right.isEmpty { right = [Span("no changes", .secondary)] }
    if let filter = context.core.filter.name, area.width >= 60 {
      right.insert(Span(filter + "  ", .changed), at: 0)
    }
    let rightWidth = width(of: right)
    let room = area.width - 2 - rightWidth - 2
    let title = glyphs.visible.truncate(context.index.form.root.title, columns: max(0, room))
    var used = draw(title, x: area.x + 1, y: area.y, columns: room, Style(.heading, on: .bar))
    if let screen {
      used += draw(
        " \(glyphs.separator) \(screen)", x: area.x + 1 + used, y: area.y, columns: room - used,
        Style(.text, on: .bar))
    }
    if room - used > 12 {
      let file = glyphs.visible.truncateStart(context.model.fileName, columns: room - used - 2)
      draw(file, x: area.x + 1 + used + 2, y: area.y, columns: room - used - 2, Style(.secondary, on: .bar))
    }
    draw(right, x: area.maxX - rightWidth - 1, y: area.y, columns: rightWidth, on: .bar)
  }

  /// Draws the line about a file that can't be read, or about a pending confirmation: the time left, and the keys.
  @MainActor
  mutating func drawBanner(_ context: ScreenContext, _ keyContext: KeyContext, in area: Rect) {
    if let error = context.core.unreadable, !area.isEmpty {
      clear(area, Style(.text, on: .bar))
      let text = "\(glyphs.problem) \(error)"
      let rest = " The last readable values are shown."
      let isWide = glyphs.visible.width(of: text + rest) <= area.width - 2
      draw(
        isWide ? text + rest : text, x: area.x + 1, y: area.y, columns: area.width - 2,
        Style(.problem, on: .bar))
      return
    }
    guard let pending = context.core.pending, !area.isEmpty else { return }
    clear(area, Style(.text, on: .bar))
    let keys = [
      Span(context.key(.confirm, in: .settings), .key), Span(" confirms, "),
      Span(context.key(.cancelConfirmation, in: .settings), .key), Span(" cancels"),
    ]
    let wide = [
      Span("\(glyphs.problem) Changes by \(pending.author) roll back in "),
      Span("\(context.core.pendingSeconds) s", .changed), Span(" unless confirmed: "),
    ]
    let narrow = [
      Span("\(glyphs.problem) Back in "), Span("\(context.core.pendingSeconds) s", .changed), Span(": "),
    ]
    let spans = (width(of: wide + keys) <= area.width - 2 ? wide : narrow) + keys
    draw(spans, x: area.x + 1, y: area.y, columns: area.width - 2, on: .bar)
  }

  /// Draws the hint line: a message if there is one, and the most important keys that fit.
  ///
  /// - Parameters:
  ///   - refused: The commands that aren't available now.
  ///   - names: The hints that differ from those of the key map.
  ///   - note: What can be done besides the keys, if there is room.
  @MainActor
  mutating func drawHints(
    _ keyContext: KeyContext, _ context: ScreenContext, without refused: Set<Command> = [],
    naming names: [Command: String] = [:], note: String = "", in area: Rect
  ) {
    clear(area)
    var room = area.width - 1
    var x = area.x + 1
    let bindings = context.keys[keyContext].bindings.filter { !refused.contains($0.command) }
    let hints = bindings.compactMap { binding in
      binding.keys.first.flatMap { key in
        binding.hint.map { hint in
          Hint(
            key: key.name(ascii: isASCII), text: names[binding.command] ?? hint, command: binding.command)
        }
      }
    }
    if let message = context.message {
      let keys = hints.filter { $0.command == .showKeys }
      let reserved = keys.reduce(0) { $0 + hintWidth($1.key, $1.text) }
      x += draw(message.text, x: x, y: area.y, columns: room - reserved - 2, Style(message.role)) + 2
      for hint in keys { drawHint(hint, x: area.maxX - reserved, y: area.y) }
      return
    }
    // The keys for the list of keys and for leaving are always shown; the others are shown in this order if they fit.
    let ranked = Self.hintOrder.flatMap { command in hints.filter { $0.command == command } }
    let ordered = ranked + hints.filter { !Self.hintOrder.contains($0.command) }
    let fixed = hints.filter { $0.command == .showKeys || $0.command == .quit }
    room -= fixed.reduce(0) { $0 + hintWidth($1.key, $1.text) }
    var shown: [Hint] = []
    for hint in ordered where hint.command != .showKeys && hint.command != .quit {
      let width = hintWidth(hint.key, hint.text)
      if width > room { break }
      room -= width
      shown.append(hint)
    }
    for hint in shown + fixed { x += drawHint(hint, x: x, y: area.y) }
    if glyphs.visible.width(of: note) < area.maxX - x {
      draw(note, x: x, y: area.y, columns: area.maxX - x, Style(.secondary))
    }
  }

  /// A command with its first key in the hint line.
  private struct Hint {
    let key: String
    let text: String
    let command: Command
  }

  /// Draws a hint, which can be clicked, and returns the columns used.
  @discardableResult
  private mutating func drawHint(_ hint: Hint, x: Int, y: Int) -> Int {
    let columns = area.width - x
    let used = draw(hint.key, x: x, y: y, columns: columns, Style(.key))
    draw(" " + hint.text, x: x + used, y: y, columns: columns - used, Style(.secondary))
    let width = hintWidth(hint.key, hint.text)
    add(.hint(hint.command.rawValue), in: Rect(x: x, y: y, width: width - 2, height: 1))
    return width
  }

  private func hintWidth(_ key: String, _ text: String) -> Int {
    glyphs.visible.width(of: key) + 1 + glyphs.visible.width(of: text) + 2
  }

  /// The most important hints, for narrow windows.
  private static let hintOrder: [Command] = [
    .accept, .apply, .keepOrLeaveOut, .activate, .choose, .add, .toggle, .back, .search, .find, .review,
    .problems,
    .undo, .why,
    .reset,
  ]

  private var isASCII: Bool { glyphs.repertoire == .ascii }
}
