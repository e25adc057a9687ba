import Foundation

/// The programs that were built together with these tests.
enum BuiltPrograms {
  /// The folder of the tests' own executable or one above it (macOS has a bundle), where the programs are.
  static let folder: String? = {
    var information = Dl_info()
    guard dladdr(#dsohandle, &information) != 0, let name = information.dli_fname else { return nil }
    var folder = URL(fileURLWithPath: String(cString: name)).deletingLastPathComponent()
    while folder.path != "/" {
      if FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("settings-tui").path) {
        return folder.path
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  static var settingsTUI: String { (folder ?? "/nowhere") + "/settings-tui" }

  /// Where a tool of the system is; `nil` if it isn't installed.
  static func tool(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
