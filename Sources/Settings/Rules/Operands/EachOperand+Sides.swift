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

/// Returns the four edges of a rectangle, to be compared with those of another.
///
/// ```swift
/// edges(top: s.frame.top, left: s.frame.left, bottom: s.frame.bottom, right: s.frame.right)
///   == edges(top: 0, left: 0, bottom: s.height, right: s.width).inset(by: 8)
/// ```
public func edges<
  Top: NumberOperand, Left: NumberOperand, Bottom: NumberOperand, Right: NumberOperand
>(top: Top, left: Left, bottom: Bottom, right: Right) -> EachOperand<RuleArity.Edges> {
  EachOperand(terms: [top._ruleTerm, left._ruleTerm, bottom._ruleTerm, right._ruleTerm])
}

extension EachOperand<RuleArity.Sides> {
  /// Moves the sides inwards: adds the distance to the first, and subtracts it from the second.
  public func inset<Distance: NumberOperand>(by distance: Distance) -> Self {
    inset(first: distance, second: distance)
  }

  /// Moves the sides inwards by a distance of each.
  public func inset<First: NumberOperand, Second: NumberOperand>(first: First, second: Second) -> Self {
    moved([.add, .subtract], by: [first._ruleTerm, second._ruleTerm])
  }
}

extension EachOperand<RuleArity.Edges> {
  /// Moves the edges inwards: adds the distance to the top and the left, and subtracts it from the bottom and the right.
  public func inset<Distance: NumberOperand>(by distance: Distance) -> Self {
    inset(top: distance, left: distance, bottom: distance, right: distance)
  }

  /// Moves the edges inwards by a distance of each.
  public func inset<
    Top: NumberOperand, Left: NumberOperand, Bottom: NumberOperand, Right: NumberOperand
  >(top: Top, left: Left, bottom: Bottom, right: Right) -> Self {
    moved(
      [.add, .add, .subtract, .subtract],
      by: [top._ruleTerm, left._ruleTerm, bottom._ruleTerm, right._ruleTerm])
  }
}

extension EachOperand {
  /// Adds a distance to each number, or subtracts it.
  fileprivate func moved(_ operations: [RuleArithmetic], by distances: [RuleTerm]) -> Self {
    let moved = zip(zip(terms, distances), operations).map { side, operation in
      side.0.with(side.1) { .arithmetic(operation, $0, $1) }
    }
    return EachOperand(terms: moved, defects: defects)
  }
}
