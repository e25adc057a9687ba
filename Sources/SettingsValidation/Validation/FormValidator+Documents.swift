extension FormValidator {
  /// Returns the problems of a document, with their positions, in form order; unknown keys come last in their section.
  ///
  /// Cost: linear in the size of the document, about a fifth of a microsecond for each value. Suggestions for unknown keys are
  /// made until 200 000 keys have been compared.
  package func problems(in document: JSONDocument) -> [FormProblem] {
    let problems = valueProblems(in: document)
    guard !index.rules.isEmpty else { return problems }
    // Capture no more than necessary, because the optimizer copies captures for each expression of a rule.
    let settings = index.settings
    let state = RuleState(index.rules, switches.conditions) { document.node(of: settings[$0])?.value }
    return state.problems(with: problems, in: index, position: document.positionOfNearest)
  }

  /// Returns the problems of a document's values, without those of rules.
  package func valueProblems(in document: JSONDocument) -> [FormProblem] {
    problems(inInstance: document.root) + document.duplicateKeys.map(problem(of:))
  }

  /// Returns the warning about a key that an object has twice. A key inside a secret isn't named.
  private func problem(of key: JSONDocument.DuplicateKey) -> FormProblem {
    var path = key.path
    while let parent = path.parent, index.secrecy(at: parent).hides(.object) { path = parent }
    return FormProblem(
      path: path, severity: .warning, reason: .duplicateKey(first: key.first), position: key.last)
  }
}
