extension FormRule {
  /// The names of the context values that the rule reads, each once.
  var contextNames: [String] {
    var names: [String] = []
    for expression in expressions {
      expression.forEach { expression in
        if case .context(let name) = expression, !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// The names of the context values that the rule reads and that have no default, each once.
  var requiredContextNames: [String] {
    var names: [String] = []
    var defaulted: [String] = []
    for expression in expressions {
      expression.forEach { expression in
        switch expression {
        case .fallback(.context(let name), _): defaulted.append(name)
        case .context(let name): names.append(name)
        default: break
        }
      }
    }
    // A key has its default wherever it is read.
    return names.enumerated().filter { names.firstIndex(of: $1) == $0 && !defaulted.contains($1) }.map(
      \.element)
  }
}

extension RuleEngine {
  /// The names of the groups that rules are in, in form order.
  package var groups: [String] {
    rules.reduce(into: []) { groups, rule in
      if let group = rule.rule.group, !groups.contains(group) { groups.append(group) }
    }
  }

  /// The names of the context values without which rules about settings aren't evaluated, each once.
  ///
  /// - Parameter positions: The positions of the settings.
  package func missingContext(of positions: Set<Int>, given conditions: RuleConditions) -> [String] {
    var names: [String] = []
    for rule in rules where !rule.settings.allSatisfy({ !positions.contains($0) }) {
      for name in rule.rule.requiredContextNames
      where !names.contains(name) && conditions.value(named: name) == nil { names.append(name) }
    }
    return names
  }
}
