/// Two numbers that are opposite sides: left and right, start and end.
///
/// ```swift
/// pair(s.inner.left, s.inner.right) == pair(s.outer.left, s.outer.right).inset(by: 4)
/// // the same as s.inner.left == s.outer.left + 4 and s.inner.right == s.outer.right - 4
/// ```
public struct PairOperand {
  let first: RuleTerm
  let second: RuleTerm

  /// Moves the sides inwards: adds the distance to the first, and subtracts it from the second.
  public func inset<Distance: NumberOperand>(by distance: Distance) -> PairOperand {
    PairOperand(
      first: first.with(distance.ruleTerm) { .arithmetic(.add, $0, $1) },
      second: second.with(distance.ruleTerm) { .arithmetic(.subtract, $0, $1) })
  }

  /// Multiplies both sides by a number.
  public static func * <Factor: NumberOperand>(pair: PairOperand, factor: Factor) -> PairOperand {
    PairOperand(
      first: pair.first.with(factor.ruleTerm) { .arithmetic(.multiply, $0, $1) },
      second: pair.second.with(factor.ruleTerm) { .arithmetic(.multiply, $0, $1) })
  }

  /// Moves both sides by the same distance.
  public func offset<Distance: NumberOperand>(by distance: Distance) -> PairOperand {
    PairOperand(
      first: first.with(distance.ruleTerm) { .arithmetic(.add, $0, $1) },
      second: second.with(distance.ruleTerm) { .arithmetic(.add, $0, $1) })
  }
}

/// Returns two numbers that are opposite sides, to be compared with those of another pair.
public func pair<First: NumberOperand, Second: NumberOperand>(
  _ first: First, _ second: Second
) -> PairOperand {
  PairOperand(first: first.ruleTerm, second: second.ruleTerm)
}
