import Foundation

/// Where the package manager has put what it built together with these tests.
public enum BuildFolder {
  /// The folder of the tests' own executable, or one above it (macOS has a bundle), that has the built modules.
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

  /// What was built under a name; `nil` if there is nothing.
  public static func item(_ name: String) -> URL? {
    guard let url, has(name, in: url) else { return nil }
    return url.appendingPathComponent(name)
  }

  private static func has(_ name: String, in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }
}
