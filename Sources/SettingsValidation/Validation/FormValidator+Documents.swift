extension FormValidator {
  /// Returns the problems of the values of a document of this version, without those of rules.
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
