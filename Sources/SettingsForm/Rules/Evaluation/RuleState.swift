/// What the rules of a form make of the settings' values, kept up to date change by change.
package struct RuleState: Sendable {
  /// What the rules changed besides the setting that was changed itself.
  package struct Changes: Sendable {
    /// The positions of settings that were not set and whose derived default changed.
    var derived: [Int] = []
    /// The positions of settings that were set and whose derived default changed, to no effect for now.
    var overridden: [Int] = []
    /// What was hidden, shown, enabled and so on.
    var restricted: Set<RuleTarget> = []
    /// The constraints that began or ceased to hold, or to be told of.
    var constraints: Set<Int> = []
  }

  /// A derived default with the rule that it comes from.
  struct Derived: Sendable {
    let value: JSONValue
    let rule: Int
  }

  let engine: RuleEngine
  /// The context and the groups that are off.
  package let conditions: RuleConditions
  private(set) var outcomes: [RuleOutcome]
  private(set) var derived: [Int: Derived] = [:]
  /// The constraints that do not hold, or can't be judged.
  private(set) var violated: Set<Int> = []
  /// How many rules hide a setting or a section, and so on.
  private(set) var counts: [RuleRestriction: [RuleTarget: Int]] = [:]
  /// How many rules have run.
  package private(set) var runCount = 0

  /// Runs all rules.
  ///
  /// - Parameter explicit: The value that was set for the setting at a position; `nil` for none.
  ///
  /// Cost: linear in the size of the rules.
  package init(
    _ engine: RuleEngine, _ conditions: RuleConditions, explicit: (Int) -> JSONValue?
  ) {
    self.engine = engine
    self.conditions = conditions
    outcomes = Array(repeating: .idle, count: engine.rules.count)
    guard !engine.isEmpty else { return }
    var agenda = RuleAgenda()
    for number in engine.rules.indices { agenda.add(number, engine) }
    _ = run(&agenda, explicit)
  }

  /// Runs the rules that depend on some settings, after the values that were set for them changed.
  ///
  /// Cost: what the dependent rules cost.
  @discardableResult
  package mutating func update(
    _ positions: some Sequence<Int>, explicit: (Int) -> JSONValue?
  ) -> Changes {
    var agenda = RuleAgenda()
    for position in positions { addReaders(of: position, to: &agenda) }
    return run(&agenda, explicit)
  }

  private func addReaders(of position: Int, to agenda: inout RuleAgenda) {
    for number in engine.readers[position] ?? [] { agenda.add(number, engine) }
  }

  private mutating func run(_ agenda: inout RuleAgenda, _ explicit: (Int) -> JSONValue?) -> Changes {
    var changes = Changes()
    while let (place, rules) = agenda.next() {
      for number in rules { outcomes[number] = outcome(of: number, explicit) }
      let derivation = engine.derivations[place]
      let old = derived[derivation.position]
      let new = preferred(derivation)
      derived[derivation.position] = new
      guard old?.value != new?.value else { continue }
      guard explicit(derivation.position) == nil else {
        changes.overridden.append(derivation.position)
        continue
      }
      changes.derived.append(derivation.position)
      addReaders(of: derivation.position, to: &agenda)
    }
    for number in agenda.others {
      let new = outcome(of: number, explicit)
      take(new, of: number, &changes)
      outcomes[number] = new
    }
    return changes
  }

  private func preferred(_ derivation: RuleEngine.Derivation) -> Derived? {
    for number in derivation.candidates {
      if case .gives(let value) = outcomes[number] { return Derived(value: value, rule: number) }
    }
    return nil
  }

  private mutating func outcome(of number: Int, _ explicit: (Int) -> JSONValue?) -> RuleOutcome {
    runCount += 1
    return engine.rules[number].outcome(conditions, patterns: engine.patterns) { input in
      switch input {
      case .setting(let position): value(at: position, explicit: explicit)
      case .context(let name): conditions.context[name]
      }
    }
  }

  /// The value that counts for a setting that some rule reads.
  func value(at position: Int, explicit: (Int) -> JSONValue?) -> JSONValue? {
    explicit(position) ?? derived[position]?.value ?? engine.defaults[position]
  }

  private mutating func take(_ new: RuleOutcome, of number: Int, _ changes: inout Changes) {
    let old = outcomes[number]
    guard old != new else { return }
    if old.isViolation { violated.remove(number) }
    if new.isViolation { violated.insert(number) }
    if old.isViolation || new.isViolation { changes.constraints.insert(number) }
    guard case .restrict(let restriction, let targets) = engine.rules[number].action else { return }
    let step = (new == .applies ? 1 : 0) - (old == .applies ? 1 : 0)
    guard step != 0 else { return }
    for target in targets {
      let before = counts[restriction]?[target] ?? 0
      counts[restriction, default: [:]][target] = before + step == 0 ? nil : before + step
      if before == 0 || before + step == 0 { changes.restricted.insert(target) }
    }
    // A constraint about something hidden is not told of.
    if restriction == .hidden { changes.constraints.formUnion(violated) }
  }

  /// The default that rules derive for the setting at a position; `nil` for none.
  package func derivedValue(at position: Int) -> JSONValue? { derived[position]?.value }

  /// The default that rules derive for a setting; `nil` for none.
  package func derivedValue(at path: SettingPath) -> JSONValue? {
    if derived.isEmpty { return nil }
    return engine.positionOfDerived[path].flatMap { derived[$0]?.value }
  }

  /// The positions of the settings that have a derived default now, in the order of the form.
  package var derivedPositions: [Int] { derived.keys.sorted() }

  /// Whether anything is restricted in a way.
  func hasRestrictions(_ restriction: RuleRestriction) -> Bool { !(counts[restriction] ?? [:]).isEmpty }

  /// Whether a rule keeps a person from seeing or changing exactly this.
  func isRestricted(_ target: RuleTarget, _ restriction: RuleRestriction) -> Bool {
    counts[restriction]?[target] != nil
  }
}
