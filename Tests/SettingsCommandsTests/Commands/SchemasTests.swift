import Settings
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

  @Test(
    "A form that is missing, or can't be inferred, is shown and fails",
    arguments: [(#"{"$schema": "none.json"}"#, 66), ("{", 65), ("7", 65)] as [(String, Int32)])
  func failures(content: String, status: Int32) async throws {
    let workspace = try Workspace(content: content)
    let result = await workspace.run("schemas", "settings.json")
    #expect(result.status == status)
    #expect(result.output.contains("\n$schema "))
    #expect(result.errors.contains("settings-tui: "))
  }

  @Test("--schema needs a FILE")
  func usage() async throws {
    #expect(await (try Workspace()).run("schemas", "--schema", "server.form.json").status == 64)
  }
}
