extension PatternParser {
  mutating func scalarClass(from start: Int) throws(TextPatternError) -> PatternScalarSet {
    let isNegated = take("^")
    var parts: [PatternScalarSet.Part] = []
    while !take("]") {
      let first = try classPart(start)
      let dash = index
      guard peek == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
        parts.append(first)
        continue
      }
      index += 1
      let last = try classPart(start)
      guard case .range(let from) = first, case .range(let to) = last else {
        throw error("a range needs a character at both ends.", at: dash)
      }
      guard from.lowerBound <= to.upperBound else { throw error("the range is out of order.", at: dash) }
      parts.append(.range(from.lowerBound...to.upperBound))
    }
    return PatternScalarSet(parts, isNegated: isNegated)
  }

  private mutating func classPart(_ start: Int) throws(TextPatternError) -> PatternScalarSet.Part {
    let place = index
    guard let scalar = next() else { throw error("the class is not closed.", at: start) }
    guard scalar == "\\" else { return .init(scalar, scalar) }
    if take("b") { return .init("\u{8}", "\u{8}") }
    return try escapedPart(from: place)
  }
}
