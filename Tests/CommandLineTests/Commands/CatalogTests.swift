import Foundation
import TestSupport
import Testing

/// Forms from catalogs, through the built program with its environment.
@Suite struct CatalogTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(content: nil)
    for folder in ["home", "data/settings/catalogs/app", "project"] {
      try FileManager.default.createDirectory(
        atPath: workspace.folder + "/" + folder, withIntermediateDirectories: true)
    }
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: workspace.folder + "/" + name))
  }

  /// Runs the program in the folder `project` with other variables.
  private func run(_ words: String..., with variables: [String: String] = [:]) throws -> Run {
    let home = workspace.folder + "/home"
    let standard = ["HOME": home, "XDG_DATA_DIRS": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home]
    let list = standard.merging(variables) { $1 }.map { "\($0)=\($1)" }
    return try Run(
      "/usr/bin/env", ["-u", "SETTINGS_CATALOGS"] + list + [BuiltPrograms.settingsTUI] + words,
      in: workspace.folder + "/project")
  }

  private func installApp(in folder: String = "data/settings/catalogs/app") throws {
    try write(
      """
      {"schemas": [{"name": "Trend", "url": "trend.schema.json",
        "fileMatch": ["**/trend/settings.json", "trend.json"]}]}
      """, to: folder + "/catalog.json")
    try write(
      #"{"properties": {"period": {"type": "integer", "maximum": 30, "default": 7}}}"#,
      to: folder + "/trend.schema.json")
  }

  @Test(
    "A file of SchemaStore without $schema is changed by the schema that the catalog has for its name",
    .enabled(if: TestData.has("schemastore"), "the test data has no schemastore"))
  func schemaStore() throws {
    let store = try #require(TestData.folder) + "/schemastore"
    let catalogs = ["SETTINGS_CATALOGS": store]
    let file = workspace.folder + "/project/.babelrc"
    try FileManager.default.copyItem(atPath: store + "/test/babelrc/exampe-4.json", toPath: file)
    // The test data is read-only.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let before = try String(contentsOfFile: file, encoding: .utf8)
    let where_ = try run("schemas", ".babelrc", with: catalogs)
    #expect(where_.output.hasPrefix(".babelrc: \(store)/schemas/babelrc.json\n"))
    let refused = try run("set", ".babelrc", "comments=perhaps", with: catalogs)
    #expect(refused.status == 1 && refused.errors.contains("true or false"), "\(refused.errors)")
    let done = try run("set", ".babelrc", "comments=false", with: catalogs)
    #expect(done.status == 0 && !done.errors.contains("error"), "\(done.errors)")
    let after = try String(contentsOfFile: file, encoding: .utf8)
    #expect(after != before && after.contains("\"comments\": false"))
    #expect(try run("check", ".babelrc", with: catalogs).status == 0)
    #expect(try run("rollback", ".babelrc", with: catalogs).status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
    let byAddress = try run(
      "get", ".babelrc", "comments", "--schema", "https://json.schemastore.org/babelrc", with: catalogs)
    #expect(byAddress.output == "true\n", "\(byAddress.errors)")
    let listed = try run("schemas", with: catalogs)
    #expect(listed.output.contains("schemastore") && listed.output.contains(store))
  }

  @Test(
    "A catalog is found in the folders for data, and where the variable says",
    arguments: ["XDG_DATA_HOME", "XDG_DATA_DIRS", "SETTINGS_CATALOGS"])
  func folders(variable: String) throws {
    try installApp()
    try write("{}", to: "project/trend.json")
    let data = workspace.folder + "/data"
    let value =
      switch variable {
      case "XDG_DATA_HOME": data
      case "XDG_DATA_DIRS": "/nowhere:relative:" + data
      default: data + "/settings/catalogs"
      }
    let refused = try run("set", "trend.json", "period=31", with: [variable: value])
    #expect(refused.status == 1 && refused.errors.contains("30"), "\(refused.errors)")
    let elsewhere = try run("set", "trend.json", "period=31", "--dry-run")
    #expect(elsewhere.status == 0 && elsewhere.errors.contains("no form was found"), "\(elsewhere.errors)")
    let list = try run("schemas", "--json", with: [variable: value])
    #expect(
      list.output.contains("\"name\": \"app\"") && list.output.contains("\"here\": 1"), "\(list.output)")
  }

  @Test("A malformed catalog is reported, and the others are used")
  func malformed() throws {
    try installApp()
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/data/settings/catalogs/aaa", withIntermediateDirectories: true)
    try write(#"{"schemas": ["#, to: "data/settings/catalogs/aaa/catalog.json")
    try write("{}", to: "project/trend.json")
    let result = try run("get", "trend.json", "period", with: ["XDG_DATA_HOME": workspace.folder + "/data"])
    #expect(result.status == 0 && result.output == "7\n")
    #expect(result.errors.contains("aaa/catalog.json:1:"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("Without FILE, the files that catalogs know are listed: in this folder and in those of apps")
  func offer() throws {
    try installApp()
    let variables = ["XDG_DATA_HOME": workspace.folder + "/data"]
    let nothing = try run(with: variables)
    #expect(nothing.status == 64 && nothing.errors.contains("--help"))
    try write("{}", to: "project/trend.json")
    try write("{}", to: "project/other.json")
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/home/trend", withIntermediateDirectories: true)
    try write("{}", to: "home/trend/settings.json")
    for words in [[], ["edit"]] as [[String]] {
      let result = try Run(
        "/usr/bin/env",
        [
          "HOME=\(workspace.folder)", "XDG_DATA_DIRS=/nowhere", "XDG_CONFIG_HOME=\(workspace.folder)/home",
          "XDG_DATA_HOME=\(workspace.folder)/data",
          BuiltPrograms.settingsTUI,
        ] + words, in: workspace.folder + "/project")
      #expect(result.status == 0)
      #expect(
        result.output.replacing(workspace.folder, with: "").replacing(#/ +/#, with: " ")
          == """
           FILE FORM
          1 trend.json Trend
          2 /home/trend/settings.json Trend
          Name a file: settings-tui FILE

          """.replacing(#/ +/#, with: " "))
    }
  }

  @Test(
    "The form that the Makefile of Example installs is found for the settings of the app",
    .enabled(if: BuiltPrograms.tool("make") != nil, "make is missing"))
  func example() throws {
    let make = try #require(BuiltPrograms.tool("make"))
    let installed = try Run(
      make, ["install-form", "DESTDIR=\(workspace.folder)/root", "PREFIX=/usr"],
      in: MarkdownPage.package.path + "/Example")
    #expect(installed.status == 0, "\(installed.errors)")
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/home/trend", withIntermediateDirectories: true)
    try write("{}", to: "home/trend/settings.json")
    let result = try run(
      "check", "../home/trend/settings.json", with: ["XDG_DATA_DIRS": workspace.folder + "/root/usr/share"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test(
    "The name of an archive is neither an option nor that of a host", arguments: ["host:x.tar", "-x.tar"])
  func archiveName(name: String) throws {
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/store/schemas", withIntermediateDirectories: true)
    try write(#"{"schemas": []}"#, to: "store/catalog.json")
    let packed = try Run("/usr/bin/env", ["tar", "-cf", "project/x", "store"], in: workspace.folder)
    try #require(packed.status == 0, "\(packed.errors)")
    try FileManager.default.moveItem(
      atPath: workspace.folder + "/project/x", toPath: workspace.folder + "/project/" + name)
    let result = try run("schemas", "--to", workspace.folder + "/installed", "--install=\(name)")
    #expect(result.status == 0, "\(result.errors)")
    #expect(FileManager.default.fileExists(atPath: workspace.folder + "/installed/catalog.json"))
  }

  @Test("An installation that is interrupted while it unpacks leaves nothing and ends by the signal")
  func interruptedInstallation() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/tmp", withIntermediateDirectories: true)
    // tar -x -C FOLDER -f ARCHIVE
    try workspace.write(
      program: "bin/tar", "#!/bin/sh\nmkdir \"$3/store\" && echo x >\"$3/store/x\" && kill -INT $$")
    try write("archive", to: "project/store.tar")
    let result = try run(
      "schemas", "--install", "store.tar", "--to", workspace.folder + "/installed",
      with: ["PATH": workspace.folder + "/bin:/usr/bin:/bin", "TMPDIR": workspace.folder + "/tmp"])
    #expect(result.signal == 2 && result.errors.isEmpty, "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder + "/tmp").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: workspace.folder + "/installed"))
  }
}
