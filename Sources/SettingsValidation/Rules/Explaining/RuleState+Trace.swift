extension RuleState {
  /// Returns why a setting has its value, and which rules affect it.
  ///
  /// - Parameters:
  ///   - isStaged: Whether the explicit value is staged rather than stored.
  ///   - explicit: Returns the explicit value of the setting at a position; `nil` if the setting isn't set.
  package func trace(
    at path: SettingPath, in index: FormIndex, isStaged: Bool, explicit: (Int) -> JSONValue?
  ) -> RuleTrace {
    let tracer = RuleTracer(state: self, index: index)
    let position = index.position(of: path)
    var steps: [RuleTrace.Step] = []
    var origin = RuleTrace.Origin.none
    var value: String?
    if let position {
      let setting = index.settings[position].setting
      let winner = derived[position]
      let own = explicit(position)
      origin =
        if own != nil { isStaged ? .staged : .stored } else if let winner {
          .derived(engine.rules[winner.rule].rule)
        } else { setting.defaultValue == nil ? .none : .formDefault }
      value = setting.text(for: own ?? winner?.value ?? setting.defaultValue)
      for number in tracer.candidates(position) {
        steps.append(tracer.step(number, preferred: winner?.rule, isSet: own != nil, explicit))
      }
    }
    for number in index.targets(around: path).flatMap({ engine.restrictions[$0] ?? [] }) {
      steps.append(tracer.step(number, preferred: nil, isSet: false, explicit))
    }
    for number in position.flatMap({ engine.constraints[$0] }) ?? [] {
      steps.append(tracer.step(number, preferred: nil, isSet: false, explicit))
    }
    return RuleTrace(
      path: path, name: tracer.describer.name(of: path), value: value, origin: origin, steps: steps,
      dependents: position.map(tracer.dependents) ?? [])
  }
}
