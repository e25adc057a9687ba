import Settings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the settings of `trend` are.
enum SettingsFile {
  /// The file itself.
  static var path: String { folder + "/settings.json" }

  /// `$XDG_CONFIG_HOME/trend`, else `~/.config/trend` (XDG Base Directory Specification).
  private static var folder: String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (home ?? "\(environment["HOME"] ?? "")/.config") + "/trend"
  }

  /// Opens the settings, and makes their folder if there is none yet.
  static func open(hooks: (any SettingsHooks)? = nil) throws(Failure) -> SettingsStore<TrendSettings> {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      return try SettingsStore(file: path, hooks: hooks)
    } catch let error as StoreError {
      throw Failure(.badData, "\(error)")
    } catch {
      throw Failure(.inputOutput, "cannot open \(path): \(error)")
    }
  }
}
