extension RuleState {
  /// Whether a rule keeps a person from seeing or changing the setting or section at a path, or one around it.
  ///
  /// Cost: a few look-ups a key of the path.
  package func isRestricted(_ path: SettingPath, _ restriction: RuleRestriction, in index: FormIndex) -> Bool
  {
    guard hasRestrictions(restriction) else { return false }
    return index.targets(around: path).contains { isRestricted($0, restriction) }
  }

  /// What rules made of the settings and sections that they restrict, changed.
  package func paths(of changes: Changes, in index: FormIndex) -> [SettingPath] {
    changes.derived.map { index.settings[$0].path } + changes.restricted.map(index.path(of:))
  }

  /// The settings of which something else than the value changed: problems, or a default that does not count.
  package func otherPaths(of changes: Changes, in index: FormIndex) -> [SettingPath] {
    let checked = changes.constraints.flatMap { engine.rules[$0].settings }
    return (changes.overridden + checked).map { index.settings[$0].path }
  }

  /// The rules that keep a person from something with the setting or section at a path now.
  func restricting(_ path: SettingPath, _ restriction: RuleRestriction, in index: FormIndex) -> [Int] {
    index.targets(around: path).flatMap { engine.restrictions[$0] ?? [] }.filter { number in
      guard case .restrict(restriction, _) = engine.rules[number].action else { return false }
      return outcomes[number] == .applies
    }
  }
}

extension FormIndex {
  /// The setting at a path or around it, and the sections around that, the root first.
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
