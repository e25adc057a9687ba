/// An operand as the form represents it. Opaque to apps.
@_documentation(visibility: internal)
public struct RuleTerm: Sendable {
  /// The expression in the form.
  var expression: RuleExpression
  /// The reasons why the form can't express it, reported with the rule's position in the source when the form is created.
  var defects: [RuleDefect] = []

  init(_ expression: RuleExpression, defects: [RuleDefect] = []) {
    self.expression = expression
    self.defects = defects
  }

  /// Creates a constant as it's written in the settings file.
  init(constant: some Encodable) {
    do {
      self.init(.value(try SettingsEncoder().encode(constant)))
    } catch {
      self.init(.value(.null), defects: [.notJSON("\(constant)")])
    }
  }

  /// Transforms the expression.
  func map(_ transform: (RuleExpression) -> RuleExpression) -> RuleTerm {
    RuleTerm(transform(expression), defects: defects)
  }

  /// Combines the expression with another.
  func with(
    _ other: RuleTerm, _ combine: (RuleExpression, RuleExpression) -> RuleExpression
  ) -> RuleTerm {
    RuleTerm(combine(expression, other.expression), defects: defects + other.defects)
  }

  /// Combines several expressions.
  static func joining(
    _ terms: [RuleTerm], _ combine: ([RuleExpression]) -> RuleExpression
  ) -> RuleTerm {
    RuleTerm(combine(terms.map(\.expression)), defects: terms.flatMap(\.defects))
  }
}
