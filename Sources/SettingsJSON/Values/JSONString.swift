/// Decodes the strings of valid text.
package enum JSONString {
  /// Returns the string between two quotes, whose escapes the scanner has checked. Without escapes, it is one copy of
  /// the bytes.
  package static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, start: Int, end: Int, hasEscapes: Bool
  ) -> String {
    guard hasEscapes else { return String(decoding: bytes[start..<end], as: UTF8.self) }
    return String(decoding: unescaped(bytes, start: start, end: end), as: UTF8.self)
  }

  /// Returns the bytes between two quotes, with escapes decoded: `a\u00e9\n` becomes the UTF-8 of `aé` and a line feed.
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, end: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(end - start)
    var at = start
    while at < end {
      guard bytes[at] == UInt8(ascii: "\\") else {
        result.append(bytes[at])
        at += 1
        continue
      }
      switch bytes[at + 1] {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0c)
      case UInt8(ascii: "n"): result.append(0x0a)
      case UInt8(ascii: "r"): result.append(0x0d)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var code = hexadecimal(bytes, start: at + 2) ?? 0
        at += 4
        // A surrogate pair: two escapes of six bytes for one character above U+FFFF (RFC 8259, section 7).
        if code & 0xfc00 == 0xd800, let low = lowSurrogate(bytes, start: at + 2, end: end) {
          code = 0x10000 + (code & 0x3ff) << 10 + low & 0x3ff
          at += 6
        }
        // Half of a pair is no scalar.
        result += String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8
      default: result.append(bytes[at + 1])
      }
      at += 2
    }
    return result
  }

  /// Whether a part of a text has half of a surrogate pair in an escape.
  static func halvesPairs(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      var at = 0
      while at + 1 < bytes.count {
        guard bytes[at] == UInt8(ascii: "\\") else {
          at += 1
          continue
        }
        at += 2
        guard bytes[at - 1] == UInt8(ascii: "u"), let code = hexadecimal(bytes, start: at),
          code & 0xf800 == 0xd800
        else { continue }
        guard code & 0xfc00 == 0xd800, lowSurrogate(bytes, start: at + 4, end: bytes.count) != nil else {
          return true
        }
        at += 10
      }
      return false
    }
  }

  /// Returns the second half of a surrogate pair, if its escape starts at an offset.
  private static func lowSurrogate(
    _ bytes: UnsafeBufferPointer<UInt8>, start: Int, end: Int
  ) -> UInt32? {
    guard start + 6 <= end, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u"),
      let code = hexadecimal(bytes, start: start + 2), code & 0xfc00 == 0xdc00
    else { return nil }
    return code
  }

  /// Returns the value of four hexadecimal digits; `nil` if there are fewer, or other characters.
  @inline(__always)
  static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>, start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for at in start..<(start + 4) {
      guard let digit = bytes[at].hexDigit else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
