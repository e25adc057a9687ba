import Synchronization

/// The inputs of a form's rules other than the settings: what the app knows about its surroundings, and which groups of
/// rules it has switched off. `settings-tui` knows only the context values that it is given by `--context`, and a rule
/// that reads another one doesn't apply there.
package struct RuleConditions: Hashable, Sendable {
  /// The values that the app provides, by name.
  package var context: [String: JSONValue]
  /// The groups of rules that are switched off.
  package var inactiveGroups: Set<String>

  /// Creates inputs; without arguments, there are no values, and all groups are switched on.
  package init(context: [String: JSONValue] = [:], inactiveGroups: Set<String> = []) {
    self.context = context
    self.inactiveGroups = inactiveGroups
  }

  /// Returns a context value: `status` of the value `task` for the name `task.status`; `nil` if it isn't given. A value
  /// whose own name has the dot comes first.
  package func value(named name: String) -> JSONValue? {
    if let value = context[name] { return value }
    var keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    guard keys.count > 1, let first = keys.popFirst(), let whole = context[first] else { return nil }
    return whole.member(at: keys)
  }

  /// Switches the rules of a group on or off. A group that no rule is in has no effect.
  package mutating func switchRules(in group: String, on isActive: Bool) {
    if isActive { inactiveGroups.remove(group) } else { inactiveGroups.insert(group) }
  }
}

extension JSONValue {
  /// The value at keys inside of objects; `nil` if there is none. Unlike a path, the keys never name elements of a
  /// list.
  package func member(at keys: some Sequence<String>) -> JSONValue? {
    var value = self
    for key in keys {
      guard case .object(let object) = value, let member = object[key] else { return nil }
      value = member
    }
    return value
  }
}

/// The inputs of a running app's rules other than the settings. The app can change them at any time, on any thread; a
/// rule state has a copy of those for which it was computed.
package final class RuleSwitches: Sendable {
  /// The inputs, which are read and changed as a whole.
  private let state: Mutex<RuleConditions>

  /// Creates the inputs with which the app starts.
  package init(_ conditions: RuleConditions) {
    state = Mutex(conditions)
  }

  /// The current inputs, as a copy.
  package var conditions: RuleConditions { state.withLock { $0 } }

  /// Changes the inputs atomically. States that were computed before keep the old ones until they are computed again.
  package func change(_ body: (inout RuleConditions) -> Void) {
    state.withLock { body(&$0) }
  }
}

extension FormRule {
  /// Returns the names of the context values that the rule reads, each once.
  ///
  /// In `{"and": [{"==": [{"var": ["$context.os", "linux"]}, "mac"]}, {"var": "$context.debug"}]}`, only `debug` is
  /// required.
  ///
  /// - Parameter requiredOnly: Whether to leave out those that have a default, without which the rule is evaluated all the same.
  func contextNames(requiredOnly: Bool = false) -> [String] {
    var names: [String] = []
    var defaulted: Set<String> = []
    for expression in expressions {
      expression.forEach { expression in
        if case .context(let name) = expression, !names.contains(name) { names.append(name) }
        // A key has its default wherever it is read.
        if requiredOnly, case .operation(.fallback, let operands) = expression,
          case .context(let name) = operands[0]
        {
          defaulted.insert(name)
        }
      }
    }
    return names.filter { !defaulted.contains($0) }
  }
}

extension RuleEngine {
  /// The names of the groups that rules are in, in form order.
  package var groups: [String] {
    rules.reduce(into: []) { groups, rule in
      if let group = rule.rule.group, !groups.contains(group) { groups.append(group) }
    }
  }

  /// The names of the context values without which rules about settings aren't evaluated, each once. A review names
  /// them when these settings change, because the rule couldn't be checked.
  ///
  /// - Parameter positions: The positions of the settings.
  package func missingContext(of positions: Set<Int>, given conditions: RuleConditions) -> [String] {
    var names: [String] = []
    for rule in rules where !rule.settings.allSatisfy({ !positions.contains($0) }) {
      for name in rule.rule.contextNames(requiredOnly: true)
      where !names.contains(name) && conditions.value(named: name) == nil { names.append(name) }
    }
    return names
  }
}

/// The context values that rules read, for programs that aren't the app and are given such values as text.
extension RuleEngine {
  /// The names of the context values without which some rule isn't evaluated.
  package func missingContext(given conditions: RuleConditions) -> [String] {
    missingContext(of: Set(rules.flatMap(\.settings)), given: conditions)
  }

  /// Returns what to correct about a context value, as a sentence: a name that no rule reads, a value of a type that no rule can use, or one
  /// typing error away from a value that rules compare it with. Returns `nil` if rules can use it.
  package func fault(ofContext name: String, value: JSONValue) -> String? {
    let names = rules.flatMap { $0.rule.contextNames() }
    guard names.contains(where: { $0 == name || $0.hasPrefix(name + ".") }) else {
      let nearest = EditDistance.nearest(to: name, among: Set(names).sorted())
      return "Use a name that rules read instead of \(name)\(Phrase.didYouMean(nearest))."
    }
    var known: [JSONValue] = []
    var types: Set<RuleType> = []
    for expression in rules.flatMap(\.rule.expressions) {
      expression.forEach { $0.collect(context: name, &known, &types) }
    }
    for case .context(name) in rules.flatMap(\.rule.conditions) { types.insert(.boolean) }
    types.formUnion(known.map { RuleType(of: $0) })
    guard types.isEmpty || types.contains(where: { $0.holds(value) }) else {
      let expected = Phrase.alternatives(types.map(\.noun).sorted())
      return "Use \(expected) for \(name) instead of \(Phrase.excerpt(value))."
    }
    guard case .string(let text) = value, !known.contains(value),
      let nearest = EditDistance.nearest(to: text, among: known.compactMap(\.text))
    else { return nil }
    return
      "Use a value of \(name) that rules know instead of \(Phrase.excerpt(value))\(Phrase.didYouMean(nearest))."
  }
}

extension FormRule {
  /// The expressions that have to be true or false.
  fileprivate var conditions: [RuleExpression] {
    if case .require(let expression) = effect {
      [condition, expression].compactMap(\.self)
    } else {
      [condition].compactMap(\.self)
    }
  }
}

extension RuleExpression {
  /// Adds what this expression itself demands of a context value: the values that it is compared with, and the types that it can have.
  fileprivate func collect(context name: String, _ known: inout [JSONValue], _ types: inout Set<RuleType>) {
    func isContext(_ expression: RuleExpression) -> Bool {
      switch expression {
      case .context(name): true
      case .operation(.fallback, let operands): operands[0] == .context(name)
      default: false
      }
    }
    guard case .operation(let operation, let operands) = self, operands.contains(where: isContext) else {
      return
    }
    switch operation {
    case .fallback:
      if operands[0] == .context(name), let value = operands[1].constant { known.append(value) }
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      known += operands.compactMap(\.constant).filter { $0 != .null }
    case .contained:
      if isContext(operands[0]), case .array(let values)? = operands[1].constant { known += values }
    case .conditional: if isContext(operands[0]) { types.insert(.boolean) }
    default: if let type = operation.signature.operands { types.insert(type) }
    }
  }
}
