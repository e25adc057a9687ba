/// Values that replace missing ones.
extension ValueOperand {
  /// Returns the setting's value, or a constant if it is missing: `s.width ?? 80`.
  public static func ?? <Wrapped>(left: Self, right: Wrapped) -> ValueExpression<Wrapped>
  where Value == Wrapped? {
    ValueExpression(left._ruleTerm.with(RuleTerm(constant: right)) { .fallback($0, $1) })
  }

  /// Returns the setting's value, or that of another setting if it is missing: `s.nickname ?? s.name`.
  public static func ?? <Right: ValueOperand>(left: Self, right: Right) -> ValueExpression<Right.Value>
  where Value == Right.Value? {
    ValueExpression(left._ruleTerm.with(right._ruleTerm) { .fallback($0, $1) })
  }
}
