/// Why a settings file cannot be opened. It is left as it is, byte for byte.
public enum StoreError: Error, Hashable, Sendable {
  /// The file can't be read or written.
  case storage(StorageError)
  /// The file is no JSON.
  case malformed(file: String, JSONParseError)
  /// Values in the file don't fit the form.
  case invalid(file: String, [FormProblem])
  /// The app can't read a value that fits the form.
  case undecodable(file: String, SettingsDecodingError)
  /// The form itself is no good.
  case form(FormSchemaError)
  /// The defaults of the app can't be written as JSON, or its own limits or rules do not allow them.
  case defaults(reason: String)
  /// Rules of the app can't be expressed in the form.
  case rules(RuleBookError)
}

extension StoreError: CustomStringConvertible {
  /// One sentence a problem, each with file, line and column where there are any.
  public var description: String {
    switch self {
    case .storage(let error): "\(error)"
    case .malformed(let file, let error): "\(file):\(error)"
    case .invalid(let file, let problems):
      problems.filter { $0.severity == .error }.map { "\(file):\($0)" }.joined(separator: "\n")
    case .undecodable(let file, let error):
      "\(file):\(error.position.map { "\($0): " } ?? " ")\(error)"
    case .form(let error): "\(error)"
    case .defaults(let reason): "The app's own defaults can't be used: \(reason)"
    case .rules(let error): "\(error)"
    }
  }
}

extension StoreError {
  /// Defaults of a root that its own limits or rules do not allow, named as the source declares them.
  static func defaults(of root: (some SettingsGroup).Type, _ problems: [FormProblem]) -> StoreError {
    let reasons = problems.map { problem in
      let name = problem.path.isRoot ? "\(root)" : "\(root).\(problem.path)"
      return "‘\(name)’ is not allowed: \(problem.message)"
    }
    return .defaults(reason: reasons.joined(separator: "\n"))
  }
}
