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
}
