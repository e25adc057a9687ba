/// Decodes the strings of valid text.
package enum JSONString {
  /// Returns the string between two quotes.
  package static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, hasEscapes: Bool
  ) -> String {
    guard hasEscapes else { return String(decoding: bytes[start..<end], as: UTF8.self) }
    return String(decoding: unescaped(bytes, start, end), as: UTF8.self)
  }

  /// Returns the bytes between two quotes, with escapes decoded.
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> [UInt8] {
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
        var code = hexadecimal(bytes, at + 2) ?? 0
        at += 4
        // A surrogate pair: two escapes of six bytes for one character above U+FFFF (RFC 8259, section 7). The scanner has checked
        // both.
        if code & 0xfc00 == 0xd800 {
          code = 0x10000 + (code & 0x3ff) << 10 + (hexadecimal(bytes, at + 4) ?? 0) & 0x3ff
          at += 6
        }
        if let scalar = Unicode.Scalar(code) { result += String(scalar).utf8 }
      default: result.append(bytes[at + 1])
      }
      at += 2
    }
    return result
  }

  /// Returns the value of four hexadecimal digits.
  @inline(__always)
  static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for at in start..<(start + 4) {
      guard let digit = bytes[at].hexDigit else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
