extension RuleTrace {
  /// A setting or a section that depends on the traced setting through rules.
  package struct Dependent: Hashable, Sendable {
    /// What depends on the traced setting's value.
    package enum Way: Hashable, Sendable, CaseIterable {
      /// The default.
      case value
      /// Whether it is visible.
      case visibility
      /// Whether it is enabled.
      case use
      /// Whether it can be changed.
      case change
      /// The values that it can have.
      case limit
    }

    /// The setting or section.
    package let path: SettingPath
    /// Its name, with those of the sections around it.
    package let name: String
    /// Everything that depends on the traced setting, each once.
    package fileprivate(set) var ways: [Way]
  }
}

extension RuleTrace.Dependent {
  /// What depends on the traced setting, in words: `its default, whether it is shown`.
  package var text: String { ways.map(\.text).joined(separator: ", ") }
}

extension RuleTrace.Dependent.Way {
  package var text: String {
    switch self {
    case .value: "its default"
    case .visibility: "whether it is shown"
    case .use: "whether it is enabled"
    case .change: "whether it can be changed"
    case .limit: "which values are allowed"
    }
  }

  fileprivate init(_ restriction: RuleRestriction) {
    switch restriction {
    case .hidden: self = .visibility
    case .disabled: self = .use
    case .readOnly: self = .change
    }
  }
}

extension RuleTracer {
  /// Returns the settings and sections that depend on a setting, in the order of the rules.
  ///
  /// Cost: linear in the rules that read the setting and in their targets.
  func dependents(on position: Int) -> [RuleTrace.Dependent] {
    var dependents: [RuleTrace.Dependent] = []
    var places: [RuleTarget: Int] = [:]
    for number in state.engine.readers[position] ?? [] {
      let (targets, way) = state.engine.rules[number].dependents(on: position)
      for target in targets {
        if let place = places[target] {
          if !dependents[place].ways.contains(way) { dependents[place].ways.append(way) }
          continue
        }
        places[target] = dependents.count
        let path = index.path(of: target)
        dependents.append(RuleTrace.Dependent(path: path, name: describer.name(of: path), ways: [way]))
      }
    }
    return dependents
  }
}

extension CompiledRule {
  /// Returns the targets of the rule, and what of them depends on a setting that the rule reads. The setting itself is left
  /// out.
  fileprivate func dependents(on position: Int) -> (targets: [RuleTarget], way: RuleTrace.Dependent.Way) {
    let (targets, way): ([RuleTarget], RuleTrace.Dependent.Way) =
      switch action {
      case .assign(let assignment): ([.setting(assignment.position)], .value)
      case .restrict(let restriction, let targets): (targets, .init(restriction))
      // If there is no body, the condition itself must not be true.
      case .require:
        ((bodySettings.isEmpty ? conditionSettings : bodySettings).map(RuleTarget.setting), .limit)
      }
    return (targets.filter { $0 != .setting(position) }, way)
  }
}
