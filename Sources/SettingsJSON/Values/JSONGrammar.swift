/// The parts of the grammar that documents and single numbers share.
///
/// A number in a file and a number that a person types have to be accepted or refused alike, so both are read by these
/// functions. They look at bytes and know nothing of tokens or errors: the callers report what is wrong.
package enum JSONGrammar {
  /// Returns the end of the number that starts at an offset; `nil` if no number starts there (RFC 8259, section 6).
  ///
  /// It reads as far as the grammar goes: of `01`, the number is `0`, and of `1.`, there is none. The caller decides
  /// whether what follows may follow.
  @inline(__always)
  static func endOfNumber(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var at = start
    // The subtraction wraps around for bytes below `0`, so one comparison is enough.
    @inline(__always) func isDigit() -> Bool { at < bytes.count && bytes[at] &- 0x30 < 10 }
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
    guard isDigit() else { return nil }
    if bytes[at] == UInt8(ascii: "0") {
      at += 1
    } else {
      repeat { at += 1 } while isDigit()
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      guard isDigit() else { return nil }
      repeat { at += 1 } while isDigit()
    }
    // The bit 0x20 makes an ASCII letter lowercase.
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      guard isDigit() else { return nil }
      repeat { at += 1 } while isDigit()
    }
    return at
  }

  /// Returns the length of the well-formed UTF-8 sequence of two to four bytes that starts at an offset; `nil` if no such sequence starts
  /// there. Overlong forms, surrogates and code points above U+10FFFF are malformed (RFC 3629). Table 3-7 of the Unicode Standard has the
  /// ranges of the second byte, which exclude them.
  package static func lengthOfSequence(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let first = bytes[start]
    let second: ClosedRange<UInt8>
    let length: Int
    switch first {
    case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xe1...0xec, 0xee...0xef: (length, second) = (3, 0x80...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return nil
    }
    guard start + length <= bytes.count, second.contains(bytes[start + 1]) else { return nil }
    for place in 2..<max(length, 2) where bytes[start + place] & 0xc0 != 0x80 { return nil }
    return length
  }
}

/// The extensions of JSON that a document may use.
package enum JSONDialect: Hashable, Sendable {
  /// No extensions: RFC 8259, except that a byte order mark is skipped.
  case strict
  /// JSON with `//` and `/* */` comments and trailing commas. Text without a value is read as `{}`.
  case jsonc
}

/// The treatment of a key that an object has more than once.
package enum JSONDuplicateKeys: Hashable, Sendable {
  /// It is an error, because one of the values would be ignored without notice.
  case refused
  /// The last value is used, as RFC 8259 allows. Setting the key changes the last value; removing the key removes all of them.
  case lastWins
}

/// The limits on the size of a JSON document. The length of its numbers is limited, too, by ``InputLimits/numberLength``.
package struct JSONLimits: Hashable, Sendable {
  /// The maximum nesting depth of arrays and objects; at most 512.
  package var depth: Int
  /// The maximum number of bytes of the text; at most one byte less than 256 MiB.
  package var size: Int

  package init(depth: Int = InputLimits.documentDepth, size: Int = InputLimits.documentSize) {
    self.depth = depth
    self.size = size
  }

  /// The largest byte offset that an entry of the index can hold.
  static let largestSize = 1 << 28 - 1

  /// The limits, restricted to what the index and the stack allow.
  var clamped: JSONLimits {
    JSONLimits(depth: min(depth, InputLimits.documentDepth), size: min(size, Self.largestSize))
  }
}
