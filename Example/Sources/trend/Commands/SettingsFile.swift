import Settings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings file of `trend`.
enum SettingsFile {
  /// The file's path.
  static var path: String { folder + "/settings.json" }

  /// `$XDG_CONFIG_HOME/trend`, else `~/.config/trend` (XDG Base Directory Specification).
  private static var folder: String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (home ?? "\(environment["HOME"] ?? "")/.config") + "/trend"
  }

  /// Opens the settings. A missing file has the defaults.
  static func open(hooks: (any SettingsHooks)? = nil) throws(Failure) -> SettingsStore<TrendSettings> {
    do throws(StoreError) {
      return try SettingsStore(file: path, hooks: hooks)
    } catch {
      if case .storage = error { throw Failure(.inputOutput, "\(error)") }
      throw Failure(.badData, "\(error)")
    }
  }

  /// Creates the folder, so that the file can be written and watched.
  static func makeFolder() throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(.inputOutput, "cannot make the folder \(folder): \(error)")
    }
  }
}
