/// What a rule does to settings: hide or lock them, or derive a default.
///
/// ```swift
/// s.network.useProxy == false => .hide(s.network.proxyHost)
/// ```
public struct RuleAction: RuleContent {
  let effect: RuleEffect
  let defects: [RuleDefect]

  /// The rule that always does it.
  public var ruleContent: [Rule] { [Rule(FormRule(effect), defects: defects)] }

  /// Does not show settings, or whole sections, and does not check them; they keep their values.
  public static func hide(_ settings: any RuleTargetReference...) -> RuleAction {
    RuleAction(settings, RuleEffect.hide)
  }

  /// Shows settings, or whole sections, as having no use now: they can't be changed.
  public static func disable(_ settings: any RuleTargetReference...) -> RuleAction {
    RuleAction(settings, RuleEffect.disable)
  }

  /// Shows settings, or whole sections, that can't be changed.
  public static func readOnly(_ settings: any RuleTargetReference...) -> RuleAction {
    RuleAction(settings, RuleEffect.readOnly)
  }

  private init(_ settings: [any RuleTargetReference], _ effect: ([SettingPath]) -> RuleEffect) {
    let targets = settings.map(\.ruleTarget)
    self.effect = effect(targets.map(\.path))
    defects = targets.flatMap(\.defects)
  }

  /// Derives a default.
  fileprivate init(_ setting: some RuleTargetReference, from value: RuleTerm) {
    let target = setting.ruleTarget
    let missing: [RuleDefect] =
      value.expression == .value(.null) && value.defects.isEmpty ? [.noValue("\(target.path)")] : []
    effect = .assign(target.path, value.expression)
    defects = target.defects + value.defects + missing
  }
}

/// Derived defaults: values of settings that were not set.
extension SettingReference {
  /// The setting has this value as long as it was not set.
  public static func <- (setting: Self, value: Value) -> RuleAction {
    RuleAction(setting, from: RuleTerm(constant: value))
  }

  /// The setting has another's value as long as it was not set.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Other.Value == Value {
    RuleAction(setting, from: value.ruleTerm)
  }

  /// The setting has another's value as long as it was not set.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Value == Other.Value? {
    RuleAction(setting, from: value.ruleTerm)
  }

  /// The setting has another's value, if there is one, as long as it was not set.
  public static func <- <Other: ValueOperand>(setting: Self, value: Other) -> RuleAction
  where Other.Value == Value? {
    RuleAction(setting, from: value.ruleTerm)
  }
}

extension SettingReference where Value: NumericValue {
  /// The setting has this number as long as it was not set: `s.cache.size <- s.memory.limit * 0.25`.
  @_disfavoredOverload
  public static func <- <Number: NumberOperand>(setting: Self, value: Number) -> RuleAction {
    RuleAction(setting, from: value.ruleTerm)
  }
}

extension SettingReference where Value == Bool {
  /// The setting is on while a condition holds and off otherwise, as long as it was not set.
  public static func <- (setting: Self, value: RuleCondition) -> RuleAction {
    RuleAction(setting, from: value.ruleTerm)
  }
}
