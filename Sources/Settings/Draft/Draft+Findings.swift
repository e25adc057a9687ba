extension Draft {
  /// The problems of the document with the changes, and whether they prevent an apply, in form order.
  ///
  /// They are exactly the problems that validation will find after the changes are stored, plus the reasons why a change isn't allowed.
  /// There are two ways to them:
  ///
  /// - *By parts*, if each problem depends on one setting only (`isCheckedByParts`): the stored content's problems are known, so only the
  ///   staged values are checked. The cost doesn't depend on the size of the file.
  /// - *As a whole*, if a keyword of a section or a foreign schema looks at several settings: the document with the changes is made and
  ///   checked.
  var findings: [ReviewFinding] {
    cachedFindings.value {
      let notices = typeChanges()
      return notices.isEmpty
        ? formFindings : inFormOrder(formFindings + notices.map(ReviewFinding.warning), path: \.problem.path)
    }
  }

  private var formFindings: [ReviewFinding] {
    let changed = Set(edits.map(\.path))
    if isCheckedByParts, !isAnyMisplaced(changed) {
      return [ReviewFinding](problemsByParts(changed), over: base, places: places(changed))
    }
    let document: JSONDocument
    do {
      document = try candidateDocument()
    } catch {
      return findings(changed, refusedBy: error)
    }
    return [ReviewFinding](problems(of: document, changed), over: base, places: places(changed))
  }

  /// Tells where each value of the changed document is in the stored document. So if an element with an error has only moved, the error
  /// isn't new.
  private func places(_ changed: Set<SettingPath>) -> StoredPlaces {
    StoredPlaces(index, changed: changed) { [base, edits] in
      (base.storedValue(of: $0), edits.value(of: $0, over: base))
    }
  }

  /// Returns the problems of a setting with its staged value, or of a section and the settings in it; empty for an unknown path and for a
  /// hidden setting.
  ///
  /// Cost: the check of one value, if settings can be checked alone. Otherwise, the first call after a change computes all findings.
  package func problems(at path: SettingPath) -> [FormProblem] {
    guard isCheckedByParts else { return findings.map(\.problem).filter { path.contains($0.path) } }
    let problems = valueProblems(at: path)
    guard !index.rules.isEmpty else { return problems }
    guard !isHidden(path) else { return [] }
    return problems + (index.position(of: path).map { rules.problems(at: $0, in: index) } ?? [])
  }

  /// Whether staged values can be checked without the rest of the document, because no keyword of a section looks at several settings. It
  /// is `false` for the style `full`, whose applies also write defaults.
  package var isCheckedByParts: Bool { style == .sparse && index.checksSettingsAlone }

  /// Whether a change is in a section whose value isn't an object, such as `proxy.host` in `{"proxy": 3}`. Such a change can't be made.
  private func isAnyMisplaced(_ changed: Set<SettingPath>) -> Bool {
    let broken = base.valueProblems.filter { $0.severity == .error }
    guard !broken.isEmpty else { return false }
    let sections = Set(changed.flatMap { $0.prefixes.dropLast() })
    return broken.contains { sections.contains($0.path) }
  }

  /// Returns the problems if the changes can't be made as edits of the text. At least one of them is an obstacle, so the apply is refused
  /// with a reason.
  private func findings(_ changed: Set<SettingPath>, refusedBy error: any Error) -> [ReviewFinding] {
    // A section's value that isn't an object prevents this change, although it isn't a new error.
    let blocking: SettingPath? =
      switch error as? JSONEditError {
      case .noContainer(let path, _)?: path
      case .noElement(let path, _)?: path.parent ?? .root
      case .halfPair?, .tooDeep?, .tooLarge?, .notCommented?, nil: nil
      }
    let findings = [ReviewFinding](problemsByParts(changed), over: base, places: places(changed)).map {
      finding in
      if case .remaining(let problem) = finding, problem.path == blocking {
        return ReviewFinding.obstacle(problem)
      }
      return finding
    }
    let hasObstacle = findings.contains { if case .obstacle = $0 { true } else { false } }
    return hasObstacle
      ? findings : findings + [.obstacle(FormProblem(path: .root, reason: .message("\(error)")))]
  }

  // MARK: - By parts

  /// Returns the problems of the staged values, of the stored values that stay, and of rules. Hidden settings have no problems.
  private func problemsByParts(_ changed: Set<SettingPath>) -> [FormProblem] {
    let untouched = base.valueProblems.filter { problem in
      // A key that the form doesn't know can be removed.
      guard let entry = index.entry(containing: problem.path) else { return edits[problem.path] == nil }
      return !changed.contains(entry.path)
    }
    let staged = edits.flatMap { valueProblems(at: $0.path) }
    return rules.problems(
      with: inFormOrder(untouched + staged, path: \.path), in: index,
      position: { changed.contains($0) ? nil : storedPosition(at: $0) })
  }

  /// Returns the problems of a setting's value, and the reasons why it can't be changed. An unchanged setting has the problems that the
  /// snapshot knows.
  private func valueProblems(at path: SettingPath) -> [FormProblem] {
    switch edits[path] {
    case .set(let value)?: validator.problems(of: value, at: path) + refusals(at: path)
    case .remove?: refusals(at: path)
    case nil: base.valueProblems.filter { path.contains($0.path) }
    }
  }

  /// Returns why a change isn't allowed: another layer locks the setting, its value waits for the app, the file has its key twice, or
  /// rules make it read-only or disabled, before and after the changes.
  ///
  /// If the file has `port` twice, it isn't known which of the two the person wants to change, so the change is refused.
  private func refusals(at path: SettingPath) -> [FormProblem] {
    // A value that is locked has no effect, so it can be removed.
    let lock: FormProblem? =
      if case .remove? = edits[path] { nil } else {
        base.layers.refusal(at: path) ?? base.read.waiting.refusal(at: path)
      }
    let duplicate = base.duplicateKeys.first { $0.path.contains(path) }.map { key in
      FormProblem(
        path: path,
        reason: .message(
          "Remove one of the two keys in the file first; they are at \(key.first) and \(key.last)."))
    }
    return [lock, duplicate, rules.refusal(at: path, whileIn: base.rules, in: index)].compactMap(\.self)
  }

  // MARK: - As a whole

  /// Returns the problems of the document with the changes, each with the position of its setting in the stored text; without
  /// a position for staged settings.
  private func problems(of document: JSONDocument, _ changed: Set<SettingPath>) -> [FormProblem] {
    let values = base.layers.leavingOutSetKeys(validator.valueProblems(in: document), in: index)
    let found = withErrorsOfChanges(values)
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

  /// Adds the errors of the staged values if the document has so many errors that some are only counted. People have to see what their own
  /// changes break.
  private func withErrorsOfChanges(_ found: [FormProblem]) -> [FormProblem] {
    guard found.contains(where: { $0.countedErrors != nil }) else { return found }
    let known = Set(
      found.map { problem in
        var problem = problem
        problem.position = nil
        return problem
      })
    let staged = edits.flatMap { edit -> [FormProblem] in
      guard case .set(let value) = edit.change else { return [] }
      return validator.problems(of: value, at: edit.path).filter { $0.severity == .error }
    }
    let named = staged.filter { $0.countedErrors == nil && !known.contains($0) }
    let others = found.compactMap { problem -> FormProblem? in
      guard let count = problem.countedErrors else { return problem }
      guard count > named.count else { return nil }
      var problem = problem
      problem.reason = .moreProblems(count - named.count)
      return problem
    }
    return others + named
  }

  /// Returns the position of a value in the stored text; `nil` if it isn't there, or if nothing is stored.
  private func storedPosition(at path: SettingPath) -> SourcePosition? {
    base.position(of: path)
  }

  /// Where the problems of the stored content are in the file, by the problems without their positions. The check of the changed document
  /// finds the same problems, but at lines of a text that exists only in memory.
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

extension Draft {
  /// Whether a rule hides the setting or section, or a section that contains it. Hidden settings keep their values and aren't validated:
  /// what a person can't see must not prevent an apply.
  package func isHidden(_ path: SettingPath) -> Bool {
    rules.isRestricted(path, restriction: .hidden, in: index)
  }

  /// Whether no rule disables the setting or section, or a section that contains it.
  package func isEnabled(_ path: SettingPath) -> Bool {
    !rules.isRestricted(path, restriction: .disabled, in: index)
  }

  /// Whether the setting, or the whole section, is read-only: by its annotation, by a rule, or because a layer below locks it.
  package func isReadOnly(_ path: SettingPath) -> Bool {
    base.layers.lock(at: path) != nil
      || index.entry(containing: path)?.setting.traits.contains(.readOnly) ?? false
      || rules.isRestricted(path, restriction: .readOnly, in: index)
  }

  /// Whether no layer sets the setting and a rule derives its default. A value that equals the derived one counts as set.
  package func isDerived(_ path: SettingPath) -> Bool {
    rules.derivedValue(at: path) != nil && index[path].map { effectiveSetValue(of: $0) == nil } ?? false
  }
}

extension Draft {
  /// The document with the changes, for reading without the form: with the values of other layers, with derived defaults, and with
  /// the keys of earlier versions renamed; `nil` if a change can't be made.
  var completeDocument: JSONDocument? {
    guard let document = try? candidateDocument() else { return nil }
    return document.withEffectiveValues(of: base.layers, rules, in: index)
  }
}

extension FormProblem {
  /// The number of errors that aren't reported one by one; `nil` for a single problem, and for warnings.
  fileprivate var countedErrors: Int? {
    if case .moreProblems(let count) = reason, severity == .error { count } else { nil }
  }
}
