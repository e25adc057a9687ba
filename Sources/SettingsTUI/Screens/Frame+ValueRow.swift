import SettingsEditing

/// A row with a title and a value, in the list of settings and in the editors of lists and objects.
struct ValueRow {
  var title: String
  /// Ranges of the title to highlight, in characters.
  var matches: [Range<Int>] = []
  var value: [Span]
  /// Marks left of the title: whether the setting is new, its state, and a problem.
  var new: Span?
  var state: Span?
  var problem: Span?
  /// Why the value is wrong, where there is room beside it.
  var reason: Span?
  /// Marks at the right end.
  var badges: [Span] = []
  var indent = 0
  var isQuiet = false
}

extension ValueRow {
  var marks: Set<String> {
    Set(([new, state, problem].compactMap(\.self) + badges).map(\.text))
  }

  /// Returns the row as a sentence: the title, the value, and what the marks left of them mean.
  func sentence(_ glyphs: Glyphs) -> String {
    let signs = [glyphs.checked, glyphs.unchecked, " \(glyphs.opens)"]
    let text = value.map(\.text).filter { !signs.contains($0) }.joined().trimmed
    let marks = Set([new, state, problem].compactMap(\.?.text)).subtracting([String(glyphs.set)])
    let meanings = glyphs.legend.filter { marks.contains($0[0].text) }.map { ",\($0[1].text)" }
    return
      ([title + (text.isEmpty ? "" : ": \(glyphs.visible.truncate(String(text), columns: 80))")] + meanings)
      .joined()
  }

  /// Whether a value is set in the file.
  enum State {
    case unset
    case set
    case changed
  }

  /// Shows whether the value is set: by a mark, and by the color of the value.
  mutating func show(_ state: State, glyphs: Glyphs) {
    let role: Style.Role
    switch state {
    case .unset: role = .secondary
    case .set: (role, self.state) = (.value, Span(String(glyphs.set), role: .text))
    case .changed: (role, self.state) = (.changed, Span(String(glyphs.changed), role: .changed))
    }
    value = value.map { $0.role == .value ? Span($0.text, role: role) : $0 }
  }

  /// Shows the problems of the value: a mark, the value in the color of problems, and the first reason.
  mutating func show(_ problems: [FormProblem], glyphs: Glyphs) {
    guard let first = problems.first(where: { $0.severity == .error }) ?? problems.first else { return }
    let role = first.severity.role
    problem = Span(String(glyphs.problem), role: role)
    reason = Span(first.message, role: role)
    guard first.severity == .error else { return }
    value = value.map { Span($0.text, role: .problem) }
  }
}

extension Frame {
  /// Columns left of the titles: new, state, problem, pointer.
  static let rowMargin = 4

  /// Draws a row; an open field replaces the value.
  mutating func draw(
    _ row: ValueRow, in area: Rect, titleColumns: Int, badgeColumns: Int, focus: Style.Ground,
    field: InlineField? = nil, valueColumns: Int? = nil
  ) {
    guard area.width > Self.rowMargin else { return }
    for (column, mark) in [row.new, row.state, row.problem].enumerated() {
      if let mark { draw(mark.text, x: area.x + column, y: area.y, columns: 1, style: Style(mark.role)) }
    }
    let left = area.x + Self.rowMargin + row.indent
    let room = titleColumns - row.indent
    // Only the title is highlighted, and the pointer is directly beside it: with each step through a list, the terminal
    // receives everything from the first to the last changed cell.
    if focus == .focus { draw(glyphs.pointer, x: left - 1, y: area.y) }
    draw(titleSpans(row, columns: room), x: left, y: area.y, columns: room, on: focus)
    let x = area.x + Self.rowMargin + titleColumns + 2
    let columns = area.maxX - x - badgeColumns - (badgeColumns > 0 ? 1 : 0)
    var end = area.maxX
    if let field {
      draw(field, x: x, y: area.y, columns: columns)
    } else {
      let used = draw(row.value, x: x, y: area.y, columns: columns)
      if let reason = row.reason, used + 2 + width(of: [reason]) <= columns {
        draw(reason.text, x: x + used + 2, y: area.y, columns: columns - used - 2, style: Style(reason.role))
      } else if let valueColumns {
        end = min(end, x + max(used, valueColumns) + 1 + badgeColumns)
      }
      if focus == .focus { cursor = Point(x: left - 1, y: area.y) }
    }
    let width = self.width(of: row.badges)
    draw(row.badges, x: end - width - 1, y: area.y, columns: width)
  }

  /// Returns the title, cut to the columns, with its matches highlighted.
  private func titleSpans(_ row: ValueRow, columns: Int) -> [Span] {
    let role: Style.Role = row.isQuiet ? .secondary : .text
    guard !row.matches.isEmpty else { return [Span(row.title, role: role)] }
    var spans: [Span] = []
    for (index, character) in glyphs.visible.truncate(row.title, columns: columns).enumerated() {
      let role = row.matches.contains { $0.contains(index) } ? .match : role
      if spans.last?.role == role {
        spans[spans.count - 1].text.append(character)
      } else {
        spans.append(Span(String(character), role: role))
      }
    }
    return spans
  }

  /// Draws an open field. The field of a number is short, with its range beside it.
  private mutating func draw(_ field: InlineField, x: Int, y: Int, columns: Int) {
    let range = KindSummary.range(field.place.setting)
    let rangeWidth = glyphs.visible.width(of: range) + 2
    let isShort = !range.isEmpty && columns >= 12 + rangeWidth
    let width = isShort ? min(24, columns - rangeWidth) : columns
    if isShort {
      draw(range, x: x + width + 2, y: y, columns: columns - width - 2, style: Style(.secondary))
    }
    drawField(field.line, x: x, y: y, columns: width, isMasked: field.isMasked)
  }

  /// Returns the width of the title column: as wide as the widest title, within bounds.
  func titleColumns(for titles: [String], atLeast least: Int = 8, in area: Rect) -> Int {
    titleColumns(for: titles.reduce(least) { max($0, glyphs.visible.width(of: $1)) }, in: area)
  }

  func titleColumns(for widest: Int, in area: Rect) -> Int {
    let room = area.width - Self.rowMargin - 2
    return max(1, min(widest, max(room * 9 / 20, room - 44), room - 10))
  }
}

extension ValueComparison.Shown {
  /// Returns the change in one line.
  ///
  /// - Parameters:
  ///   - columns: The width of the line; both values get some columns, even if the other is longer.
  ///   - isKept: Whether the change will be made.
  @MainActor
  func spans(_ glyphs: Glyphs, columns: Int, isKept: Bool = true) -> [Span] {
    let new: Style.Role = isKept ? .changed : .secondary
    switch self {
    case .values(let before, let after):
      let room = max(2, columns - glyphs.arrow.count - 2)
      let (before, after) = Self.fromDifference(before, after, columns: room / 2, glyphs)
      let width = max(room / 2, room - glyphs.visible.width(of: after))
      return [
        Span(glyphs.visible.truncate(before, columns: width), role: .removed),
        Span(" \(glyphs.arrow) ", role: .secondary), Span(after, role: new),
      ]
    case .words(let segments):
      return segments.flatMap { segment in
        switch segment {
        case .same(let text): [Span(text.replacing("…", with: glyphs.dash), role: .secondary)]
        case .removed(let text):
          [Span("[-", role: .secondary), Span(text, role: .removed), Span("-]", role: .secondary)]
        case .added(let text):
          [Span("{+", role: .secondary), Span(text, role: new), Span("+}", role: .secondary)]
        }
      }
    case .counts(let text): return [Span(text, role: .secondary)]
    case .added(let text): return [Span("added ", role: .secondary), Span(text, role: new)]
    case .removed(let text): return [Span("removed ", role: .secondary), Span(text, role: .removed)]
    case .moved(let from):
      return [Span("moved from \(from.keys.last ?? "0")", role: .secondary)]
    case .renamed(let from, let values):
      let words = "renamed from \(from)\(values == nil ? "" : ", ")"
      let rest = columns - glyphs.visible.width(of: words)
      return [Span(words, role: .secondary)] + (values?.spans(glyphs, columns: rest, isKept: isKept) ?? [])
    }
  }
}

extension ValueComparison.Shown {
  /// Returns two texts without their common beginning if the part in which they differ wouldn't fit the columns.
  @MainActor
  private static func fromDifference(
    _ old: String, _ new: String, columns: Int, _ glyphs: Glyphs
  ) -> (old: String, new: String) {
    let same = zip(old, new).prefix { $0 == $1 }.map(\.0)
    guard glyphs.visible.width(of: String(same)) > columns - 4 else { return (old, new) }
    let left = max(0, same.count - columns / 3)
    return ("…" + old.dropFirst(left), "…" + new.dropFirst(left))
  }
}

extension SettingPartChange {
  /// Returns the names of the part, from the outside to the inside.
  @MainActor
  func title(_ glyphs: Glyphs) -> String { names.joined(separator: " \(glyphs.separator) ") }
}

extension ValueComparison.Shown {
  /// The change in words, for a screen reader.
  var sentence: String {
    switch self {
    case .values(let old, let new): return "\(old), will be \(new)"
    case .words(let segments): return Self.sentence(segments)
    case .counts(let text): return text
    case .added(let text): return "added, \(text)"
    case .removed(let text): return "removed, \(text)"
    case .moved(let from): return "moved from place \(from.keys.last ?? "0")"
    case .renamed(let from, let values):
      return ["renamed from \(from)", values?.sentence].compactMap(\.self).joined(separator: ", ")
    }
  }

  private static func sentence(_ segments: [TextDifference.Segment]) -> String {
    var phrases: [String] = []
    var removed: String?
    for segment in segments {
      switch (removed, segment) {
      case (let old?, .added(let new)):
        phrases.append("“\(trimmed(old))” becomes “\(trimmed(new))”")
        removed = nil
        continue
      case (let old?, _): phrases.append("“\(trimmed(old))” is removed")
      case (nil, .added(let new)): phrases.append("“\(trimmed(new))” is added")
      case (nil, _): break
      }
      if case .removed(let text) = segment { removed = text } else { removed = nil }
    }
    if let removed { phrases.append("“\(trimmed(removed))” is removed") }
    return phrases.joined(separator: ", ")
  }

  /// Returns the words without the spaces around them, unless there is nothing else.
  private static func trimmed(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? text : words
  }
}
