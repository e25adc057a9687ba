import SettingsEditing
import TestSupport
import Testing

/// `schemas FILE`.
@Suite struct SchemasTests {
  @Test("It prints the form, and the result of each place in order")
  func search() async throws {
    let workspace = try Workspace()
    let result = await workspace.run("schemas", "settings.json")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(
      result.output == """
        settings.json: server.form.json
        PLACE                  RESULT
        --schema               not given
        $schema                used: server.form.json
        NAME.schema.json       not needed
        .vscode/settings.json  not needed
        catalogs               not needed

        """)
  }

  @Test("The same as JSON")
  func json() async throws {
    let workspace = try Workspace()
    let result = await workspace.run("schemas", "settings.json", "--json")
    let json = try JSONValue(parsing: result.output)
    #expect(json.value(at: ["form", "path"]) == "server.form.json")
    #expect(json.value(at: ["form", "place"]) == "$schema")
    #expect(json.value(at: ["inferred"]) == false)
    guard case .array(let places)? = json.value(at: ["places"]) else {
      Issue.record("\(json)")
      return
    }
    #expect(places.map { $0.value(at: ["result"]) } == ["nothing", "found", "skipped", "skipped", "skipped"])
  }

  @Test("A file without a form has an inferred one")
  func inferred() async throws {
    let workspace = try Workspace(content: "{}")
    let result = await workspace.run("schemas", "settings.json")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("settings.json: no form; the types are inferred from the values\n"))
  }

  @Test("Content that isn't JSON fails after the search is shown")
  func malformed() async throws {
    let workspace = try Workspace(content: "{")
    let result = await workspace.run("schemas", "settings.json")
    #expect(result.status == 65)
    #expect(result.output.contains("\n$schema "))
    #expect(result.errors.hasPrefix("settings-tui: settings.json:1:2: "), "\(result.errors)")
  }

  @Test(
    "Any other content can have no form; one that it names and that is missing is a warning",
    arguments: [
      (#"{"$schema": "none.json"}"#, "none.json: no such file, but \"$schema\" of settings.json names it.\n"),
      ("7", ""), ("null", ""),
    ])
  func withoutForm(content: String, warning: String) async throws {
    let workspace = try Workspace(content: content)
    let result = await workspace.run("schemas", "settings.json")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("settings.json: no form; the types are inferred from the values\n"))
    #expect(result.output.contains("\n$schema "))
    #expect(result.errors == warning)
  }

  @Test("--schema needs a FILE")
  func usage() async throws {
    #expect(await (try Workspace()).run("schemas", "--schema", "server.form.json").status == 64)
  }
}
