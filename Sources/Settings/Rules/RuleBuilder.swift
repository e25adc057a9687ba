/// Builds the rules of a rule book. Supports `if`, `if let`, `switch`, `for`, `if #available` and arrays.
///
/// Use it as an attribute of functions that return a part of a book's rules. That keeps the compiler fast in a large book, and lets
/// sections of the same type share rules:
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   limits(s.display.size)
///   limits(s.display.screen)
/// }
///
/// @RuleBuilder static func limits(_ size: SettingReference<AppSettings, Size>) -> [SettingsRule] {
///   size.width >= 40
///   size.height >= 10
/// }
/// ```
///
/// An `if` in a builder decides whether the book has a rule, when the book is created. For a rule that depends on the value of a setting,
/// write a condition with `=>`.
@resultBuilder
public enum RuleBuilder {
  /// Builds the rules of one line, and records its position in the source, which errors and traces show.
  public static func buildExpression<Content: RuleContent>(
    _ content: Content, file: StaticString = #fileID, line: UInt = #line
  ) -> [SettingsRule] {
    content._ruleContent.map { rule in
      var rule = rule
      rule.form.source = rule.form.source ?? "\(file):\(line)"
      return rule
    }
  }

  /// Builds the rules of several lines.
  public static func buildBlock(_ rules: [SettingsRule]...) -> [SettingsRule] { rules.flatMap { $0 } }

  /// Builds the rules of an `if` without an `else`.
  public static func buildOptional(_ rules: [SettingsRule]?) -> [SettingsRule] { rules ?? [] }

  /// Builds the rules of the first branch.
  public static func buildEither(first: [SettingsRule]) -> [SettingsRule] { first }

  /// Builds the rules of the second branch.
  public static func buildEither(second: [SettingsRule]) -> [SettingsRule] { second }

  /// Builds the rules of a loop.
  public static func buildArray(_ rules: [[SettingsRule]]) -> [SettingsRule] { rules.flatMap { $0 } }

  /// Builds the rules for a newer system.
  public static func buildLimitedAvailability(_ rules: [SettingsRule]) -> [SettingsRule] { rules }
}
