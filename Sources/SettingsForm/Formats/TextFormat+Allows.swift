extension TextLimits.Format {
  /// Whether a string has the format.
  ///
  /// A duration has a fixed length, as Swift's `Duration` does: years and months, which JSON Schema allows, are refused, and a
  /// leading sign is allowed.
  ///
  /// Cost: linear in the length of the string.
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

/// The bytes of a string, or of a part of it.
package typealias TextBytes = Slice<UnsafeBufferPointer<UInt8>>

extension TextBytes {
  /// Removes the next byte if it is this ASCII character; returns whether it was.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first, UInt32(first) == character.value else { return false }
    removeFirst()
    return true
  }

  /// Removes a number of decimal digits, and returns their value; returns `nil` if there are fewer digits.
  package mutating func takeNumber(digits: Int) -> Int? {
    guard count >= digits, prefix(digits).allSatisfy(\.isASCIIDigit) else { return nil }
    let value = prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    removeFirst(digits)
    return value
  }

  /// Removes all leading digits, and returns their count.
  mutating func takeDigits() -> Int {
    let digits = prefix(while: \.isASCIIDigit).count
    removeFirst(digits)
    return digits
  }

  /// Returns the parts before and after a character; `nil` if there is no such character.
  func split(at character: Unicode.Scalar) -> (before: TextBytes, after: TextBytes)? {
    guard let index = firstIndex(where: { UInt32($0) == character.value }) else { return nil }
    return (self[startIndex..<index], self[(index + 1)...])
  }
}
