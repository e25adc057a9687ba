/// An item of a rule book: a constraint, a rule with a condition, an action, a group, or a list of these.
///
/// Don't conform to it. Its methods, which every line of a book has, say how a rule is applied:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   (s.pool.max <= 64).message("More than 64 connections slow the server down.").severity(.warning)
///   (s.isUrgent == true => s.display.color <- .red).priority(.high)
/// }
/// ```
///
/// Put the line into parentheses, because a method binds more tightly than an operator. For several rules at once, call the method on a
/// ``RuleGroup``.
public protocol RuleContent {
  /// The rules of the item.
  var _ruleContent: [SettingsRule] { get }
}

/// One rule of an app, as the lines of a rule book make it.
///
/// It is the element of what functions with ``RuleBuilder`` return, and of what ``RuleContent/message(_:)`` and its siblings return;
/// nothing else can be done with it:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   urgency(s.pool)
/// }
///
/// @RuleBuilder static func urgency(_ pool: SettingReference<AppSettings, Pool>) -> [SettingsRule] {
///   (pool.max <= 64).severity(.warning)
///   pool.min <= pool.max
/// }
/// ```
public struct SettingsRule: RuleContent, Sendable {
  var form: FormRule
  var defects: [RuleDefect]

  init(_ form: FormRule, defects: [RuleDefect] = []) {
    self.form = form
    self.defects = defects
  }

  /// The rule itself.
  public var _ruleContent: [SettingsRule] { [self] }
}

extension Array: RuleContent where Element: RuleContent {
  /// The rules of the elements, in order.
  public var _ruleContent: [SettingsRule] { flatMap(\._ruleContent) }
}

extension RuleContent {
  /// Sets the priority of the rules: of several derived defaults for one setting, the one with the highest priority applies.
  ///
  /// `(s.isUrgent == true => s.display.color <- .red).priority(.high)`. Without it, the priority is `.normal`. Constraints and actions have
  /// no use for it.
  public func priority(_ priority: RulePriority) -> [SettingsRule] {
    changed { $0.priority = priority }
  }

  /// Sets the message that is shown when the constraints don't hold, instead of a sentence that consists of the titles.
  ///
  /// `(s.pool.min <= s.pool.max).message("The pool needs room to grow.")`. Write one sentence that says what to do.
  public func message(_ message: String) -> [SettingsRule] {
    changed { $0.message = message }
  }

  /// Sets the severity of the constraints: a `.warning` is shown, and doesn't prevent an apply. By default, it is `.error`.
  ///
  /// Use a warning for what is unusual but can be meant.
  public func severity(_ severity: FormProblem.Severity) -> [SettingsRule] {
    changed { $0.severity = severity }
  }

  private func changed(_ change: (inout FormRule) -> Void) -> [SettingsRule] {
    _ruleContent.map { rule in
      var rule = rule
      change(&rule.form)
      return rule
    }
  }
}

/// The reason why the form can't express a rule.
///
/// A defect travels with the term in which it occurs, through all operators, to the rule. Operators can't throw, or each line of a book
/// would need `try`.
enum RuleDefect: Hashable, Sendable {
  /// The key path refers to neither a setting nor a section.
  case noSetting(String)
  /// The value can't be written as JSON, such as a number that isn't finite.
  case notJSON(String)
  /// The derived default of a setting is `nil`.
  case noValue(String)
  /// The member of a context value has no name in the value's JSON.
  case noMemberName(String)
  /// The option set isn't encoded as names.
  case noFlagNames(String)
}

extension RuleDefect: CustomStringConvertible {
  var description: String {
    switch self {
    case .noSetting(let keyPath): "\(keyPath) isn't a setting of the form; rules can only use settings"
    case .notJSON(let value): "the value \(value) can't be written to a settings file"
    case .noValue(let path): "give \(path) a value; a derived default can't be nil"
    case .noMemberName(let keyPath):
      "\(keyPath) has no known key in the context value; use a stored property that is coded under its own name"
    case .noFlagNames(let value):
      "the option set \(value) is encoded as a number, not as names, so rules can't test its flags"
    }
  }
}
