/// A comparison of two values; the raw value is the operator.
package enum RuleComparison: String, Hashable, Sendable, CaseIterable {
  /// Equal; values of different types are never equal.
  case equal = "=="
  /// Not equal.
  case notEqual = "!="
  /// Less; only for numbers and strings.
  case less = "<"
  /// Less or equal; only for numbers and strings.
  case lessOrEqual = "<="
  /// Greater; only for numbers and strings.
  case greater = ">"
  /// Greater or equal; only for numbers and strings.
  case greaterOrEqual = ">="
}
