/// Several numbers that are compared one by one, as `each(_:_:)`, `pair(_:_:)` and `edges(top:left:bottom:right:)` return them.
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   each(s.display.left, s.display.right) <= s.display.size.width * 0.5
///   each(s.pool.min, s.pool.max) >= each(1, 2)
/// }
/// ```
///
/// The first line stands for two constraints, and a problem is reported only at the settings that cause it. With a message, a line stays
/// one constraint, and the problem is at all of its settings.
///
/// `Arity` is the number and the meaning of the operands: two numbers can be compared with two others and with one number, but not with
/// three, and opposite sides and edges only with their own kind. That is checked by the compiler.
@_documentation(visibility: internal)
public struct EachOperand<Arity> {
  let terms: [RuleTerm]
  var defects: [RuleDefect] = []

  func computing(_ operation: RuleOperation, number: some NumberOperand) -> Self {
    EachOperand(terms: terms.map { RuleTerm(operation, [$0, number]) }, defects: defects)
  }
}

extension EachOperand: CompositeOperand {
  /// The numbers.
  public var _eachTerm: Self { self }
}

/// Returns numbers that are compared one by one: `each(s.display.left, s.display.right) <= 40`.
public func each<First: NumberOperand, Second: NumberOperand, each More: NumberOperand>(
  _ first: First, _ second: Second, _ more: repeat each More
) -> EachOperand<(First._Place, Second._Place, repeat (each More)._Place)> {
  var terms = [first._ruleTerm, second._ruleTerm]
  for number in repeat each more { terms.append(number._ruleTerm) }
  return EachOperand(terms: terms)
}

/// Returns two numbers that are opposite sides, left and right or start and end, to be compared with another pair.
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   pair(s.display.left, s.display.right) >= pair(0, s.display.size.width).inset(by: 4)
///   // the same as left >= 0 + 4 and right >= width - 4
/// }
/// ```
public func pair<First: NumberOperand, Second: NumberOperand>(
  _ first: First, _ second: Second
) -> EachOperand<RuleArity.Sides> {
  EachOperand(terms: [first._ruleTerm, second._ruleTerm])
}

/// Returns the four edges of a rectangle, to be compared with the edges of another rectangle.
///
/// ```swift
/// static let rules = RuleBook(for: AppSettings.self) { s in
///   edges(top: 0, left: s.display.left, bottom: s.display.size.height, right: s.display.right)
///     == edges(top: 0, left: 0, bottom: s.display.screen.height, right: s.display.screen.width).inset(by: 8)
/// }
/// ```
public func edges<
  Top: NumberOperand, Left: NumberOperand, Bottom: NumberOperand, Right: NumberOperand
>(top: Top, left: Left, bottom: Bottom, right: Right) -> EachOperand<RuleArity.Edges> {
  EachOperand(terms: [top._ruleTerm, left._ruleTerm, bottom._ruleTerm, right._ruleTerm])
}

extension EachOperand<RuleArity.Sides> {
  /// Moves the sides inwards: adds the distance to the first, and subtracts it from the second. A negative distance moves them outwards.
  public func inset<Distance: NumberOperand>(by distance: Distance) -> Self {
    inset(first: distance, second: distance)
  }

  /// Moves the sides inwards, each by its own distance, or only one of them: `pair(1, 2).inset(second: 1)`.
  public func inset<First: NumberOperand, Second: NumberOperand>(first: First = 0, second: Second = 0) -> Self
  {
    moved([.add, .subtract], by: [first._ruleTerm, second._ruleTerm])
  }
}

extension EachOperand<RuleArity.Edges> {
  /// Moves the edges inwards: adds the distance to the top and the left, and subtracts it from the bottom and the right. A negative
  /// distance moves them outwards.
  public func inset<Distance: NumberOperand>(by distance: Distance) -> Self {
    inset(top: distance, left: distance, bottom: distance, right: distance)
  }

  /// Moves each edge inwards by its own distance, or only some of them: `.inset(top: 1)`.
  public func inset<
    Top: NumberOperand, Left: NumberOperand, Bottom: NumberOperand, Right: NumberOperand
  >(top: Top = 0, left: Left = 0, bottom: Bottom = 0, right: Right = 0) -> Self {
    moved(
      [.add, .add, .subtract, .subtract],
      by: [top._ruleTerm, left._ruleTerm, bottom._ruleTerm, right._ruleTerm])
  }
}

extension EachOperand {
  /// Adds a distance to each number, or subtracts it, as the operation at the same place says.
  fileprivate func moved(_ operations: [RuleOperation], by distances: [RuleTerm]) -> Self {
    let moved = zip(zip(terms, distances), operations).map { side, operation in
      side.1.expression == .value(0) ? side.0 : RuleTerm(operation, [side.0, side.1])
    }
    return EachOperand(terms: moved, defects: defects)
  }
}
