/// What a rule computes with: a setting, a context value, a constant, or what is made of them.
///
/// Operators are declared in extensions of these protocols, so that the type checker looks at few of them.
public protocol RuleOperand {
  /// What the operand is in the form.
  var ruleTerm: RuleTerm { get }
}

/// An operand with values of one Swift type.
public protocol ValueOperand<Value>: RuleOperand {
  /// The type that constants beside the operand have: `.red` for a colour.
  associatedtype Value: Encodable
}

/// An operand that is a number, a constant such as `16` or `0.5` included.
///
/// Numbers of all types compare and compute with one another; they count as they are written, exactly.
public protocol NumberOperand: RuleOperand {}

/// An operand that is a number and no constant.
public protocol NumberTerm: NumberOperand {}

/// A value made of others: `s.nickname ?? s.name`.
public struct ValueExpression<Value: Encodable>: ValueOperand {
  /// What the value is in the form.
  public let ruleTerm: RuleTerm
}

extension ValueExpression: NumberOperand, NumberTerm where Value: NumericValue {}

/// A number made of others: `s.cache.size + 16`.
public struct NumberExpression: NumberTerm {
  /// What the number is in the form.
  public let ruleTerm: RuleTerm
}
