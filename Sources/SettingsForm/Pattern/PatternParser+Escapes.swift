extension PatternParser {
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
      return .scalar(PatternScalarSet([try escapedPart(from: start)]))
    }
  }

  /// Reads the rest of an escape, after its backslash.
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

  private mutating func code(
    digits: Int, from start: Int
  ) throws(TextPatternError) -> PatternScalarSet.Part {
    let value = try hexadecimal(digits: digits, from: start)
    return .range(value...value)
  }

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
  fileprivate var hexDigitValue: UInt32? {
    switch self {
    case "0"..."9": value - 48
    case "a"..."f": value - 87
    case "A"..."F": value - 55
    default: nil
    }
  }
}
