/// The results of a form's rules for the settings' values, updated incrementally.
///
/// One pass over the affected rules is enough. Derived defaults form no cycle, so ``RuleEngine`` orders them: each one reads only
/// earlier ones. ``RuleAgenda`` returns them in this order, and gets the rules that read a derived default only when its value has
/// changed. So a rule runs once at most for each update, and only when everything that it reads is final. Rules that derive no
/// default run last, because no rule reads their results.
package struct RuleState: Sendable {
  /// The changes through rules that a change of settings caused.
  package struct Changes: Sendable {
    /// The positions of the settings that weren't set and whose derived default changed.
    var derived: [Int] = []
    /// The positions of the settings with an explicit value whose derived default changed. That has no effect yet.
    var overridden: [Int] = []
    /// The settings and sections that were hidden, shown, enabled, and so on.
    var restricted: Set<RuleTarget> = []
    /// The constraints that are newly violated, fulfilled, or reported.
    var constraints: Set<Int> = []
  }

  /// A derived default, with its rule.
  struct Derived: Sendable {
    let value: JSONValue
    let rule: Int
  }

  let engine: RuleEngine
  /// The context, and the groups that are switched off.
  package let conditions: RuleConditions
  private(set) var outcomes: [RuleOutcome]
  private(set) var derived: [Int: Derived] = [:]
  /// The constraints that are violated or can't be evaluated.
  private(set) var violated: Set<Int> = []
  /// The number of rules that hide, disable or protect each setting or section.
  private(set) var counts: [RuleRestriction: [RuleTarget: Int]] = [:]
  /// The number of rules that were run.
  package private(set) var runCount = 0

  /// Runs all rules.
  ///
  /// - Parameter explicit: Returns the explicit value of the setting at a position; `nil` if the setting isn't set.
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

  /// Runs the rules that depend on settings whose explicit values changed.
  ///
  /// Cost: that of the dependent rules.
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
    return engine.rules[number].outcome(conditions) { input in
      switch input {
      case .setting(let position): value(at: position, explicit: explicit)
      case .context(let name): conditions.value(named: name)
      }
    }
  }

  /// Returns the effective value of a setting that a rule reads.
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
    // Constraints about hidden settings aren't reported.
    if restriction == .hidden { changes.constraints.formUnion(violated) }
  }

  /// Returns the default that rules derive for a setting; `nil` if no rule does.
  package func derivedValue(at path: SettingPath) -> JSONValue? {
    if derived.isEmpty { return nil }
    return engine.positionOfDerived[path].flatMap { derived[$0]?.value }
  }

  /// Whether rules derive a default for any setting.
  package var derivesDefaults: Bool { !derived.isEmpty }

  /// The positions of the settings that have a derived default, in form order.
  package var derivedPositions: [Int] { derived.keys.sorted() }

  /// Whether there are settings or sections with this restriction.
  func hasRestrictions(_ restriction: RuleRestriction) -> Bool { !(counts[restriction] ?? [:]).isEmpty }

  /// Whether a rule restricts exactly this setting or section.
  func isRestricted(_ target: RuleTarget, _ restriction: RuleRestriction) -> Bool {
    counts[restriction]?[target] != nil
  }
}
