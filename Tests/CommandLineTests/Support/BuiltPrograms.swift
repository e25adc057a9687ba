import Foundation

/// The programs that were built with these tests, or those in the folder that `SETTINGS_PROGRAMS` names, such as the programs of a package.
enum BuiltPrograms {
  /// The folder of the programs: `$SETTINGS_PROGRAMS`, or the folder of the tests' executable, or one above it (macOS has a bundle).
  static let folder: String? = {
    if let named = ProcessInfo.processInfo.environment["SETTINGS_PROGRAMS"] { return named }
    for bundle in [Bundle.main] + Bundle.allBundles {
      var folder = URL(fileURLWithPath: bundle.executablePath ?? bundle.bundlePath)
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        if FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("settings-tui").path) {
          return folder.path
        }
      }
    }
    return nil
  }()

  static var settingsTUI: String { (folder ?? "/nowhere") + "/settings-tui" }
  static var applyLoop: String { (folder ?? "/nowhere") + "/apply-loop" }

  /// Returns the path of a system tool; `nil` if it isn't installed.
  static func tool(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
