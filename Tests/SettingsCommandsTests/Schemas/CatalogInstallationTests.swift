import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// `schemas --install`.
@Suite struct CatalogInstallationTests {
  private let workspace: Workspace
  private var target: String { workspace.folder + "/data/settings/catalogs/schemastore" }

  /// Writes a checkout with two entries, of which one has its schema here.
  init() throws {
    workspace = try Workspace(content: nil)
    try workspace.write(
      catalogText(
        ("App", "https://www.schemastore.org/app.json", ["app.json"]),
        ("Other", "https://other.example/other.json", ["other.json"])),
      to: "store/src/api/json/catalog.json")
    try workspace.write("{\"title\": \"App\"}", to: "store/src/schemas/json/app.json")
    try workspace.write("not a schema", to: "store/src/schemas/json/README.md")
    try workspace.write("Apache License", to: "store/LICENSE")
  }

  private func install(_ source: String, _ more: String...) async -> CommandResult {
    await workspace.run(["schemas", "--install", workspace.folder + "/" + source, "--to", target] + more)
  }

  /// The files in a folder of the workspace, sorted.
  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }

  private func tool(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: workspace.folder)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(words)")
  }

  @Test("A checkout becomes a catalog that all users can read, with its license and only with schemas")
  func checkout() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: workspace.folder + "/store/src/schemas/json/link.json", withDestinationPath: "/etc/hostname")
    let result = await install("store")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      result.output
        == "data/settings/catalogs/schemastore: installed 2 entries, 1 of them with their schemas.\n")
    #expect(try files(target) == ["LICENSE", "catalog.json", "schemas", "schemas/app.json"])
    #expect(try files(workspace.folder + "/data/settings/catalogs").count == 5, "nothing else remains")
    for (name, mode) in [
      ("", 0o755), ("/schemas", 0o755), ("/catalog.json", 0o644), ("/schemas/app.json", 0o644),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: target + name)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
    let catalogs = workspace.catalogs("data/settings/catalogs/schemastore")
    #expect(catalogs.file(at: "https://json.schemastore.org/app")?.file == target + "/schemas/app.json")
  }

  @Test("An archive is the same, and so is a catalog that was installed", arguments: ["tar", "zip"])
  func archive(kind: String) async throws {
    if kind == "tar" {
      try tool("tar", "-czf", "store.tar", "store")
    } else {
      guard (try? tool("zip", "-qr", "store.zip", "store")) != nil, (try? tool("unzip", "-v")) != nil else {
        return
      }
    }
    let result = await install("store.\(kind)", "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("\"schemas\": 2") && result.output.contains("\"here\": 1"))
    try FileManager.default.moveItem(atPath: target, toPath: workspace.folder + "/installed")
    #expect(await install("installed").status == 0)
    #expect(try files(target) == ["LICENSE", "catalog.json", "schemas", "schemas/app.json"])
  }

  @Test("An archive with a file that nothing can read is refused", arguments: [true, false])
  func bomb(inArchive: Bool) async throws {
    let file = workspace.folder + "/store/src/schemas/json/huge.json"
    try tool("truncate", "-s", "\((64 << 20) + 1)", file)
    try tool("tar", "-czf", "store.tar", "store")
    let result = await install(inArchive ? "store.tar" : "store")
    #expect(result.status == 65 && result.errors.contains("64 MiB"), "\(result.errors)")
    #expect((try? files(workspace.folder + "/data/settings/catalogs")) ?? [] == [])
  }

  @Test("What a killed installation has left is removed by the next one, unless one is at work")
  func leftovers() async throws {
    try workspace.write("{}", to: "data/settings/catalogs/.schemastore.abc.new/schemas/app.json")
    try workspace.write("{}", to: "data/settings/catalogs/.schemastore.abc.new.old/schemas/app.json")
    try workspace.write("{}", to: "data/settings/catalogs/.other.abc.new/schemas/app.json")
    let folder = open(workspace.folder + "/data/settings/catalogs", O_RDONLY)
    defer { close(folder) }
    try #require(flock(folder, LOCK_EX) == 0)
    let busy = await install("store")
    #expect(busy.status == 75 && busy.errors.contains("try again"), "\(busy.errors)")
    #expect(flock(folder, LOCK_UN) == 0)
    #expect(await install("store").status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: target + "/..").sorted()
        == [".other.abc.new", "schemastore"])
  }

  @Test("The catalog that is there is replaced as a whole")
  func replaced() async throws {
    #expect(await install("store").status == 0)
    try FileManager.default.removeItem(atPath: workspace.folder + "/store/src/schemas/json/app.json")
    try workspace.write("{}", to: "store/src/schemas/json/new.json")
    #expect(await install("store").status == 0)
    #expect(try files(target) == ["LICENSE", "catalog.json", "schemas", "schemas/new.json"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: target + "/..") == ["schemastore"])
  }

  @Test("A program that looks for the catalog finds one at any moment while it is replaced")
  func alwaysThere() async throws {
    #expect(await install("store").status == 0)
    let path = target
    let reader = Task.detached {
      var misses = 0
      while !Task.isCancelled { misses += access(path, F_OK) == 0 ? 0 : 1 }
      return misses
    }
    for _ in 0..<400 { #expect(await install("store").status == 0) }
    reader.cancel()
    #expect(await reader.value == 0)
  }

  @Test("A folder that isn't a catalog isn't replaced")
  func foreign() async throws {
    try workspace.write("mine", to: "data/settings/catalogs/schemastore/letter.txt")
    let result = await install("store")
    #expect(result.status == 73 && result.errors.contains("is not a catalog"), "\(result.errors)")
    #expect(try files(target) == ["letter.txt"])
  }

  @Test(
    "What isn't a copy of SchemaStore is refused, and the catalog that is there stays",
    arguments: ["empty", "malformed", "outside", "archive"])
  func refused(kind: String) async throws {
    #expect(await install("store").status == 0)
    let before = try files(target)
    switch kind {
    case "empty": try workspace.write("{}", to: "bad/package.json")
    case "malformed":
      try workspace.write("{\"schemas\": [", to: "bad/catalog.json")
      try workspace.write("{}", to: "bad/schemas/app.json")
    case "outside":
      // Root would make another user's files public.
      try workspace.write("{}", to: "private/secret.json")
      try workspace.write("{\"schemas\": []}", to: "bad/catalog.json")
      try FileManager.default.createSymbolicLink(
        atPath: workspace.folder + "/bad/schemas", withDestinationPath: "../private")
    default: try workspace.write("not an archive", to: "bad")
    }
    let result = await install("bad")
    #expect(result.status == 65 || kind == "outside", "\(result.errors)")
    #expect(result.status != 0)
    #expect(try files(target) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: target + "/..") == ["schemastore"])
  }

  @Test("A missing source and misplaced options are refused")
  func usage() async throws {
    #expect(await install("none").status == 66)
    #expect(await install("store", "settings.json").status == 64)
    #expect(await workspace.run("schemas", "--to", target).status == 64)
  }

  @Test(
    "SchemaStore's catalog is installed completely, and finds the form of a file",
    .enabled(if: TestData.has("schemastore"), "the test data has no schemastore"))
  func schemaStore() async throws {
    let store = try #require(TestData.folder) + "/schemastore"
    let result = await workspace.run(["schemas", "--install", store, "--to", target])
    #expect(result.status == 0, "\(result.errors)")
    let catalog = try #require(try SchemaCatalog(inFolder: target))
    #expect(catalog.count.all > 1_300 && catalog.count.here >= 30)
    let entries = catalog.entries(for: FilePath("/home/ada/project/.babelrc"))
    #expect(entries.map(\.entry.name).contains { $0.contains("babelrc") })
    #expect(try files(target).contains("NOTICE"))
  }
}
