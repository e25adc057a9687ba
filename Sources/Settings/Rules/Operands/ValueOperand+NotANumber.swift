/// Error messages of the compiler for arithmetic with anything but numbers.
extension ValueOperand {
  /// Unavailable: the operand isn't a number.
  @available(
    *, unavailable, message: "'+' in a rule needs numbers: settings that are numbers, or sections of numbers"
  )
  @_disfavoredOverload
  public static func + <Right>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(left._ruleTerm)
  }

  /// Unavailable: the operand isn't a number.
  @available(
    *, unavailable, message: "'-' in a rule needs numbers: settings that are numbers, or sections of numbers"
  )
  @_disfavoredOverload
  public static func - <Right>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(left._ruleTerm)
  }

  /// Unavailable: the operand isn't a number.
  @available(
    *, unavailable, message: "'*' in a rule needs numbers: settings that are numbers, or sections of numbers"
  )
  @_disfavoredOverload
  public static func * <Right>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(left._ruleTerm)
  }

  /// Unavailable: the operand isn't a number.
  @available(
    *, unavailable, message: "'/' in a rule needs numbers: settings that are numbers, or sections of numbers"
  )
  @_disfavoredOverload
  public static func / <Right>(left: Self, right: Right) -> NumberExpression {
    NumberExpression(left._ruleTerm)
  }
}
