/// What the marks mean.
enum Legend {
  /// One line a mark.
  static func lines(_ glyphs: Glyphs) -> [[Span]] {
    [
      [Span("\(glyphs.changed)", .changed), Span(" changed", .secondary)],
      [Span("\(glyphs.set)", .text), Span(" set in the file", .secondary)],
      [Span("\(glyphs.problem)", .problem), Span(" problem", .secondary)],
      [Span("\(glyphs.restart)", .restart), Span(" needs a restart", .secondary)],
      [Span("\(glyphs.sideEffect)", .sideEffect), Span(" triggers an action", .secondary)],
    ]
  }
}
