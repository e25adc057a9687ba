import Settings

extension Frame {
  /// Draws the title line: the form, the file, and what is staged.
  @MainActor
  mutating func drawTitle(_ context: EditorContext, in area: Rect, screen: String? = nil) {
    clear(area, Style(.text, on: .bar))
    var right: [Span] = []
    let staged = context.form.stagedCount
    if staged > 0 {
      right.append(Span("\(glyphs.changed) \(staged) change\(staged == 1 ? "" : "s")", .changed))
    }
    let conflicts = context.conflictCount()
    if conflicts > 0 {
      right.append(
        Span("  \(glyphs.problem) \(conflicts) conflict\(conflicts == 1 ? "" : "s")", .problem))
    }
    let problems = context.problemCount()
    if problems > 0 {
      right.append(Span("  \(glyphs.problem) \(problems) problem\(problems == 1 ? "" : "s")", .problem))
    }
    if right.isEmpty { right = [Span("no changes", .secondary)] }
    if let filter = context.filter.name, area.width >= 60 {
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
      let file = glyphs.visible.truncateStart(context.form.fileName, columns: room - used - 2)
      draw(file, x: area.x + 1 + used + 2, y: area.y, columns: room - used - 2, Style(.secondary, on: .bar))
    }
    draw(right, x: area.maxX - rightWidth - 1, y: area.y, columns: rightWidth, on: .bar)
  }

  /// Draws the line about the changes that wait for a confirmation: how long, and what to press.
  @MainActor
  mutating func drawBanner(_ context: EditorContext, _ keyContext: KeyContext, in area: Rect) {
    guard let pending = context.pending, !area.isEmpty else { return }
    clear(area, Style(.text, on: .bar))
    let keys = [
      Span(context.key(.confirm, in: .settings), .key), Span(" keeps, "),
      Span(context.key(.takeBack, in: .settings), .key), Span(" takes back"),
    ]
    let wide = [
      Span("\(glyphs.problem) Changes by \(pending.author) go back in "),
      Span("\(context.pendingSeconds) s", .changed), Span(" unless confirmed: "),
    ]
    let narrow = [
      Span("\(glyphs.problem) Back in "), Span("\(context.pendingSeconds) s", .changed), Span(": "),
    ]
    let spans = (width(of: wide + keys) <= area.width - 2 ? wide : narrow) + keys
    draw(spans, x: area.x + 1, y: area.y, columns: area.width - 2, on: .bar)
  }

  /// Draws the line of hints: a message if there is one, and the most important keys that fit.
  ///
  /// - Parameters:
  ///   - refused: commands that are not taken now.
  ///   - names: what commands do now, where that is something else than mostly.
  @MainActor
  mutating func drawHints(
    _ keyContext: KeyContext, _ context: EditorContext, without refused: Set<Command> = [],
    naming names: [Command: String] = [:], in area: Rect
  ) {
    clear(area)
    var room = area.width - 1
    var x = area.x + 1
    let bindings = context.keys[keyContext].bindings.filter { !refused.contains($0.command) }
    let hints = bindings.compactMap { binding in
      binding.keys.first.flatMap { key in
        binding.hint.map { hint in
          (key: key.name(ascii: isASCII), text: names[binding.command] ?? hint, command: binding.command)
        }
      }
    }
    if let message = context.message {
      let keys = hints.filter { $0.command == .showKeys }
      let reserved = keys.reduce(0) { $0 + hintWidth($1.key, $1.text) }
      x += draw(message.text, x: x, y: area.y, columns: room - reserved - 2, Style(message.role)) + 2
      for hint in keys { drawHint(hint.key, hint.text, x: area.maxX - reserved, y: area.y) }
      return
    }
    // The list of keys and the way out always show; the others as far as they fit, in their order.
    let ranked = Self.hintOrder.flatMap { command in hints.filter { $0.command == command } }
    let ordered = ranked + hints.filter { !Self.hintOrder.contains($0.command) }
    let fixed = hints.filter { $0.command == .showKeys || $0.command == .quit }
    room -= fixed.reduce(0) { $0 + hintWidth($1.key, $1.text) }
    var shown: [(key: String, text: String)] = []
    for hint in ordered where hint.command != .showKeys && hint.command != .quit {
      let width = hintWidth(hint.key, hint.text)
      if width > room { break }
      room -= width
      shown.append((hint.key, hint.text))
    }
    for hint in shown + fixed.map({ (key: $0.key, text: $0.text) }) {
      x += drawHint(hint.key, hint.text, x: x, y: area.y)
    }
  }

  @discardableResult
  private mutating func drawHint(_ key: String, _ text: String, x: Int, y: Int) -> Int {
    let columns = area.width - x
    let used = draw(key, x: x, y: y, columns: columns, Style(.key))
    draw(" " + text, x: x + used, y: y, columns: columns - used, Style(.secondary))
    return hintWidth(key, text)
  }

  private func hintWidth(_ key: String, _ text: String) -> Int {
    glyphs.visible.width(of: key) + 1 + glyphs.visible.width(of: text) + 2
  }

  /// What is hinted at first, where there is little room.
  private static let hintOrder: [Command] = [
    .accept, .apply, .activate, .choose, .add, .toggle, .keepOrLeaveOut, .back, .search, .review, .undo, .why,
    .reset,
  ]

  private var isASCII: Bool { glyphs.repertoire == .ascii }
}
