/// What a rule reads.
enum RuleInput {
  /// The value of the setting at a position in the form.
  case setting(Int)
  /// A value that the app gives.
  case context(String)
}

/// Where a rule reads; `nil` stands for no value.
typealias RuleSource = (RuleInput) -> JSONValue?

/// What the rules of a form depend on besides the settings.
package struct RuleConditions: Hashable, Sendable {
  /// The values that the app gives, by name.
  package var context: [String: JSONValue]
  /// The groups of rules that are switched off.
  package var inactiveGroups: Set<String>

  package init(context: [String: JSONValue] = [:], inactiveGroups: Set<String> = []) {
    self.context = context
    self.inactiveGroups = inactiveGroups
  }
}
