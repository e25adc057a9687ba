/// What stands in a rule book: a constraint, a rule with a condition, an effect, a group, or a list of these.
public protocol RuleContent {
  /// The rules in it.
  var ruleContent: [Rule] { get }
}

/// One rule as an app writes it.
public struct Rule: RuleContent, Sendable {
  var form: FormRule
  var defects: [RuleDefect]

  init(_ form: FormRule, defects: [RuleDefect] = []) {
    self.form = form
    self.defects = defects
  }

  /// The rule itself.
  public var ruleContent: [Rule] { [self] }
}

extension Array: RuleContent where Element: RuleContent {
  /// The rules of the elements, one after the other.
  public var ruleContent: [Rule] { flatMap(\.ruleContent) }
}

extension RuleContent {
  /// The rules with a priority: of several derived defaults for one setting that with the highest wins.
  public func priority(_ priority: RulePriority) -> [Rule] {
    changed { $0.priority = priority }
  }

  /// The constraints with a sentence that a person is told when they do not hold.
  public func message(_ message: String) -> [Rule] {
    changed { $0.message = message }
  }

  /// The constraints with a severity: a `.warning` does not stop an apply.
  public func severity(_ severity: FormProblem.Severity) -> [Rule] {
    changed { $0.severity = severity }
  }

  /// The rules as part of a group, whose rules are switched on and off together.
  public func group(_ name: String) -> [Rule] {
    changed { $0.group = name }
  }

  private func changed(_ change: (inout FormRule) -> Void) -> [Rule] {
    ruleContent.map { rule in
      var rule = rule
      change(&rule.form)
      return rule
    }
  }
}
