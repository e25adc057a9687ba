import SettingsForm
import SettingsJSON
import TestSupport
import Testing

/// `get`, `list` and `check`.
@Suite struct ReadingTests {
  @Test(
    "The stored value is printed, or else the default",
    arguments: [("network.port", "9000"), ("level", "info")])
  func get(path: String, value: String) async throws {
    let workspace = try Workspace()
    let result = await workspace.run("get", "settings.json", path)
    #expect(result.status == 0)
    #expect(result.output == value + "\n")
  }

  @Test("A JSON Pointer names a setting")
  func pointer() async throws {
    let workspace = try Workspace()
    #expect(await workspace.run("get", "settings.json", "/network/port").output == "9000\n")
  }

  @Test("A misspelled setting is refused with the most similar name")
  func misspelled() async throws {
    let workspace = try Workspace()
    let result = await workspace.run("get", "settings.json", "network.prot")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("network.port"))
  }

  @Test("list prints all settings; --changed prints those that are set")
  func list() async throws {
    let workspace = try Workspace()
    let all = await workspace.run("list", "settings.json")
    for path in ["network.port", "network.host", "network.token", "verbose", "level"] {
      #expect(all.output.contains(path))
    }
    let changed = await workspace.run("list", "settings.json", "--changed")
    #expect(changed.output.contains("network.port"))
    #expect(!changed.output.contains("network.host"))
  }

  @Test(
    "A secret is never printed",
    arguments: [
      ["get", "network.token"], ["get"], ["get", "network.token", "--json"], ["list"], ["list", "--json"],
    ])
  func secret(words: [String]) async throws {
    let workspace = try Workspace()
    let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
    #expect(result.status == 0)
    #expect(!(result.output + result.errors).contains("hunter2"))
  }

  @Test("check of a valid file exits with 0")
  func check() async throws {
    let workspace = try Workspace()
    #expect(await workspace.run("check", "settings.json").status == 0)
  }

  @Test("check reports every problem with line and column, and exits with 1")
  func problems() async throws {
    let workspace = try Workspace(
      content: """
        {
          "$schema": "server.form.json",
          "network": { "port": 99999 },
          "verbose": "yes"
        }
        """)
    let result = await workspace.run("check", "settings.json")
    #expect(result.status == 1)
    #expect(result.errors.contains("settings.json:3:24"))
    #expect(result.errors.contains("settings.json:4:14"))
  }

  @Test(
    "Of a file with wrong values, everything is printed, and the errors are reported",
    arguments: [[], ["--json"]])
  func wrongValues(options: [String]) async throws {
    let workspace = try Workspace(
      content: #"{"$schema": "server.form.json", "network": {"port": 99999, "host": "a"}, "verbose": "yes"}"#)
    let all = await workspace.run(["get", "settings.json"] + options)
    #expect(all.status == 1)
    #expect(all.output.contains("99999") && all.output.contains("\"yes\"") && all.output.contains("\"a\""))
    #expect(all.errors.contains("network.port") && all.errors.contains("verbose"))
    let section = await workspace.run(["get", "settings.json", "network"] + options)
    #expect(section.status == 1 && section.output.contains("99999") && !section.errors.contains("verbose"))
    #expect(await workspace.run(["get", "settings.json", "network.host"] + options).status == 0)
    let wrong = await workspace.run(["get", "settings.json", "network.port"] + options)
    #expect(wrong.status == 1 && wrong.output == "99999\n", "\(wrong)")
  }

  @Test("A setting without value and default differs from an empty value by the exit status")
  func unset() async throws {
    let workspace = try Workspace(content: #"{"$schema": "s.json", "b": ""}"#)
    try workspace.write(
      #"{"properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string", "default": ""}}}"#,
      to: "s.json")
    for options in [[], ["--json"]] {
      let unset = await workspace.run(["get", "settings.json", "a"] + options)
      #expect(unset.status == 1 && unset.output.isEmpty)
      #expect(unset.errors == "settings-tui: settings.json: a is not set and has no default.\n")
      for path in ["b", "c"] {
        let empty = await workspace.run(["get", "settings.json", path] + options)
        #expect(empty.status == 0 && empty.errors.isEmpty)
        #expect(empty.output == (options.isEmpty ? "\n" : "\"\"\n"))
      }
    }
  }

  @Test("check --json prints JSON for a file that isn't JSON, too")
  func malformedAsJSON() async throws {
    let workspace = try Workspace(content: "{\n  \"a\": tru\n}")
    let result = await workspace.run("check", "settings.json", "--json")
    #expect(result.status == 65 && result.errors.isEmpty, "\(result.errors)")
    let json = try JSONValue(parsing: result.output)
    #expect(json.member("file")?.text?.hasSuffix("settings.json") == true)
    let problems = try #require(json.member("problems")?.elements)
    #expect(
      problems.count == 1 && problems[0].member("line") == 2 && problems[0].member("severity") == "error")
    #expect(problems[0].member("message")?.text?.isEmpty == false)
  }

  @Test(
    "Wrong usage exits with 64",
    arguments: [["get"], ["get", "a", "b", "c"], ["list", "a", "--fast"], ["set", "a"]])
  func usage(words: [String]) async throws {
    let workspace = try Workspace()
    let result = await workspace.run(words)
    #expect(result.status == 64)
    #expect(!result.errors.isEmpty)
  }

  @Test("A missing file exits with 66", arguments: ["get", "list", "check"])
  func noFile(command: String) async throws {
    let workspace = try Workspace(content: nil)
    let result = await workspace.run(command, "settings.json")
    #expect(result.status == 66)
    #expect(result.errors.contains("settings.json"))
  }
}
