/// What a rule reads.
enum RuleInput {
  /// The value of the setting at a position in the form.
  case setting(Int)
  /// A value that the app gives.
  case context(String)
}

/// Where a rule reads; `nil` stands for no value.
typealias RuleSource = (RuleInput) -> JSONValue?
