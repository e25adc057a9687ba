/// A statement about several settings: a constraint, a visibility or a derived default.
///
/// ```swift
/// FormRule(require: .comparison(.lessOrEqual, .setting(["pool", "min"]), .setting(["pool", "max"])))
/// FormRule(.hide([["proxy", "host"]]), when: .not(.setting(["proxy", "isUsed"])))
/// FormRule(.assign(["color"], .value("red")), when: .setting(["isUrgent"]), priority: .high)
/// ```
package struct FormRule: Hashable, Sendable {
  /// When the rule applies; `nil` for always.
  package var condition: RuleExpression?
  /// What it does then.
  package var effect: RuleEffect
  /// The message when the constraint is violated; `nil` for a sentence made of the titles.
  package var message: String?
  /// Whether a violated constraint prevents an apply.
  package var severity: FormProblem.Severity
  /// Which of several derived defaults wins.
  package var priority: RulePriority
  /// The rules that are switched on and off together; `nil` for none.
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
