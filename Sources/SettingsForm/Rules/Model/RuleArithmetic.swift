/// How a number is made of two; the raw value is the operator.
///
/// Results have up to 34 significant digits and are rounded to the nearest, half to even, beyond; one outside of
/// 10^±6144 and a division by zero are nothing.
public enum RuleArithmetic: String, Hashable, Sendable, CaseIterable {
  /// The sum.
  case add = "+"
  /// The difference.
  case subtract = "-"
  /// The product.
  case multiply = "*"
  /// The quotient.
  case divide = "/"
}
