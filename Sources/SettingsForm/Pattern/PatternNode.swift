/// The parts of a regular expression.
indirect enum PatternNode: Sendable {
  /// A condition on a position in the text.
  enum Assertion: Sendable {
    case start
    case end
    case wordBoundary
    case noWordBoundary
  }

  /// A pattern that must match, or must not match, after (ahead) or before a position.
  struct LookAround: Sendable {
    let node: PatternNode
    let isAhead: Bool
    let isNegated: Bool
  }

  case scalar(PatternScalarSet)
  case assertion(Assertion)
  /// A look-around by its index.
  case lookAround(Int)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repeated(PatternNode, min: Int, max: Int?)
}
