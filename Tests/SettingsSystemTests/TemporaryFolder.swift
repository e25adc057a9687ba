@testable import SettingsSystem

/// A folder for one test, removed with its last reference.
final class TemporaryFolder: Sendable {
  private let folder: PrivateFolder

  init() throws {
    folder = try PrivateFolder(for: .text)
  }

  deinit { folder.remove() }

  func path(_ name: String) -> String { folder.path + "/" + name }

  func write(_ text: String, as name: String) throws -> String {
    try folder.write(Array(text.utf8), as: name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try POSIXFileSystem().readFile(atPath: path(name), atMost: 1 << 24), as: UTF8.self)
  }

  var names: [String] {
    get throws { try POSIXFileSystem().names(inFolder: folder.path).sorted() }
  }
}
