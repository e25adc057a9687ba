/// What a rule does when it applies.
package enum RuleEffect: Hashable, Sendable {
  /// The expression must be true: a constraint.
  case require(RuleExpression)
  /// Settings, or all settings of sections, are not shown and not checked; they keep their values.
  case hide([SettingPath])
  /// Settings, or all settings of sections, are disabled: shown, but not changeable, as they currently have no effect.
  case disable([SettingPath])
  /// Settings, or all settings of sections, are shown and can't be changed.
  case readOnly([SettingPath])
  /// The setting has this value as long as it was not set: a derived default.
  case assign(SettingPath, RuleExpression)
}
