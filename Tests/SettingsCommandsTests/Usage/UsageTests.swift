import TestSupport
import Testing

/// Invalid command lines: one sentence, exit status 64, and an unchanged file.
@Suite struct UsageTests {
  @Test(
    "A file that is missing, or whose name is too long, is said to be that", arguments: ["confirm", "cancel"])
  func files(command: String) async throws {
    let workspace = try Workspace()
    let missing = await workspace.run(command, "missing.json")
    #expect(missing.status == 66 && missing.errors.contains("no such file"), "\(missing.errors)")
    let name = String(repeating: "n", count: 251) + ".json"
    let long = await workspace.run("set", name, "a=1", "--yes")
    #expect(long.status != 0 && long.errors.contains("the name is too long"), "\(long.errors)")
  }

  @Test(
    "An invalid command line exits with 64 and reports the nearest or the missing word",
    arguments: [
      (["set", "settings.json", "a=1", "--yess"], "--yes"),
      (["list", "settings.json", "--jsn"], "--json"),
      (["set", "settings.json", "a=1", "--frobnicate"], "--help"),
      (["list", "settings.json", "--yes"], "--yes"),
      (["set", "settings.json", "a=1", "--prepare"], "CMD"),
      (["set", "settings.json", "a=1", "--prepare", "--yes"], "--yes is an option"),
      (["set", "settings.json", "a=1", "--schema="], "FORM"),
      (["set", "settings.json", "a=1", "--json=yes"], "takes no value"),
      (["set", "settings.json", "a=1", "--prepare", "x", "--prepare", "y"], "twice"),
      (["set", "settings.json", "a=1", "--time-limit", "soon"], "whole seconds"),
      (["set", "settings.json", "a=1", "--time-limit", "0"], "whole seconds"),
      (["set", "settings.json", "a"], "PATH=VALUE"),
      (["set", "settings.json", "=1"], "PATH=VALUE"),
      (["get", ""], "name is empty"),
      (["set", "settings.json", "a..b=1"], "column 3"),
      (["set", "settings.json", "a:={"], ":="),
      (["sett", "settings.json", "a=1"], "perhaps you mean set"),
      (["help", "lst"], "perhaps you mean list"), (["help", "frobnicate"], "There is no command frobnicate"),
      (["frobnicate", "a", "b"], "There is no command frobnicate; see --help."),
      (["chek", "a", "b"], "There is no command chek; perhaps you mean check."),
      (["edit", "settings.json", "b"], "edit takes [FILE]."),
      (["get", "settings.json", "a", "b"], "get takes FILE [PATH]."),
      (["set", "settings.json", "a=1", "--help=1"], "--help takes no value"),
      (["set", "settings.json", "a=1", "--comment", " "], "--comment needs a TEXT"),
      ([], "--help"),
    ])
  func usage(words: [String], hint: String) async throws {
    let workspace = try Workspace()
    let result = await workspace.run(words)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("settings-tui: ") && result.errors.contains(hint), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(workspace.content == Workspace.content)
  }

  @Test("A flag can be repeated; after -- every word is an operand")
  func harmless() async throws {
    let workspace = try Workspace()
    let twice = await workspace.run("set", "settings.json", "network.port=9001", "--yes", "--yes")
    #expect(twice.status == 0, "\(twice.errors)")
    let end = await workspace.run("set", "--yes", "--", "settings.json", "network.host=--help")
    #expect(end.status == 0, "\(end.errors)")
    #expect(workspace.content?.contains("\"host\": \"--help\"") == true)
  }

  @Test(
    "Every command has a help page with its options",
    arguments: ["edit", "get", "list", "check", "set", "reset"])
  func help(command: String) async throws {
    let workspace = try Workspace()
    let page = await workspace.run(command, "--help")
    #expect(page.status == 0 && page.errors.isEmpty)
    #expect(page.output.hasPrefix("usage: settings-tui \(command) "))
    #expect(page.output.contains("--schema FORM"))
    #expect(await workspace.run("help", command).output == page.output)
    #expect(await workspace.run("--help").output.contains("\n  \(command) "))
  }

  @Test("Output that doesn't go to a terminal has no colors")
  func colors() async throws {
    let workspace = try Workspace()
    let result = await workspace.run("set", "settings.json", "network.port=9001")
    #expect(!(result.output + result.errors).contains("\u{1B}"))
  }
}
