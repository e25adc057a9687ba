/// Two numbers that are the two sides of something: a left and a right, a start and an end.
///
/// ```swift
/// pair(s.inner.left, s.inner.right) == pair(s.outer.left, s.outer.right).inset(by: 4)
/// // the same as s.inner.left == s.outer.left + 4 and s.inner.right == s.outer.right - 4
/// ```
public struct PairOperand {
  let first: RuleTerm
  let second: RuleTerm

  /// The pair with its sides moved inwards: the first by adding, the second by subtracting.
  public func inset<Distance: NumberOperand>(by distance: Distance) -> PairOperand {
    PairOperand(
      first: first.with(distance.ruleTerm) { .arithmetic(.add, $0, $1) },
      second: second.with(distance.ruleTerm) { .arithmetic(.subtract, $0, $1) })
  }

  /// The pair with both sides moved by the same distance.
  public func offset<Distance: NumberOperand>(by distance: Distance) -> PairOperand {
    PairOperand(
      first: first.with(distance.ruleTerm) { .arithmetic(.add, $0, $1) },
      second: second.with(distance.ruleTerm) { .arithmetic(.add, $0, $1) })
  }
}

/// Two numbers that are the two sides of something, compared side by side with another pair.
public func pair<First: NumberOperand, Second: NumberOperand>(
  _ first: First, _ second: Second
) -> PairOperand {
  PairOperand(first: first.ruleTerm, second: second.ruleTerm)
}
