import CVector

/// Comparing and hashing bytes, eight at a time.
///
/// Keys are compared more often than anything else in a document: when duplicates are looked for, when a key is found,
/// when a form is laid over a file. Bytes one by one would be the slowest part of all that. The functions take ranges
/// of the text, because a key isn't a string before somebody needs it.
package enum JSONBytes {
  /// The byte order mark that some editors write at the beginning of a file, U+FEFF in UTF-8. RFC 8259 allows to ignore
  /// it; it stays in the text when the file is edited.
  static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  static func hasByteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.starts(with: byteOrderMark)
  }

  /// Returns eight bytes as a number, the first byte lowest. The caller ensures that there are eight bytes.
  @inline(__always)
  static func word(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Whether the bytes at an offset equal other bytes. The caller ensures that there are as many bytes.
  ///
  /// Of 13 bytes, the first eight are compared as one word and the last eight as another, which overlap in three bytes.
  /// That takes less time than five single comparisons.
  @inline(__always)
  package static func areEqual(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var at = 0
    while at &+ 8 <= text.count {
      guard word(bytes, at: offset &+ at) == word(text, at: at) else { return false }
      at &+= 8
    }
    // The last word of longer text overlaps the word before.
    if at > 0 { return word(bytes, at: offset &+ text.count &- 8) == word(text, at: text.count &- 8) }
    while at < text.count {
      guard bytes[offset &+ at] == text[at] else { return false }
      at &+= 1
    }
    return true
  }

  /// Whether bytes have a part that is equal to other bytes; always for no bytes.
  package static func contains(_ bytes: UnsafeBufferPointer<UInt8>, text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      guard let first = text.first else { return true }
      var at = 0
      while at &+ text.count <= bytes.count {
        if bytes[at] == first, areEqual(bytes, at: at, text: text) { return true }
        at &+= 1
      }
      return false
    }
  }

  /// Returns a number that differs for most keys: their length with their first and last eight bytes.
  ///
  /// The multiplication keeps equal bytes at both ends from canceling each other out. The length of a key
  /// of fewer than eight bytes is in the highest byte.
  @inline(__always)
  static func fingerprint(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> UInt64 {
    let count = end &- start
    if count >= 8 {
      return word(bytes, at: start) &* 0x9e37_79b9_7f4a_7c15 ^ word(bytes, at: end &- 8)
        ^ UInt64(truncatingIfNeeded: count)
    }
    return lastWord(bytes, from: start, to: end) | UInt64(truncatingIfNeeded: count) << 56
  }

  /// Returns fewer than eight bytes as a number, the first byte lowest. Reads eight bytes at once if there are as many,
  /// and masks those behind the end: they belong to what follows in the text.
  @inline(__always)
  private static func lastWord(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> UInt64 {
    if start &+ 8 <= bytes.count {
      return word(bytes, at: start) & (1 << UInt64((end &- start) &* 8) &- 1)
    }
    var word: UInt64 = 0
    for place in start..<end { word |= UInt64(bytes[place]) << UInt64((place &- start) &* 8) }
    return word
  }

  /// Returns a hash of the bytes of a key. It differs between processes, so that an attacker can't choose keys that
  /// collide, which would make the tables of an object of n keys take n² steps.
  ///
  /// Multiplies and folds eight bytes at a time, as Wang Yi's wyhash does.
  @inline(__always)
  package static func hash(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, seed: UInt64)
    -> UInt32
  {
    var hash = seed ^ UInt64(truncatingIfNeeded: end &- start)
    var at = start
    while at &+ 8 <= end {
      hash = fold(hash ^ word(bytes, at: at))
      at &+= 8
    }
    if at < end { hash = fold(hash ^ lastWord(bytes, from: at, to: end)) }
    return UInt32(truncatingIfNeeded: fold(hash))
  }

  /// Multiplies by 2^64 divided by the golden ratio (D. Knuth, "The Art of Computer Programming", section 6.4), and combines both
  /// halves of the product, so that each bit of the value affects the low bits of the result.
  @inline(__always)
  private static func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }

  /// The seed of the hashes of this process. Hashes are never stored, so nothing depends on their values.
  package static let hashSeed = UInt64.random(in: .min ... .max)
}

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

  /// Returns the end of the white space that starts at an offset. White space is a space, a tab, a line feed or a
  /// carriage return (RFC 8259, section 2); a no-break space isn't.
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

extension UInt8 {
  @inlinable
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// Whether the byte is an ASCII letter. The bit 0x20 makes a letter lowercase.
  @inlinable
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  @inlinable
  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// The value of an ASCII character that is a hexadecimal digit, in either case; `nil` for any other byte.
  @inlinable
  package var hexDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x61...0x66: self - 0x61 + 10
    case 0x41...0x46: self - 0x41 + 10
    default: nil
    }
  }
}
