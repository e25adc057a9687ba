/// What a rule can keep a person from doing with a setting.
package enum RuleRestriction: Hashable, Sendable, CaseIterable {
  /// To see it.
  case hidden
  /// To change it, as it has no use now.
  case disabled
  /// To change it.
  case readOnly
}
