import Foundation

/// The package manager's build folder of these tests.
///
/// Tests that compile sources or run built programs find the modules and programs here: `BuildFolder.item("Modules")`. A test that gets
/// `nil` is skipped, as in an editor that builds elsewhere.
public enum BuildFolder {
  /// The folder with the built modules: the folder of the test executable or a folder above it (on macOS the executable is in a bundle).
  public static let url: URL? = {
    for bundle in [Bundle.main] + Bundle.allBundles {
      var folder = URL(fileURLWithPath: bundle.executablePath ?? bundle.bundlePath)
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        if has("Modules/Settings.swiftmodule", in: folder) { return folder }
      }
    }
    return nil
  }()

  /// A built item; `nil` if it does not exist.
  public static func item(_ name: String) -> URL? {
    guard let url, has(name, in: url) else { return nil }
    return url.appendingPathComponent(name)
  }

  private static func has(_ name: String, in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }
}
