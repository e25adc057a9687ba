/// The bytes that have a meaning in Swift's grammar.
enum Byte {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var exclamation: UInt8 { 0x21 }
  static var quote: UInt8 { 0x22 }
  static var pound: UInt8 { 0x23 }
  static var dollar: UInt8 { 0x24 }
  static var ampersand: UInt8 { 0x26 }
  static var apostrophe: UInt8 { 0x27 }
  static var leftParen: UInt8 { 0x28 }
  static var rightParen: UInt8 { 0x29 }
  static var star: UInt8 { 0x2A }
  static var plus: UInt8 { 0x2B }
  static var comma: UInt8 { 0x2C }
  static var minus: UInt8 { 0x2D }
  static var dot: UInt8 { 0x2E }
  static var slash: UInt8 { 0x2F }
  static var colon: UInt8 { 0x3A }
  static var semicolon: UInt8 { 0x3B }
  static var less: UInt8 { 0x3C }
  static var equal: UInt8 { 0x3D }
  static var greater: UInt8 { 0x3E }
  static var question: UInt8 { 0x3F }
  static var at: UInt8 { 0x40 }
  static var leftBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var rightBracket: UInt8 { 0x5D }
  static var underscore: UInt8 { 0x5F }
  static var backtick: UInt8 { 0x60 }
  static var leftBrace: UInt8 { 0x7B }
  static var rightBrace: UInt8 { 0x7D }
}

// These tests are run for each byte of the sources. Subtractions wrap around, so that one comparison tests both ends of a range;
// the bit 0x20 makes a letter lowercase.
extension UInt8 {
  /// Whether the byte is an ASCII digit.
  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }

  /// Whether the byte can be part of an identifier: all bytes of non-ASCII characters can.
  @inline(__always)
  var isIdentifier: Bool {
    (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 || self == Byte.underscore || self == Byte.dollar
      || self >= 0x80
  }

  /// Whether the byte is white space.
  @inline(__always)
  var isSpace: Bool { self == Byte.space || self &- 0x09 < 5 }

  /// Whether the byte ends a line.
  @inline(__always)
  var isNewline: Bool { self == Byte.lineFeed || self == Byte.carriageReturn }

  /// Whether the byte can be part of an operator.
  @inline(__always)
  var isOperator: Bool {
    switch self {
    case Byte.slash, Byte.equal, Byte.minus, Byte.plus, Byte.exclamation, Byte.star, 0x25 /* % */, Byte.less,
      Byte.greater, Byte.ampersand, 0x7C /* | */, 0x5E /* ^ */, 0x7E /* ~ */, Byte.question:
      true
    default: false
    }
  }
}
