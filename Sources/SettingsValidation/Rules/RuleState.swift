/// The results of a form's rules for the settings' values, updated incrementally.
///
/// One pass over the affected rules is enough. Derived defaults form no cycle, so ``RuleEngine`` orders them: each
/// reads only earlier ones. ``RuleAgenda`` returns them in this order, and gets the rules that read a derived default
/// only when its value has changed. So a rule runs once at most for each update, and only when everything that it reads
/// is final. Rules that derive no default run last, because no rule reads their results.
///
///     update([cores]) ─▶ agenda: rule 0
///        run 0   threads: 8 → 16, so its readers 1 and 2 join the agenda
///        then, as they derive nothing: 1, 2
///
/// Several rules can hide the same setting, and one of them may stop applying. So a counter for each setting and section says how many
/// rules hide it now; it is visible when the counter is 0. Disabled and read-only settings are counted in the same way.
///
/// An explicit value wins over a derived one: a rule gives a default, and never changes what a person has set. The
/// derived value is kept up to date all the same, because resetting the setting shows it.
///
/// It is a value. A draft has its own state: the stored content's, updated with the staged positions.
///
/// It doesn't keep the explicit values. Each call gets a function for them, and the caller must say which of them have
/// changed: a position that `update` isn't told of keeps its old effects. After any sequence of updates, the state equals a new state for
/// the same values.
package struct RuleState: Sendable {
  /// The changes through rules that a change of settings caused. A view model notifies the readers of exactly these
  /// settings.
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

  /// A derived default, with the rule that gives it: the first of the candidates that apply.
  package struct Derived: Sendable {
    package let value: JSONValue
    package let rule: Int
  }

  /// The compiled rules, which all states of a form share.
  package let engine: RuleEngine
  /// The context, and the groups that are switched off.
  package let conditions: RuleConditions
  /// The result of each rule for the current values, by its number. It is compared with the next result.
  package private(set) var outcomes: [RuleOutcome]
  /// The derived defaults, by the positions of their settings. They are computed for settings with an explicit value,
  /// too, because a reset brings them back.
  package private(set) var derived: [Int: Derived] = [:]
  /// The constraints that are violated or can't be evaluated.
  private(set) var violated: Set<Int> = []
  /// The number of rules that hide, disable or protect each setting or section. A number that falls to zero is removed,
  /// so a missing one means that nothing restricts it.
  private(set) var counts: [RuleRestriction: [RuleTarget: Int]] = [:]
  /// The number of rules that were run, which shows tests that an update runs only what it has to.
  package private(set) var runCount = 0

  /// Runs all rules.
  ///
  /// Cost: linear in the size of the rules.
  ///
  /// - Parameter explicit: Returns the explicit value of the setting at a position; `nil` if the setting isn't set.
  package init(
    _ engine: RuleEngine, conditions: RuleConditions, explicit: (Int) -> JSONValue?
  ) {
    self.engine = engine
    self.conditions = conditions
    outcomes = Array(repeating: .idle, count: engine.rules.count)
    guard !engine.isEmpty else { return }
    var agenda = RuleAgenda()
    for number in engine.rules.indices { agenda.add(number, engine: engine) }
    _ = run(&agenda, explicit: explicit)
  }

  /// Runs the rules that depend on settings whose explicit values changed.
  ///
  /// Cost: as much as the dependent rules, however many rules there are.
  @discardableResult
  package mutating func update(
    _ positions: some Sequence<Int>, explicit: (Int) -> JSONValue?
  ) -> Changes {
    var agenda = RuleAgenda()
    for position in positions { addReaders(of: position, to: &agenda) }
    return run(&agenda, explicit: explicit)
  }

  /// Returns what differs from the results of the same rules for other values. An overridden default isn't told from another.
  package func changes(since old: RuleState) -> Changes {
    var changes = Changes()
    changes.derived = Set(derived.keys).union(old.derived.keys).sorted().filter {
      derived[$0]?.value != old.derived[$0]?.value
    }
    for restriction in RuleRestriction.allCases {
      let (new, old) = (
        Set(counts[restriction, default: [:]].keys), Set(old.counts[restriction, default: [:]].keys)
      )
      changes.restricted.formUnion(new.symmetricDifference(old))
      // Constraints about hidden settings aren't reported.
      if restriction == .hidden, new != old { changes.constraints.formUnion(violated) }
    }
    changes.constraints.formUnion(violated.symmetricDifference(old.violated))
    return changes
  }

  /// Adds the rules that read a setting to the agenda.
  private func addReaders(of position: Int, to agenda: inout RuleAgenda) {
    for number in engine.readers[position] ?? [] { agenda.add(number, engine: engine) }
  }

  /// Runs the rules on the agenda, and the rules that are added to it meanwhile.
  ///
  /// A derived default that changes under an explicit value is noted, but its readers don't run, because the value that
  /// they read is the same.
  private mutating func run(_ agenda: inout RuleAgenda, explicit: (Int) -> JSONValue?) -> Changes {
    var changes = Changes()
    while let (place, rules) = agenda.next() {
      // All candidates of a setting run before the best one is taken.
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
    // All derived defaults are final now.
    for number in agenda.others {
      let new = outcome(of: number, explicit)
      take(new, of: number, into: &changes)
      outcomes[number] = new
    }
    return changes
  }

  /// Returns the derived default of a setting, from the first candidate that gives a value; `nil` if none does.
  private func preferred(_ derivation: RuleEngine.Derivation) -> Derived? {
    for number in derivation.candidates {
      if case .gives(let value) = outcomes[number] { return Derived(value: value, rule: number) }
    }
    return nil
  }

  /// Runs a rule for the current values.
  private mutating func outcome(of number: Int, _ explicit: (Int) -> JSONValue?) -> RuleOutcome {
    runCount += 1
    let state = self
    return withoutActuallyEscaping(explicit) { explicit in
      let source = RuleSource(conditions) { state.value(at: $0, explicit: explicit) }
      return state.engine.rules[number].outcome(from: source)
    }
  }

  /// Returns the effective value of a setting that a rule reads: the explicit one, else the derived one, else the
  /// default of the form; `nil` if there is none.
  func value(at position: Int, explicit: (Int) -> JSONValue?) -> JSONValue? {
    explicit(position) ?? derived[position]?.value ?? engine.defaults[position]
  }

  /// Stores the outcome of a rule, and notes what it changes. The counters change by the difference between the rule's old and new effect.
  private mutating func take(_ new: RuleOutcome, of number: Int, into changes: inout Changes) {
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

  /// Returns the default that rules derive for a setting; `nil` if no rule does. It is the derived one even if the
  /// setting is set.
  package func derivedValue(at path: SettingPath) -> JSONValue? {
    if derived.isEmpty { return nil }
    return engine.positionOfDerived[path].flatMap { derived[$0]?.value }
  }

  /// Whether rules derive a default for any setting.
  package var derivesDefaults: Bool { !derived.isEmpty }

  /// The positions of the settings that have a derived default, in form order.
  package var derivedPositions: [Int] { derived.keys.sorted() }

  /// Whether there are settings or sections with this restriction. Most forms have none, and then nobody looks further.
  func hasRestrictions(_ restriction: RuleRestriction) -> Bool { !(counts[restriction] ?? [:]).isEmpty }

  /// Whether a rule restricts exactly this setting or section. Sections around it aren't considered.
  func isRestricted(_ target: RuleTarget, restriction: RuleRestriction) -> Bool {
    counts[restriction]?[target] != nil
  }
}

/// The result of a rule. Two outcomes are compared to find out whether anything has changed.
package enum RuleOutcome: Hashable, Sendable {
  /// Its group is switched off.
  case off
  /// Its condition is false.
  case idle
  /// An input has no value.
  case nothing(RuleGap)
  /// The rule applies; if it is a constraint, it holds.
  case applies
  /// The constraint doesn't hold; if it is about the elements of a list, for these parts of it.
  case violated(parts: [SettingPath])
  /// The constraint can't be evaluated, because a number is too large or too small for calculations. It is treated as violated: such a
  /// number must not bypass it.
  case incalculable
  /// The rule applies and derives a default.
  case gives(JSONValue)
}

extension RuleOutcome {
  /// Whether a constraint is violated.
  var isViolation: Bool {
    switch self {
    case .violated, .incalculable: true
    case .off, .idle, .nothing, .applies, .gives: false
    }
  }
}

extension CompiledRule {
  /// Runs the rule: its condition, then its effect if the condition is true.
  ///
  /// What has no value makes the rule idle, with one exception: a constraint whose numbers are out of range counts as
  /// violated.
  func outcome(from source: RuleSource) -> RuleOutcome {
    if let group = rule.group, source.conditions.inactiveGroups.contains(group) { return .off }
    do throws(RuleGap) {
      if let condition, !(try condition.bool(from: source)) { return .idle }
      switch action {
      case .restrict: return .applies
      case .require(let constraint):
        return try constraint.bool(from: source)
          ? .applies : .violated(parts: try constraint.failingParts(from: source))
      case .assign(let assignment): return .gives(try assignment.derived(from: source))
      }
    } catch {
      if case .require = action, error == .outOfRange { return .incalculable }
      return .nothing(error)
    }
  }
}

extension RuleAssignment {
  /// Computes the derived default, and checks it by the setting's limits. A value that doesn't fit is no default: a
  /// rule must not make a document invalid.
  fileprivate func derived(from source: RuleSource) throws(RuleGap) -> JSONValue {
    // Here, the constant `null` is a value: an optional setting that is empty.
    if checks == nil, case .value(let value) = value { return value }
    var value = try value.value(from: source)
    if countsSeconds, case .number(let seconds) = value {
      guard let duration = FixedDuration(seconds) else { throw .outOfRange }
      value = .string(duration.text)
    }
    let problems = checks?.problems(of: value, secrecy: secrecy) ?? []
    if let problem = problems.first(where: { $0.severity == .error }) { throw .refused(problem.message) }
    return value
  }
}

/// What a rule reads while it runs.
///
/// It is an object rather than a function. For each function that the operations of rules are called with, the optimizer would make a copy of
/// all of them, and of the copies again for the elements of `every`: that was a seventh of the machine code of this module.
final class RuleSource {
  let conditions: RuleConditions
  /// The element that the condition of `every` is about.
  let element: JSONValue?
  /// Returns the value of the setting at a position in the form; `nil` for no value.
  let value: (Int) -> JSONValue?

  init(_ conditions: RuleConditions, element: JSONValue? = nil, value: @escaping (Int) -> JSONValue?) {
    self.conditions = conditions
    self.element = element
    self.value = value
  }

  /// Returns the same source for the condition on an element.
  func inside(_ element: JSONValue) -> RuleSource {
    RuleSource(conditions, element: element, value: value)
  }
}

/// Why an expression has no value. Its rule then doesn't apply.
///
/// A gap isn't false. `port > 1024` for a missing port is neither true nor false, and `not (port > 1024)` has no value,
/// either. Otherwise a rule about a setting that isn't set would apply by accident. Only a constraint whose numbers are
/// out of range counts as violated: such a number must not get around it.
///
/// A trace shows the gap as the reason for which a rule doesn't apply, so it says which setting has no value.
package enum RuleGap: Error, Hashable, Sendable {
  /// The setting at this position in the form has no value.
  case notSet(Int)
  /// The value of the setting at this position doesn't have the setting's type.
  case unfit(Int)
  /// The app doesn't provide the context value.
  case noContext(String)
  /// A value is `null`.
  case null
  /// A number was divided by zero.
  case divisionByZero
  /// A number is too large or too small for calculations.
  case outOfRange
  /// A value whose type isn't known until it is read has the wrong type for the operation.
  case type(expected: RuleType)
  /// A derived value isn't valid for its setting; the problem. The setting then has its other default, or none.
  case refused(String)
}
