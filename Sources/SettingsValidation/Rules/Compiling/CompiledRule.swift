/// A compiled rule.
struct CompiledRule: Sendable {
  /// The effect of the rule, with its settings looked up.
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
  /// The number of comparisons that must be true to make the condition true.
  let specificity: Int

  /// The positions of all settings that the rule reads, each once.
  var settings: [Int] {
    if bodySettings.isEmpty || conditionSettings.isEmpty { return bodySettings + conditionSettings }
    let body = Set(bodySettings)
    return bodySettings + conditionSettings.filter { !body.contains($0) }
  }

  /// Whether this derived default takes precedence over another one for the same setting. If neither does, the order of the
  /// form decides.
  func precedes(_ other: CompiledRule) -> Bool {
    rule.priority == other.rule.priority
      ? specificity > other.specificity : rule.priority.number > other.rule.priority.number
  }
}
