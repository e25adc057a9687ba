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

  /// Switches all rules of a group on or off.
  package mutating func switchRules(in group: String, on isActive: Bool) {
    if isActive { inactiveGroups.remove(group) } else { inactiveGroups.insert(group) }
  }
}
