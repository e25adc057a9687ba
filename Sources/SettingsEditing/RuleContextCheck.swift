import Settings

/// The context values that rules read, for programs that aren't the app and are given such values as text.
extension RuleEngine {
  /// Returns what to correct about a context value, as a sentence: a name that no rule reads, a value of a type that no rule can use, or one
  /// typing error away from a value that rules compare it with. Returns `nil` if rules can use it.
  package func fault(ofContext name: String, value: JSONValue) -> String? {
    let names = rules.flatMap { $0.rule.contextNames() }
    guard names.contains(where: { $0 == name || $0.hasPrefix(name + ".") }) else {
      let nearest = EditDistance.nearest(to: name, among: Set(names).sorted())
      return "Use a name that rules read instead of \(name)\(Phrase.didYouMean(nearest))."
    }
    var known: [JSONValue] = []
    var types: Set<RuleType> = []
    for expression in rules.flatMap(\.rule.expressions) {
      expression.forEach { $0.collect(context: name, &known, &types) }
    }
    for case .context(name) in rules.flatMap(\.rule.conditions) { types.insert(.boolean) }
    types.formUnion(known.map { RuleType(of: $0) })
    guard types.isEmpty || types.contains(where: { $0.holds(value) }) else {
      let expected = Phrase.alternatives(types.map(\.noun).sorted())
      return "Use \(expected) for \(name) instead of \(Phrase.excerpt(value))."
    }
    guard case .string(let text) = value, !known.contains(value),
      let nearest = EditDistance.nearest(to: text, among: known.compactMap(\.text))
    else { return nil }
    return
      "Use a value of \(name) that rules know instead of \(Phrase.excerpt(value))\(Phrase.didYouMean(nearest))."
  }
}

extension FormRule {
  /// The expressions that have to be true or false.
  fileprivate var conditions: [RuleExpression] {
    if case .require(let expression) = effect {
      [condition, expression].compactMap(\.self)
    } else {
      [condition].compactMap(\.self)
    }
  }
}

extension RuleExpression {
  /// Adds what this expression itself demands of a context value: the values that it is compared with, and the types that it can have.
  fileprivate func collect(context name: String, _ known: inout [JSONValue], _ types: inout Set<RuleType>) {
    func isContext(_ expression: RuleExpression) -> Bool {
      switch expression {
      case .context(name): true
      case .operation(.fallback, let operands): operands[0] == .context(name)
      default: false
      }
    }
    guard case .operation(let operation, let operands) = self, operands.contains(where: isContext) else {
      return
    }
    switch operation {
    case .fallback:
      if operands[0] == .context(name), let value = operands[1].constant { known.append(value) }
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      known += operands.compactMap(\.constant).filter { $0 != .null }
    case .contained:
      if isContext(operands[0]), case .array(let values)? = operands[1].constant { known += values }
    case .conditional: if isContext(operands[0]) { types.insert(.boolean) }
    default: if let type = operation.signature.operands { types.insert(type) }
    }
  }
}
