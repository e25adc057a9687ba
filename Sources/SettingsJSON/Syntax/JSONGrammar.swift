/// The parts of the grammar that documents and single numbers share.
package enum JSONGrammar {
  /// Returns the end of the number that starts at an offset; `nil` if no number starts there (RFC 8259, section 6).
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

  /// Returns the length of the well-formed UTF-8 sequence of two to four bytes that starts at an offset; `nil` if no such
  /// sequence starts there. Overlong forms, surrogates and code points above U+10FFFF are malformed (RFC 3629). The
  /// ranges of the second byte, which exclude them, are those of table 3-7 of the Unicode Standard.
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
