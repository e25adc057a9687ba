/// Parses a regular expression according to ECMA-262's grammar for patterns with the `u` flag
/// (<https://tc39.es/ecma262/#sec-patterns>).
///
/// Two things are more lenient, as without the flag: any punctuation can be escaped, and `]`, `{` and `}` are literal
/// where they have no other meaning. `(?i)`, which schemas for other engines have, ignores the case of letters from there on.
///
/// The grammar is read by recursive descent, one function for each rule, and each group is a level of recursion; hence
/// the limit on their depth:
///
///     alternatives   sequence | sequence | …
///     sequence       term term …
///     term           atom, with or without * + ? {n,m}
///     atom           a character, a class [ ], an escape, a group ( )
///
/// `ab*|[0-9]` becomes the alternatives of a sequence, `a` and the repeated `b`, and of the set of digits.
///
/// Errors name the character where the author has to look: for a group without its end, that is its opening bracket,
/// and not the end of the pattern.
struct PatternParser {
  /// The maximum nesting depth of groups.
  private static let depthLimit = InputLimits.patternDepth

  /// The look-arounds found, inner groups before outer groups, because each is added when its group ends. They are
  /// matched in this order.
  private(set) var lookArounds: [PatternNode.LookAround] = []
  /// The pattern. It is read by Unicode scalars, as the `u` flag demands, so `.` matches an emoji as one character.
  let scalars: [Unicode.Scalar]
  /// The position of the next scalar.
  var index = 0
  /// The number of groups around the position.
  private var depth = 0
  /// Whether the case of letters is ignored here: after `(?i)`, to the end of the group around it, and in `(?i:…)`.
  private var ignoresCase = false

  /// Prepares the reading. The parser is used for one pattern.
  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// Reads the whole pattern. A `)` without a group is the only thing at which the rules can stop early.
  ///
  /// - Throws: ``TextPatternError`` with the number of the character for the first fault.
  mutating func parse() throws(TextPatternError) -> PatternNode {
    let node = try alternatives()
    guard index == scalars.count else { throw error("\")\" closes no group.") }
    return node
  }

  /// Reads sequences with `|` between them. An empty one, as in `a|`, matches the empty string.
  private mutating func alternatives() throws(TextPatternError) -> PatternNode {
    var branches: [PatternNode] = []
    repeat { branches.append(try sequence()) } while take("|")
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  /// Reads terms up to the next `|` or `)`, or to the end. A sequence of one term is that term.
  private mutating func sequence() throws(TextPatternError) -> PatternNode {
    var terms: [PatternNode] = []
    while let next = peek, next != "|", next != ")" { terms.append(try term()) }
    return terms.count == 1 ? terms[0] : .sequence(terms)
  }

  /// Reads an atom with its quantifier. An assertion can't be repeated: `^*` is an error with the `u` flag.
  private mutating func term() throws(TextPatternError) -> PatternNode {
    let start = index
    let atom = try atom()
    guard let (min, max) = try quantifier() else { return atom }
    switch atom {
    case .assertion, .lookAround: throw error("there is nothing to repeat here.", at: start)
    default: return .repeated(atom, min: min, max: max)
    }
  }

  /// Reads the smallest unit. A character without a meaning of its own stands for itself.
  private mutating func atom() throws(TextPatternError) -> PatternNode {
    let start = index
    guard let scalar = next() else { throw error("something is missing at its end.") }
    switch scalar {
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case ".": return .scalar(.dot)
    // The flag is for the rest of the group around it.
    case "(" where take(text: "?i)"):
      ignoresCase = true
      return .sequence([])
    case "(": return try group(from: start)
    case "[": return .scalar(try scalarClass(from: start))
    case "\\": return try escape(from: start)
    case "*", "+", "?": throw error("there is nothing to repeat here.", at: start)
    default: return .scalar(PatternScalarSet([.init(scalar, scalar)], ignoresCase: ignoresCase))
    }
  }
}

// MARK: - Groups and repetition

extension PatternParser {
  /// Reads a group behind its `(`: an ordinary one, one with a name, or a look-around. Whether a group captures makes
  /// no difference, because nobody asks for its content.
  private mutating func group(from start: Int) throws(TextPatternError) -> PatternNode {
    depth += 1
    guard depth <= Self.depthLimit else { throw error("its groups are nested too deeply.", at: start) }
    let ignoredCase = ignoresCase
    defer {
      depth -= 1
      ignoresCase = ignoredCase
    }
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
      } else if take(text: "i:") {
        ignoresCase = true
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

  /// Reads a group's name up to its `>`. The name is ignored, because there are no back references, but a malformed one
  /// is an error as in every other engine.
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

  /// Reads a quantifier and a `?` behind it; `nil` if there is none. The `?` asks for the shortest match, which makes
  /// no difference here: only whether there is a match is asked.
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
    // A counted quantifier has been consumed already.
    if scalars[start] != "{" { index += 1 }
    if let max = range.max, max < range.min { throw error("the numbers are out of order.", at: start) }
    _ = take("?")
    if let next = peek, next == "*" || next == "+" || next == "?" {
      throw error("there is nothing to repeat here.")
    }
    return range
  }

  /// Reads `{2}`, `{2,}` or `{2,5}`; returns `nil` for anything else, without consuming it.
  ///
  /// `a{` and `a{x}` have no quantifier, and the brace is an ordinary character there.
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

  /// Reads a decimal number; returns a billion for any larger number, which exceeds the limit of states without an
  /// overflow; `nil` if there is no digit.
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
  /// The next character; `nil` at the end.
  var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Consumes the next character; `nil` at the end, where nothing is consumed.
  mutating func next() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    index += 1
    return scalars[index - 1]
  }

  /// Consumes the next character if it is this one; returns whether it was.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  /// Consumes the next characters if they are these; returns whether they were.
  mutating func take(text: String) -> Bool {
    guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  /// Returns the error at an offset, or else where the parser is. People count characters from 1.
  func error(_ text: String, at offset: Int? = nil) -> TextPatternError {
    let offset = offset ?? index
    return TextPatternError(message: "at character \(offset + 1), \(text)")
  }
}

extension PatternParser {
  /// Reads a class behind its `[`.
  ///
  /// A `-` at the end of a class is a character: `[a-]`. In all other places it makes a range of its neighbors. A set
  /// such as `\d` can't be the end of a range. `[]` matches nothing and `[^]` everything, as in ECMA-262.
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
    return PatternScalarSet(parts, isNegated: isNegated, ignoresCase: ignoresCase)
  }

  /// Reads a character or an escape of a class. In a class, `\b` is a backspace, and not the edge of a word.
  private mutating func classPart(_ start: Int) throws(TextPatternError) -> PatternScalarSet.Part {
    let place = index
    guard let scalar = next() else { throw error("the class is not closed.", at: start) }
    guard scalar == "\\" else { return .init(scalar, scalar) }
    if take("b") { return .init("\u{8}", "\u{8}") }
    return try escapedPart(from: place)
  }
}

extension PatternParser {
  /// Reads an escape outside a class. Only here can it be a condition on the position, `\b`, or refer back to a group,
  /// which is refused.
  mutating func escape(from start: Int) throws(TextPatternError) -> PatternNode {
    switch peek {
    case "b":
      index += 1
      return .assertion(.wordBoundary)
    case "B":
      index += 1
      return .assertion(.noWordBoundary)
    case "k": throw error("it can't refer back to a group.", at: start)
    case let digit? where digit >= "1" && digit <= "9":
      throw error("it can't refer back to a group.", at: start)
    default:
      return .scalar(PatternScalarSet([try escapedPart(from: start)], ignoresCase: ignoresCase))
    }
  }

  /// Reads the rest of an escape, after its backslash.
  ///
  /// A letter without a meaning, such as `\y`, is an error: another engine can give it one, and the author meant
  /// something by it. Punctuation stands for itself.
  mutating func escapedPart(
    from start: Int
  ) throws(TextPatternError) -> PatternScalarSet.Part {
    guard let scalar = next() else { throw error("a backslash ends it.", at: start) }
    switch scalar {
    case "d": return .set(.digits)
    case "D": return .set(PatternScalarSet.digits.negated)
    case "w": return .set(.word)
    case "W": return .set(PatternScalarSet.word.negated)
    case "s": return .set(.space)
    case "S": return .set(PatternScalarSet.space.negated)
    case "p", "P":
      let property = PatternScalarSet([.property(try property(from: start))])
      return .set(scalar == "p" ? property : property.negated)
    case "t": return .init("\t", "\t")
    case "n": return .init("\n", "\n")
    case "v": return .init("\u{B}", "\u{B}")
    case "f": return .init("\u{C}", "\u{C}")
    case "r": return .init("\r", "\r")
    case "0":
      if let digit = peek, digit >= "0", digit <= "9" { throw error("octal is not allowed.", at: start) }
      return .init("\0", "\0")
    case "c":
      guard let letter = next(), letter.isASCII, letter.properties.isAlphabetic else {
        throw error("\"\\c\" needs a letter.", at: start)
      }
      return .range(letter.value % 32...letter.value % 32)
    case "x": return try code(digits: 2, from: start)
    case "u": return try unicodeEscape(from: start)
    default:
      guard scalar.isASCII, !PatternScalarSet.word.contains(scalar) || scalar == "_" else {
        throw error("\"\\\(scalar)\" means nothing.", at: start)
      }
      return .init(scalar, scalar)
    }
  }

  /// Reads the rest of `\u…`.
  ///
  /// `\u{1F600}` and `\uD83D\uDE00` are the same character. JSON files of programs that think in UTF-16 have the second
  /// form.
  private mutating func unicodeEscape(
    from start: Int
  ) throws(TextPatternError) -> PatternScalarSet.Part {
    if take("{") {
      var value: UInt32 = 0
      var count = 0
      while let digit = peek?.hexDigitValue {
        value = min(value * 16 + digit, 0x110000)
        count += 1
        index += 1
      }
      guard count > 0, take("}"), value <= 0x10FFFF else {
        throw error("\"\\u{…}\" needs a hexadecimal code point.", at: start)
      }
      return .range(value...value)
    }
    // Four digits can be the first half of a character above U+FFFF.
    let first = try hexadecimal(digits: 4, from: start)
    let afterFirst = index
    if (0xD800..<0xDC00).contains(first), take("\\"), take("u") {
      let second = try hexadecimal(digits: 4, from: afterFirst)
      // Two escapes for a surrogate pair are one scalar (UTF-16; ECMA-262, `RegExpUnicodeEscapeSequence`).
      if (0xDC00..<0xE000).contains(second) {
        let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return .range(value...value)
      }
    }
    // A high surrogate without a low one stands for itself, which no scalar is, and the escape after it is read again.
    if (0xD800..<0xDC00).contains(first) { index = afterFirst }
    return .range(first...first)
  }

  /// Reads the hexadecimal digits of `\xHH`.
  private mutating func code(
    digits: Int, from start: Int
  ) throws(TextPatternError) -> PatternScalarSet.Part {
    let value = try hexadecimal(digits: digits, from: start)
    return .range(value...value)
  }

  /// Reads exactly so many hexadecimal digits; fewer are an error at the escape.
  private mutating func hexadecimal(digits: Int, from start: Int) throws(TextPatternError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = next()?.hexDigitValue else {
        throw error("the escape needs \(digits) hexadecimal digits.", at: start)
      }
      value = value * 16 + digit
    }
    return value
  }

  /// Reads the property of `\p{…}`, such as `\p{Lu}` or `\p{Script=Greek}`. The second one is refused, because the
  /// standard library has no scripts.
  private mutating func property(from start: Int) throws(TextPatternError) -> ScalarProperty {
    guard take("{") else { throw error("\"\\p\" needs a property in braces.", at: start) }
    var name = ""
    while let scalar = next(), scalar != "}" { name.unicodeScalars.append(scalar) }
    guard scalars[index - 1] == "}", let property = ScalarProperty(name[...]) else {
      throw error("the property \"\(name)\" is not known.", at: start)
    }
    return property
  }
}

extension Unicode.Scalar {
  /// The value of a hexadecimal digit in either case; `nil` for any other character.
  fileprivate var hexDigitValue: UInt32? {
    switch self {
    case "0"..."9": value - 48
    case "a"..."f": value - 87
    case "A"..."F": value - 55
    default: nil
    }
  }
}

/// The parts of a regular expression, as a tree. Groups leave no trace in it, except that they hold a sequence
/// together.
indirect enum PatternNode: Sendable {
  /// A condition on a position in the text. It consumes nothing.
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
  /// A look-around by its index in ``PatternParser/lookArounds``.
  case lookAround(Int)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// A part that occurs between `min` and `max` times; `max` is `nil` for any number.
  case repeated(PatternNode, min: Int, max: Int?)
}

extension PatternNode {
  /// The longest string that is known to be in each match; empty if no string is known to be.
  ///
  /// A search for the string takes much less time than the automaton, and rules out most strings that don't match. For
  /// `^https?://`, it is `http`; `://` is shorter.
  var requiredText: String {
    var runs = [""]
    addRuns(to: &runs)
    return runs.max { $0.utf8.count < $1.utf8.count } ?? ""
  }

  /// Adds the strings that each match of this node contains, one after the other. The last string continues with the next node.
  ///
  /// `ab+c` gives `a`, `b`, `c`: the `b` is there at least once, but what stands beside it isn't certain. `ab?cd` gives `a`, `cd`.
  /// Alternatives end the string, since none of their strings is in every match.
  private func addRuns(to runs: inout [String]) {
    switch self {
    case .assertion, .lookAround: break
    case .scalar(let set):
      if let scalar = set.onlyScalar {
        runs[runs.count - 1].unicodeScalars.append(scalar)
      } else {
        runs.append("")
      }
    case .sequence(let nodes): for node in nodes { node.addRuns(to: &runs) }
    case .alternatives: runs.append("")
    case .repeated(let node, let min, _):
      runs.append("")
      guard min > 0 else { return }
      node.addRuns(to: &runs)
      runs.append("")
    }
  }
}
