/// Several numbers that are compared one by one.
///
/// ```swift
/// each(s.left, s.right) <= s.width * 0.5
/// each(s.min, s.max) >= each(s.outer.min, s.outer.max)
/// ```
public struct EachOperand<Arity> {
  let terms: [RuleTerm]
  var defects: [RuleDefect] = []

  func computing(_ operation: RuleArithmetic, _ number: some NumberOperand) -> Self {
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
