/// The compiled rules of a form and their dependencies.
///
/// What reads what is known when the form is read, so it is computed once, as tables by the position of a setting:
///
///     rule 0   if mode == "fast" set threads = cores * 2        reads mode, cores      gives threads
///     rule 1   if threads > 8 hide ui.animation                 reads threads          hides ui.animation
///     rule 2   require threads <= limit                         reads threads, limit
///
///     readers      mode → [0]   cores → [0]   threads → [1, 2]   limit → [2]
///     derivations  threads, with the candidates [0]
///     constraints  threads → [2]   limit → [2]
///
/// A change of `cores` runs rule 0. Rules 1 and 2 run only if rule 0 gives `threads` another value.
///
/// It is a class, because copies of it are parts of many values. It never changes; the results for given values are in
/// ``RuleState``.
package final class RuleEngine: Sendable {
  /// A setting with derived defaults.
  package struct Derivation: Sendable {
    /// The position of the setting.
    let position: Int
    /// The rules that derive a default, in order of preference.
    package let candidates: [Int]
  }

  /// The rules in form order.
  package let rules: [CompiledRule]
  /// The settings with derived defaults, in an order in which each comes after the settings that it is derived from.
  /// Running them in this order once gives the final values.
  package let derivations: [Derivation]
  /// The index in `derivations` of each setting with derived defaults.
  package let derivationOfSetting: [Int: Int]
  /// The positions of the settings with derived defaults.
  let positionOfDerived: [SettingPath: Int]
  /// The rules that read a setting, in their condition or their effect.
  package let readers: [Int: [Int]]
  /// The constraints that read each setting. Their problems are shown there.
  package let constraints: [Int: [Int]]
  /// The rules that can hide, disable or protect a setting or a section.
  package let restrictions: [RuleTarget: [Int]]
  /// The defaults of the settings that rules read. A rule reads the default of a setting that isn't set, so it needs
  /// them without the form.
  let defaults: [Int: JSONValue]

  /// Creates an engine without rules.
  package init() {
    (rules, derivations, derivationOfSetting, readers) = ([], [], [:], [:])
    (constraints, restrictions, defaults, positionOfDerived) = ([:], [:], [:], [:])
  }

  /// Compiles the rules of a form against its index, which has no rules yet: an index compiles them when it has all its settings.
  ///
  /// - Throws: ``FormSchemaError`` for the first faulty rule in the order of the form, and then for a cycle of derived
  ///   defaults.
  ///
  /// Cost: linear in the size of the rules.
  init(
    _ formRules: [FormRule], index: FormIndex, library: SchemaLibrary
  ) throws(FormSchemaError) {
    var rules: [CompiledRule] = []
    rules.reserveCapacity(formRules.count)
    for (number, rule) in formRules.enumerated() {
      rules.append(
        try RuleCompiler.compile(
          rule, in: index, library: library, at: [FormSchema.rulesKeyword, String(number)]))
    }

    // The tables are filled in one pass, in the order of the rules, so each list is in that order.
    var readers: [Int: [Int]] = [:]
    var constraints: [Int: [Int]] = [:]
    var restrictions: [RuleTarget: [Int]] = [:]
    var candidates: [Int: [Int]] = [:]
    var defaults: [Int: JSONValue] = [:]
    for (number, rule) in rules.enumerated() {
      let settings = rule.settings
      for position in settings {
        readers[position, default: []].append(number)
        defaults[position] = index.setting(at: position).defaultValue
      }
      switch rule.action {
      case .require: for position in settings { constraints[position, default: []].append(number) }
      case .restrict(_, let targets):
        for target in targets { restrictions[target, default: []].append(number) }
      case .assign(let assignment): candidates[assignment.position, default: []].append(number)
      }
    }
    self.rules = rules
    self.readers = readers
    self.constraints = constraints
    self.restrictions = restrictions
    self.defaults = defaults
    derivations = try Self.ordered(candidates, rules: rules, in: index)
    positionOfDerived = Dictionary(
      uniqueKeysWithValues: derivations.map { (index.settingPath(at: $0.position), $0.position) })
    derivationOfSetting = Dictionary(
      uniqueKeysWithValues: derivations.enumerated().map { ($0.element.position, $0.offset) })
  }

  /// Whether rules derive a default for a setting.
  package func derives(_ path: SettingPath) -> Bool { positionOfDerived[path] != nil }

  package var isEmpty: Bool { rules.isEmpty }

  /// Orders derived defaults: each comes after the settings that it is derived from (A. B. Kahn, "Topological sorting
  /// of large networks", 1962). A default whose inputs are all done is ready; when none is ready and some are left,
  /// they form a cycle.
  ///
  /// For `c` from `b` and `b` from `a`, where `a` isn't derived, `b` is ready at first, and `c` after it. Defaults that are ready at the
  /// start are in form order, so the order is the same in each process.
  private static func ordered(
    _ candidates: [Int: [Int]], rules: [CompiledRule], in index: FormIndex
  ) throws(FormSchemaError) -> [Derivation] {
    var needed: [Int: Set<Int>] = [:]
    var needing: [Int: [Int]] = [:]
    for (position, numbers) in candidates {
      // Only derived inputs matter for the order; all others are there from the start.
      let read = Set(numbers.flatMap { rules[$0].settings }).filter { candidates[$0] != nil }
      needed[position] = read
      for other in read { needing[other, default: []].append(position) }
    }
    var ready = candidates.keys.filter { needed[$0]?.isEmpty ?? true }.sorted(by: >)
    var derivations: [Derivation] = []
    while let position = ready.popLast() {
      // The sort is stable, so rules with equal preference keep the order of the form.
      let preferred = (candidates[position] ?? []).sorted { rules[$0].precedes(rules[$1]) }
      derivations.append(Derivation(position: position, candidates: preferred))
      for other in needing[position] ?? [] {
        needed[other]?.remove(position)
        if needed[other]?.isEmpty ?? false { ready.append(other) }
      }
    }
    guard derivations.count == candidates.count else {
      throw cycleError(in: needed.filter { !$0.value.isEmpty }, candidates, rules: rules, index: index)
    }
    return derivations
  }

  /// Returns the error for a cycle. Each remaining setting needs another remaining setting. So whoever follows these needs, from any of
  /// them, comes back to a setting that was visited before. That closed trail is the message: `a ← b ← c ← a`. It begins with the member
  /// that is first in the form, and is at the rule that derives that one.
  private static func cycleError(
    in needed: [Int: Set<Int>], _ candidates: [Int: [Int]], rules: [CompiledRule], index: FormIndex
  ) -> FormSchemaError {
    var trail: [Int] = []
    var places: [Int: Int] = [:]
    var next = needed.keys.min()
    while let position = next, places[position] == nil {
      places[position] = trail.count
      trail.append(position)
      next = needed[position]?.filter { needed[$0] != nil }.min()
    }
    let members = Array(trail[(next.flatMap { places[$0] } ?? 0)...])
    // The message starts with the member that is first in the form.
    let start = members.indices.min { members[$0] < members[$1] } ?? 0
    let rotated = Array(members[start...] + members[..<start])
    let neighbor = rotated.count > 1 ? rotated[1] : rotated[0]
    let number = candidates[rotated[0]]?.first { rules[$0].settings.contains(neighbor) } ?? 0
    return FormSchemaError(
      path: [FormSchema.rulesKeyword, String(number), RuleMember.set.rawValue],
      reason: .rule(
        .cycle(rotated.map { index.settingPath(at: $0) }), source: rules[number].rule.source))
  }
}
