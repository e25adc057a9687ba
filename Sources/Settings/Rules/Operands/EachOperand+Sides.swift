/// Returns two numbers that are opposite sides, left and right or start and end, to be compared with those of another pair.
///
/// ```swift
/// pair(s.inner.left, s.inner.right) == pair(s.outer.left, s.outer.right).inset(by: 4)
/// // the same as s.inner.left == s.outer.left + 4 and s.inner.right == s.outer.right - 4
/// ```
public func pair<First: NumberOperand, Second: NumberOperand>(
  _ first: First, _ second: Second
) -> EachOperand<RuleArity.Sides> {
  EachOperand(terms: [first._ruleTerm, second._ruleTerm])
}

extension EachOperand<RuleArity.Sides> {
  /// Moves the sides inwards: adds the distance to the first, and subtracts it from the second.
  public func inset<Distance: NumberOperand>(by distance: Distance) -> Self {
    let operations: [RuleArithmetic] = [.add, .subtract]
    let terms = zip(terms, operations).map { side, operation in
      side.with(distance._ruleTerm) { .arithmetic(operation, $0, $1) }
    }
    return EachOperand(terms: terms)
  }
}
