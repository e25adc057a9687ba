/// A statement about several settings: a constraint, a visibility or a derived default.
///
/// ```swift
/// FormRule(require: .comparison(.lessOrEqual, .setting(["pool", "min"]), .setting(["pool", "max"])))
/// FormRule(.hide([["proxy", "host"]]), when: .not(.setting(["proxy", "isUsed"])))
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
  /// Settings, or all settings of sections, are neither shown nor checked; they keep their values.
  case hide([SettingPath])
  /// Settings, or all settings of sections, are disabled: they are shown but can't be changed, because they currently have no
  /// effect.
  case disable([SettingPath])
  /// Settings, or all settings of sections, are shown and can't be changed.
  case readOnly([SettingPath])
  /// The setting has this value while it isn't set: a derived default.
  case assign(SettingPath, RuleExpression)
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

/// An expression of a rule over settings, context values and constants.
///
/// The result is a value or no value. An optional setting without a value, a context value that the app didn't provide, and a
/// division by zero have no value. An expression with an operand that has no value has no value, except `all` with a `false`
/// operand, `any` with a `true` operand, `fallback`, and comparisons with the constant `null`. A rule whose condition,
/// constraint or value has no value doesn't apply.
///
/// Strings are equal if they are canonically equivalent in Unicode (`é` written either way). They are ordered by their scalars
/// in normal form C, regardless of language. Numbers are exact decimals: `0.1 + 0.2` is `0.3`.
package indirect enum RuleExpression: Hashable, Sendable {
  /// A constant.
  case value(JSONValue)
  /// A setting's value: the explicit value, or else the derived value, or else the default.
  case setting(SettingPath)
  /// A value that the app provides besides the settings, such as its platform.
  case context(String)
  /// A comparison of two values. A comparison with the constant `null` tests whether there is a value.
  case comparison(RuleComparison, RuleExpression, RuleExpression)
  /// An operation on two numbers.
  case arithmetic(RuleArithmetic, RuleExpression, RuleExpression)
  /// A number as a whole number.
  case rounded(RuleExpression, RuleRounding)
  /// The least of several numbers.
  case minimum([RuleExpression])
  /// The greatest of several numbers.
  case maximum([RuleExpression])
  /// Whether all operands are true; `true` without operands.
  case all([RuleExpression])
  /// Whether any operand is true; `false` without operands.
  case any([RuleExpression])
  /// The opposite.
  case not(RuleExpression)
  /// Whether the first operand contains the second: a list an element, a dictionary a key, a string a substring.
  case contains(RuleExpression, RuleExpression)
  /// Whether any part of a string matches a regular expression; see ``TextPattern``.
  case matches(RuleExpression, String)
  /// The number of a list's elements, a dictionary's members, or a string's characters (grapheme clusters).
  case count(RuleExpression)
  /// Whether a list, a dictionary or a string is empty.
  case isEmpty(RuleExpression)
  /// The first operand, or the second if the first has no value.
  case fallback(RuleExpression, RuleExpression)
  /// The second operand if the first is true, the third if it is false.
  case conditional(RuleExpression, then: RuleExpression, else: RuleExpression)
}

extension RuleExpression {
  /// The expressions that this expression consists of, from left to right; empty for a constant, a setting and a
  /// context value. Whoever walks through expressions needs no switch of its own, and can't forget a case.
  package var operands: [RuleExpression] {
    switch self {
    case .value, .setting, .context: []
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right),
      .contains(let left, let right),
      .fallback(let left, let right):
      [left, right]
    case .minimum(let operands), .maximum(let operands), .all(let operands), .any(let operands): operands
    case .not(let operand), .matches(let operand, _), .count(let operand), .isEmpty(let operand),
      .rounded(let operand, _):
      [operand]
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    }
  }

  package func forEach(_ body: (RuleExpression) -> Void) {
    body(self)
    for operand in operands { operand.forEach(body) }
  }
}

extension FormRule {
  /// The condition, and the constraint or derived value: everything that the rule reads. The settings that it hides,
  /// disables or assigns aren't among them.
  package var expressions: [RuleExpression] {
    switch effect {
    case .require(let expression), .assign(_, let expression): [condition, expression].compactMap(\.self)
    case .hide, .disable, .readOnly: [condition].compactMap(\.self)
    }
  }
}

/// A comparison of two values; the raw value is the operator.
package enum RuleComparison: String, Hashable, Sendable, CaseIterable {
  /// Equal; values of different types are never equal.
  case equal = "=="
  case notEqual = "!="
  /// Less; only for numbers and strings.
  case less = "<"
  /// Less or equal; only for numbers and strings.
  case lessOrEqual = "<="
  /// Greater; only for numbers and strings.
  case greater = ">"
  /// Greater or equal; only for numbers and strings.
  case greaterOrEqual = ">="
}

/// An operation on two numbers; the raw value is the operator.
///
/// Results have up to 34 significant digits and are rounded to nearest, half to even. A result outside 10^±6144 and a division
/// by zero have no value.
package enum RuleArithmetic: String, Hashable, Sendable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
}

/// How a number becomes a whole number; the raw value is the second operand of `rounded`.
package enum RuleRounding: String, Hashable, Sendable, CaseIterable {
  case down, up, towardZero, awayFromZero
  /// To the nearest whole number, and a half away from zero.
  case nearest
  /// To the nearest whole number, and a half to the even one.
  case nearestOrEven

  package init(_ rule: FloatingPointRoundingRule) {
    switch rule {
    case .down: self = .down
    case .up: self = .up
    case .towardZero: self = .towardZero
    case .awayFromZero: self = .awayFromZero
    case .toNearestOrEven: self = .nearestOrEven
    case .toNearestOrAwayFromZero: self = .nearest
    @unknown default: self = .nearest
    }
  }

  package var rule: FloatingPointRoundingRule {
    switch self {
    case .down: .down
    case .up: .up
    case .towardZero: .towardZero
    case .awayFromZero: .awayFromZero
    case .nearest: .toNearestOrAwayFromZero
    case .nearestOrEven: .toNearestOrEven
    }
  }

  /// The end of a sentence: "the quota * 0.8, rounded down".
  package var words: String {
    switch self {
    case .down: "rounded down"
    case .up: "rounded up"
    case .towardZero: "without its fraction"
    case .awayFromZero: "rounded away from zero"
    case .nearest, .nearestOrEven: "rounded"
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
