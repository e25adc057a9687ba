/// A rule ready to run.
struct CompiledRule: Sendable {
  /// What the rule does, with everything found.
  enum Action: Sendable {
    case require(RuleProgram)
    case restrict(RuleRestriction, [RuleTarget])
    case assign(RuleAssignment)
  }

  let rule: FormRule
  let condition: RuleProgram?
  let action: Action
  /// The positions of the settings that the condition reads.
  let conditionSettings: [Int]
  /// The positions of the settings that the constraint or the derived value reads.
  let bodySettings: [Int]
  /// How many comparisons have to hold for the condition to.
  let specificity: Int

  /// The positions of all settings read, each once.
  var settings: [Int] {
    bodySettings + conditionSettings.filter { !bodySettings.contains($0) }
  }

  /// Whether of two derived defaults for one setting this one goes first, equal positions left aside.
  func precedes(_ other: CompiledRule) -> Bool {
    rule.priority == other.rule.priority
      ? specificity > other.specificity : rule.priority > other.rule.priority
  }
}

/// A derived default ready to run.
struct RuleAssignment: Sendable {
  /// The position of the setting.
  let position: Int
  let value: RuleProgram
  /// What the value has to meet; `nil` if it is known to.
  let checks: JSONSchema?
}

/// What a rule can keep a person from doing with a setting.
public enum RuleRestriction: Hashable, Sendable, CaseIterable {
  /// To see it.
  case hidden
  /// To change it, as it has no use now.
  case disabled
  /// To change it.
  case readOnly
}

/// A setting or a section.
enum RuleTarget: Hashable, Sendable {
  /// By its position in the form's settings.
  case setting(Int)
  /// By its position in the form's sections.
  case section(Int)
}
