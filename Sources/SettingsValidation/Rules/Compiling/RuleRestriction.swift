/// What a rule can prevent a person from doing with a setting.
package enum RuleRestriction: Hashable, Sendable, CaseIterable {
  /// Seeing it.
  case hidden
  /// Changing it, as it currently has no effect.
  case disabled
  /// Changing it.
  case readOnly
}
