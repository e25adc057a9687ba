import CVector

/// Searching bytes, sixteen at a time.
extension JSONBytes {
  private static let step = 16

  /// Returns the offset of the next byte that needs a decision in a string: a quote, a backslash, a control character, or a byte
  /// outside ASCII; the number of bytes if there is no such byte.
  @inline(__always)
  static func endOfPlainText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while at &+ step <= bytes.count, let next = bytes.baseAddress?.advanced(by: at) {
      let marks = cvector_special(next)
      if marks != 0 { return at &+ marks.trailingZeroBitCount }
      at &+= step
    }
    while at < bytes.count, 0x20..<0x80 ~= bytes[at], bytes[at] != UInt8(ascii: "\""),
      bytes[at] != UInt8(ascii: "\\")
    {
      at &+= 1
    }
    return at
  }

  /// Returns the end of the white space that starts at an offset.
  @inline(__always)
  static func endOfSpace(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while at &+ step <= bytes.count, let next = bytes.baseAddress?.advanced(by: at) {
      let marks = cvector_visible(next)
      if marks != 0 { return at &+ marks.trailingZeroBitCount }
      at &+= step
    }
    while at < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[at]) { at &+= 1 }
    return at
  }
}
