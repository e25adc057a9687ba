/// Comparisons of several numbers with one number, or one by one with the same number of others.
extension EachOperand {
  /// Whether each number is equal to another.
  public static func == <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.equal, right)
  }

  /// Whether each number is equal to its counterpart.
  public static func == (left: Self, right: Self) -> RuleCondition {
    .comparing(.equal, left.terms, right.terms)
  }

  /// Whether each number is less than or equal to another.
  public static func <= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.lessOrEqual, right)
  }

  /// Whether each number is less than or equal to its counterpart.
  public static func <= (left: Self, right: Self) -> RuleCondition {
    .comparing(.lessOrEqual, left.terms, right.terms)
  }

  /// Whether each number is greater than or equal to another.
  public static func >= <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.greaterOrEqual, right)
  }

  /// Whether each number is greater than or equal to its counterpart.
  public static func >= (left: Self, right: Self) -> RuleCondition {
    .comparing(.greaterOrEqual, left.terms, right.terms)
  }

  /// Whether each number is less than another.
  public static func < <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.less, right)
  }

  /// Whether each number is less than its counterpart.
  public static func < (left: Self, right: Self) -> RuleCondition {
    .comparing(.less, left.terms, right.terms)
  }

  /// Whether each number is greater than another.
  public static func > <Right: NumberOperand>(left: Self, right: Right) -> RuleCondition {
    left.comparing(.greater, right)
  }

  /// Whether each number is greater than its counterpart.
  public static func > (left: Self, right: Self) -> RuleCondition {
    .comparing(.greater, left.terms, right.terms)
  }

  private func comparing(_ comparison: RuleComparison, _ number: some NumberOperand) -> RuleCondition {
    .comparing(comparison, terms, terms.map { _ in number.ruleTerm })
  }
}

/// Comparisons of the corresponding sides of two pairs.
extension PairOperand {
  /// Whether both sides are equal to those of the other pair.
  public static func == (left: Self, right: Self) -> RuleCondition {
    .comparing(.equal, [left.first, left.second], [right.first, right.second])
  }

  /// Whether both sides are less than or equal to those of the other pair.
  public static func <= (left: Self, right: Self) -> RuleCondition {
    .comparing(.lessOrEqual, [left.first, left.second], [right.first, right.second])
  }

  /// Whether both sides are greater than or equal to those of the other pair.
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
  /// Compares corresponding terms.
  fileprivate static func comparing(
    _ comparison: RuleComparison, _ left: [RuleTerm], _ right: [RuleTerm]
  ) -> RuleCondition {
    let parts = zip(left, right).map { left, right in
      left.with(right) { RuleExpression.comparison(comparison, $0, $1) }
    }
    return RuleCondition(.joining(parts, RuleExpression.all))
  }
}
