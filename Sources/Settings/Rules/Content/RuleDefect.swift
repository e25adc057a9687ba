/// Why the form can't express something in a rule.
enum RuleDefect: Hashable, Sendable {
  /// The key path leads to no setting or section.
  case noSetting(String)
  /// The value has no JSON: a number that is not finite, say.
  case notJSON(String)
  /// A derived default is `nil`, which is no value; the setting.
  case noValue(String)
  /// The option set is not kept as names.
  case noFlagNames(String)
}

extension RuleDefect: CustomStringConvertible {
  var description: String {
    switch self {
    case .noSetting(let keyPath): "\(keyPath) is no setting of the form; rules can use settings only"
    case .notJSON(let value): "the value \(value) can't stand in a settings file"
    case .noValue(let path): "give \(path) a value; a derived default can't be nil"
    case .noFlagNames(let value):
      "the option set \(value) is kept as a number, not as names, so that rules can't look into it"
    }
  }
}
