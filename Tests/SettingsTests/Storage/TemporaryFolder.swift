import Foundation

/// A folder that is removed when it is no longer used: with the last reference, which a test has to keep.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names in the folder, sorted, histories left out.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasSuffix(".history") }.sorted()
    }
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  func write(_ text: String, to name: String, mode: Int = 0o644) throws {
    try text.write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
  }

  func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes[.posixPermissions] as? Int) ?? -1
  }
}

/// Calls the body with the path of a folder that is removed after it.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = try TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder.path) }
}
