/// A JSON number of any size and precision, as it was spelt.
///
/// Two numbers are equal when they are worth the same, exactly and at any precision: `1.0`, `1` and
/// `10e-1` are equal, `0.1` and `0.10000000000000000001` are not. The spelling stays.
///
/// ```swift
/// JSONNumber("1.50") == JSONNumber("15e-1")            // true
/// JSONNumber("0.3")?.isMultiple(of: JSONNumber(0.1)!)  // true
/// JSONNumber("1e2")?.integer(as: UInt8.self)           // 100
/// ```
public struct JSONNumber: Sendable {
  /// The number's source text, as RFC 8259 allows it: `1.0`, `1e400`, `-0`.
  public let spelling: String

  /// Takes a spelling; `nil` if JSON's grammar does not allow it.
  public init?(_ spelling: String) {
    let isNumber = spelling.withBytes { bytes in
      JSONGrammar.endOfNumber(in: bytes, from: 0) == bytes.count && !bytes.isEmpty
    }
    guard isNumber else { return nil }
    self.spelling = spelling
  }

  /// Makes an integer.
  public init(_ value: some BinaryInteger) {
    spelling = String(value)
  }

  /// Takes the shortest spelling that reads back as the same value; `nil` if it is not finite.
  public init?(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
    guard value.isFinite else { return nil }
    spelling = value.description
  }

  /// Takes a spelling that a document's parse has checked.
  package init(checked spelling: String) {
    self.spelling = spelling
  }

  /// The value as an integer; `nil` if it has a fraction or does not fit.
  ///
  /// What counts is the worth, as in JSON Schema: `1.0` and `1e2` are integers.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    Integer(spelling) ?? JSONDecimal(self).integer()
  }

  /// The nearest double; infinite if it is too large for one.
  public var double: Double {
    Double(spelling) ?? .nan
  }

  /// Whether the number is a whole multiple of another, exactly; zero is a multiple of everything,
  /// and nothing else is a multiple of zero.
  ///
  /// Cost: linear in the digits, times the digits of a divisor of more than 18 digits.
  public func isMultiple(of divisor: JSONNumber) -> Bool {
    JSONDecimal(self).isMultiple(of: JSONDecimal(divisor))
  }
}

extension JSONNumber: Hashable, Comparable, CustomStringConvertible {
  /// The spelling.
  public var description: String { spelling }

  /// Whether both are worth the same, however spelt.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.spelling == right.spelling || JSONDecimal(left) == JSONDecimal(right)
  }

  /// Orders by worth.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    JSONDecimal(left) < JSONDecimal(right)
  }

  /// Feeds the worth.
  public func hash(into hasher: inout Hasher) { JSONDecimal(self).hash(into: &hasher) }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  /// Makes an integer.
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}
