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
