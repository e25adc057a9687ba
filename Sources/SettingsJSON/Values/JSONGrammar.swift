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

/// A position in text, as editors and compilers count it: line and column, both from 1.
///
/// Problems and errors in files have one. With the path in front, it is the format that tools understand:
///
/// ```swift
/// for problem in store.untyped.problems {
///   if let position = problem.position {
///     print("settings.json:\(position): \(problem.message)")  // settings.json:3:19: Use 30 or less instead of 90.
///     print(position.line, position.column)
///   }
/// }
/// ```
///
/// A column is a Unicode scalar, not a byte and not a character on the screen: an emoji of several scalars takes several columns. A tab is
/// one column.
///
/// It is a `Sendable` value.
public struct SourcePosition: Hashable, Sendable {
  /// The line, starting at 1. A line ends with a line feed, a carriage return, or a carriage return and a line feed.
  public var line: Int
  /// The column in Unicode scalars, starting at 1. A byte order mark at the start of the text isn't counted.
  public var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `line:column`.
  public var description: String { "\(line):\(column)" }
}

extension SourcePosition {
  /// The start of the text.
  package static let start = SourcePosition(line: 1, column: 1)

  /// Advances over a part of the text.
  mutating func advance(over bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
    for at in start..<end {
      let byte = bytes[at]
      if byte == 0x0a || byte == 0x0d {
        // In a pair, the line feed ends the line; the carriage return is still on the line.
        if byte == 0x0d, at + 1 < bytes.count, bytes[at + 1] == 0x0a { continue }
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80, !(at == 0 && JSONBytes.hasByteOrderMark(bytes)) {
        column += 1
      }
    }
  }
}
