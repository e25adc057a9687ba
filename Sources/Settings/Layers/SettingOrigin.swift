import SettingsSystem

/// Where the value of a setting comes from.
public enum SettingOrigin: Hashable, Sendable {
  /// The default of the form.
  case defaultValue
  /// A rule, which derives the default.
  case rule
  /// A file of settings, with the position of the value; no position if the value isn't stored yet.
  case file(String, SourcePosition?)
  /// A file whose text is the value, such as a credential.
  case secretFile(String)
  /// An environment variable.
  case variable(String)
  /// A command-line option.
  case option(String)
  /// The app, with the name that it gave to its values.
  case values(String)
}

extension SettingOrigin: CustomStringConvertible {
  /// The file with line and column, or the name of the variable or option.
  public var description: String {
    switch self {
    case .defaultValue: "default"
    case .rule: "rule"
    case .file(let path, let position): position.map { "\(path):\($0)" } ?? path
    case .secretFile(let path): path
    case .variable(let name), .option(let name), .values(let name): name
    }
  }
}

extension SettingOrigin {
  /// The file with line and column, or the name of the variable or option; `nil` for a default.
  package var place: String? {
    switch self {
    case .defaultValue, .rule: nil
    case .file, .secretFile, .variable, .option, .values: description
    }
  }

  /// The kind of the place, as machine-readable output names it.
  package var kind: String {
    switch self {
    case .defaultValue: "default"
    case .rule: "rule"
    case .file: "file"
    case .secretFile: "secret"
    case .variable: "environment"
    case .option: "argument"
    case .values: "values"
    }
  }
}

extension SettingOrigin {
  /// The place as JSON: `layer`, and `file`, `line` and `column`, or `name`.
  package var json: JSONValue {
    var object: JSONObject = ["layer": .string(kind)]
    switch self {
    case .defaultValue, .rule: break
    case .file(let path, let position):
      object["file"] = .string(path)
      if let position {
        object["line"] = .number(JSONNumber(position.line))
        object["column"] = .number(JSONNumber(position.column))
      }
    case .secretFile(let path): object["file"] = .string(path)
    case .variable(let name), .option(let name), .values(let name): object["name"] = .string(name)
    }
    return .object(object)
  }
}

/// A problem with a layer, at its place in the layer.
public struct LayerProblem: Hashable, Sendable {
  /// The place: the file with line and column, or the name of the variable or option.
  public let origin: SettingOrigin
  /// The severity. A layer with an error isn't used.
  public let severity: FormProblem.Severity
  /// The path of the value; `nil` for a problem of the whole layer.
  public let path: SettingPath?
  /// One sentence that tells a person what to do. It never contains the value of a secret.
  public let message: String
  /// The path that the value has in the layer, if it is of an earlier version; otherwise `nil`.
  private var storedPath: SettingPath?

  init(
    _ message: String, in origin: SettingOrigin, at path: SettingPath? = nil,
    severity: FormProblem.Severity = .error
  ) {
    self.origin = origin
    self.severity = severity
    self.path = path
    self.message = message
  }

  /// Creates the problem of a file that can't be read.
  init(_ error: SystemError, in origin: SettingOrigin) {
    self.init("It can't be read (\(error)); check its permissions.", in: origin)
  }

  /// Creates the problem of a value in a settings file.
  init(_ problem: FormProblem, inFile file: String) {
    self.init(problem, in: .file(file, problem.position))
  }

  init(_ problem: FormProblem, in origin: SettingOrigin) {
    self.init(problem.message, in: origin, at: problem.shownPath, severity: problem.severity)
    storedPath = problem.storedPath
  }
}

extension FormProblem {
  /// Whether the problem is a required key that is missing.
  var isAboutMissingKey: Bool {
    if case .missingKey = reason { true } else { false }
  }
}

extension LayerProblem: CustomStringConvertible {
  /// The problem on one line: `/etc/xdg/trend/settings.json:3:7: error: width: Use 30 or less instead of 31.`
  public var description: String {
    let now = storedPath.map { "\($0) (now \(path ?? $0))" } ?? path?.description
    let name = path?.isRoot == false || storedPath != nil ? now.map { "\($0): " } ?? "" : ""
    return "\(origin): \(severity.rawValue): \(name)\(message)"
  }
}
