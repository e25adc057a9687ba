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

extension FormProblem {
  /// Whether the problem is a required key that is missing. Only all layers together have to have it.
  var isAboutMissingKey: Bool {
    if case .missingKey = reason { true } else { false }
  }
}

extension MigratedDocument {
  /// Returns the problems of the values that are there. A layer, or the changes of a plan, don't need every setting; what a value itself
  /// lacks, as an element of a list, no other layer adds.
  package func problemsOfValues(in index: FormIndex) -> [FormProblem] {
    problems.filter { !($0.isAboutMissingKey && index.sectionPosition(at: $0.path) != nil) }
  }
}
