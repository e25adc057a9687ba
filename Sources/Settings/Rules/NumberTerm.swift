/// Sums, differences, products and quotients.
///
/// Each operator has two overloads: for any number on the right, and for a constant on the left.
extension NumberTerm {
  /// Returns the sum: `s.pool.max + s.times`, `s.pool.max + 16`.
  ///
  /// Rules compute with exact decimals, so types of numbers can be mixed.
  public static func + <Right: NumberOperand>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(.add, left, right)
  }

  /// Returns the sum.
  public static func + <Left: RuleNumber>(left: Left, right: Self) -> NumberExpression {
    NumberExpression(.add, left, right)
  }

  /// Returns the difference: `s.display.right - s.display.left`.
  public static func - <Right: NumberOperand>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(.subtract, left, right)
  }

  /// Returns the difference: `100 - s.display.ratio`.
  public static func - <Left: RuleNumber>(left: Left, right: Self) -> NumberExpression {
    NumberExpression(.subtract, left, right)
  }

  /// Returns the product: `s.display.ratio * 100`.
  public static func * <Right: NumberOperand>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(.multiply, left, right)
  }

  /// Returns the product.
  public static func * <Left: RuleNumber>(left: Left, right: Self) -> NumberExpression {
    NumberExpression(.multiply, left, right)
  }

  /// Returns the quotient, with its fraction: `7 / 2` is `3.5`; no value if the divisor is zero.
  public static func / <Right: NumberOperand>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(.divide, left, right)
  }

  /// Returns the quotient, with its fraction; no value if the divisor is zero.
  public static func / <Left: RuleNumber>(left: Left, right: Self) -> NumberExpression {
    NumberExpression(.divide, left, right)
  }

  /// Returns the number with the opposite sign.
  ///
  /// A form has no negation, so it is a subtraction from zero.
  public static prefix func - (number: Self) -> NumberExpression {
    NumberExpression(.subtract, 0, number)
  }
}

extension NumberTerm {
  /// Returns the number as a whole number: `s.warning <- (s.quota * 0.8).rounded(.down)`.
  ///
  /// A derived default for a whole number has to be rounded if it can have a fraction. Otherwise, opening the store throws an error.
  public func rounded(_ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> NumberExpression {
    NumberExpression(.rounded, self, RuleTerm(constant: RuleRounding(rule).rawValue))
  }
}

extension NumberOperand where Self == NumberExpression {
  /// Returns the smallest of several numbers: `s.workers <= .minimum(s.cores, s.jobs)`.
  ///
  /// If one of them has no value, the result has none.
  public static func minimum(_ numbers: any NumberOperand...) -> NumberExpression {
    NumberExpression(RuleTerm(.minimum, numbers))
  }

  /// Returns the largest of several numbers.
  public static func maximum(_ numbers: any NumberOperand...) -> NumberExpression {
    NumberExpression(RuleTerm(.maximum, numbers))
  }
}

/// Comparisons of numbers. Each operator has two overloads: for any number on the right, and for a constant on the left.
extension NumberTerm {
  /// Whether the left number is less than the right: `s.pool.min < s.pool.max`.
  public static func < <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(.less, left, right)
  }

  /// Whether the left number is less than the right.
  public static func < <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    RuleCondition(.less, left, right)
  }

  /// Whether the left number is less than or equal to the right: `s.pool.min <= s.pool.max`, `s.times <= 10`.
  public static func <= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(.lessOrEqual, left, right)
  }

  /// Whether the left number is less than or equal to the right.
  public static func <= <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    RuleCondition(.lessOrEqual, left, right)
  }

  /// Whether the left number is greater than the right.
  public static func > <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(.greater, left, right)
  }

  /// Whether the left number is greater than the right.
  public static func > <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    RuleCondition(.greater, left, right)
  }

  /// Whether the left number is greater than or equal to the right.
  public static func >= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(.greaterOrEqual, left, right)
  }

  /// Whether the left number is greater than or equal to the right.
  public static func >= <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    RuleCondition(.greaterOrEqual, left, right)
  }

  /// Whether both numbers have the same value, regardless of their types: an `Int` of 1 is equal to a `Double` of 1.0.
  ///
  /// Numbers are compared by their decimal values, so a `Double` of 0.1 is equal to the decimal 0.1.
  @_disfavoredOverload
  public static func == <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(.equal, left, right)
  }

  /// Whether both numbers have the same value, regardless of their types.
  @_disfavoredOverload
  public static func == <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    RuleCondition(.equal, left, right)
  }

  /// Whether the numbers have different values, regardless of their types.
  @_disfavoredOverload
  public static func != <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    RuleCondition(.notEqual, left, right)
  }

  /// Whether the numbers have different values, regardless of their types.
  @_disfavoredOverload
  public static func != <Left: RuleNumber>(left: Left, right: Self) -> RuleCondition {
    RuleCondition(.notEqual, left, right)
  }
}
