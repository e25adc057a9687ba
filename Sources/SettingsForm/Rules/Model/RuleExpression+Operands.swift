extension RuleExpression {
  /// The expressions that this expression consists of, from left to right; empty for a constant, a setting and a context value.
  package var operands: [RuleExpression] {
    switch self {
    case .value, .setting, .context: []
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right),
      .contains(let left, let right),
      .fallback(let left, let right):
      [left, right]
    case .minimum(let operands), .maximum(let operands), .all(let operands), .any(let operands): operands
    case .not(let operand), .matches(let operand, _), .count(let operand), .isEmpty(let operand): [operand]
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    }
  }

  /// Calls the body with the expression and all expressions inside, outermost first.
  package func forEach(_ body: (RuleExpression) -> Void) {
    body(self)
    for operand in operands { operand.forEach(body) }
  }
}

extension FormRule {
  /// The condition, and the constraint or derived value.
  package var expressions: [RuleExpression] {
    switch effect {
    case .require(let expression), .assign(_, let expression): [condition, expression].compactMap(\.self)
    case .hide, .disable, .readOnly: [condition].compactMap(\.self)
    }
  }
}
