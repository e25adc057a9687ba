/// Builds the rules of a rule book. Supports `if`, `if let`, `switch`, `for`, `if #available` and arrays.
@resultBuilder
public enum RuleBuilder {
  /// Builds the rules of one line, and records its position in the source.
  public static func buildExpression<Content: RuleContent>(
    _ content: Content, file: StaticString = #fileID, line: UInt = #line
  ) -> [Rule] {
    content._ruleContent.map { rule in
      var rule = rule
      rule.form.source = rule.form.source ?? "\(file):\(line)"
      return rule
    }
  }

  /// Builds the rules of several lines.
  public static func buildBlock(_ rules: [Rule]...) -> [Rule] { rules.flatMap { $0 } }

  /// Builds the rules of an `if` without an `else`.
  public static func buildOptional(_ rules: [Rule]?) -> [Rule] { rules ?? [] }

  /// Builds the rules of the first branch.
  public static func buildEither(first: [Rule]) -> [Rule] { first }

  /// Builds the rules of the second branch.
  public static func buildEither(second: [Rule]) -> [Rule] { second }

  /// Builds the rules of a loop.
  public static func buildArray(_ rules: [[Rule]]) -> [Rule] { rules.flatMap { $0 } }

  /// Builds the rules for a newer system.
  public static func buildLimitedAvailability(_ rules: [Rule]) -> [Rule] { rules }
}
