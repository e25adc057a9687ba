import SettingsEditing

extension Frame {
  /// Draws the title in the first line; returns the area between it and the hints in the last line.
  @MainActor
  mutating func drawTitle(_ context: ScreenContext, screen: String) -> Rect {
    drawTitle(context, path: [screen])
    return area.inset(vertically: 1)
  }

  /// Draws the title in the first line: the form, the titles that lead to the section or the screen, the file, and the number of changes,
  /// conflicts and problems.
  @MainActor
  mutating func drawTitle(_ context: ScreenContext, path: [String]) {
    let area = Rect(x: 0, y: 0, width: area.width, height: 1)
    clear(area, style: Style(.text, on: .bar))
    let counts: [(count: Int, mark: Character, noun: String, role: Style.Role)] = [
      (context.model.stagedCount, glyphs.changed, "change", .changed),
      (context.core.summary.conflicts.count, glyphs.problem, "conflict", .problem),
      (context.core.problemCount, glyphs.problem, "problem", .problem),
    ]
    var states = counts.filter { $0.count > 0 }.map { count, mark, noun, role in
      Span("\(mark) \(Phrase.count(count, noun: noun))", role: role)
    }
    if context.core.refusal != nil {
      states.insert(Span("\(glyphs.readOnly) read-only file", role: .changed), at: 0)
    }
    if states.isEmpty { states = [Span("no changes", role: .secondary)] }
    if let filter = context.core.filter.name, area.width >= 60 {
      states.insert(Span(filter, role: .changed), at: 0)
    }
    let right = Array(states.map { [$0] }.joined(separator: [Span("  ")]))
    let rightWidth = width(of: right)
    let room = area.width - 2 - rightWidth - 2
    // If the form's title is long, leave room for the name of the screen or section, which says what the screen shows.
    let screenWidth = path.last.map { glyphs.visible.width(of: $0) + 3 } ?? 0
    let titleRoom = max(0, room - screenWidth, room / 2)
    let title = glyphs.visible.truncate(context.index.form.root.title, columns: titleRoom)
    var used = draw(title, x: area.x + 1, y: area.y, columns: room, style: Style(.heading, on: .bar))
    if !path.isEmpty {
      let separator = " \(glyphs.separator) "
      let spans = glyphs.trail(path, columns: room - used - separator.count).map { Span($0.text) }
      used += draw(
        [Span(separator)] + spans, x: area.x + 1 + used, y: area.y, columns: room - used, on: .bar)
    }
    if room - used > 12 {
      let file = glyphs.visible.truncateStart(context.model.fileName, columns: room - used - 2)
      draw(
        file, x: area.x + 1 + used + 2, y: area.y, columns: room - used - 2,
        style: Style(.secondary, on: .bar))
    }
    draw(right, x: area.maxX - rightWidth - 1, y: area.y, columns: rightWidth, on: .bar)
  }

  /// Draws the line about a file that can't be read, or about a pending confirmation: the time left, and the keys.
  @MainActor
  mutating func drawBanner(_ context: ScreenContext, in area: Rect) {
    guard context.core.hasBanner, !area.isEmpty else { return }
    let columns = area.width - 2
    var spans: [Span] = []
    if let error = context.core.unreadable {
      spans = [Span("\(glyphs.problem) \(error)", role: .problem)]
      let rest = Span(" The last readable values are shown.", role: .problem)
      if width(of: spans + [rest]) <= columns { spans.append(rest) }
    } else if let pending = context.core.pending {
      let seconds = Span("\(pending.secondsLeft) s", role: .changed)
      let keys = [
        Span(context.key(.confirm, in: .settings), role: .key), Span(" confirms, "),
        Span(context.key(.cancelConfirmation, in: .settings), role: .key), Span(" cancels"),
      ]
      let beginning = Span("\(glyphs.problem) Changes by \(pending.author) roll back in ")
      spans = [beginning, seconds, Span(" unless confirmed: ")] + keys
      if width(of: spans) > columns {
        spans = [Span("\(glyphs.problem) Back in "), seconds, Span(": ")] + keys
      }
    }
    clear(area, style: Style(.text, on: .bar))
    draw(spans, x: area.x + 1, y: area.y, columns: columns, on: .bar)
  }

  /// Draws the hints in the last line: a message if there is one, and the most important keys that fit behind it.
  ///
  /// - Parameters:
  ///   - refused: The commands that aren't available now.
  ///   - first: The commands that matter most for what has the focus.
  ///   - names: The hints that differ from the key map's.
  ///   - note: What can be done besides the keys, if there is room.
  ///   - rows: The number of rows above that a message may cover if it doesn't fit on the line.
  @MainActor
  mutating func drawHints(
    _ keyContext: KeyContext, context: ScreenContext, without refused: Set<Command> = [],
    first: [Command] = [], naming names: [Command: String] = [:], note: String = "", covering rows: Int = 0
  ) {
    let area = Rect(x: 0, y: area.maxY - 1, width: area.width, height: 1)
    clear(area)
    var room = area.width - 1
    var x = area.x + 1
    let bindings = context.keys[keyContext].bindings.filter { !refused.contains($0.command) }
    let hints: [Hint] = bindings.compactMap { binding in
      binding.keys.first.flatMap { key in
        binding.hint.map { hint in
          (key.name(ascii: isASCII), names[binding.command] ?? hint, binding.command)
        }
      }
    }
    // The keys for the list of keys and for leaving are always shown; the others are shown in this order if they fit.
    let order = first + Self.hintOrder.filter { !first.contains($0) }
    let ranked = order.flatMap { command in hints.filter { $0.command == command } }
    let ordered = ranked + hints.filter { !order.contains($0.command) }
    let always: [Command] = context.message == nil ? [.showKeys, .quit] : [.showKeys]
    let fixed = always.flatMap { command in hints.filter { $0.command == command } }
    let reserved = fixed.reduce(0) { $0 + hintWidth($1.key, text: $1.text) }
    room -= reserved
    if let message = context.message {
      let used = drawMessage(message, columns: room - 2, covering: rows, in: area) + 3
      x += used
      room -= used
    }
    var shown: [Hint] = []
    for hint in ordered where hint.command != .showKeys && hint.command != .quit {
      let width = hintWidth(hint.key, text: hint.text)
      if width > room { break }
      room -= width
      shown.append(hint)
    }
    for hint in shown { x += drawHint(hint, x: x, y: area.y) }
    if context.message != nil { x = max(x, area.maxX - reserved) }
    for hint in fixed { x += drawHint(hint, x: x, y: area.y) }
    if context.message == nil, glyphs.visible.width(of: note) < area.maxX - x {
      draw(note, x: x, y: area.y, columns: area.maxX - x, style: Style(.secondary))
    }
  }

  /// Draws the key that shows more than an area has room for, at the end of its last line.
  @MainActor
  mutating func drawMore(_ key: String, in area: Rect) {
    let more = " \(key) \(glyphs.dash)"
    let width = glyphs.visible.width(of: more)
    draw(more, x: area.maxX - width, y: area.maxY - 1, columns: width, style: Style(.secondary))
  }

  /// Draws a message so that it ends in the hint line. One that doesn't fit there begins in the rows above.
  ///
  /// A message covers rows of the help pane for the moment; it goes with the next key.
  ///
  /// Returns the columns that it takes in the hint line.
  private mutating func drawMessage(_ message: Message, columns: Int, covering rows: Int, in area: Rect)
    -> Int
  {
    var lines = [message.text]
    if rows > 0, glyphs.visible.width(of: message.text) > columns {
      lines = glyphs.visible.wrap(message.text, columns: columns)
      // The last line that fits ends with an ellipsis if others follow it.
      if lines.count > rows + 1 { lines[rows...] = [lines[rows...].joined(separator: " ")] }
    }
    let top = area.y - lines.count + 1
    clear(Rect(x: area.x, y: top, width: area.width, height: lines.count))
    for (row, line) in lines.enumerated() {
      draw(line, x: area.x + 1, y: top + row, columns: columns, style: Style(message.role))
    }
    return min(columns, glyphs.visible.width(of: lines.last ?? ""))
  }

  /// A command with its first key in the hint line.
  private typealias Hint = (key: String, text: String, command: Command)

  /// Draws a hint, which can be clicked, and returns the columns used.
  @discardableResult
  private mutating func drawHint(_ hint: Hint, x: Int, y: Int) -> Int {
    let columns = area.width - x
    let used = draw(hint.key, x: x, y: y, columns: columns, style: Style(.key))
    draw(" " + hint.text, x: x + used, y: y, columns: columns - used, style: Style(.secondary))
    let width = hintWidth(hint.key, text: hint.text)
    add(.hint(hint.command.rawValue), in: Rect(x: x, y: y, width: width - 2, height: 1))
    return width
  }

  private func hintWidth(_ key: String, text: String) -> Int {
    glyphs.visible.width(of: key) + 1 + glyphs.visible.width(of: text) + 2
  }

  /// The most important hints, for narrow windows.
  private static let hintOrder: [Command] = [
    .accept, .keepMine, .takeTheirs, .apply, .keepOrLeaveOut, .activate, .choose, .add, .toggle, .back,
    .search, .find, .review,
    .problems,
    .undo, .why,
    .reset,
  ]

  private var isASCII: Bool { glyphs.repertoire == .ascii }
}

extension Glyphs {
  /// Returns titles that lead to a section, and separators between them. The last title names the section, so the first ones are
  /// left out if there isn't room for all.
  ///
  /// For example, in 30 columns: `… › Storage › Cache`.
  func trail(_ titles: [String], columns: Int) -> [Span] {
    let between = Span(" \(separator) ", role: .secondary)
    var shown = titles[...]
    var spans: [Span] = []
    func isTooWide() -> Bool { spans.reduce(0) { $0 + visible.width(of: $1.text) } > columns }
    repeat {
      spans = shown.dropLast().flatMap { [Span($0, role: .secondary), between] }
      spans += shown.suffix(1).map { Span($0, role: .heading) }
      if shown.count < titles.count { spans = [Span(dash, role: .secondary), between] + spans }
      shown = shown.dropFirst()
    } while !shown.isEmpty && isTooWide()
    return isTooWide() ? spans.suffix(1) : spans
  }

  /// Returns text as lines of at most the columns.
  func lines(
    _ text: String, role: Style.Role = .text, columns: Int, atMost limit: Int = .max
  ) -> [[Span]] {
    visible.wrap(text, columns: columns, atMost: limit).map { [Span($0, role: role)] }
  }
}

extension Glyphs {
  /// The meaning of the marks, a line for each.
  var legend: [[Span]] {
    let marks: [(mark: Character, role: Style.Role, meaning: String)] = [
      (changed, .changed, "changed"), (set, .text, "set in the file"), (readOnly, .secondary, "read-only"),
      (problem, .problem, "problem"), (restart, .restart, "requires a restart"),
      (sideEffect, .sideEffect, "triggers an action"), (derived, .sideEffect, "derived by a rule"),
      (disabled, .secondary, "disabled by a rule"), (hidden, .secondary, "hidden by a rule"),
      (new, .match, "new in the form"), (overridden, .changed, "overridden"),
      (inherited, .secondary, "from another layer"),
    ]
    return marks.map { [Span(String($0), role: $1), Span(" " + $2, role: .secondary)] }
  }
}
