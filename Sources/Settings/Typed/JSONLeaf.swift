#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type whose values are single JSON values in the settings file, neither objects nor arrays.
///
/// `Codable` would write many of these types otherwise: a `Date` as seconds since 2001, a `URL` as an object, `Data` as Base64 only with
/// the right strategy. A settings file is read by people, so each of these types has one readable form here, which the generator knows,
/// too, and writes into the form as a format.
///
/// A value is read from the node and not from a decoded value: numbers are converted from their digits, so a `UInt128` or a `Decimal` loses
/// nothing.
protocol JSONLeaf {
  /// The kind of JSON value. An error says `this number isn't` if the kind is right and the value isn't.
  static var kind: JSONNode.Kind { get }

  /// A description of valid values for messages, after `should be`: `a whole number from -128 to 127`.
  static var expected: String { get }

  /// Reads a value; returns `nil` if it has another type or is out of range. An integer is never rounded or cut to fit: `300` isn't a
  /// `UInt8`, and `1.5` isn't an `Int`.
  init?(_ node: JSONNode)

  /// The value as JSON; `nil` if JSON can't represent it.
  ///
  /// A `Double` that is infinite has no JSON. It is written in a way that validation refuses, instead of as `null`.
  var json: JSONValue? { get }
}

extension Bool: JSONLeaf {
  static var kind: JSONNode.Kind { .bool }
  static var expected: String { "true or false" }

  init?(_ node: JSONNode) {
    guard let value = node.bool else { return nil }
    self = value
  }

  var json: JSONValue? { .bool(self) }
}

extension String: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "a string" }

  init?(_ node: JSONNode) {
    guard let value = node.string else { return nil }
    self = value
  }

  var json: JSONValue? { .string(self) }
}

extension JSONLeaf where Self: FixedWidthInteger {
  static var kind: JSONNode.Kind { .number }
  static var expected: String { "a whole number from \(Self.min) to \(Self.max)" }

  init?(_ node: JSONNode) {
    guard let value = node.integer(as: Self.self) else { return nil }
    self = value
  }

  var json: JSONValue? { .number(JSONNumber(self)) }
}

extension Int: JSONLeaf {}
extension Int8: JSONLeaf {}
extension Int16: JSONLeaf {}
extension Int32: JSONLeaf {}
extension Int64: JSONLeaf {}
extension UInt: JSONLeaf {}
extension UInt8: JSONLeaf {}
extension UInt16: JSONLeaf {}
extension UInt32: JSONLeaf {}
extension UInt64: JSONLeaf {}
extension Int128: JSONLeaf {}
extension UInt128: JSONLeaf {}

extension JSONLeaf where Self: BinaryFloatingPoint & CustomStringConvertible {
  static var kind: JSONNode.Kind { .number }
  static var expected: String { "a number up to \(Self.greatestFiniteMagnitude)" }

  init?(_ node: JSONNode) {
    guard let value = node.double else { return nil }
    self = Self(value)
    guard isFinite else { return nil }
  }

  var json: JSONValue? { JSONNumber(self).map(JSONValue.number) }
}

extension Float: JSONLeaf {}
extension Double: JSONLeaf {}

extension Decimal: JSONLeaf {
  static var kind: JSONNode.Kind { .number }
  static var expected: String { "a decimal number" }

  init?(_ node: JSONNode) {
    guard let number = node.number else { return nil }
    // A number below the smallest decimal is zero, as for a `Double`.
    let isTiny = number.double.magnitude < 1e-127
    guard let value = isTiny ? 0 : Decimal(string: number.spelling), value.isFinite else { return nil }
    self = value
  }

  var json: JSONValue? { JSONNumber(description).map(JSONValue.number) }
}

extension URL: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "a URL" }

  init?(_ node: JSONNode) {
    guard let text = node.string, let value = URL(string: text) else { return nil }
    self = value
  }

  var json: JSONValue? { .string(absoluteString) }
}

extension UUID: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "a UUID such as 123E4567-E89B-12D3-A456-426614174000" }

  init?(_ node: JSONNode) {
    guard let text = node.string, let value = UUID(uuidString: text) else { return nil }
    self = value
  }

  var json: JSONValue? { .string(uuidString) }
}

extension Data: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "bytes in Base64" }

  init?(_ node: JSONNode) {
    guard let text = node.string, let value = Data(base64Encoded: text) else { return nil }
    self = value
  }

  var json: JSONValue? { .string(base64EncodedString()) }
}

/// RFC 3339 in UTC, with as many decimals as the date has, at least three if any: `2026-01-31T12:00:00Z`, `2026-01-31T12:00:00.250Z`.
extension Date: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "a date and time such as 2026-01-31T12:00:00Z" }

  init?(_ node: JSONNode) {
    // Seconds since 2001, as `JSONEncoder` writes them.
    if let seconds = node.double {
      self.init(timeIntervalSinceReferenceDate: seconds)
      return
    }
    guard let text = node.string, let time = TextFormat.dateTime.attoseconds(of: text) else { return nil }
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
    self.init(timeIntervalSinceReferenceDate: Double(seconds - 978_307_200) + Double(rest) / 1e18)
  }

  var json: JSONValue? {
    JSONNumber(timeIntervalSinceReferenceDate).flatMap(DateTimeGrammar.text(secondsSince2001:)).map(
      JSONValue.string)
  }
}

/// ISO 8601, written in seconds: `PT90S`. `PT1M30S` and `P2W` are read, too; years and months are refused, since they have no fixed length.
/// A duration is exact to the attosecond.
extension Duration: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String {
    "a duration in weeks, or in days, hours, minutes and seconds, such as PT1M30S; years and months have no fixed length"
  }

  init?(_ node: JSONNode) {
    // The halves of the attoseconds, as `JSONEncoder` writes them.
    let halves = Array(node.elements)
    if halves.count == 2, let upper = halves[0].integer(as: Int64.self),
      let lower = halves[1].integer(as: UInt64.self)
    {
      self.init(attoseconds: Int128(upper) << 64 | Int128(lower))
      return
    }
    guard let text = node.string, let duration = try? FixedDuration(text) else { return nil }
    self.init(attoseconds: duration.attoseconds)
  }

  var json: JSONValue? { FixedDuration(attoseconds: attoseconds).map { .string($0.text) } }
}
