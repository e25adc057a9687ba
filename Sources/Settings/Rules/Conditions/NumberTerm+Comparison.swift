/// Comparisons of numbers. Each operator has two overloads: for any number on the right, and for a constant on the left.
extension NumberTerm {
  /// Whether the left number is less than the right.
  public static func < <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.less, left, right)
  }

  /// Whether the left number is less than the right.
  public static func < <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.less, left, right)
  }

  /// Whether the left number is less than or equal to the right.
  public static func <= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.lessOrEqual, left, right)
  }

  /// Whether the left number is less than or equal to the right.
  public static func <= <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.lessOrEqual, left, right)
  }

  /// Whether the left number is greater than the right.
  public static func > <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.greater, left, right)
  }

  /// Whether the left number is greater than the right.
  public static func > <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.greater, left, right)
  }

  /// Whether the left number is greater than or equal to the right.
  public static func >= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.greaterOrEqual, left, right)
  }

  /// Whether the left number is greater than or equal to the right.
  public static func >= <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.greaterOrEqual, left, right)
  }

  /// Whether both numbers have the same value, regardless of their types.
  @_disfavoredOverload
  public static func == <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.equal, left, right)
  }

  /// Whether both numbers have the same value, regardless of their types.
  @_disfavoredOverload
  public static func == <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.equal, left, right)
  }

  /// Whether the numbers have different values, regardless of their types.
  @_disfavoredOverload
  public static func != <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.notEqual, left, right)
  }

  /// Whether the numbers have different values, regardless of their types.
  @_disfavoredOverload
  public static func != <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.notEqual, left, right)
  }
}
