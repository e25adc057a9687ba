import Foundation
import Testing

/// What another program does in the folder, by names relative to it.
extension TemporaryFolder {
  /// Creates a folder, and those above it, if they are missing.
  func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  func move(_ name: String, over other: String) throws {
    try #require(rename(path + "/" + name, path + "/" + other) == 0)
  }

  func link(_ name: String, to target: String) throws {
    try #require(symlink(target, path + "/" + name) == 0)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }
}
