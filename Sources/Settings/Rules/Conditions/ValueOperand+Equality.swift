/// Equality of values of the same type.
extension ValueOperand {
  /// Whether the value is equal to a constant; `nil` tests whether it is missing.
  public static func == (left: Self, right: Value) -> RuleCondition {
    .comparing(.equal, left, ValueExpression<Value>(RuleTerm(constant: right)))
  }

  /// Whether the value is equal to a constant.
  public static func == (left: Value, right: Self) -> RuleCondition {
    .comparing(.equal, ValueExpression<Value>(RuleTerm(constant: left)), right)
  }

  /// Whether both values are equal.
  public static func == <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.equal, left, right)
  }

  /// Whether the value differs from a constant; `nil` tests whether there is a value.
  public static func != (left: Self, right: Value) -> RuleCondition {
    .comparing(.notEqual, left, ValueExpression<Value>(RuleTerm(constant: right)))
  }

  /// Whether the value differs from a constant.
  public static func != (left: Value, right: Self) -> RuleCondition {
    .comparing(.notEqual, ValueExpression<Value>(RuleTerm(constant: left)), right)
  }

  /// Whether the values differ.
  public static func != <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.notEqual, left, right)
  }
}

/// Equality where one side is optional. The rule doesn't apply while that value is missing.
extension ValueOperand {
  /// Whether both values are equal.
  public static func == <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Value == Right.Value? {
    .comparing(.equal, left, right)
  }

  /// Whether both values are equal.
  public static func == <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value? {
    .comparing(.equal, left, right)
  }

  /// Whether the values differ.
  public static func != <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Value == Right.Value? {
    .comparing(.notEqual, left, right)
  }

  /// Whether the values differ.
  public static func != <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value? {
    .comparing(.notEqual, left, right)
  }
}
