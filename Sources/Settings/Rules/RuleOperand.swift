#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An operand of a rule: a setting, a context value, a constant, or an expression of them.
///
/// Operators are declared in extensions of these protocols, so that the type checker considers few of them. Requirements begin with an
/// underscore, because every integer, array and reference in an app has them.
public protocol RuleOperand {
  /// The operand as the form represents it.
  var _ruleTerm: RuleTerm { get }
}

/// An operand with values of one Swift type.
public protocol ValueOperand<Value>: RuleOperand {
  /// The type of constants that the operand is compared with.
  associatedtype Value: Encodable
}

/// An operand that is a number: a setting, an expression, or a constant such as `16` or `0.5`.
///
/// Numbers of different types can be combined. Rules compute with their exact decimal values.
public protocol NumberOperand: RuleOperand {}

/// An operand that is a number, but not a constant.
public protocol NumberTerm: NumberOperand {}

/// An expression with a value: `s.nickname ?? s.name`, `s.context(\.platform)`.
public struct ValueExpression<Value: Encodable>: ValueOperand {
  /// The expression as the form represents it.
  public let _ruleTerm: RuleTerm

  init(_ ruleTerm: RuleTerm) {
    _ruleTerm = ruleTerm
  }
}

extension ValueExpression: NumberOperand, NumberTerm where Value: NumericValue {}

/// An expression with a number: `s.cache.size + 16`.
public struct NumberExpression: NumberTerm {
  /// The expression as the form represents it.
  public let _ruleTerm: RuleTerm

  init(_ ruleTerm: RuleTerm) {
    _ruleTerm = ruleTerm
  }
}

/// An operand as the form represents it. Opaque to apps.
@_documentation(visibility: internal)
public struct RuleTerm: Sendable {
  /// The expression in the form.
  var expression: RuleExpression
  /// The reasons why the form can't express it, reported with the rule's position in the source when the form is created.
  var defects: [RuleDefect] = []

  init(_ expression: RuleExpression, defects: [RuleDefect] = []) {
    self.expression = expression
    self.defects = defects
  }

  /// Creates a constant as it's written in the settings file.
  init(constant: some Encodable) {
    do {
      self.init(.value(try SettingsEncoder().encode(constant)))
    } catch {
      self.init(.value(.null), defects: [.notJSON("\(constant)")])
    }
  }

  func map(_ transform: (RuleExpression) -> RuleExpression) -> RuleTerm {
    RuleTerm(transform(expression), defects: defects)
  }

  func with(
    _ other: RuleTerm, combine: (RuleExpression, RuleExpression) -> RuleExpression
  ) -> RuleTerm {
    RuleTerm(combine(expression, other.expression), defects: defects + other.defects)
  }

  /// Combines several expressions.
  static func joining(
    _ terms: [RuleTerm], combine: ([RuleExpression]) -> RuleExpression
  ) -> RuleTerm {
    RuleTerm(combine(terms.map(\.expression)), defects: terms.flatMap(\.defects))
  }
}

/// The number and the meaning of operands as a type, so that comparing two with three doesn't compile.
@_documentation(visibility: internal)
public enum RuleArity {
  /// Two operands that are opposite sides.
  public enum Sides {}
  /// The four edges of a rectangle.
  public enum Edges {}
  /// Two operands.
  public enum Two: RepeatedArity {}
  /// Three operands.
  public enum Three: RepeatedArity {}
  /// Four operands.
  public enum Four: RepeatedArity {}
  /// Five operands.
  public enum Five: RepeatedArity {}
  /// Six operands.
  public enum Six: RepeatedArity {}
  /// Seven operands.
  public enum Seven: RepeatedArity {}
  /// Eight operands.
  public enum Eight: RepeatedArity {}
}

/// Operands of the same meaning, so that all of them can be compared with one number. Opposite sides can't.
@_documentation(visibility: internal)
public protocol RepeatedArity {}

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

/// A type other than a number whose values are ordered: durations and dates by time, strings by Unicode scalars.
@_documentation(visibility: internal)
public protocol OrderedValue {}

extension Duration: OrderedValue {}
extension Date: OrderedValue {}
extension String: OrderedValue {}
extension Optional: OrderedValue where Wrapped: OrderedValue {}

/// The precedence of `=>`: lower than the logical operators, so a condition needs no parentheses.
precedencegroup RuleImplicationPrecedence {
  higherThan: AssignmentPrecedence
  lowerThan: LogicalDisjunctionPrecedence
}

/// The precedence of `<-`: between `=>` and the logical operators.
precedencegroup RuleAssignmentPrecedence {
  higherThan: RuleImplicationPrecedence
  lowerThan: LogicalDisjunctionPrecedence
}

/// Applies a rule while a condition holds: `s.isLocked => .hide(s.key)`.
infix operator => : RuleImplicationPrecedence

/// Derives a default: `s.color <- .red`.
infix operator <- : RuleAssignmentPrecedence
