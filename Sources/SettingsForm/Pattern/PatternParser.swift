/// Parses a regular expression according to ECMA-262's grammar for patterns with the `u` flag
/// (<https://tc39.es/ecma262/#sec-patterns>).
///
/// Two things are more lenient, as without the flag: any punctuation can be escaped, and `]`, `{` and `}` are literal where
/// they have no other meaning.
struct PatternParser {
  /// The maximum nesting depth of groups.
  private static let depthLimit = InputLimits.patternDepth

  /// The look-arounds found, inner ones before outer ones.
  private(set) var lookArounds: [PatternNode.LookAround] = []
  let scalars: [Unicode.Scalar]
  var index = 0
  private var depth = 0

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// Reads the whole pattern.
  mutating func parse() throws(TextPatternError) -> PatternNode {
    let node = try alternatives()
    guard index == scalars.count else { throw error("\")\" closes no group.") }
    return node
  }

  private mutating func alternatives() throws(TextPatternError) -> PatternNode {
    var branches: [PatternNode] = []
    repeat { branches.append(try sequence()) } while take("|")
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(TextPatternError) -> PatternNode {
    var terms: [PatternNode] = []
    while let next = peek, next != "|", next != ")" { terms.append(try term()) }
    return terms.count == 1 ? terms[0] : .sequence(terms)
  }

  private mutating func term() throws(TextPatternError) -> PatternNode {
    let start = index
    let atom = try atom()
    guard let (min, max) = try quantifier() else { return atom }
    switch atom {
    case .assertion, .lookAround: throw error("there is nothing to repeat here.", at: start)
    default: return .repeated(atom, min: min, max: max)
    }
  }

  private mutating func atom() throws(TextPatternError) -> PatternNode {
    let start = index
    guard let scalar = next() else { throw error("something is missing at its end.") }
    switch scalar {
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case ".": return .scalar(.dot)
    case "(": return try group(from: start)
    case "[": return .scalar(try scalarClass(from: start))
    case "\\": return try escape(from: start)
    case "*", "+", "?": throw error("there is nothing to repeat here.", at: start)
    default: return .scalar(PatternScalarSet(scalar))
    }
  }
}

// MARK: - Groups and repetition

extension PatternParser {
  private mutating func group(from start: Int) throws(TextPatternError) -> PatternNode {
    depth += 1
    guard depth <= Self.depthLimit else { throw error("its groups are nested too deeply.", at: start) }
    defer { depth -= 1 }
    var look: (isAhead: Bool, isNegated: Bool)?
    if take("?") {
      if take("=") {
        look = (true, false)
      } else if take("!") {
        look = (true, true)
      } else if take("<") {
        if take("=") {
          look = (false, false)
        } else if take("!") {
          look = (false, true)
        } else {
          try groupName()
        }
      } else if !take(":") {
        throw error("this kind of group is not known.", at: start)
      }
    }
    let node = try alternatives()
    guard take(")") else { throw error("the group is not closed.", at: start) }
    // A group is a sequence even around a single assertion: `(?:^)*` is valid, `^*` isn't.
    guard let look else { return .sequence([node]) }
    lookArounds.append(
      PatternNode.LookAround(node: node, isAhead: look.isAhead, isNegated: look.isNegated))
    return .lookAround(lookArounds.count - 1)
  }

  /// Reads a group's name up to its `>`. The name is ignored, because there are no back references.
  private mutating func groupName() throws(TextPatternError) {
    let start = index
    while let scalar = next(), scalar != ">" {
      let isLetter = index - 1 == start ? scalar.properties.isIDStart : scalar.properties.isIDContinue
      guard isLetter || scalar == "_" || scalar == "$" else {
        throw error("the group's name has a character that names can't have.", at: index - 1)
      }
    }
    guard index > start + 1, scalars[index - 1] == ">" else {
      throw error("the group has no name.", at: start)
    }
  }

  private mutating func quantifier() throws(TextPatternError) -> (min: Int, max: Int?)? {
    let start = index
    var range: (min: Int, max: Int?)
    switch peek {
    case "*": range = (0, nil)
    case "+": range = (1, nil)
    case "?": range = (0, 1)
    case "{":
      guard let counted = countedQuantifier() else { return nil }
      range = counted
    default: return nil
    }
    if scalars[start] != "{" { index += 1 }
    if let max = range.max, max < range.min { throw error("the numbers are out of order.", at: start) }
    _ = take("?")
    if let next = peek, next == "*" || next == "+" || next == "?" {
      throw error("there is nothing to repeat here.")
    }
    return range
  }

  /// Reads `{2}`, `{2,}` or `{2,5}`; returns `nil` for anything else, without consuming it.
  private mutating func countedQuantifier() -> (min: Int, max: Int?)? {
    let start = index
    index += 1
    if let min = number() {
      if take("}") { return (min, min) }
      if take(",") {
        if take("}") { return (min, nil) }
        if let max = number(), take("}") { return (min, max) }
      }
    }
    index = start
    return nil
  }

  /// Reads a decimal number; returns a billion for any larger number.
  private mutating func number() -> Int? {
    var value: Int?
    while let digit = peek, digit >= "0", digit <= "9" {
      value = min((value ?? 0) * 10 + Int(digit.value - 48), 1_000_000_000)
      index += 1
    }
    return value
  }
}

// MARK: - Characters

extension PatternParser {
  var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func next() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    index += 1
    return scalars[index - 1]
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  func error(_ text: String, at offset: Int? = nil) -> TextPatternError {
    let offset = offset ?? index
    return TextPatternError(message: "at character \(offset + 1), \(text)")
  }
}
