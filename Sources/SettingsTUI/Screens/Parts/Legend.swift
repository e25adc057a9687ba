/// The meaning of the marks.
enum Legend {
  /// Returns a line for each of some marks.
  static func lines(_ glyphs: Glyphs, of marks: Set<String>) -> [[Span]] {
    all(glyphs).filter { marks.contains($0[0].text) }
  }

  /// Returns a line for each mark.
  static func all(_ glyphs: Glyphs) -> [[Span]] {
    let layers: [[Span]] = [
      [Span("\(glyphs.overridden)", .changed), Span(" overridden", .secondary)],
      [Span("\(glyphs.inherited)", .secondary), Span(" from another layer", .secondary)],
    ]
    let rules: [[Span]] = [
      [Span("\(glyphs.derived)", .sideEffect), Span(" derived by a rule", .secondary)],
      [Span("\(glyphs.disabled)", .secondary), Span(" disabled by a rule", .secondary)],
      [Span("\(glyphs.hidden)", .secondary), Span(" hidden by a rule", .secondary)],
    ]
    let new: [[Span]] = [[Span("\(glyphs.new)", .match), Span(" new in the form", .secondary)]]
    return [
      [Span("\(glyphs.changed)", .changed), Span(" changed", .secondary)],
      [Span("\(glyphs.set)", .text), Span(" set in the file", .secondary)],
      [Span("\(glyphs.readOnly)", .secondary), Span(" read-only", .secondary)],
      [Span("\(glyphs.problem)", .problem), Span(" problem", .secondary)],
      [Span("\(glyphs.restart)", .restart), Span(" requires a restart", .secondary)],
      [Span("\(glyphs.sideEffect)", .sideEffect), Span(" triggers an action", .secondary)],
    ] + rules + new + layers
  }
}
