/// Equality of values of one type.
extension ValueOperand {
  /// Whether the value is a constant; with `nil` it is the question whether there is none.
  public static func == (left: Self, right: Value) -> RuleCondition {
    .comparing(.equal, left, ValueExpression<Value>(ruleTerm: RuleTerm(constant: right)))
  }

  /// Whether the value is a constant.
  public static func == (left: Value, right: Self) -> RuleCondition {
    .comparing(.equal, ValueExpression<Value>(ruleTerm: RuleTerm(constant: left)), right)
  }

  /// Whether both values are equal.
  public static func == <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.equal, left, right)
  }

  /// Whether the value is another than a constant; with `nil` it is the question whether there is one.
  public static func != (left: Self, right: Value) -> RuleCondition {
    .comparing(.notEqual, left, ValueExpression<Value>(ruleTerm: RuleTerm(constant: right)))
  }

  /// Whether the value is another than a constant.
  public static func != (left: Value, right: Self) -> RuleCondition {
    .comparing(.notEqual, ValueExpression<Value>(ruleTerm: RuleTerm(constant: left)), right)
  }

  /// Whether the values differ.
  public static func != <Right: ValueOperand>(left: Self, right: Right) -> RuleCondition
  where Right.Value == Value {
    .comparing(.notEqual, left, right)
  }
}

/// Equality where one side may have no value; then the rule does not apply.
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
