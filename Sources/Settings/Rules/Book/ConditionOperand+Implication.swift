/// Rules that apply while a condition holds: the overloads that the type checker should try first.
extension RuleCondition {
  /// Applies an action while the condition holds: `s.mode == .fast => .hide(s.key)`.
  public static func => (condition: RuleCondition, action: RuleAction) -> [Rule] {
    action._ruleContent.applying(when: condition._ruleTerm)
  }

  /// Requires a constraint while the condition holds: `s.mode == .exact => s.timePeriod <= 30`.
  public static func => (condition: RuleCondition, constraint: RuleCondition) -> [Rule] {
    constraint._ruleContent.applying(when: condition._ruleTerm)
  }
}

extension ConditionOperand {
  /// Applies an action while the condition holds: `s.isLocked => .hide(s.key)`, `s.isUrgent => s.color <- .red`.
  @_disfavoredOverload
  public static func => (condition: Self, action: RuleAction) -> [Rule] {
    action._ruleContent.applying(when: condition._ruleTerm)
  }

  /// Applies rules while the condition holds: `s.isExact => s.timePeriod <= 30`.
  @_disfavoredOverload
  public static func => <Content: RuleContent>(condition: Self, rules: Content) -> [Rule] {
    rules._ruleContent.applying(when: condition._ruleTerm)
  }
}

extension [Rule] {
  /// Adds a condition to the rules.
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
