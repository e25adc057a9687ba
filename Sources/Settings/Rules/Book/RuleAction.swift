/// The effect of a rule on settings: it hides or locks them, or derives a default.
///
/// ```swift
/// s.network.useProxy == false => .hide(s.network.proxyHost)
/// ```
public struct RuleAction: RuleContent {
  let effect: RuleEffect
  let defects: [RuleDefect]

  /// The action as a rule without a condition.
  public var _ruleContent: [Rule] { [Rule(FormRule(effect), defects: defects)] }

  /// Hides settings, or whole sections, and skips their validation; they keep their values.
  public static func hide<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>
  ) -> RuleAction {
    RuleAction(repeat each settings, effect: RuleEffect.hide)
  }

  /// Disables settings, or whole sections: they are shown dimmed and can't be changed.
  public static func disable<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>
  ) -> RuleAction {
    RuleAction(repeat each settings, effect: RuleEffect.disable)
  }

  /// Makes settings, or whole sections, read-only: they are shown but can't be changed.
  public static func readOnly<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>
  ) -> RuleAction {
    RuleAction(repeat each settings, effect: RuleEffect.readOnly)
  }

  private init<Root, each Value>(
    _ settings: repeat SettingReference<Root, each Value>, effect: ([SettingPath]) -> RuleEffect
  ) {
    var paths: [SettingPath] = []
    var defects: [RuleDefect] = []
    for target in repeat (each settings).settingTarget {
      paths.append(target.path)
      defects += target.defects
    }
    self.effect = effect(paths)
    self.defects = defects
  }

  /// Derives a default.
  fileprivate init<Root, Value>(_ setting: SettingReference<Root, Value>, from value: RuleTerm) {
    let target = setting.settingTarget
    let missing: [RuleDefect] =
      value.expression == .value(.null) && value.defects.isEmpty ? [.noValue("\(target.path)")] : []
    effect = .assign(target.path, value.expression)
    defects = target.defects + value.defects + missing
  }
}

/// Derived defaults: values of settings that aren't set.
extension SettingReference {
  /// Derives a constant as the default of the setting.
  public static func <- (setting: Self, value: Value) -> RuleAction {
    RuleAction(setting, from: RuleTerm(constant: value))
  }

  /// Derives the value of another setting as the default of the setting.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Other.Value == Value {
    RuleAction(setting, from: value._ruleTerm)
  }

  /// Derives the value of another setting as the default of the setting.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Value == Other.Value? {
    RuleAction(setting, from: value._ruleTerm)
  }

  /// Derives the value of another setting, if it has one, as the default of the setting.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Other.Value == Value? {
    RuleAction(setting, from: value._ruleTerm)
  }
}

extension SettingReference where Value: NumericValue {
  /// Derives a number as the default of the setting: `s.cache.size <- s.memory.limit * 0.25`.
  @_disfavoredOverload
  public static func <- <Number: NumberOperand>(setting: Self, value: Number) -> RuleAction {
    RuleAction(setting, from: value._ruleTerm)
  }
}

extension SettingReference where Value == Bool {
  /// Derives the truth of a condition as the default of the setting.
  public static func <- (setting: Self, value: RuleCondition) -> RuleAction {
    RuleAction(setting, from: value._ruleTerm)
  }
}
