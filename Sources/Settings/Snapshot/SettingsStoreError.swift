/// Why a settings file can't be opened or read. The file is unchanged.
///
/// The initializers of ``SettingsStore`` and ``StoreEngine`` throw it, and ``SettingsStore/refresh()`` and ``SettingsStore/history()`` do.
/// An app that can't do anything about it prints it and exits; the description has a line for each problem, with file, line and column, and
/// the command that corrects it:
///
/// ```swift
/// do throws(SettingsStoreError) {
///   let store = try SettingsStore<AppSettings>(.standard(app: "trend"))
///   print(store.values)
/// } catch {
///   print(error)
///   // /home/ada/.config/trend/settings.json:3:19: error: calculation.timePeriod: Use 30 or less instead of 90.
///   // To correct it: settings-tui edit /home/ada/.config/trend/settings.json
///   exit(1)
/// }
/// ```
///
/// To start with other values instead, open the store with a ``SettingsStartPolicy``. After an error in an open store, its values stay in use.
///
/// | cases | who corrects it |
/// |---|---|
/// | ``storage(_:)``, ``malformed(file:_:)``, ``invalid(file:_:)``, ``undecodable(file:_:)`` | the owner of the file |
/// | ``layers(_:)`` | whoever set the variable, the option or the other file |
/// | ``form(_:)``, ``defaults(reason:)``, ``rules(_:)`` | the developer of the app; tests that open a store find it |
///
/// Secrets are in no message.
public enum SettingsStoreError: Error, Hashable, Sendable {
  /// The file or its history can't be read or written: permissions, a lock, a full disk, or an error of a remote storage.
  case storage(SettingsStorageError)
  /// The file isn't JSON, for example because a brace is missing.
  ///
  /// `settings.json:2:1: Expected a key in double quotes, but found the end of the text.`
  case malformed(file: String, JSONParseError)
  /// Layers other than the file have errors, or a rule is broken by their values. Each problem names its file and line, variable or option:
  /// `TREND_WIDTH: error: width: Type a whole number, such as 12.`
  case layers([SettingsLayerProblem])
  /// Values in the file are invalid, or a required setting is missing. The description ends with the command that corrects them.
  case invalid(file: String, [FormProblem])
  /// The app can't decode a value that the form allows, because its own `init(from:)` refuses it.
  case undecodable(file: String, SettingsDecodingError)
  /// The form is malformed, or its rules or migrations don't match its settings. For an app, this is an error of its source.
  case form(FormSchemaError)
  /// The app's defaults can't be written as JSON, such as an infinite number, or the app's own limits or rules don't allow them.
  case defaults(reason: String)
  /// Rules of the app can't be expressed in the form, for example because a rule uses a computed property. The description has their lines.
  case rules(RuleBookError)
}

extension SettingsStoreError: CustomStringConvertible {
  /// A line for each problem, with file, line and column if known, and the command that corrects values; without secrets.
  ///
  /// ```
  /// settings.json:3:19: error: calculation.timePeriod: Use 30 or less instead of 90.
  /// To correct it: settings-tui edit settings.json
  /// To use the default instead: settings-tui reset settings.json calculation.timePeriod
  /// ```
  public var description: String {
    switch self {
    case .storage(let error): "\(error)"
    case .malformed(let file, let error): "\(file):\(error)"
    case .layers(let problems): problems.map(\.description).joined(separator: "\n")
    case .invalid(let file, let problems):
      (problems.filter { $0.severity == .error }.map { "\(SettingsLayerProblem($0, inFile: file))" }
        + [Self.remedy(problems, in: file)].compactMap(\.self)).joined(separator: "\n")
    case .undecodable(let file, let error):
      "\(file):\(error.position.map { "\($0): " } ?? " ")\(error)"
    case .form(let error): "\(error)"
    case .defaults(let reason): "The app's own defaults can't be used: \(reason)"
    case .rules(let error): "\(error)"
    }
  }
}

extension SettingsStoreError {
  /// The command that corrects invalid values, as a line to type; `nil` if the content isn't in a file.
  private static func remedy(_ problems: [FormProblem], in file: String) -> String? {
    guard file.contains("/") || file.hasSuffix(".json"), !problems.contains(where: \.isAboutNewerVersion)
    else {
      return nil
    }
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
  init?(invalid content: Snapshot, file: String) {
    var own = content.ownProblems.filter { $0.severity == .error }
    let others = content.layerViolations.filter { $0.severity == .error }
    if own.isEmpty, others.isEmpty { return nil }
    if var newer = content.ownProblems.first(where: \.isAboutNewerVersion), !own.isEmpty {
      // The values are right for that version, so nothing of them is to be corrected.
      newer.severity = .error
      own = [newer]
    }
    own = content.layers.placingMissingSettings(own, in: content.index)
    self =
      others.isEmpty
      ? .invalid(file: file, own)
      : .layers(own.map { SettingsLayerProblem($0, inFile: file) } + others)
  }

  /// Creates the error for defaults that the root's own limits or rules don't allow, named as in the source.
  static func defaults(of root: (some SettingsGroup).Type, _ problems: [FormProblem]) -> SettingsStoreError {
    let reasons = problems.map { problem in
      let name = problem.path.isRoot ? "\(root)" : "\(root).\(problem.path)"
      return "‘\(name)’ is not allowed: \(problem.message)"
    }
    return .defaults(reason: reasons.joined(separator: "\n"))
  }
}

/// Content that isn't JSON. It is kept byte for byte, so it can be recorded as a version and compared with others.
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

/// What a store does with stored content that isn't JSON. An app can't go on without values, and a command that rolls back doesn't need
/// them.
package enum MalformedContentPolicy: Sendable {
  /// The store can't be opened.
  case refuse
  /// The store is opened, to list and compare the versions, and to roll back.
  case allowRollback
}
