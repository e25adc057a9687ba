/// Why a settings file can't be opened. The file is unchanged.
public enum StoreError: Error, Hashable, Sendable {
  /// The file can't be read or written.
  case storage(StorageError)
  /// The file isn't JSON.
  case malformed(file: String, JSONParseError)
  /// Other layers than the file have errors.
  case layers([LayerProblem])
  /// Values in the file are invalid.
  case invalid(file: String, [FormProblem])
  /// The app can't decode a value that the form allows.
  case undecodable(file: String, SettingsDecodingError)
  /// The form is malformed.
  case form(FormSchemaError)
  /// The app's defaults can't be written as JSON, or the app's own limits or rules don't allow them.
  case defaults(reason: String)
  /// Rules of the app can't be expressed in the form.
  case rules(RuleBookError)
}

extension StoreError: CustomStringConvertible {
  /// A sentence for each problem, with file, line and column if known.
  public var description: String {
    switch self {
    case .storage(let error): "\(error)"
    case .malformed(let file, let error): "\(file):\(error)"
    case .layers(let problems): problems.map(\.description).joined(separator: "\n")
    case .invalid(let file, let problems):
      (problems.filter { $0.severity == .error }.map { "\(LayerProblem($0, inFile: file))" }
        + [Self.remedy(problems, in: file)].compactMap(\.self)).joined(separator: "\n")
    case .undecodable(let file, let error):
      "\(file):\(error.position.map { "\($0): " } ?? " ")\(error)"
    case .form(let error): "\(error)"
    case .defaults(let reason): "The app's own defaults can't be used: \(reason)"
    case .rules(let error): "\(error)"
    }
  }
}

extension StoreError {
  /// The command that corrects invalid values; `nil` if the content isn't in a file.
  private static func remedy(_ problems: [FormProblem], in file: String) -> String? {
    guard file.contains("/") || file.hasSuffix(".json") else { return nil }
    let errors = problems.filter { $0.severity == .error }
    let missing = errors.filter(\.isAboutMissingKey).map { ShellWord.quoted("\($0.path)=VALUE") }
    if missing.count == errors.count, !missing.isEmpty {
      return "To set it: settings-tui set \(ShellWord.quoted(file)) \(missing.joined(separator: " "))"
    }
    let edit = "To correct it: settings-tui edit \(ShellWord.quoted(file))"
    let values = errors.filter { $0.position != nil && !$0.isAboutMissingKey && !$0.path.isRoot }
    guard values.count == errors.count else { return edit }
    var seen: Set<SettingPath> = []
    let paths = values.map(\.shownPath).filter { seen.insert($0).inserted }
      .map { ShellWord.quoted($0.description) }.joined(separator: " ")
    return "\(edit)\nTo use the default instead: settings-tui reset \(ShellWord.quoted(file)) \(paths)"
  }

  /// Creates the error for content whose values are invalid; `nil` if they are valid.
  ///
  /// - Parameter file: The name of the settings file.
  init?(invalid content: Snapshot, in index: @autoclosure () -> FormIndex, file: String) {
    var own = content.ownProblems.filter { $0.severity == .error }
    let others = content.layerViolations.filter { $0.severity == .error }
    if own.isEmpty, others.isEmpty { return nil }
    own = content.layers.placingMissingSettings(own, in: index())
    self =
      others.isEmpty
      ? .invalid(file: file, own)
      : .layers(own.map { LayerProblem($0, inFile: file) } + others)
  }

  /// Creates the error for defaults that the root's own limits or rules don't allow, named as in the source.
  static func defaults(of root: (some SettingsGroup).Type, _ problems: [FormProblem]) -> StoreError {
    let reasons = problems.map { problem in
      let name = problem.path.isRoot ? "\(root)" : "\(root).\(problem.path)"
      return "‘\(name)’ is not allowed: \(problem.message)"
    }
    return .defaults(reason: reasons.joined(separator: "\n"))
  }
}

/// Content that isn't JSON.
struct MalformedContent: Sendable {
  let bytes: [UInt8]
  let error: JSONParseError

  /// The error as a problem of the whole document.
  var problem: FormProblem {
    var problem = FormProblem(path: .root, reason: .message(error.message))
    problem.position = error.position
    return problem
  }
}

/// What a store does with stored content that isn't JSON.
package enum MalformedContentPolicy: Sendable {
  /// The store can't be opened.
  case refuse
  /// The store is opened, to list and compare the versions, and to roll back.
  case allowRollback
}
