/// What a rule can prevent a person from doing with a setting.
package enum RuleRestriction: Hashable, Sendable, CaseIterable {
  /// Seeing the setting.
  case hidden
  /// Changing the setting, because it currently has no effect.
  case disabled
  /// Changing the setting.
  case readOnly
}
