import SettingsForm
import SettingsSystem

/// The layers that a store reads its values from, and the one that it writes.
///
/// The highest layer that sets a value wins: first the layers above, then the settings file, then the layers below, and at last
/// what rules derive and the defaults.
///
/// ```swift
/// let layers = SettingsLayers(
///   below: [.file("/etc/trend.json")], file: "trend.json", above: [.environment(prefix: "TREND")])
/// let store = try SettingsStore<AppSettings>(layers)
/// ```
///
/// A file can lock settings and sections: `"$locked": ["network"]`. They are read-only in all layers above it.
public struct SettingsLayers: Sendable {
  /// The layers below the settings file, the lowest first.
  public var below: [SettingsLayer]
  /// The storage that the store writes.
  public var written: any SettingsStorage
  /// The layers above the settings file, the lowest first.
  public var above: [SettingsLayer]
  /// The `$schema` of a settings file that the store creates: a path relative to the file, or an address that a catalog of the machine
  /// has. By it `settings-tui FILE`, and editors with JSON support, find the form of the file.
  ///
  /// Without it, `settings-tui` finds the form of a file in the usual place by the catalog that the app installs, and that of any other
  /// file by a schema beside it, `NAME.schema.json`. A file that exists keeps the `$schema` that it has, or none.
  public var schema: String?

  /// Creates a stack of layers around a settings file, which doesn't have to exist.
  public init(
    below: [SettingsLayer] = [], file: String, schema: String? = nil, above: [SettingsLayer] = []
  ) {
    self.init(below: below, storage: FileStorage(file), above: above)
    self.schema = schema
  }

  /// Creates a stack of layers around a storage.
  public init(
    below: [SettingsLayer] = [], storage: any SettingsStorage, above: [SettingsLayer] = []
  ) {
    self.below = below
    written = storage
    self.above = above
  }

  /// The usual layers of an app, the lowest first:
  ///
  /// 1. `/etc/xdg/APP/settings.json`, and the files in `/etc/xdg/APP/settings.d`. `XDG_CONFIG_DIRS` can name other folders than
  ///    `/etc/xdg`, the most important first.
  /// 2. The settings file, `~/.config/APP/settings.json`. `XDG_CONFIG_HOME` can name another folder than `~/.config`.
  /// 3. The files in `$CREDENTIALS_DIRECTORY`, as systemd provides them.
  /// 4. The environment variables that start with `APP_`.
  /// 5. The command-line options.
  ///
  /// - Parameters:
  ///   - app: The name of the app's folders. In capitals, it is the prefix of the variables.
  ///   - variables: The environment; by default, that of the process.
  ///   - arguments: The arguments of the process, without its name.
  public static func standard(
    app: String, variables: [String: String]? = nil,
    arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) -> SettingsLayers {
    let variables = variables ?? EnvironmentVariables.all()
    let folders = BaseFolders { variables[$0] }
    let below = folders.sharedConfiguration.reversed().flatMap { folder -> [SettingsLayer] in
      [.file("\(folder)/\(app)/settings.json"), .folder("\(folder)/\(app)/settings.d")]
    }
    // Without a home folder, the root folder takes its place, as in containers without `HOME`.
    let file = "\(folders.configuration ?? "/.config")/\(app)/settings.json"
    var above: [SettingsLayer] = []
    if let folder = folders.folder("CREDENTIALS_DIRECTORY") { above.append(.secrets(folder: folder)) }
    above.append(.environment(prefix: app.variableName, variables: variables))
    if !arguments.isEmpty { above.append(.arguments(arguments)) }
    return SettingsLayers(below: below, file: file, above: above)
  }
}
