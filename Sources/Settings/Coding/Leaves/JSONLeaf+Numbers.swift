#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    guard let number = node.number, let value = Decimal(string: number.spelling), value.isFinite else {
      return nil
    }
    self = value
  }

  var json: JSONValue? { JSONNumber(description).map(JSONValue.number) }
}
