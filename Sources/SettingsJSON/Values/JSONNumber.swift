/// A JSON number of any size and precision, with its spelling of at most 2048 characters.
///
/// Numbers are compared by their exact values, at any precision: `1.0`, `1` and `10e-1` are equal; `0.1` and `0.10000000000000000001` are
/// not.
///
/// ```swift
/// let number = JSONNumber("1.50")
/// print(number == JSONNumber("15e-1"))  // true
/// print(JSONNumber("1e2")?.integer(as: UInt8.self) as Any)  // 100
/// let port: JSONNumber = 8080
/// print(port.double, port)  // 8080.0 8080
/// ```
///
/// Where a value goes through Swift types, take ``integer(as:)`` or ``double``. Both are computed from the spelling, so nothing is lost on
/// the way from the file to a comparison or back to the file.
///
/// It is a `Sendable` value. Cost: a comparison is linear in the number of digits; for numbers of up to 18 digits without an exponent, it
/// is constant.
public struct JSONNumber: Sendable {
  /// The spelling of the number, in the grammar of RFC 8259: `1.0`, `1e400`, `-0`.
  package let spelling: String

  /// Creates a number from its spelling, such as `1.50` or `-2e10`; returns `nil` if it isn't a JSON number, or has more than 2048
  /// characters.
  ///
  /// `01`, `.5`, `+1`, `0x1F` and `NaN` aren't JSON numbers.
  public init?(_ spelling: String) {
    let isNumber = spelling.withBytes { bytes in
      bytes.count <= InputLimits.numberLength
        && JSONGrammar.endOfNumber(in: bytes, from: 0) == bytes.count && !bytes.isEmpty
    }
    guard isNumber else { return nil }
    self.spelling = spelling
  }

  /// Creates a whole number, of any integer type: `JSONNumber(UInt64.max)`.
  public init(_ value: some BinaryInteger) {
    spelling = String(value)
  }

  /// Creates a number with the shortest spelling of a floating-point value; returns `nil` if the value isn't finite.
  ///
  /// `JSONNumber(0.1)` has the spelling `0.1`.
  public init?(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
    guard value.isFinite else { return nil }
    spelling = value.description
  }

  /// Creates a number from a spelling that the parser has checked. Any other text would make a number that equals
  /// nothing sensible, so nothing else may use it.
  package init(checked spelling: String) {
    self.spelling = spelling
  }

  /// Returns the value as an integer; `nil` for a fraction and for a number out of range.
  ///
  /// The value matters, not the spelling, as in JSON Schema: `1.0` and `1e2` are integers. `JSONNumber("300")?.integer(as: UInt8.self)` is
  /// `nil`.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    Integer(spelling) ?? JSONDecimal(self).integer()
  }

  /// The nearest double; infinite if the number is too large. A number with more than 17 digits loses some of them.
  public var double: Double {
    Double(spelling) ?? .nan
  }

  package var isWhole: Bool { JSONDecimal(self).isWhole }

  /// Whether the number is an exact integer multiple of another. Zero is a multiple of every number; no other number is a multiple
  /// of zero.
  ///
  /// Cost: linear in the number of digits; for a divisor of more than 18 digits, multiplied by a nineteenth of the number of its digits.
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

extension JSONNumber {
  /// The maximum number of digits before the point of a number without an exponent.
  private static let maxDigits = 34
  /// The maximum number of zeros after the point of a number without an exponent.
  private static let maxZeros = 5

  /// Creates a number as people write it: with an exponent only if it would have many zeros. 1500 stays `1500`, 10⁻⁵ is
  /// `0.00001`, and 10⁴⁰ is `1e40`.
  package init(_ decimal: JSONDecimal) {
    let digits = decimal.significand.description.drop { $0 == "-" }
    let sign = decimal.significand.isNegative ? "-" : ""
    self.init(checked: sign + Self.magnitude(digits, exponent: decimal.exponent))
  }

  private static func magnitude(_ digits: Substring, exponent: BigInteger) -> String {
    if let exponent = exponent.word {
      let point = digits.count + exponent
      if exponent >= 0, point <= maxDigits { return digits + String(repeating: "0", count: exponent) }
      if exponent < 0, point > 0 { return "\(digits.prefix(point)).\(digits.dropFirst(point))" }
      if exponent < 0, point >= -maxZeros { return "0." + String(repeating: "0", count: -point) + digits }
    }
    let fraction = digits.count > 1 ? ".\(digits.dropFirst())" : ""
    return "\(digits.prefix(1))\(fraction)e\(exponent + .word(digits.count - 1))"
  }
}
