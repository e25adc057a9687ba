/// The reason why the form can't express a rule.
enum RuleDefect: Hashable, Sendable {
  /// The key path refers to neither a setting nor a section.
  case noSetting(String)
  /// The value can't be written as JSON, such as a number that isn't finite.
  case notJSON(String)
  /// The derived default of a setting is `nil`.
  case noValue(String)
  /// The member of a context value has no name in the value's JSON.
  case noMemberName(String)
  /// The option set isn't encoded as names.
  case noFlagNames(String)
}

extension RuleDefect: CustomStringConvertible {
  var description: String {
    switch self {
    case .noSetting(let keyPath): "\(keyPath) isn't a setting of the form; rules can only use settings"
    case .notJSON(let value): "the value \(value) can't be written to a settings file"
    case .noValue(let path): "give \(path) a value; a derived default can't be nil"
    case .noMemberName(let keyPath):
      "\(keyPath) has no known key in the context value; use a stored property that is coded under its own name"
    case .noFlagNames(let value):
      "the option set \(value) is encoded as a number, not as names, so rules can't test its flags"
    }
  }
}
