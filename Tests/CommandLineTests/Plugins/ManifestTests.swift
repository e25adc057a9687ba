import Foundation
import TestSupport
import Testing

@testable import Settings

@Suite("The package's manifest")
struct ManifestTests {
  @Test(
    "leaves out the tests and the optimization of the generator in an app's checkouts, not in a folder of that name",
    arguments: [
      ("Settings", nil, []), ("checkouts/Settings", nil, []),
      ("checkouts/mine/Settings", "checkouts/workspace-state.json", []),
      ("checkouts/Settings", "workspace-state.json", ["settings-gen"]),
    ])
  func flags(_ folder: String, record: String?, _ expected: [String]) throws {
    let workspace = try Workspace()
    let copy = URL(fileURLWithPath: workspace.folder).appending(path: folder)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: MarkdownPage.package.appending(path: "Package.swift"), to: copy.appending(path: "Package.swift"))
    if let record {
      let file = URL(fileURLWithPath: workspace.folder).appending(path: record)
      #expect(FileManager.default.createFile(atPath: file.path, contents: Data("{}".utf8)))
    }

    let run = try Run("/usr/bin/env", ["swift", "package", "--package-path", copy.path, "dump-package"])

    let manifest = try JSONDocument(parsing: Array(run.output.utf8)).root
    let targets = try #require(manifest["targets"]?.elements)
    let names = targets.filter { target in
      target["settings"]?.elements.contains { $0["kind"]?["unsafeFlags"] != nil } == true
    }.compactMap { $0["name"]?.string }
    #expect(names == expected, "\(run.errors)")
    #expect(targets.contains { $0["type"]?.string == "test" } == expected.isEmpty)
  }

  /// Names that two modules use for themselves would collide.
  @Test("has sources for the generator that are one module, too, as apps build them")
  func combined() throws {
    let sources = MarkdownPage.package.appending(path: "Sources")
    let combined = sources.appending(path: "SettingsGenCombined")
    let files = try FileManager.default.contentsOfDirectory(atPath: combined.path).flatMap { link in
      let module = combined.appending(path: link).resolvingSymlinksInPath()
      return try FileManager.default.subpathsOfDirectory(atPath: module.path)
        .filter { $0.hasSuffix(".swift") }.map { module.appending(path: $0).path }
    }
    #expect(files.count > 100)
    let maps = try [
      sources.appending(path: "CGeneratorModules/include/module.modulemap"),
      #require(BuildFolder.item("CSystem.build/module.modulemap")),
      #require(BuildFolder.item("CVector.build/module.modulemap")),
    ]
    let run = try Run(
      "/usr/bin/env",
      [
        "swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-package-name", "settings",
        "-warnings-as-errors",
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
        "-module-name", "settings_gen",
      ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] } + files)
    #expect(run.status == 0, "\(run.errors)")
  }
}
