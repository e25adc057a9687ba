/// How two values compare; the raw value is the operator.
public enum RuleComparison: String, Hashable, Sendable, CaseIterable {
  /// Equal; values of different types are not.
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
