/// The inputs of a form's rules other than the settings.
package struct RuleConditions: Hashable, Sendable {
  /// The values that the app provides, by name.
  package var context: [String: JSONValue]
  /// The groups of rules that are switched off.
  package var inactiveGroups: Set<String>

  package init(context: [String: JSONValue] = [:], inactiveGroups: Set<String> = []) {
    self.context = context
    self.inactiveGroups = inactiveGroups
  }

  /// Returns a context value: `status` of the value `task` for the name `task.status`; `nil` if it isn't given.
  package func value(named name: String) -> JSONValue? {
    if let value = context[name] { return value }
    var keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    guard keys.count > 1, let first = keys.popFirst(), let whole = context[first] else { return nil }
    return whole.member(at: keys)
  }

  /// Switches all rules of a group on or off.
  package mutating func switchRules(in group: String, on isActive: Bool) {
    if isActive { inactiveGroups.remove(group) } else { inactiveGroups.insert(group) }
  }
}

extension JSONValue {
  /// The value at keys inside of objects; `nil` if there is none.
  package func member(at keys: some Sequence<String>) -> JSONValue? {
    var value = self
    for key in keys {
      guard case .object(let object) = value, let member = object[key] else { return nil }
      value = member
    }
    return value
  }
}
