extension Draft {
  /// What is wrong with the document as it would be, and what that means for an apply, in form order.
  ///
  /// It is exactly what a check of the stored document will find, and what the changes themselves are refused for.
  var findings: [ReviewFinding] {
    judgment.value {
      let changed = Set(edits.map(\.path))
      if isCheckedByParts, !isAnyMisplaced(changed) {
        return [ReviewFinding](problemsByParts(changed), over: base, changing: changed)
      }
      let document: JSONDocument
      do {
        document = try JSONDocument(parsing: candidate())
      } catch {
        return findings(changed, refusedBy: error)
      }
      return [ReviewFinding](problems(of: document, changed), over: base, changing: changed)
    }
  }

  /// What is wrong with a setting's value as it would be, or with a section and what is in it.
  public func problems(at path: SettingPath) -> [FormProblem] {
    guard isCheckedByParts else { return findings.map(\.problem).filter { path.contains($0.path) } }
    let problems = valueProblems(at: path)
    guard !index.rules.isEmpty else { return problems }
    guard !isHidden(path) else { return [] }
    return problems + (index.position(of: path).map { rules.problems(at: $0, in: index) } ?? [])
  }

  /// Whether the problems are those of the stored content and of the staged values: nothing but values of settings
  /// changes, and the form says nothing of a section that depends on them.
  var isCheckedByParts: Bool { style == .sparse && index.checksSettingsAlone && !base.hasFormerKeys }

  /// Whether a change is inside a value that is not an object, where the form has a section. Such a change can't be made.
  private func isAnyMisplaced(_ changed: Set<SettingPath>) -> Bool {
    guard base.valueProblems.contains(where: { $0.severity == .error }) else { return false }
    var sections: Set<SettingPath> = []
    for path in changed {
      var section = path.parent
      while let path = section, sections.insert(path).inserted { section = path.parent }
    }
    return base.valueProblems.contains { $0.severity == .error && sections.contains($0.path) }
  }

  /// What is wrong if the changes can't be made at all.
  private func findings(_ changed: Set<SettingPath>, refusedBy error: any Error) -> [ReviewFinding] {
    var changed = changed
    // A value that is not an object, where the form has a section, prevents this change.
    if case .noContainer(let path, _)? = error as? JSONEditError { changed.insert(path) }
    let findings = [ReviewFinding](problemsByParts(changed), over: base, changing: changed)
    let isTold = findings.contains { if case .obstacle = $0 { true } else { false } }
    return isTold ? findings : findings + [.obstacle(FormProblem(path: .root, reason: .message("\(error)")))]
  }

  // MARK: - By parts

  /// The problems of the stored values that stay, and those of the staged ones.
  private func problemsByParts(_ changed: Set<SettingPath>) -> [FormProblem] {
    let untouched = base.valueProblems.filter { problem in
      guard let entry = index.entry(containing: problem.path) else { return true }
      return !changed.contains(entry.path)
    }
    let staged = edits.flatMap { valueProblems(at: $0.path) }
    return rules.problems(
      with: inFormOrder(untouched + staged, path: \.path), in: index,
      position: { changed.contains($0) ? nil : storedPosition(at: $0) })
  }

  /// What is wrong with a setting's value by itself, and with its being changed at all.
  private func valueProblems(at path: SettingPath) -> [FormProblem] {
    switch edits[path] {
    case .set(let value)?: validator.problems(of: value, at: path) + refusals(at: path)
    case .remove?: refusals(at: path)
    case nil: base.valueProblems.filter { path.contains($0.path) }
    }
  }

  private func refusals(at path: SettingPath) -> [FormProblem] {
    rules.refusal(at: path, whileIn: base.rules, in: index).map { [$0] } ?? []
  }

  // MARK: - As a whole

  /// The problems of the document as it would be, each with the position in the stored text of what it is about; none
  /// for what is staged.
  private func problems(of document: JSONDocument, _ changed: Set<SettingPath>) -> [FormProblem] {
    let found = validator.valueProblems(in: document)
    let known = found.isEmpty || base.revision == nil ? [:] : storedPositions
    let placed = found.map { problem in
      var problem = problem
      problem.position = nil
      if !changed.containsPlace(of: problem.path) {
        problem.position = known[problem] ?? storedPosition(at: problem.path)
      }
      return problem
    }
    let refused = edits.flatMap { refusals(at: $0.path) }
    return rules.problems(
      with: refused.isEmpty ? placed : inFormOrder(placed + refused, path: \.path), in: index,
      position: { changed.contains($0) ? nil : storedPosition(at: $0) })
  }

  /// Where a value is in the stored text; `nil` if it isn't there, or if nothing is stored.
  private func storedPosition(at path: SettingPath) -> SourcePosition? {
    base.revision == nil ? nil : base.document.node(at: path)?.position
  }

  /// Where the problems of the stored content are in the text, by the problems without their positions.
  private var storedPositions: [FormProblem: SourcePosition] {
    var positions: [FormProblem: SourcePosition] = [:]
    for problem in base.valueProblems {
      var key = problem
      key.position = nil
      positions[key] = problem.position
    }
    return positions
  }
}
