extension RuleExpression {
  /// The specificity of a condition: the number of comparisons that must be true to make it true.
  ///
  /// For a conjunction, it is the sum of its operands, for an alternative the minimum. A negation exchanges the two (De Morgan's
  /// laws).
  var specificity: Int { specificity(isNegated: false) }

  private func specificity(isNegated: Bool) -> Int {
    switch self {
    case .all(let operands): Self.specificity(of: operands, isNegated: isNegated, isSum: !isNegated)
    case .any(let operands): Self.specificity(of: operands, isNegated: isNegated, isSum: isNegated)
    case .not(let operand): operand.specificity(isNegated: !isNegated)
    case .value: 0
    default: 1
    }
  }

  private static func specificity(of operands: [RuleExpression], isNegated: Bool, isSum: Bool) -> Int {
    let parts = operands.map { $0.specificity(isNegated: isNegated) }
    return isSum ? parts.reduce(0, +) : parts.min() ?? 0
  }
}
