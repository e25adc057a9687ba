/// The order of durations, dates and texts: `s.timeout <= .seconds(30)`.
extension ValueOperand where Value: OrderedValue {
  /// Whether the left is less.
  public static func < (left: Self, right: Value) -> RuleCondition {
    .comparing(.less, left, ValueExpression<Value>(ruleTerm: RuleTerm(constant: right)))
  }

  /// Whether the left is less.
  public static func < <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.less, left, right)
  }

  /// Whether the left is less or equal.
  public static func <= (left: Self, right: Value) -> RuleCondition {
    .comparing(.lessOrEqual, left, ValueExpression<Value>(ruleTerm: RuleTerm(constant: right)))
  }

  /// Whether the left is less or equal.
  public static func <= <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.lessOrEqual, left, right)
  }

  /// Whether the left is greater.
  public static func > (left: Self, right: Value) -> RuleCondition {
    .comparing(.greater, left, ValueExpression<Value>(ruleTerm: RuleTerm(constant: right)))
  }

  /// Whether the left is greater.
  public static func > <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.greater, left, right)
  }

  /// Whether the left is greater or equal.
  public static func >= (left: Self, right: Value) -> RuleCondition {
    .comparing(.greaterOrEqual, left, ValueExpression<Value>(ruleTerm: RuleTerm(constant: right)))
  }

  /// Whether the left is greater or equal.
  public static func >= <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.greaterOrEqual, left, right)
  }
}
