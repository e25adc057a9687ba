/// A comparison of two values; the raw value is the operator.
package enum RuleComparison: String, Hashable, Sendable, CaseIterable {
  /// Equal; values of different types never are.
  case equal = "=="
  /// Not equal.
  case notEqual = "!="
  /// Less; numbers and texts only.
  case less = "<"
  /// Less or equal; numbers and texts only.
  case lessOrEqual = "<="
  /// Greater; numbers and texts only.
  case greater = ">"
  /// Greater or equal; numbers and texts only.
  case greaterOrEqual = ">="
}
