import Foundation

@testable import SettingsSystem

/// A folder for one test, removed with its last reference.
final class TemporaryFolder: Sendable {
  private let folder = NSTemporaryDirectory() + "settings-system-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  func write(_ text: String, as name: String) throws -> String {
    try POSIXFileSystem().createFile(atPath: path(name), with: Array(text.utf8), mode: 0o600)
    return path(name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try POSIXFileSystem().readFile(atPath: path(name), atMost: 1 << 24), as: UTF8.self)
  }

  var names: [String] {
    get throws { try POSIXFileSystem().names(inFolder: folder).sorted() }
  }
}
