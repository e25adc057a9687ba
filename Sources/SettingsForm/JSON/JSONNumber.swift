/// A JSON number of any size and precision, as it was spelt.
public struct JSONNumber: Sendable {
  /// The number's source text, as RFC 8259 allows it: `1.0`, `1e400`, `-0`.
  public let spelling: String

  /// Takes a spelling; `nil` if JSON's grammar does not allow it.
  public init?(_ spelling: String) {
    guard Self.isNumber(spelling) else { return nil }
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

  /// The value as an integer; `nil` if it has a fraction or does not fit.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    Integer(spelling)
  }

  /// The nearest double; infinite if it is too large for one.
  public var double: Double {
    Double(spelling) ?? .nan
  }

  private static func isNumber(_ text: String) -> Bool {
    Double(text)?.isNaN == false
  }
}

extension JSONNumber: Hashable, Comparable, CustomStringConvertible {
  /// The spelling.
  public var description: String { spelling }

  /// Whether both are worth the same, however spelt.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool { left.double == right.double }

  /// Orders by worth.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool { left.double < right.double }

  /// Feeds the worth.
  public func hash(into hasher: inout Hasher) { hasher.combine(double) }
}
