import Foundation
import SettingsEditing
import TestSupport
import Testing

@testable import SettingsCommands

/// The order in which a form is looked for.
@Suite struct SchemaSearchTests {
  /// A file for which every step finds a form.
  private static func workspace() throws -> Workspace {
    let workspace = try Workspace(content: nil)
    try workspace.write(#"{"$schema": "declared.json"}"#, to: "w/app.json")
    for name in ["option.json", "w/declared.json", "w/app.schema.json", "w/entry.json", "c/app.json"] {
      try workspace.write("{}", to: name)
    }
    try workspace.write(
      #"{"json.schemas": [{"fileMatch": ["app.json"], "url": "./entry.json"}]}"#,
      to: "w/.vscode/settings.json")
    try workspace.write(catalogText(("App", "app.json", ["app.json"])), to: "c/catalog.json")
    return workspace
  }

  private static func search(
    _ workspace: Workspace, _ file: String = "w/app.json", option: String? = nil,
    catalogs: SchemaCatalogs? = nil
  ) throws -> SchemaSearch {
    let path = workspace.folder + "/" + file
    let bytes = FileManager.default.contents(atPath: path).map { Array($0) }
    let document = Result { () throws(JSONParseError) in
      try bytes.map { bytes throws(JSONParseError) in try JSONDocument(parsing: bytes) }
    }
    let catalogs = catalogs ?? workspace.catalogs("c")
    return SchemaSearch(
      SchemaSearch.Subject(path: path, option: option, document: document), catalogs: catalogs
    ) { _, found throws(Failure) in _ = try found.read(catalogs, console: nil) }
  }

  @Test("The first step that finds a form ends the search; each step has a reason")
  func order() throws {
    let workspace = try Self.workspace()
    let option = workspace.folder + "/option.json"
    #expect(workspace.name(try Self.search(workspace, option: option).found?.name) == "option.json")
    // Remove what each step finds, one after the other.
    for (found, next) in [
      ("w/declared.json", SchemaSearch.Step.declared), ("w/app.schema.json", .beside),
      ("w/entry.json", .workspace), ("c/app.json", .catalog),
    ] {
      let search = try Self.search(workspace)
      #expect(workspace.name(search.found?.name) == found)
      #expect(search.findings.map(\.step) == SchemaSearch.Step.allCases)
      let results = search.findings.map { finding in
        switch finding.result {
        case .found: finding.step == next
        case .skipped: finding.reason == "not needed"
        case .nothing, .missing: !finding.reason.isEmpty && finding.reason != "not needed"
        }
      }
      #expect(!results.contains(false), "\(search.findings)")
      if next == .declared { try workspace.write("{}", to: "w/app.json") }
      try FileManager.default.removeItem(atPath: workspace.folder + "/" + found)
    }
    #expect(try Self.search(workspace).found == nil)
  }

  @Test("A form that $schema names and that doesn't exist is a warning, and the search goes on")
  func missingDeclared() throws {
    let workspace = try Self.workspace()
    try workspace.write(#"{"$schema": "./none.json"}"#, to: "w/app.json")
    let search = try Self.search(workspace)
    #expect(workspace.name(search.found?.name) == "w/app.schema.json")
    #expect(search.failure == nil)
    #expect(search.warnings.count == 1 && search.warnings[0].contains("none.json: no such file"))
  }

  @Test(
    "A form that was found and can't be used is a warning, and the search goes on",
    arguments: ["w/declared.json", "w/app.schema.json", "w/entry.json"],
    ["garbage {", "", "5", #"{"x-rules": 5, "$schema": "https://json-schema.org/draft/2020-12/schema"#])
  func unusable(name: String, content: String) throws {
    let workspace = try Self.workspace()
    // The earlier steps can't use their forms either.
    for other in ["w/declared.json", "w/app.schema.json", "w/entry.json"] {
      try workspace.write(content, to: other)
      if other == name { break }
    }
    let search = try Self.search(workspace)
    #expect(search.found != nil && workspace.name(search.found?.name) != name)
    #expect(search.failure == nil)
    #expect(search.warnings.contains { $0.contains(workspace.folder + "/" + name) }, "\(search.warnings)")
  }

  @Test(
    "A form that a person has named and that doesn't exist or can't be used ends the search with an error")
  func missing() throws {
    let workspace = try Self.workspace()
    try workspace.write("garbage {", to: "option.json")
    #expect(
      try Self.search(workspace, option: workspace.folder + "/option.json").failure?.status == .dataError)
    #expect(
      try Self.search(workspace, option: workspace.folder + "/none.json").failure?.status == .noInput)
    let option = try Self.search(workspace, option: "https://a.example/none.json")
    #expect(option.found == nil)
    #expect(option.failure?.status == .noInput)
  }

  @Test(
    "A schema is checked by the metaschema of its draft",
    arguments: ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"])
  func schemaFile(address: String) async throws {
    let workspace = try Workspace()
    try workspace.write(#"{"$schema": "\#(address)", "properties": {"a": {"minimum": "3"}}}"#, to: "x.json")
    let result = await workspace.run("check", "x.json")
    #expect(result.status == 1 && result.errors.contains("x.json:1:"), "\(result.errors)")
    #expect(result.errors.contains("properties.a.minimum"), "\(result.errors)")
  }

  @Test(
    "Keywords of a library in a schema are no typing errors for its metaschema, and others may be",
    arguments: ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"])
  func keywordsOfLibraries(address: String) async throws {
    let workspace = try Workspace()
    try workspace.write(
      #"{"$schema": "\#(address)", "x-form": 1, "properties": {"a": {"x-setting": {"unit": "d"}, "minimun": 3}}}"#,
      to: "x.json")
    let result = await workspace.run("check", "x.json")
    #expect(result.status == 0 && !result.errors.contains("x-"), "\(result.errors)")
    #expect(result.errors.contains("properties.a.minimun"), "\(result.errors)")
  }

  @Test("An address in $schema that no catalog has doesn't end the search")
  func unknownAddress() throws {
    let workspace = try Self.workspace()
    try workspace.write(#"{"$schema": "https://a.example/none.json"}"#, to: "w/app.json")
    let search = try Self.search(workspace)
    #expect(workspace.name(search.found?.name) == "w/app.schema.json")
    #expect(search.findings[1].reason.contains("https://a.example/none.json"))
  }

  @Test(
    "$schema is a path relative to the file, a file address, or an address of a catalog",
    arguments: [
      "../c/b c.json", "../c/b%20c.json", "file://FOLDER/c/b%20c.json",
      "file://localhost/FOLDER/c/b%20c.json",
      "https://a.example/b%20c.json", "http://a.example/b%20c.json#",
    ])
  func declared(name: String) throws {
    let workspace = try Self.workspace()
    try workspace.write("{}", to: "c/b c.json")
    try workspace.write("{}", to: "c/schemas/a.example/b%20c.json")
    let folder = name.contains("localhost") ? String(workspace.folder.dropFirst()) : workspace.folder
    let spelled = name.replacing("FOLDER", with: folder)
    try workspace.write(#"{"$schema": "\#(spelled)"}"#, to: "w/app.json")
    let found = try Self.search(workspace).found
    #expect(
      workspace.name(found?.name)?.replacing("w/../", with: "")
        == (found?.catalog == nil ? "c/b c.json" : "c/schemas/a.example/b%20c.json"))
  }

  @Test(
    "The form beside a file has the file's name with or without its extension",
    arguments: [
      ("app.json", "app.schema.json"), ("app.json", "app.json.schema.json"), (".apprc", ".apprc.schema.json"),
      ("app.conf.jsonc", "app.conf.schema.json"),
    ])
  func beside(file: String, form: String) throws {
    let workspace = try Workspace(content: nil)
    try workspace.write("{}", to: file)
    try workspace.write("{}", to: form)
    #expect(workspace.name(try Self.search(workspace, file).found?.name) == form)
  }

  @Test(
    "The form beside settings that aren't in a file is the one that is stored with them, if the storage replies"
  )
  func stored() throws {
    func search(_ stored: Result<[UInt8]?, SettingsStorageError>) throws -> SchemaSearch {
      let address = try #require(RemoteAddress("etcd://127.0.0.1:1/app"))
      let subject = SchemaSearch.Subject(
        path: address.text, address: address, option: nil,
        storedForm: { () throws(SettingsStorageError) in try stored.get() }, document: .success(nil))
      return SchemaSearch(subject, catalogs: SchemaCatalogs()) { _, found throws(Failure) in
        _ = try found.read(SchemaCatalogs(), console: nil)
      }
    }
    #expect(try search(.success(nil)).found == nil)
    #expect(try search(.success(Array("{}".utf8))).found?.name == "the form of etcd://127.0.0.1:1/app")
    // What can't be read is a warning, as any form that isn't named by --schema.
    let malformed = try search(.success(Array("{".utf8)))
    #expect(malformed.found == nil && malformed.warnings.count == 1)
    let silence = RemoteStorageError(.unreachable, "no server replies.")
    let failed = try search(.failure(.remote(name: "x", silence)))
    #expect(failed.found == nil && failed.failure?.status == .temporaryFailure)
  }

  @Test("The nearest workspace with an entry for the file is used, with its most specific pattern")
  func workspaces() throws {
    let workspace = try Workspace(content: nil)
    try workspace.write("{}", to: "a/b/c/app.json")
    for name in ["a/outer.json", "a/b/general.json", "a/b/special.json"] {
      try workspace.write("{}", to: name)
    }
    try workspace.write(
      #"{"json.schemas": [{"fileMatch": ["app.json"], "url": "./outer.json"}]}"#,
      to: "a/.vscode/settings.json")
    #expect(workspace.name(try Self.search(workspace, "a/b/c/app.json").found?.name) == "a/outer.json")
    try workspace.write(
      """
      {
        // Comments and trailing commas are allowed.
        "json.schemas": [
          {"fileMatch": ["*.json"], "url": "./general.json"},
          {"fileMatch": ["/c/app.json"], "url": "./special.json"},
          {"fileMatch": ["c/app.json", "!app.json"], "url": "./none.json"},
        ],
      }
      """, to: "a/b/.vscode/settings.json")
    #expect(workspace.name(try Self.search(workspace, "a/b/c/app.json").found?.name) == "a/b/special.json")
    try workspace.write(
      #"{"json.schemas": [{"fileMatch": ["x.json"], "url": "./x.json"}]}"#, to: "a/b/c/.vscode/settings.json")
    #expect(workspace.name(try Self.search(workspace, "a/b/c/app.json").found?.name) == "a/b/special.json")
  }

  @Test("An entry of a workspace can have the schema itself, or an address of a catalog")
  func workspaceForms() throws {
    let workspace = try Workspace(content: nil)
    try workspace.write("{}", to: "app.json")
    try workspace.write(
      #"{"json.schemas": [{"fileMatch": ["app.json"], "schema": {"properties": {"port": {"type": "integer"}}}}]}"#,
      to: ".vscode/settings.json")
    let inline = try #require(try Self.search(workspace, "app.json").found)
    #expect(try inline.read(workspace.catalogs(), console: nil).settings.map(\.path) == [["port"]])
    try workspace.write(
      #"{"json.schemas": [{"fileMatch": ["app.json"], "url": "https://a.example/app.json"}]}"#,
      to: ".vscode/settings.json")
    #expect(try Self.search(workspace, "app.json").found == nil)
    try workspace.write("{}", to: "c/schemas/a.example/app.json")
    try workspace.write(catalogText(), to: "c/catalog.json")
    #expect(
      workspace.name(try Self.search(workspace, "app.json").found?.name) == "c/schemas/a.example/app.json")
  }

  @Test("A relative path has no folders above it", arguments: ["./app.json", "app.json", "a/../app.json"])
  func relative(path: String) {
    #expect(WorkspaceSchemas(for: FilePath(path), owners: []).match == nil)
  }

  @Test("Malformed settings of a workspace are a warning")
  func malformedWorkspace() throws {
    let workspace = try Workspace(content: nil)
    try workspace.write("{}", to: "app.json")
    try workspace.write(#"{"json.schemas": "#, to: ".vscode/settings.json")
    let search = try Self.search(workspace, "app.json")
    #expect(search.found == nil)
    #expect(search.warnings.count == 1 && search.warnings[0].contains(".vscode/settings.json:1:"))
  }

  @Test(
    "Of all catalogs, the most specific pattern whose schema is on this machine wins, the first of equal ones"
  )
  func catalogs() throws {
    let workspace = try Workspace(content: nil)
    try workspace.write("{}", to: "x/settings.json")
    try workspace.write(
      catalogText(("General", "general.json", ["*.json"]), ("First", "first.json", ["settings.json"])),
      to: "one/catalog.json")
    try workspace.write(
      catalogText(
        ("Second", "second.json", ["settings.json"]), ("Missing", "missing.json", ["x/settings.json"])),
      to: "two/catalog.json")
    for name in ["one/general.json", "one/first.json", "two/second.json"] {
      try workspace.write("{}", to: name)
    }
    func found(_ names: SchemaCatalogs) throws -> String? {
      workspace.name(try Self.search(workspace, "x/settings.json", catalogs: names).found?.name)
    }
    #expect(try found(workspace.catalogs("one", "two")) == "one/first.json")
    #expect(try found(workspace.catalogs("two", "one")) == "two/second.json")
    try workspace.write("{}", to: "two/missing.json")
    #expect(try found(workspace.catalogs("one", "two")) == "two/missing.json")
  }

  @Test("A file that only has an entry whose schema isn't on this machine has no form")
  func schemaMissing() throws {
    let workspace = try Workspace(content: nil)
    try workspace.write("{}", to: "app.json")
    try workspace.write(
      catalogText(("App", "https://a.example/app.json", ["app.json"])), to: "c/catalog.json")
    let search = try Self.search(workspace, "app.json")
    #expect(search.found == nil)
    #expect(search.findings.last?.reason.contains("https://a.example/app.json") == true)
  }

  @Test("Catalogs aren't read if an earlier step finds the form", arguments: [nil, "option.json"])
  func laziness(option: String?) throws {
    let workspace = try Self.workspace()
    let catalogs = SchemaCatalogs {
      Issue.record("the catalogs were read")
      return []
    }
    let search = try Self.search(
      workspace, option: option.map { workspace.folder + "/" + $0 }, catalogs: catalogs)
    let found = try #require(search.found)
    _ = try found.read(catalogs, console: nil)
  }

  @Test("References lead to files beside a schema, by its own address, and to schemas of catalogs")
  func references() throws {
    let workspace = try Self.workspace()
    try workspace.write(
      """
      {"$id": "https://b.example/forms/app.json", "properties": {
        "file": {"$ref": "part.json#/$defs/port"},
        "folder": {"$ref": "more/part.json"},
        "catalog": {"$ref": "https://www.schemastore.org/part.json"}}}
      """, to: "w/declared.json")
    try workspace.write(#"{"$defs": {"port": {"type": "integer"}}}"#, to: "w/part.json")
    try workspace.write(#"{"type": "boolean"}"#, to: "w/more/part.json")
    try workspace.write(catalogText(("Part", "https://json.schemastore.org/part", [])), to: "c/catalog.json")
    try workspace.write(#"{"type": "string"}"#, to: "c/schemas/part.json")
    let index = try #require(try Self.search(workspace).found).read(workspace.catalogs("c"), console: nil)
    #expect(index.form.warnings.isEmpty, "\(index.form.warnings)")
    #expect(
      index.settings.map(\.setting.kind) == [.integer(NumberLimits()), .boolean, .string(TextLimits())])
  }
}
