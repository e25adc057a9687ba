extension RuleState {
  /// Whether a rule restricts the setting or section at a path, or a section around it.
  ///
  /// Cost: a few lookups for each key of the path.
  package func isRestricted(_ path: SettingPath, _ restriction: RuleRestriction, in index: FormIndex) -> Bool
  {
    guard hasRestrictions(restriction) else { return false }
    return index.targets(around: path).contains { isRestricted($0, restriction) }
  }

  /// Returns the settings whose derived default changed, and the settings and sections whose restrictions changed.
  package func paths(of changes: Changes, in index: FormIndex) -> [SettingPath] {
    changes.derived.map { index.settings[$0].path } + changes.restricted.map(index.path(of:))
  }

  /// Returns the settings with changes other than of the value: of their problems, or of an overridden default.
  package func otherPaths(of changes: Changes, in index: FormIndex) -> [SettingPath] {
    let checked = changes.constraints.flatMap { engine.rules[$0].settings }
    return (changes.overridden + checked).map { index.settings[$0].path }
  }

  /// Returns the rules that currently restrict the setting or section at a path.
  func restricting(_ path: SettingPath, _ restriction: RuleRestriction, in index: FormIndex) -> [Int] {
    index.targets(around: path).flatMap { engine.restrictions[$0] ?? [] }.filter { number in
      guard case .restrict(restriction, _) = engine.rules[number].action else { return false }
      return outcomes[number] == .applies
    }
  }
}

extension FormIndex {
  /// Returns the setting at a path or around it, and the sections around that setting, the root first.
  func targets(around path: SettingPath) -> [RuleTarget] {
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

  func path(of target: RuleTarget) -> SettingPath {
    switch target {
    case .setting(let position): settings[position].path
    case .section(let position): nodes[position].path
    }
  }
}
