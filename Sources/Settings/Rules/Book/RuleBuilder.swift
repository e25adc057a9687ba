/// Collects the rules of a rule book, with `if`, `if let`, `switch`, `for`, `if #available` and arrays.
@resultBuilder
public enum RuleBuilder {
  /// The rules of one line; they remember where they were written.
  public static func buildExpression<Content: RuleContent>(
    _ content: Content, file: StaticString = #fileID, line: UInt = #line
  ) -> [Rule] {
    content.ruleContent.map { rule in
      var rule = rule
      rule.form.source = rule.form.source ?? "\(file):\(line)"
      return rule
    }
  }

  /// The rules of several lines.
  public static func buildBlock(_ rules: [Rule]...) -> [Rule] { rules.flatMap { $0 } }

  /// The rules of an `if` without an `else`.
  public static func buildOptional(_ rules: [Rule]?) -> [Rule] { rules ?? [] }

  /// The rules of one branch.
  public static func buildEither(first: [Rule]) -> [Rule] { first }

  /// The rules of the other branch.
  public static func buildEither(second: [Rule]) -> [Rule] { second }

  /// The rules of all rounds of a loop.
  public static func buildArray(_ rules: [[Rule]]) -> [Rule] { rules.flatMap { $0 } }

  /// The rules for a newer system.
  public static func buildLimitedAvailability(_ rules: [Rule]) -> [Rule] { rules }
}
