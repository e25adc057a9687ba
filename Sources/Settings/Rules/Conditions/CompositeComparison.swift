/// Comparisons of each of some numbers with one number, or with as many others.
extension EachOperand {
  /// Whether each number is equal to one.
  public static func == <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.equal, right)
  }

  /// Whether each number is equal to its partner.
  public static func == (left: Self, right: Self) -> RuleCondition {
    .comparing(.equal, left.terms, right.terms)
  }

  /// Whether each number is less or equal to one.
  public static func <= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.lessOrEqual, right)
  }

  /// Whether each number is less or equal to its partner.
  public static func <= (left: Self, right: Self) -> RuleCondition {
    .comparing(.lessOrEqual, left.terms, right.terms)
  }

  /// Whether each number is greater or equal to one.
  public static func >= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.greaterOrEqual, right)
  }

  /// Whether each number is greater or equal to its partner.
  public static func >= (left: Self, right: Self) -> RuleCondition {
    .comparing(.greaterOrEqual, left.terms, right.terms)
  }

  /// Whether each number is less than one.
  public static func < <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.less, right)
  }

  /// Whether each number is less than its partner.
  public static func < (left: Self, right: Self) -> RuleCondition {
    .comparing(.less, left.terms, right.terms)
  }

  /// Whether each number is greater than one.
  public static func > <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.greater, right)
  }

  /// Whether each number is greater than its partner.
  public static func > (left: Self, right: Self) -> RuleCondition {
    .comparing(.greater, left.terms, right.terms)
  }

  private func comparing(_ comparison: RuleComparison, _ number: some NumberOperand) -> RuleCondition {
    .comparing(comparison, terms, terms.map { _ in number.ruleTerm })
  }
}

/// Comparisons of pairs, side by side.
extension PairOperand {
  /// Whether both sides are equal to those of the other pair.
  public static func == (left: Self, right: Self) -> RuleCondition {
    .comparing(.equal, [left.first, left.second], [right.first, right.second])
  }

  /// Whether both sides are less or equal to those of the other pair.
  public static func <= (left: Self, right: Self) -> RuleCondition {
    .comparing(.lessOrEqual, [left.first, left.second], [right.first, right.second])
  }

  /// Whether both sides are greater or equal to those of the other pair.
  public static func >= (left: Self, right: Self) -> RuleCondition {
    .comparing(.greaterOrEqual, [left.first, left.second], [right.first, right.second])
  }

  /// Whether both sides are less than those of the other pair.
  public static func < (left: Self, right: Self) -> RuleCondition {
    .comparing(.less, [left.first, left.second], [right.first, right.second])
  }

  /// Whether both sides are greater than those of the other pair.
  public static func > (left: Self, right: Self) -> RuleCondition {
    .comparing(.greater, [left.first, left.second], [right.first, right.second])
  }
}

extension RuleCondition {
  /// Whether all neighbours compare so.
  fileprivate static func comparing(
    _ comparison: RuleComparison, _ left: [RuleTerm], _ right: [RuleTerm]
  ) -> RuleCondition {
    let parts = zip(left, right).map { left, right in
      left.with(right) { RuleExpression.comparison(comparison, $0, $1) }
    }
    return RuleCondition(.joining(parts, RuleExpression.all))
  }
}
