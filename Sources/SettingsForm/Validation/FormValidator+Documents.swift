extension FormValidator {
  /// The problems of a document, with their positions, in form order; unknown keys come last in their section.
  ///
  /// Cost: linear in the size of the document, some fifth of a microsecond a setting; nothing is done for settings
  /// that are not set. The nearest keys are looked for until 200 000 keys have been compared.
  package func problems(in document: JSONDocument) -> [FormProblem] {
    let problems = valueProblems(in: document)
    guard !index.rules.isEmpty else { return problems }
    let state = RuleState(index.rules, switches.conditions) { document.node(of: index.settings[$0])?.value }
    return state.problems(with: problems, in: index, position: document.positionOfNearest)
  }

  /// The problems of a document's values, rules left aside.
  package func valueProblems(in document: JSONDocument) -> [FormProblem] {
    problems(inInstance: document.root)
  }
}
