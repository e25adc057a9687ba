/// A statement about several settings: a constraint, a visibility or a derived default.
///
/// ```swift
/// FormRule(require: .comparison(.lessOrEqual, .setting(["pool", "min"]), .setting(["pool", "max"])))
/// FormRule(.hide([["proxy", "host"]]), when: .not(.setting(["proxy", "isUsed"])))
/// FormRule(.assign(["color"], .value("red")), when: .setting(["isUrgent"]), priority: .high)
/// ```
package struct FormRule: Hashable, Sendable {
  /// The condition under which the rule applies; `nil` if it always applies.
  package var condition: RuleExpression?
  /// The effect of the rule.
  package var effect: RuleEffect
  /// The message if the constraint is violated; `nil` for a sentence that consists of the titles.
  package var message: String?
  /// Whether a violated constraint prevents an apply.
  package var severity: FormProblem.Severity
  /// The priority among several derived defaults.
  package var priority: RulePriority
  /// The group that the rule is switched on and off with; `nil` if it isn't in a group.
  package var group: String?
  /// The source location of the rule: `AppSettings.swift:12`; `nil` if unknown.
  package var source: String?

  /// Creates a rule.
  package init(
    _ effect: RuleEffect, when condition: RuleExpression? = nil, message: String? = nil,
    severity: FormProblem.Severity = .error, priority: RulePriority = .normal, group: String? = nil,
    source: String? = nil
  ) {
    self.condition = condition
    self.effect = effect
    self.message = message
    self.severity = severity
    self.priority = priority
    self.group = group
    self.source = source
  }
}
