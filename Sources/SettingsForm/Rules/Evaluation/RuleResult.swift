/// What an expression comes to.
enum RuleResult: Hashable, Sendable {
  /// A value; never `null`.
  case value(JSONValue)
  case nothing(RuleGap)
}
