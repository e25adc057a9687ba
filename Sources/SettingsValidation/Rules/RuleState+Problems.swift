extension RuleState {
  /// Returns the problems of one setting that rules report; none for a hidden setting.
  ///
  /// An editor asks this for each row that it shows, so it takes a look-up if no constraint is violated.
  package func problems(at position: Int, in index: FormIndex) -> [FormProblem] {
    guard let numbers = engine.constraints[position], !violated.isEmpty else { return [] }
    return numbers.filter { isReported($0, in: index) }.flatMap { problems(of: $0, at: position, in: index) }
  }

  /// Returns all problems that rules report, in form order. Each problem is reported at every setting of its rule that
  /// isn't hidden: for `pool.min <= pool.max`, at both.
  package func problems(in index: FormIndex) -> [(position: Int, problem: FormProblem)] {
    violations(in: index).flatMap(\.problems).sorted { $0.position < $1.position }
  }

  /// A violated constraint, with its problem at each of its settings that isn't hidden, in the order of the rule.
  package typealias Violation = (rule: Int, problems: [(position: Int, problem: FormProblem)])

  /// Returns the violated constraints that are reported, in the order of the rules.
  package func violations(in index: FormIndex) -> [Violation] {
    violated.sorted().filter { isReported($0, in: index) }.map { number in
      let problems = engine.rules[number].settings.flatMap { position in
        self.problems(of: number, at: position, in: index).map { (position, $0) }
      }
      return (number, problems)
    }
  }

  /// Merges the problems of values and the problems that rules report, in form order. Hidden settings have no problems,
  /// unless a foreign schema judges the document.
  ///
  /// A problem of an app's own form is dropped if its setting is hidden, because nobody could see and correct the
  /// value, and it has no effect.
  ///
  /// - Parameters:
  ///   - leftOut: The constraints that aren't reported, by their numbers.
  ///   - position: Returns the position of a setting.
  package func problems(
    with problems: [FormProblem], in index: FormIndex, leavingOut leftOut: Set<Int> = [],
    position: (SettingPath) -> SourcePosition?
  ) -> [FormProblem] {
    // Rules report problems by the positions of settings, and the check of values reports them by paths. Put both in
    // one order.
    let own = violations(in: index).filter { !leftOut.contains($0.rule) }.flatMap(\.problems)
      .sorted { $0.position < $1.position }
    let shown =
      hasRestrictions(.hidden) && index.form.source == nil
      ? problems.filter { !isRestricted($0.path, restriction: .hidden, in: index) } : problems
    guard !own.isEmpty else { return shown }
    var keyed: [(key: Int, problem: FormProblem)] = []
    var last = -1
    for problem in shown {
      // A problem without a setting stays after the previous one.
      last = index.position(containing: problem.path) ?? last
      keyed.append((last, problem))
    }
    for (place, problem) in own {
      var problem = problem
      problem.position = position(problem.path)
      keyed.append((place, problem))
    }
    return keyed.sorted { $0.key < $1.key }.map(\.problem)
  }

  /// Returns the reason to refuse a staged change of a setting; `nil` if the change is allowed.
  ///
  /// It is refused only if the setting is restricted before the changes and after them. If one of the changes makes it
  /// editable, or makes it read-only only now, a person couldn't have known in which order to make them.
  ///
  /// Example: with "Port is read-only when Mode is Auto", a draft that sets Mode to Manual and Port to 80 is accepted.
  package func refusal(
    at path: SettingPath, whileIn earlier: RuleState, in index: FormIndex
  ) -> FormProblem? {
    for restriction in [RuleRestriction.readOnly, .disabled]
    where isRestricted(path, restriction: restriction, in: index)
      && earlier.isRestricted(path, restriction: restriction, in: index)
    {
      let rule = restricting(path, restriction: restriction, in: index).first.map { engine.rules[$0].rule }
      let message = RuleDescriber(index: index).refusal(
        of: path, state: restriction == .readOnly ? "read-only" : "disabled", by: rule)
      return FormProblem(path: path, reason: .message(message))
    }
    return nil
  }

  /// Whether a constraint is reported as a problem: it is violated, and isn't about a hidden setting.
  private func isReported(_ number: Int, in index: FormIndex) -> Bool {
    violated.contains(number)
      && !engine.rules[number].bodySettings.contains {
        isRestricted(index.settings[$0].path, restriction: .hidden, in: index)
      }
  }

  /// Returns the problem of a violated constraint at one of its settings, or for a list at each element that violates it; none if the
  /// setting is hidden.
  private func problems(of number: Int, at position: Int, in index: FormIndex) -> [FormProblem] {
    let path = index.settings[position].path
    guard !isRestricted(path, restriction: .hidden, in: index) else { return [] }
    var paths = [path]
    if case .violated(let parts) = outcomes[number], !parts.isEmpty,
      case .require(.operation(.every, let operands)) = engine.rules[number].action,
      case .setting(_, position, _) = operands[0]
    {
      paths = parts.map { SettingPath(path.keys + $0.keys) }
    }
    return paths.map { problem(of: number, at: $0, in: index) }
  }

  /// Returns the problem of a violated constraint at one of its settings. A number that is out of range has its own
  /// sentence, because the constraint may hold.
  private func problem(of number: Int, at path: SettingPath, in index: FormIndex) -> FormProblem {
    let rule = engine.rules[number].rule
    let message = RuleDescriber(index: index).message(of: rule)
    guard outcomes[number] == .incalculable else {
      return FormProblem(path: path, severity: rule.severity, reason: .message(message))
    }
    let range = RuleOperation.exponents
    return FormProblem(
      path: path, severity: rule.severity,
      reason: .message(
        "Use numbers between 1e\(range.lowerBound) and 1e\(range.upperBound), so that a rule can be checked: \(message)"
      ))
  }
}

extension RuleState {
  /// Whether a rule restricts the setting or section at a path, or a section around it.
  ///
  /// Cost: a few lookups for each key of the path.
  package func isRestricted(_ path: SettingPath, restriction: RuleRestriction, in index: FormIndex) -> Bool {
    guard hasRestrictions(restriction) else { return false }
    return index.targets(around: path).contains { isRestricted($0, restriction: restriction) }
  }

  /// Returns the settings whose derived default changed, and the settings and sections whose restrictions changed: what
  /// looks different now.
  package func paths(of changes: Changes, in index: FormIndex) -> [SettingPath] {
    changes.derived.map { index.settings[$0].path } + changes.restricted.map(index.path(of:))
  }

  /// Returns the settings with changes other than of the value: of their problems, or of an overridden default.
  package func otherPaths(of changes: Changes, in index: FormIndex) -> [SettingPath] {
    let checked = changes.constraints.flatMap { engine.rules[$0].settings }
    return (changes.overridden + checked).map { index.settings[$0].path }
  }

  /// Returns the rules that currently restrict the setting or section at a path, or a section around it. The first one
  /// explains a refusal.
  func restricting(_ path: SettingPath, restriction: RuleRestriction, in index: FormIndex) -> [Int] {
    index.targets(around: path).flatMap { engine.restrictions[$0] ?? [] }.filter { number in
      guard case .restrict(restriction, _) = engine.rules[number].action else { return false }
      return outcomes[number] == .applies
    }
  }
}

extension FormIndex {
  /// Returns the setting at a path or around it, and the sections around that setting, the root first. For
  /// `network.proxy.host`, these are the root, `network`, `network.proxy` and the setting, each by its position.
  package func targets(around path: SettingPath) -> [RuleTarget] {
    var targets: [RuleTarget] = [.section(0)]
    var node = 0
    for key in path.keys {
      switch nodes[node].keys[key] {
      case .section(let inner)?:
        targets.append(.section(inner))
        node = inner
      case .setting(let position)?: return targets + [.setting(position)]
      case nil: return targets
      }
    }
    return targets
  }

  package func path(of target: RuleTarget) -> SettingPath {
    switch target {
    case .setting(let position): settings[position].path
    case .section(let position): nodes[position].path
    }
  }
}
