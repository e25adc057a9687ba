/// What an operand is in the form, with what is wrong about it.
///
/// Operators combine terms; nothing of them is for apps to see.
public struct RuleTerm: Sendable {
  /// What the form says.
  var expression: RuleExpression
  /// Why the form can't say it; reported with the rule's place in the source when the form is made.
  var defects: [RuleDefect] = []

  init(_ expression: RuleExpression, defects: [RuleDefect] = []) {
    self.expression = expression
    self.defects = defects
  }

  /// A constant, as the settings file would hold it.
  init(constant: some Encodable) {
    do {
      self.init(.value(try SettingsEncoder().encode(constant)))
    } catch {
      self.init(.value(.null), defects: [.notJSON("\(constant)")])
    }
  }

  /// A term made of this one.
  func map(_ transform: (RuleExpression) -> RuleExpression) -> RuleTerm {
    RuleTerm(transform(expression), defects: defects)
  }

  /// A term made of this one and another.
  func with(
    _ other: RuleTerm, _ combine: (RuleExpression, RuleExpression) -> RuleExpression
  ) -> RuleTerm {
    RuleTerm(combine(expression, other.expression), defects: defects + other.defects)
  }

  /// A term made of several.
  static func joining(
    _ terms: [RuleTerm], _ combine: ([RuleExpression]) -> RuleExpression
  ) -> RuleTerm {
    RuleTerm(combine(terms.map(\.expression)), defects: terms.flatMap(\.defects))
  }
}
