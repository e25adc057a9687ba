import Foundation
import TestSupport
import Testing

@testable import Settings

@Suite("The package's manifest")
struct ManifestTests {
  @Test(
    "leaves out the optimization of the generator in an app's checkouts only",
    arguments: [("Settings", []), ("checkouts/Settings", ["SettingsGenCore", "settings-gen"])])
  func flags(_ folder: String, _ expected: [String]) throws {
    let workspace = try Workspace()
    let copy = URL(fileURLWithPath: workspace.folder).appending(path: folder)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: MarkdownPage.package.appending(path: "Package.swift"), to: copy.appending(path: "Package.swift"))

    let run = try Run("/usr/bin/env", ["swift", "package", "--package-path", copy.path, "dump-package"])

    let manifest = try JSONDocument(parsing: Array(run.output.utf8)).root
    let targets = try #require(manifest["targets"]?.elements)
    let names = targets.filter { target in
      target["settings"]?.elements.contains { $0["kind"]?["unsafeFlags"] != nil } == true
    }.compactMap { $0["name"]?.string }
    #expect(names == expected, "\(run.errors)")
  }
}
