import Settings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings file of `trend`, and the layers around it.
enum SettingsFile {
  /// The system's files, the user's file and the environment. The arguments of `trend` are commands and files.
  private static var layers: SettingsLayers { .standard(app: "trend", arguments: []) }

  /// The file's path: `$XDG_CONFIG_HOME/trend/settings.json`, else `~/.config/trend/settings.json`.
  static var path: String { layers.written.name }

  /// Opens the settings. A missing file has the defaults.
  static func open(
    hooks: (any SettingsHooks)? = nil, startPolicy: SettingsStartPolicy = .refuse
  ) throws(Failure) -> SettingsStore<TrendSettings> {
    do throws(SettingsStoreError) {
      return try SettingsStore(layers, hooks: hooks, options: StoreOptions(startPolicy: startPolicy))
    } catch {
      if case .storage = error { throw Failure(.inputOutput, "\(error)") }
      throw Failure(.badData, "\(error)")
    }
  }

  /// Creates the folder, so that the file can be written and watched.
  static func makeFolder() throws(Failure) {
    let folder = String(path.dropLast("/settings.json".count))
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(.inputOutput, "cannot make the folder \(folder): \(error)")
    }
  }
}
