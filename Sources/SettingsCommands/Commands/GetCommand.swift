import Settings

/// Prints values.
struct GetCommand: Command {
  static let name = "get"
  static let operands = "FILE [PATH]"
  static let summary = """
    Prints the value of a setting, or of all settings of a section or of the whole file.
    Secrets are masked, also in lists, dictionaries and sections; --show-secrets prints them for scripts.
    """
  static let options: [Option] = [.schema, .why, .showSecrets, .json]

  private let file: SettingsFile
  private let path: SettingPath
  private let isTrace: Bool
  private let showsSecrets: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard (1...2).contains(arguments.operands.count) else { throw .usage("get takes FILE [PATH].") }
    file = SettingsFile(arguments.operands[0], arguments)
    path = try arguments.operands.count > 1 ? SettingPath(operand: arguments.operands[1]) : .root
    isTrace = arguments.has(.why)
    showsSecrets = arguments.has(.showSecrets)
    isJSON = arguments.has(.json)
    if isTrace, path.isRoot { throw .usage("--why takes a PATH: the setting or section that it is about.") }
    if isTrace, showsSecrets { throw .usage("--why masks secrets; use it without --show-secrets.") }
  }

  func run() async throws(Failure) {
    let store = try await file.open()
    let draft = store.draft()
    if isTrace {
      guard store.index[path] != nil || store.index.section(at: path) != nil else {
        throw store.unknownSetting(path)
      }
      let trace = draft.trace(at: path)
      return isJSON
        ? Output.print(trace.json) : Output.print(trace.lines.map { StyledText($0) }.joinedLines())
    }
    let errors = store.problems.filter { $0.severity == .error && path.contains($0.path) }
    guard errors.isEmpty else { throw Failure(.invalid(errors), file: store.name) }
    if let section = store.index.section(at: path) {
      Output.print(draft.json(of: section, at: path, showsSecrets: showsSecrets))
      return
    }
    guard let entry = store.index[path] else { throw store.unknownSetting(path) }
    let value = draft.value(at: path)
    if isJSON {
      Output.printExact((showsSecrets ? value ?? .null : entry.setting.masked(value)).description)
    } else {
      Output.printExact(entry.setting.typedText(for: value, showsSecrets: showsSecrets))
    }
  }
}

extension Draft {
  /// The values of a section, all that are known.
  fileprivate func json(of section: FormSection, at path: SettingPath, showsSecrets: Bool) -> JSONValue {
    var object = JSONObject()
    for item in section.items {
      let path = path.appending(item.key)
      switch item {
      case .section(let inner): object[item.key] = json(of: inner, at: path, showsSecrets: showsSecrets)
      case .setting(let setting):
        object[item.key] = value(at: path).map { showsSecrets ? $0 : setting.masked($0) }
      }
    }
    return .object(object)
  }
}

extension UntypedStore {
  /// The failure that names a setting which isn't there, and the one that was meant.
  func unknownSetting(_ path: SettingPath) -> Failure {
    if index.section(at: path) != nil {
      return Failure(.refused, "\(name): \(path) is a section; name one of its settings.")
    }
    let hint = index.nearest(to: path).map { "; perhaps you mean \($0)" } ?? ""
    return Failure(.refused, "\(name): there is no setting \(path)\(hint).")
  }
}
