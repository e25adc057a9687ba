import Settings

/// Describes single rules for a trace: the answer to "why does this setting have this value, or this state?"
///
/// A trace evaluates nothing. The ``RuleState`` has the outcome of each rule for the current values, and this type puts
/// it into words: it applies, is violated, is idle and why, or was beaten by another rule.
///
///     Color is Red, from a rule
///       applies: Color defaults to Red when Is Urgent is true (Is Urgent: true) [AppSettings.swift:12]
///       does not apply: Color defaults to Blue when Theme is Sea; its condition is false (Theme: Land)
///
/// So a trace can't contradict what an editor shows, which comes from the same state.
struct RuleTracer {
  /// The outcomes of all rules for the values that the trace is about.
  let state: RuleState
  let index: FormIndex
  var describer: RuleDescriber { RuleDescriber(index: index) }

  /// Returns the rules that derive a default for a setting, in order of preference; none for a setting without such
  /// rules.
  func candidates(_ position: Int) -> [Int] {
    state.engine.derivationOfSetting[position].map { state.engine.derivations[$0].candidates } ?? []
  }

  /// Returns the result of a rule as a step.
  ///
  /// - Parameters:
  ///   - preferred: The rule that gives the derived default; `nil` for a step that isn't about one.
  ///   - isSet: Whether the setting has an explicit value, which beats every derived one.
  func step(
    _ number: Int, preferred: Int?, isSet: Bool, explicit: (Int) -> JSONValue?
  ) -> RuleTrace.Step {
    let rule = state.engine.rules[number]
    let (verdict, reason) = verdict(number, preferred: preferred, isSet: isSet)
    let operands = rule.settings.map { position in
      let entry = index.settings[position]
      let value =
        explicit(position) ?? state.derived[position]?.value ?? entry.setting.defaultValue
      return RuleTrace.Operand(
        path: entry.path, name: describer.name(of: entry.path), value: entry.setting.text(for: value))
    }
    // Context values come after the settings. If one isn't given, that is often why the rule doesn't apply.
    let given = rule.rule.contextNames().map { name in
      RuleTrace.Operand(
        path: nil, name: name, value: state.conditions.value(named: name).map(Phrase.excerpt) ?? "(not given)"
      )
    }
    return RuleTrace.Step(
      rule: rule.rule, description: describer.description(of: rule.rule), verdict: verdict, reason: reason,
      operands: operands + given, settings: operands.compactMap(\.path) + targets(of: rule))
  }

  /// Returns what a rule has an effect on. A constraint has none: it is about the settings that it reads.
  private func targets(of rule: CompiledRule) -> [SettingPath] {
    switch rule.action {
    case .require: []
    case .restrict(_, let targets): targets.map(index.path(of:))
    case .assign(let assignment): [index.settings[assignment.position].path]
    }
  }

  /// Returns what came of a rule, and the reason if it had no effect. A constraint about a hidden setting isn't
  /// reported as a problem, so it counts as idle.
  ///
  /// | outcome | verdict | reason |
  /// |---|---|---|
  /// | condition is false | idle | its condition is false |
  /// | a setting that it reads isn't set | idle | Proxy › Port has no value |
  /// | gives a default, and the setting is set | beaten | the setting was set |
  /// | gives a default, and another rule is preferred | beaten | a rule of higher priority is preferred |
  /// | gives the default | applies | |
  /// | constraint doesn't hold | violated | |
  private func verdict(
    _ number: Int, preferred: Int?, isSet: Bool
  ) -> (RuleTrace.Step.Verdict, String) {
    switch state.outcomes[number] {
    case .off: (.idle, "its group \(state.engine.rules[number].rule.group ?? "") is switched off")
    case .idle: (.idle, "its condition is false")
    case .nothing(let gap): (.idle, text(gap))
    case .applies where isAboutHidden(number), .violated where isAboutHidden(number),
      .incalculable where isAboutHidden(number):
      (.idle, "it is about a hidden setting")
    case .applies: (.applies, "")
    case .violated: (.violated, "")
    case .incalculable: (.violated, text(.outOfRange))
    case .gives:
      if isSet {
        (.beaten, "the setting was set")
      } else if preferred == number {
        (.applies, "")
      } else {
        (.beaten, whyOverridden(number, by: preferred))
      }
    }
  }

  /// Whether a rule is a constraint about a setting that is hidden now, which is why it isn't reported.
  private func isAboutHidden(_ number: Int) -> Bool {
    guard case .require = state.engine.rules[number].action else { return false }
    return state.engine.rules[number].bodySettings.contains {
      state.isRestricted(index.settings[$0].path, restriction: .hidden, in: index)
    }
  }

  /// Returns why another rule is preferred. The three reasons in this order are the order in which rules are preferred.
  private func whyOverridden(_ number: Int, by winner: Int?) -> String {
    guard let winner else { return "" }
    let (loser, best) = (state.engine.rules[number], state.engine.rules[winner])
    if loser.rule.priority != best.rule.priority { return "a rule of higher priority is preferred" }
    if loser.specificity != best.specificity { return "a more specific rule is preferred" }
    return "an earlier rule is preferred"
  }

  /// Returns a gap as the end of a sentence: `Proxy › Port has no value`. Secrets aren't shown, because a gap has no
  /// value.
  private func text(_ gap: RuleGap) -> String {
    switch gap {
    case .notSet(let position): "\(describer.name(of: index.settings[position].path)) has no value"
    case .unfit(let position):
      "the value of \(describer.name(of: index.settings[position].path)) is of the wrong type"
    case .noContext(let name): "the app gives no \(name)"
    case .null: "a value is missing"
    case .divisionByZero: "a number is divided by zero"
    case .outOfRange: "a number is too large or too small"
    case .type(let expected): "a value is not \(expected.noun)"
    case .refused(let problem): "its value does not fit: \(problem)"
    }
  }
}

extension RuleState {
  /// Returns why a setting has its value, and which rules affect it.
  ///
  /// The steps are: rules that could derive the value, rules that restrict the setting or a section around it, and
  /// rules that constrain it. For a section, only rules that restrict it are listed, and there is no value.
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
        steps.append(tracer.step(number, preferred: winner?.rule, isSet: own != nil, explicit: explicit))
      }
    }
    for number in index.targets(around: path).flatMap({ engine.restrictions[$0] ?? [] }) {
      steps.append(tracer.step(number, preferred: nil, isSet: false, explicit: explicit))
    }
    for number in position.flatMap({ engine.constraints[$0] }) ?? [] {
      steps.append(tracer.step(number, preferred: nil, isSet: false, explicit: explicit))
    }
    return RuleTrace(
      path: path, name: tracer.describer.name(of: path), value: value, origin: origin, steps: steps,
      dependents: position.map(tracer.dependents) ?? [])
  }
}

extension Draft {
  /// Returns why a setting has its value, why it or a section is hidden or can't be changed, and the constraints on it.
  ///
  /// Cost: linear in the number of rules with an action for the setting or for a section that contains it.
  package func trace(at path: SettingPath) -> RuleTrace {
    rules.trace(at: path, in: index, isStaged: isStaged(path)) { position in
      effectiveSetValue(of: index.settings[position])
    }
  }
}
