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
