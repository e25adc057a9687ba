@testable import Settings

/// A suite that compares typed rules with those of the form.
protocol RuleLowering {}

extension RuleLowering {
  /// The rules of a book as the form has them, without their places in the source.
  func rules(
    @RuleBuilder _ body: @escaping @Sendable (SettingReference<AppSettings, AppSettings>) -> [SettingsRule]
  ) throws -> [FormRule] {
    let book = RuleBook(for: AppSettings.self, rules: body)
    return try book.formRules(KeyPathTable(of: AppSettings.self)).map { rule in
      var rule = rule
      rule.source = nil
      return rule
    }
  }

  /// The only condition of a book with one constraint.
  func constraint(
    @RuleBuilder _ body: @escaping @Sendable (SettingReference<AppSettings, AppSettings>) -> [SettingsRule]
  ) throws -> RuleExpression? {
    let rules = try rules(body)
    guard rules.count == 1, case .require(let constraint) = rules[0].effect else { return nil }
    return constraint
  }

  var poolMin: RuleExpression { .setting(["pool", "min"]) }
  var poolMax: RuleExpression { .setting(["pool", "max"]) }
  var mode: RuleExpression { .setting(["mode"]) }
}
