#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type whose values are numbers in the settings file.
///
/// To use an app's own type as a number in rules, such as an enum with integer raw values, declare its conformance:
/// `extension Port: NumericValue {}`.
public protocol NumericValue {}

extension Optional: NumericValue where Wrapped: NumericValue {}

/// A number that can be a constant in rules.
public protocol RuleNumber: NumericValue, NumberOperand, Encodable {}

extension RuleNumber {
  /// The constant.
  public var _ruleTerm: RuleTerm { RuleTerm(constant: self) }
}

extension Int: RuleNumber {}
extension Int8: RuleNumber {}
extension Int16: RuleNumber {}
extension Int32: RuleNumber {}
extension Int64: RuleNumber {}
extension UInt: RuleNumber {}
extension UInt8: RuleNumber {}
extension UInt16: RuleNumber {}
extension UInt32: RuleNumber {}
extension UInt64: RuleNumber {}
extension Float: RuleNumber {}
extension Double: RuleNumber {}
extension Decimal: RuleNumber {}
