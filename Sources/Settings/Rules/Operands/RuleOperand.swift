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
