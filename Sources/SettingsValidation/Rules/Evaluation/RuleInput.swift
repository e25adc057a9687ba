/// An input of a rule.
enum RuleInput {
  /// The value of the setting at a position in the form.
  case setting(Int)
  /// A value that the app provides.
  case context(String)
}

/// Returns the values that a rule reads; `nil` for no value.
typealias RuleSource = (RuleInput) -> JSONValue?
