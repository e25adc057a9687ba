/// Comparisons of numbers, each operator twice: with any number at the right, and with a constant at the left.
extension NumberTerm {
  /// Whether the left is less.
  public static func < <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.less, left, right)
  }

  /// Whether the left is less.
  public static func < <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.less, left, right)
  }

  /// Whether the left is less or equal.
  public static func <= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.lessOrEqual, left, right)
  }

  /// Whether the left is less or equal.
  public static func <= <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.lessOrEqual, left, right)
  }

  /// Whether the left is greater.
  public static func > <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.greater, left, right)
  }

  /// Whether the left is greater.
  public static func > <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.greater, left, right)
  }

  /// Whether the left is greater or equal.
  public static func >= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.greaterOrEqual, left, right)
  }

  /// Whether the left is greater or equal.
  public static func >= <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.greaterOrEqual, left, right)
  }

  /// Whether both numbers are worth the same, whatever their types.
  @_disfavoredOverload
  public static func == <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.equal, left, right)
  }

  /// Whether both numbers are worth the same, whatever their types.
  @_disfavoredOverload
  public static func == <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.equal, left, right)
  }

  /// Whether the numbers are worth different amounts, whatever their types.
  @_disfavoredOverload
  public static func != <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    .comparing(.notEqual, left, right)
  }

  /// Whether the numbers are worth different amounts, whatever their types.
  @_disfavoredOverload
  public static func != <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    .comparing(.notEqual, left, right)
  }
}
