/// An operation on two numbers; the raw value is the operator.
///
/// Results have up to 34 significant digits and are rounded to nearest, half to even. A result outside 10^±6144 and a division
/// by zero have no value.
package enum RuleArithmetic: String, Hashable, Sendable, CaseIterable {
  /// The sum.
  case add = "+"
  /// The difference.
  case subtract = "-"
  /// The product.
  case multiply = "*"
  /// The quotient.
  case divide = "/"
}
