/// A JSON number of any size and precision, with its spelling of at most 4096 characters.
///
/// Numbers are compared by their exact values, at any precision: `1.0`, `1` and `10e-1` are equal; `0.1` and
/// `0.10000000000000000001` are not.
///
/// ```swift
/// JSONNumber("1.50") == JSONNumber("15e-1")  // true
/// JSONNumber("1e2")?.integer(as: UInt8.self)  // 100
/// ```
public struct JSONNumber: Sendable {
  /// The spelling of the number, in the grammar of RFC 8259: `1.0`, `1e400`, `-0`.
  package let spelling: String

  /// Creates a number from its spelling; returns `nil` if the spelling isn't a JSON number, or has more than
  /// 4096 characters.
  public init?(_ spelling: String) {
    let isNumber = spelling.withBytes { bytes in
      bytes.count <= InputLimits.numberLength
        && JSONGrammar.endOfNumber(in: bytes, from: 0) == bytes.count && !bytes.isEmpty
    }
    guard isNumber else { return nil }
    self.spelling = spelling
  }

  /// Creates an integer.
  public init(_ value: some BinaryInteger) {
    spelling = String(value)
  }

  /// Creates a number with the shortest spelling of a floating-point value; returns `nil` if the value isn't finite.
  public init?(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
    guard value.isFinite else { return nil }
    spelling = value.description
  }

  /// Creates a number from a spelling that the parser has checked.
  package init(checked spelling: String) {
    self.spelling = spelling
  }

  /// Returns the value as an integer; `nil` for a fraction and for a number out of range.
  ///
  /// The value matters, not the spelling, as in JSON Schema: `1.0` and `1e2` are integers.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    Integer(spelling) ?? JSONDecimal(self).integer()
  }

  /// The nearest double; infinite if the number is too large.
  public var double: Double {
    Double(spelling) ?? .nan
  }

  /// Whether the number has no fraction, as `1.0` and `1e400`.
  package var isWhole: Bool { JSONDecimal(self).isWhole }

  /// Whether the number is an exact integer multiple of another. Zero is a multiple of every number; no other number is a multiple
  /// of zero.
  ///
  /// Cost: linear in the number of digits; for a divisor of more than 18 digits, multiplied by a ninth of the number of its digits.
  package func isMultiple(of divisor: JSONNumber) -> Bool {
    JSONDecimal(self).isMultiple(of: JSONDecimal(divisor))
  }
}

extension JSONNumber: Hashable, Comparable, CustomStringConvertible {
  /// The spelling.
  public var description: String { spelling }

  /// Whether both numbers have the same value.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.spelling == right.spelling || JSONDecimal(left) == JSONDecimal(right)
  }

  /// Whether the left value is smaller.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    JSONDecimal(left) < JSONDecimal(right)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { JSONDecimal(self).hash(into: &hasher) }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}
