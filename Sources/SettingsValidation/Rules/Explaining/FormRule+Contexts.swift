extension FormRule {
  /// The names of the context values that the rule reads, each once.
  var contextNames: [String] {
    var names: [String] = []
    condition?.addContextNames(to: &names)
    switch effect {
    case .require(let expression), .assign(_, let expression): expression.addContextNames(to: &names)
    case .hide, .disable, .readOnly: break
    }
    return names
  }
}

extension RuleExpression {
  fileprivate func addContextNames(to names: inout [String]) {
    switch self {
    case .context(let name): if !names.contains(name) { names.append(name) }
    case .value, .setting: break
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right),
      .contains(let left, let right),
      .fallback(let left, let right):
      left.addContextNames(to: &names)
      right.addContextNames(to: &names)
    case .minimum(let operands), .maximum(let operands), .all(let operands), .any(let operands):
      for operand in operands { operand.addContextNames(to: &names) }
    case .not(let operand), .matches(let operand, _), .count(let operand), .isEmpty(let operand):
      operand.addContextNames(to: &names)
    case .conditional(let condition, let then, let otherwise):
      for operand in [condition, then, otherwise] { operand.addContextNames(to: &names) }
    }
  }
}
