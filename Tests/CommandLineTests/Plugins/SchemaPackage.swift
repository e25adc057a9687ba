import Foundation
import TestSupport

/// A copy of the package in the folder `SchemaPackage`.
///
/// It shares the build folder of the example's tests, where the library and the generator are built already. Files that are as they
/// were keep their times, so that they aren't built again.
struct SchemaPackage {
  private let folder = MarkdownPage.package.appending(path: ".build/schema-tests/package")

  init() throws {
    let source = MarkdownPage.package.appending(path: "Tests/CommandLineTests/SchemaPackage")
    let names = try FileManager.default.subpathsOfDirectory(atPath: source.path)
    let old = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for name in old ?? [] where !names.contains(name) {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
    for name in names {
      let file = source.appending(path: name)
      // Folders have no extension.
      if file.pathExtension.isEmpty { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      try write(text.replacing("path: \"../../..\"", with: "path: \"\(MarkdownPage.package.path)\""), name)
    }
  }

  /// Replaces a file if its text differs.
  func write(_ text: String, _ name: String) throws {
    let file = folder.appending(path: name)
    if (try? read(name)) == text { return }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Runs `swift package settings-schema`.
  func export(_ arguments: String...) throws -> Run {
    try swift("package", ["--allow-writing-to-package-directory", "settings-schema"] + arguments)
  }

  /// Runs Git in the folder.
  func git(_ arguments: [String]) throws -> Run {
    let person = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
    return try Run("/usr/bin/env", ["git", "-C", folder.path] + person + arguments)
  }

  /// Runs `swift build`.
  func build(_ target: String) throws -> Run {
    try swift("build", ["--target", target])
  }

  private func swift(_ command: String, _ arguments: [String]) throws -> Run {
    try Run(
      "/usr/bin/env", ["swift", command, "--package-path", folder.path] + PackageTests.options + arguments)
  }
}
