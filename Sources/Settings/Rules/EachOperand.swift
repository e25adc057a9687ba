/// Several numbers that are compared one by one.
///
/// ```swift
/// each(s.left, s.right) <= s.width * 0.5
/// each(s.min, s.max) >= each(s.outer.min, s.outer.max)
/// ```
public struct EachOperand<Arity> {
  let terms: [RuleTerm]
  var defects: [RuleDefect] = []

  func computing(_ operation: RuleArithmetic, number: some NumberOperand) -> Self {
    EachOperand(
      terms: terms.map { $0.with(number._ruleTerm) { .arithmetic(operation, $0, $1) } }, defects: defects)
  }
}

extension EachOperand: CompositeOperand {
  /// The numbers.
  public var _eachTerm: Self { self }
}

/// Returns two numbers that are compared one by one.
public func each<First: NumberOperand, Second: NumberOperand>(
  _ first: First, _ second: Second
) -> EachOperand<RuleArity.Two> {
  EachOperand(terms: [first._ruleTerm, second._ruleTerm])
}

/// Returns three numbers that are compared one by one.
public func each<First: NumberOperand, Second: NumberOperand, Third: NumberOperand>(
  _ first: First, _ second: Second, _ third: Third
) -> EachOperand<RuleArity.Three> {
  EachOperand(terms: [first._ruleTerm, second._ruleTerm, third._ruleTerm])
}

/// Returns four numbers that are compared one by one.
public func each<
  First: NumberOperand, Second: NumberOperand, Third: NumberOperand, Fourth: NumberOperand
>(
  _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth
) -> EachOperand<RuleArity.Four> {
  EachOperand(terms: [first._ruleTerm, second._ruleTerm, third._ruleTerm, fourth._ruleTerm])
}

/// Returns five numbers that are compared one by one. A section compares any number of settings.
public func each<
  First: NumberOperand, Second: NumberOperand, Third: NumberOperand, Fourth: NumberOperand,
  Fifth: NumberOperand
>(
  _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth
) -> EachOperand<RuleArity.Five> {
  EachOperand(terms: [first._ruleTerm, second._ruleTerm, third._ruleTerm, fourth._ruleTerm, fifth._ruleTerm])
}

/// Returns six numbers that are compared one by one. A section compares any number of settings.
public func each<
  First: NumberOperand, Second: NumberOperand, Third: NumberOperand, Fourth: NumberOperand,
  Fifth: NumberOperand, Sixth: NumberOperand
>(
  _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth
) -> EachOperand<RuleArity.Six> {
  EachOperand(terms: [
    first._ruleTerm, second._ruleTerm, third._ruleTerm, fourth._ruleTerm, fifth._ruleTerm, sixth._ruleTerm,
  ])
}

/// Returns seven numbers that are compared one by one. A section compares any number of settings.
public func each<
  First: NumberOperand, Second: NumberOperand, Third: NumberOperand, Fourth: NumberOperand,
  Fifth: NumberOperand, Sixth: NumberOperand, Seventh: NumberOperand
>(
  _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth,
  _ seventh: Seventh
) -> EachOperand<RuleArity.Seven> {
  EachOperand(terms: [
    first._ruleTerm, second._ruleTerm, third._ruleTerm, fourth._ruleTerm, fifth._ruleTerm, sixth._ruleTerm,
    seventh._ruleTerm,
  ])
}

/// Returns eight numbers that are compared one by one. A section compares any number of settings.
public func each<
  First: NumberOperand, Second: NumberOperand, Third: NumberOperand, Fourth: NumberOperand,
  Fifth: NumberOperand, Sixth: NumberOperand, Seventh: NumberOperand, Eighth: NumberOperand
>(
  _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth,
  _ seventh: Seventh, _ eighth: Eighth
) -> EachOperand<RuleArity.Eight> {
  EachOperand(terms: [
    first._ruleTerm, second._ruleTerm, third._ruleTerm, fourth._ruleTerm, fifth._ruleTerm, sixth._ruleTerm,
    seventh._ruleTerm, eighth._ruleTerm,
  ])
}

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
