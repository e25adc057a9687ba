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
}
