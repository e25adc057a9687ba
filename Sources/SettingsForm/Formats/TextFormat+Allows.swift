extension TextLimits.Format {
  /// Whether a text has the format.
  ///
  /// A duration has a fixed length, as Swift's `Duration` has: years and months, which JSON Schema allows, are refused, and a leading
  /// sign is allowed.
  ///
  /// Cost: linear in the length of the text.
  package func allows(_ text: String) -> Bool {
    text.withBytes { bytes in
      switch self {
      case .uri: URIGrammar.isURI(bytes[...])
      case .uuid: UUIDGrammar.isUUID(bytes[...])
      case .dateTime: DateTimeGrammar.isDateTime(bytes[...])
      case .duration: (try? FixedDuration(text)) != nil
      case .base64: Base64Grammar.isBase64(bytes[...])
      }
    }
  }
}

/// The bytes of a text, or of a part of it.
package typealias TextBytes = Slice<UnsafeBufferPointer<UInt8>>

extension TextBytes {
  /// Takes the next byte if it is a certain ASCII character.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first, UInt32(first) == character.value else { return false }
    removeFirst()
    return true
  }

  /// Takes a number of decimal digits and returns their value; `nil` if there are fewer.
  package mutating func takeNumber(digits: Int) -> Int? {
    guard count >= digits, prefix(digits).allSatisfy(\.isASCIIDigit) else { return nil }
    let value = prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    removeFirst(digits)
    return value
  }

  /// Takes all leading digits and returns how many there were.
  mutating func takeDigits() -> Int {
    let digits = prefix(while: \.isASCIIDigit).count
    removeFirst(digits)
    return digits
  }

  /// The part before a character and the part after it; `nil` if there is no such character.
  func split(at character: Unicode.Scalar) -> (before: TextBytes, after: TextBytes)? {
    guard let index = firstIndex(where: { UInt32($0) == character.value }) else { return nil }
    return (self[startIndex..<index], self[(index + 1)...])
  }
}

extension UInt8 {
  package var isASCIIDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }
  var isASCIILetter: Bool {
    UInt8(ascii: "a") <= self | 0x20 && self | 0x20 <= UInt8(ascii: "z")
  }
}
