/// An item of a rule book: a constraint, a rule with a condition, an action, a group, or a list of these.
public protocol RuleContent {
  /// The rules of the item.
  var _ruleContent: [Rule] { get }
}

/// One rule of an app.
public struct Rule: RuleContent, Sendable {
  var form: FormRule
  var defects: [RuleDefect]

  init(_ form: FormRule, defects: [RuleDefect] = []) {
    self.form = form
    self.defects = defects
  }

  /// The rule itself.
  public var _ruleContent: [Rule] { [self] }
}

extension Array: RuleContent where Element: RuleContent {
  /// The rules of the elements, in order.
  public var _ruleContent: [Rule] { flatMap(\._ruleContent) }
}

extension RuleContent {
  /// Sets the priority of the rules: of several derived defaults for one setting, the one with the highest priority applies.
  public func priority(_ priority: RulePriority) -> [Rule] {
    changed { $0.priority = priority }
  }

  /// Sets the message that is shown when the constraints don't hold.
  public func message(_ message: String) -> [Rule] {
    changed { $0.message = message }
  }

  /// Sets the severity of the constraints: a `.warning` doesn't prevent an apply.
  public func severity(_ severity: FormProblem.Severity) -> [Rule] {
    changed { $0.severity = severity }
  }

  private func changed(_ change: (inout FormRule) -> Void) -> [Rule] {
    _ruleContent.map { rule in
      var rule = rule
      change(&rule.form)
      return rule
    }
  }
}

/// The reason why the form can't express a rule.
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
