/// The result of an expression.
enum RuleResult: Hashable, Sendable {
  /// A value; never `null`.
  case value(JSONValue)
  case nothing(RuleGap)
}
