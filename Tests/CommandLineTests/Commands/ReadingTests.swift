import Testing

/// `get`, `list` and `check`: what only reads.
@Suite struct ReadingTests {
  @Test(
    "A value is printed as stored, else its default",
    arguments: [("network.port", "9000"), ("level", "info")])
  func get(path: String, value: String) throws {
    let workspace = try Workspace()
    let result = try workspace.run("get", "settings.json", path)
    #expect(result.status == 0)
    #expect(result.output == value + "\n")
  }

  @Test("A JSON Pointer names a setting, too")
  func pointer() throws {
    let workspace = try Workspace()
    #expect(try workspace.run("get", "settings.json", "/network/port").output == "9000\n")
  }

  @Test("A misspelt setting is refused with the nearest name")
  func misspelt() throws {
    let workspace = try Workspace()
    let result = try workspace.run("get", "settings.json", "network.prot")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("network.port"))
  }

  @Test("A list has every setting, and only those that are set if asked")
  func list() throws {
    let workspace = try Workspace()
    let all = try workspace.run("list", "settings.json")
    for path in ["network.port", "network.host", "network.token", "verbose", "level"] {
      #expect(all.output.contains(path))
    }
    let changed = try workspace.run("list", "settings.json", "--changed")
    #expect(changed.output.contains("network.port"))
    #expect(!changed.output.contains("network.host"))
  }

  @Test(
    "A secret is never printed",
    arguments: [
      ["get", "network.token"], ["get"], ["get", "network.token", "--json"], ["list"], ["list", "--json"],
    ])
  func secret(words: [String]) throws {
    let workspace = try Workspace()
    let result = try Run(
      BuiltPrograms.settingsTUI, [words[0], "settings.json"] + words.dropFirst(), in: workspace.folder)
    #expect(result.status == 0)
    #expect(!(result.output + result.errors).contains("hunter2"))
  }

  @Test("A check of a good file says so")
  func check() throws {
    let workspace = try Workspace()
    #expect(try workspace.run("check", "settings.json").status == 0)
  }

  @Test("A check names every problem with line and column, and exits with 1")
  func problems() throws {
    let workspace = try Workspace(
      content: """
        {
          "$schema": "server.form.json",
          "network": { "port": 99999 },
          "verbose": "yes"
        }
        """)
    let result = try workspace.run("check", "settings.json")
    #expect(result.status == 1)
    #expect(result.errors.contains("settings.json:3:24"))
    #expect(result.errors.contains("settings.json:4:14"))
  }

  @Test(
    "Wrong usage exits with 64",
    arguments: [["get"], ["get", "a", "b", "c"], ["list", "a", "--fast"], ["set", "a"]])
  func usage(words: [String]) throws {
    let workspace = try Workspace()
    let result = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
    #expect(result.status == 64)
    #expect(!result.errors.isEmpty)
  }

  @Test("A file that is not there exits with 66", arguments: ["get", "list", "check"])
  func noFile(command: String) throws {
    let workspace = try Workspace(content: nil)
    let result = try workspace.run(command, "settings.json")
    #expect(result.status == 66)
    #expect(result.errors.contains("settings.json"))
  }

  @Test("Without a terminal the editor says so and exits with 69")
  func noTerminal() throws {
    let workspace = try Workspace()
    let result = try workspace.run("edit", "settings.json")
    #expect(result.status == 69)
    #expect(!result.errors.isEmpty)
    #expect(workspace.content == Workspace.content)
  }
}
