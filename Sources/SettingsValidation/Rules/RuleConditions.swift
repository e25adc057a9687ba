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
  package func contextNames(requiredOnly: Bool = false) -> [String] {
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

  /// The names of the context values without which some rule isn't evaluated.
  package func missingContext(given conditions: RuleConditions) -> [String] {
    missingContext(of: Set(rules.flatMap(\.settings)), given: conditions)
  }
}
