import SettingsSystem

/// Values that a store reads below or above those of its settings file.
///
/// ```swift
/// let defaults = SettingsLayer.file("/etc/xdg/trend/settings.json")
/// let variables = SettingsLayer.environment(prefix: "TREND")
/// ```
public struct SettingsLayer: Sendable {
  enum Source: Hashable {
    case file(String)
    case folder(String, LayerFileNames)
    case secrets(folder: String)
    case environment(prefix: String, [String: String])
    case arguments([String])
    case values(JSONValue, name: String)
  }

  let source: Source

  /// Whether the layer is a file of settings.
  package var isFile: Bool {
    if case .file = source { true } else { false }
  }

  /// A file of settings, which doesn't have to exist. Changes of the file are noticed.
  public static func file(_ path: String) -> SettingsLayer { SettingsLayer(source: .file(path)) }

  /// The files of settings in a folder whose names end with `.json`; later names take precedence. The folder doesn't have to
  /// exist. Changes of the files are noticed.
  public static func folder(_ path: String) -> SettingsLayer {
    SettingsLayer(source: .folder(path, LayerFileNames()))
  }

  /// The files in a folder that are named as options, without the hyphens at the start, and whose text is the value:
  /// `database-password`. Other files are ignored.
  ///
  /// systemd keeps credentials in such a folder, and container engines keep secrets in one.
  public static func secrets(folder: String) -> SettingsLayer {
    SettingsLayer(source: .secrets(folder: folder))
  }

  /// Environment variables: `TREND_CALCULATION_TIME_PERIOD` for `calculation.timePeriod`.
  ///
  /// The name of a variable consists of the prefix and the words of the keys, in capitals and joined with underscores. If
  /// another variable has this name with `_FILE` at its end, it is the path of a file whose text is the value. A list is written
  /// with commas between its elements, or as JSON; a dictionary or a struct is written as JSON.
  ///
  /// - Parameters:
  ///   - prefix: The words before the name, without the underscore; all variables are considered if it is empty.
  ///   - variables: The variables; by default, those of the process.
  public static func environment(
    prefix: String, variables: [String: String]? = nil
  ) -> SettingsLayer {
    SettingsLayer(
      source: .environment(prefix: prefix, variables ?? EnvironmentVariables.all(withPrefix: prefix)))
  }

  /// Command-line options: `--calculation-time-period 14`, or with `=` before the value.
  ///
  /// An option without a value sets a Boolean setting to `true`, and `--no-NAME` sets it to `false`. A list is written like in
  /// the environment, or as an option for each element. Other arguments are ignored; see ``SettingsStore/remainingArguments``.
  ///
  /// - Parameter arguments: The arguments; by default, those of the process without its name.
  public static func arguments(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) -> SettingsLayer {
    SettingsLayer(source: .arguments(arguments))
  }

  /// Values of the app.
  ///
  /// - Parameters:
  ///   - values: An object with sections and settings, as in a file.
  ///   - name: The name in messages.
  public static func values(_ values: JSONValue, name: String = "the app") -> SettingsLayer {
    SettingsLayer(source: .values(values, name: name))
  }
}
