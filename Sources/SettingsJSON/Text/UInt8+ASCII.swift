extension UInt8 {
  /// Whether the byte is an ASCII digit.
  @inlinable
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// Whether the byte is an ASCII letter. The bit 0x20 makes a letter lowercase.
  @inlinable
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether the byte is an ASCII letter or digit.
  @inlinable
  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// The value of an ASCII character that is a hexadecimal digit.
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
