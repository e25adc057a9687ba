/// Comparisons of durations, dates and strings: `s.timeout <= .seconds(30)`.
extension ValueOperand where Value: OrderedValue {
  /// Whether the left value is less than the right.
  public static func < (left: Self, right: Value) -> RuleCondition {
    .comparing(.less, left, ValueExpression<Value>(RuleTerm(constant: right)))
  }

  /// Whether the left value is less than the right.
  public static func < <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.less, left, right)
  }

  /// Whether the left value is less than or equal to the right.
  public static func <= (left: Self, right: Value) -> RuleCondition {
    .comparing(.lessOrEqual, left, ValueExpression<Value>(RuleTerm(constant: right)))
  }

  /// Whether the left value is less than or equal to the right.
  public static func <= <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.lessOrEqual, left, right)
  }

  /// Whether the left value is greater than the right.
  public static func > (left: Self, right: Value) -> RuleCondition {
    .comparing(.greater, left, ValueExpression<Value>(RuleTerm(constant: right)))
  }

  /// Whether the left value is greater than the right.
  public static func > <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.greater, left, right)
  }

  /// Whether the left value is greater than or equal to the right.
  public static func >= (left: Self, right: Value) -> RuleCondition {
    .comparing(.greaterOrEqual, left, ValueExpression<Value>(RuleTerm(constant: right)))
  }

  /// Whether the left value is greater than or equal to the right.
  public static func >= <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.greaterOrEqual, left, right)
  }
}
