import SettingsSystem

/// Where the value of a setting comes from.
///
/// ``SettingsStore/origin(of:)`` returns it, problems of layers have it, and ``SettingChange/overriddenBy`` names the place that overrides
/// a change. Print it to tell people where to change a value:
///
/// ```swift
/// let origin = store.origin(of: \.network.port)
/// print("The port comes from \(origin).")  // The port comes from TREND_NETWORK_PORT.
/// if case .file(let path, let position?) = origin { print("Open \(path) at line \(position.line).") }
/// ```
///
/// The cases are in no order of precedence: which layer wins is a matter of the ``SettingsLayers``. Several layers can set a setting; the
/// origin is the layer whose value is used.
///
/// It is a `Sendable` value, and contains no value of a setting.
public enum SettingOrigin: Hashable, Sendable {
  /// No layer sets the setting, so it has the default of the form. Its description is `default`.
  case defaultValue
  /// No layer sets the setting, and a rule derives its value. Its description is `rule`.
  case rule
  /// A file of settings, with the position of the value; no position if the value isn't stored yet: `/etc/xdg/trend/settings.json:3:19`.
  case file(String, SourcePosition?)
  /// A file whose text is the value, such as a credential: `/run/credentials/trend.service/network-token`.
  ///
  /// It is named by a variable with `_FILE`, or is in a folder of secrets.
  case secretFile(String)
  /// An environment variable, by its name: `TREND_NETWORK_PORT`.
  case variable(String)
  /// A command-line option, with its hyphens: `--network-port`.
  case option(String)
  /// The app, with the name that it gave to its values.
  case values(String)
}

extension SettingOrigin: CustomStringConvertible {
  /// The place, for people: the file with line and column, or the name of the variable or option; `default` and `rule` for the others.
  ///
  /// `/etc/xdg/trend/settings.json:3:19`, `TREND_NETWORK_PORT`, `--network-port`
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
  /// The file with line and column, or the name of the variable or option; `nil` for a default, which has no place where it could be
  /// changed.
  package var place: String? {
    switch self {
    case .defaultValue, .rule: nil
    case .file, .secretFile, .variable, .option, .values: description
    }
  }

  /// The kind of the place, as machine-readable output names it. These words are part of the format, and don't change.
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

/// A problem with a layer, at its place in the layer: an invalid value, an unknown key, a file that can't be read.
///
/// ``SettingsStore/warnings``, ``SettingsStore/layerProblems`` and ``SettingsStore/startProblems`` have them, and ``SettingsStoreError/layers(_:)``
/// if they prevent opening a store. Its description is one line in the format of compilers, so tools find the place:
///
/// ```swift
/// for problem in store.layerProblems { print(problem) }
/// // /etc/xdg/trend/settings.json:3:7: error: width: Use 30 or less instead of 31.
/// // TREND_WIDHT: warning: …
/// ```
///
/// A layer with an error isn't used when a store is opened; later, its last good content stays in use. A value in a layer that isn't the
/// settings file is corrected there, because a store writes only the settings file.
///
/// Values of secrets are in no problem. It is a `Sendable` value.
public struct SettingsLayerProblem: Hashable, Sendable {
  /// The place: the file with line and column, or the name of the variable or option.
  public let origin: SettingOrigin
  /// The severity. A layer with an error isn't used; with warnings, it is.
  public let severity: FormProblem.Severity
  /// The path of the value or key; `nil` for a problem of the whole layer, such as a file that isn't JSON.
  ///
  /// A value of an earlier version has its path in today's form.
  public let path: SettingPath?
  /// One sentence that says what to do: `Use 30 or less instead of 31.` It never contains the value of a secret.
  public let message: String
  /// The path that the value has in the layer, if it is of an earlier version; otherwise `nil`. The description has both paths.
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
  init(_ error: SystemCallError, in origin: SettingOrigin) {
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
  /// Whether the problem is a required key that is missing. Only all layers together have to have it.
  var isAboutMissingKey: Bool {
    if case .missingKey = reason { true } else { false }
  }
}

extension MigratedDocument {
  /// Returns the problems of the values that are there. A layer, or the changes of a plan, don't need every setting; what a value itself
  /// lacks, as an element of a list, no other layer adds.
  func problemsOfValues(in index: FormIndex) -> [FormProblem] {
    problems.filter { !($0.isAboutMissingKey && index.sectionPosition(at: $0.path) != nil) }
  }
}

extension SettingsLayerProblem: CustomStringConvertible {
  /// The problem on one line: `/etc/xdg/trend/settings.json:3:7: error: width: Use 30 or less instead of 31.`
  public var description: String {
    let now = storedPath.map { "\($0) (now \(path ?? $0))" } ?? path?.description
    let name = path?.isRoot == false || storedPath != nil ? now.map { "\($0): " } ?? "" : ""
    return "\(origin): \(severity.rawValue): \(name)\(message)"
  }
}
