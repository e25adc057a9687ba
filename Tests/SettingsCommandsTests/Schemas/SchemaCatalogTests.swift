import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// Catalogs, and the files of the schemas in them.
@Suite struct SchemaCatalogTests {
  private static let store = "https://www.schemastore.org/"

  @Test(
    "The schema at an address is the file with its host and path, or else the one with its name",
    arguments: [
      ("https://www.schemastore.org/app.json", "schemas/app.json"),
      ("https://json.schemastore.org/app.json", "schemas/app.json"),
      ("https://json.schemastore.org/app", "schemas/app.json"),
      ("http://json.schemastore.org/app#", "schemas/app.json"),
      (
        "https://raw.githubusercontent.com/SchemaStore/schemastore/master/src/schemas/json/app.json",
        "schemas/app.json"
      ),
      // Not an entry, but beside one.
      ("https://json.schemastore.org/partial-app.json", "schemas/partial-app.json"),
      ("https://example.com/v1/only.json", "schemas/json/only.json"),
      ("https://EXAMPLE.com/v1/only.json", "schemas/json/only.json"),
      ("https://example.com/v1/exact.json", "schemas/example.com/v1/exact.json"),
      ("https://example.com/v1/versioned-2.json", "versioned-2.json"),
      ("https://example.com/v1/no-suffix", "schemas/no-suffix.json"),
      // Two addresses with one name.
      ("https://one.example/schema.json", nil),
      ("https://two.example/schema.json", nil),
      // Neither an entry nor beside one.
      ("https://other.example/only.json", nil),
      ("https://www.schemastore.org/sub/app.json", nil),
      ("https://www.schemastore.org/none.json", nil),
      ("https://example.com/v1/../../../secret.json", nil),
      // By its own $id.
      ("http://identity.example/thing#", "schemas/thing-1.0.json"),
    ])
  func places(address: String, file: String?) throws {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"schemas": [
        {"name": "App", "url": "\(Self.store)app.json"},
        {"name": "Only", "url": "https://example.com/v1/only.json"},
        {"name": "Versioned", "url": "https://example.com/v1/versioned.json",
         "versions": {"2": "https://example.com/v1/versioned-2.json"}},
        {"name": "No suffix", "url": "https://example.com/v1/no-suffix"},
        {"name": "One", "url": "https://one.example/schema.json"},
        {"name": "Two", "url": "https://two.example/schema.json"}
      ]}
      """, to: "c/catalog.json")
    for name in [
      "schemas/app.json", "schemas/partial-app.json", "schemas/json/only.json", "schemas/exact.json",
      "schemas/example.com/v1/exact.json", "versioned-2.json", "schemas/no-suffix.json",
      "schemas/schema.json",
    ] {
      try workspace.write("{}", to: "c/" + name)
    }
    try workspace.write("{}", to: "secret.json")
    try workspace.write(#"{"$id": "http://identity.example/thing#"}"#, to: "c/schemas/thing-1.0.json")
    let found = workspace.catalogs("c").file(at: address)
    #expect(workspace.name(found?.file) == file.map { "c/" + $0 })
  }

  @Test("A relative address is a file in the catalog's folder and not outside of it")
  func relative() throws {
    let workspace = try Workspace()
    try workspace.write(
      catalogText(("In", "app.schema.json", ["in.json"]), ("Out", "../app.schema.json", ["out.json"])),
      to: "c/catalog.json")
    try workspace.write("{}", to: "c/app.schema.json")
    try workspace.write("{}", to: "app.schema.json")
    let catalog = try #require(workspace.catalogs("c").all.first)
    #expect(
      catalog.entries.map { workspace.name(catalog.file(at: $0.address)) } == ["c/app.schema.json", nil])
  }

  @Test(
    "A malformed catalog is reported with its position and skipped; the others are used",
    arguments: [
      (#"{"schemas": ["#, "broken/catalog.json:1:"), ("[]", "broken/catalog.json: the catalog has no array"),
      (#"{"schemas": {}}"#, "no array"),
    ])
  func malformed(text: String, error: String) throws {
    let workspace = try Workspace()
    try workspace.write(text, to: "broken/catalog.json")
    try workspace.write(catalogText(("A", "a.json", ["a.json"])), to: "good/catalog.json")
    let catalogs = workspace.catalogs("broken", "good")
    #expect(catalogs.all.map(\.name) == ["good"])
    #expect(catalogs.errors.count == 1)
    #expect(catalogs.errors.first?.description.contains(error) == true, "\(catalogs.errors)")
  }

  @Test("A folder that was named but has no catalog is an error; one without a name isn't")
  func missing() throws {
    let workspace = try Workspace()
    #expect(workspace.catalogs("none").errors.count == 1)
    let folder = workspace.folder + "/none"
    #expect(SchemaCatalogs { [SchemaCatalogFolders.Folder(path: folder, isNamed: false)] }.errors.isEmpty)
  }

  @Test("Malformed entries are left out, and the first one is reported")
  func entries() throws {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"schemas": [{"name": "A", "url": "https://a.example/a.json", "fileMatch": "a.json"},
        {"name": "no address"}, 7, {"url": 1},
        {"url": "https://a.example/b.json", "fileMatch": [1, "b.json"]}]}
      """, to: "c/catalog.json")
    let catalog = try #require(workspace.catalogs("c").all.first)
    #expect(catalog.entries.map(\.address) == ["https://a.example/a.json", "https://a.example/b.json"])
    #expect(catalog.entries.map(\.patterns) == [[], ["b.json"]])
    #expect(catalog.entriesError?.description.contains("catalog.json:2:3") == true)
  }
}
