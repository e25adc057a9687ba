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
