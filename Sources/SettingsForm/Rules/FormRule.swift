/// A statement about several settings: a constraint, a visibility or a derived default.
///
/// ```swift
/// FormRule(.require(.operation(.lessOrEqual, [.setting(["pool", "min"]), .setting(["pool", "max"])])))
/// FormRule(.restrict(.hidden, [["proxy", "host"]]), when: .operation(.not, [.setting(["proxy", "isUsed"])]))
/// FormRule(.assign(["color"], .value("red")), when: .setting(["isUrgent"]), priority: .high)
/// ```
///
/// A rule is data: an app writes it in Swift (`RuleBook`), a form has it as JsonLogic under `x-rules`, and both are
/// this value. So a program without the app obeys the same rules as the app. It is checked against the form and
/// compiled when a store opens; nothing evaluates it in this form.
package struct FormRule: Hashable, Sendable {
  /// The condition under which the rule applies; `nil` if it always applies.
  package var condition: RuleExpression?
  package var effect: RuleEffect
  /// The message if the constraint is violated; `nil` for a sentence that consists of the titles of the settings that
  /// it reads.
  package var message: String?
  /// Whether a violated constraint prevents an apply: an error does, and a warning is only shown in the review.
  package var severity: FormProblem.Severity
  /// The priority among several derived defaults. Other effects don't compete: what one rule hides is hidden, whatever
  /// the others do.
  package var priority: RulePriority
  /// The group that the rule is switched on and off with; `nil` if it isn't in a group. An app can switch groups while
  /// it runs.
  package var group: String?
  /// The source location of the rule: `AppSettings.swift:12`; `nil` if unknown.
  package var source: String?

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

/// The effect of a rule.
package enum RuleEffect: Hashable, Sendable {
  /// The expression must be true: a constraint.
  case require(RuleExpression)
  /// Settings, or all settings of sections, can't be seen or changed.
  case restrict(RuleRestriction, [SettingPath])
  /// The setting has this value while it isn't set: a derived default.
  case assign(SettingPath, RuleExpression)
}

/// What a rule can prevent a person from doing with a setting; the raw value is the member of the rule. The value isn't touched by any of
/// them.
package enum RuleRestriction: String, Hashable, Sendable, CaseIterable {
  /// Seeing the setting, which isn't checked either.
  case hidden = "hide"
  /// Changing the setting, because it currently has no effect.
  case disabled = "disable"
  /// Changing the setting.
  case readOnly
}

/// The priority of a derived default: if several rules derive a default for one setting, the rule with the highest priority decides.
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   s.display.color <- .blue
///   (s.isUrgent == true => s.display.color <- .red).priority(.high)
///   (s.times > 100 => s.display.color <- .blue).priority(600)
/// }
/// ```
///
/// If priorities are equal, the more specific condition takes precedence, which needs more comparisons to be true, and then the earlier
/// rule. So most books need no priorities.
///
/// A priority is a whole number. The named priorities are from -1000 (``fallback``) over 0 (``normal``) to 1000 (``important``); a number
/// between them is written as a literal.
public struct RulePriority: Hashable, Sendable {
  /// The priority as a number; a higher number takes precedence.
  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }

  /// The highest named priority: 1000.
  public static let important = RulePriority(1000)
  /// Above `high`: 750.
  public static let veryHigh = RulePriority(750)
  /// Above `normal`: 500.
  public static let high = RulePriority(500)
  /// The priority of a rule without one: 0.
  public static let normal = RulePriority(0)
  /// Below `normal`: -250.
  public static let low = RulePriority(-250)
  /// Below `low`: -500.
  public static let veryLow = RulePriority(-500)
  /// The lowest named priority: -1000.
  public static let fallback = RulePriority(-1000)
}

extension RulePriority: ExpressibleByIntegerLiteral {
  /// Creates a priority from a number; a higher number takes precedence.
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension FormRule {
  /// The condition, and the constraint or derived value: everything that the rule reads. The settings that it hides,
  /// disables or assigns aren't among them.
  package var expressions: [RuleExpression] {
    switch effect {
    case .require(let expression), .assign(_, let expression): [condition, expression].compactMap(\.self)
    case .restrict: [condition].compactMap(\.self)
    }
  }
}

/// The members of a rule's object in `x-rules`, such as `{"when": …, "hide": ["proxy.host"], "group": "network"}`. Any
/// other member is an error, with the most similar name as a suggestion.
package enum RuleMember: String, CaseIterable {
  case when
  case require
  case hide
  case disable
  case readOnly
  /// The path of a setting with a derived default; its value is in `to`.
  case set
  case to
  case message
  case severity
  case priority
  case group
  case source

  /// The effects. A rule has exactly one.
  package static let effects: [RuleMember] = [.require, .hide, .disable, .readOnly, .set]
}
