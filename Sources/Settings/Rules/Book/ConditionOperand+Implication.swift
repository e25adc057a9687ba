/// Rules that apply when a condition holds; those that the type checker mostly meets first.
extension RuleCondition {
  /// Does something to settings when the condition holds: `s.mode == .fast => .hide(s.key)`.
  public static func => (condition: RuleCondition, action: RuleAction) -> [Rule] {
    action.ruleContent.applying(when: condition.ruleTerm)
  }

  /// Makes a constraint hold only when the condition does: `s.mode == .exact => s.timePeriod <= 30`.
  public static func => (condition: RuleCondition, constraint: RuleCondition) -> [Rule] {
    constraint.ruleContent.applying(when: condition.ruleTerm)
  }
}

extension ConditionOperand {
  /// Does something to settings when the condition holds: `s.isLocked => .hide(s.key)`, `s.isUrgent => s.color <- .red`.
  @_disfavoredOverload
  public static func => (condition: Self, action: RuleAction) -> [Rule] {
    action.ruleContent.applying(when: condition.ruleTerm)
  }

  /// Makes rules apply only when the condition holds: `s.isExact => s.timePeriod <= 30`.
  @_disfavoredOverload
  public static func => <Content: RuleContent>(condition: Self, rules: Content) -> [Rule] {
    rules.ruleContent.applying(when: condition.ruleTerm)
  }
}

extension [Rule] {
  /// The rules with one more condition.
  fileprivate func applying(when condition: RuleTerm) -> [Rule] {
    map { rule in
      var rule = rule
      let parts = condition.expression.conjuncts + (rule.form.condition?.conjuncts ?? [])
      rule.form.condition = parts.count == 1 ? parts[0] : .all(parts)
      rule.defects = condition.defects + rule.defects
      return rule
    }
  }
}
