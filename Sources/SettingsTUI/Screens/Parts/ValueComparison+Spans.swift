import Settings

extension ValueComparison.Shown {
  /// Returns the change in one line.
  ///
  /// - Parameters:
  ///   - columns: The width of the line; both values get some columns, even if the other one is longer.
  ///   - isKept: Whether the change will be made.
  @MainActor
  func spans(_ glyphs: Glyphs, columns: Int, isKept: Bool = true) -> [Span] {
    let new: Style.Role = isKept ? .changed : .secondary
    switch self {
    case .values(let before, let after):
      let room = max(2, columns - glyphs.arrow.count - 2)
      let width = max(room / 2, room - glyphs.visible.width(of: after))
      return [
        Span(glyphs.visible.truncate(before, columns: width), .removed),
        Span(" \(glyphs.arrow) ", .secondary), Span(after, new),
      ]
    case .words(let segments):
      return segments.flatMap { segment in
        switch segment {
        case .same(let text): [Span(text.replacing("…", with: glyphs.dash), .secondary)]
        case .removed(let text): [Span("[-", .secondary), Span(text, .removed), Span("-]", .secondary)]
        case .added(let text): [Span("{+", .secondary), Span(text, new), Span("+}", .secondary)]
        }
      }
    case .counts(let text): return [Span(text, .secondary)]
    case .added(let text): return [Span("added ", .secondary), Span(text, new)]
    case .removed(let text): return [Span("removed ", .secondary), Span(text, .removed)]
    case .moved(let from):
      return [Span("moved from \(from.keys.last ?? "0")", .secondary)]
    }
  }
}

extension PartChange {
  /// Returns the names of the part, from the outside to the inside.
  @MainActor
  func title(_ glyphs: Glyphs) -> String { names.joined(separator: " \(glyphs.separator) ") }
}
