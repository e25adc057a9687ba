/// A value in place of one that is missing.
extension ValueOperand {
  /// The setting's value, or a constant where it has none: `s.width ?? 80`.
  public static func ?? <Wrapped>(left: Self, right: Wrapped) -> ValueExpression<Wrapped>
  where Value == Wrapped? {
    ValueExpression(ruleTerm: left.ruleTerm.with(RuleTerm(constant: right)) { .fallback($0, $1) })
  }

  /// The setting's value, or another's where it has none: `s.nickname ?? s.name`.
  public static func ?? <Right: ValueOperand>(left: Self, right: Right) -> ValueExpression<Right.Value>
  where Value == Right.Value? {
    ValueExpression(ruleTerm: left.ruleTerm.with(right.ruleTerm) { .fallback($0, $1) })
  }
}
