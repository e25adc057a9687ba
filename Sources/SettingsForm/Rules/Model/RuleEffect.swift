/// The effect of a rule.
package enum RuleEffect: Hashable, Sendable {
  /// The expression must be true: a constraint.
  case require(RuleExpression)
  /// Settings, or all settings of sections, are neither shown nor checked; they keep their values.
  case hide([SettingPath])
  /// Settings, or all settings of sections, are disabled: they are shown but can't be changed, because they currently have no
  /// effect.
  case disable([SettingPath])
  /// Settings, or all settings of sections, are shown and can't be changed.
  case readOnly([SettingPath])
  /// The setting has this value while it isn't set: a derived default.
  case assign(SettingPath, RuleExpression)
}
