/// What the marks mean.
enum Legend {
  /// One line a mark.
  static func lines(_ glyphs: Glyphs, hasRules: Bool) -> [[Span]] {
    let rules: [[Span]] = [
      [Span("\(glyphs.derived)", .sideEffect), Span(" from a rule", .secondary)],
      [Span("\(glyphs.disabled)", .secondary), Span(" no use now", .secondary)],
      [Span("\(glyphs.hidden)", .secondary), Span(" hidden by a rule", .secondary)],
    ]
    return [
      [Span("\(glyphs.changed)", .changed), Span(" changed", .secondary)],
      [Span("\(glyphs.set)", .text), Span(" set in the file", .secondary)],
      [Span("\(glyphs.readOnly)", .secondary), Span(" cannot be changed", .secondary)],
      [Span("\(glyphs.problem)", .problem), Span(" problem", .secondary)],
      [Span("\(glyphs.restart)", .restart), Span(" needs a restart", .secondary)],
      [Span("\(glyphs.sideEffect)", .sideEffect), Span(" triggers an action", .secondary)],
    ] + (hasRules ? rules : [])
  }
}
