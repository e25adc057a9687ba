import Foundation
import TestSupport
import Testing

/// The candidates of `__complete`.
@Suite struct CompletionTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Returns the candidates for the last word.
  private func words(_ typed: String...) async -> [String] {
    let result = await workspace.run(["__complete", "words"] + typed)
    #expect(result.status == 0 && result.errors.isEmpty)
    return result.output.split(separator: "\n").dropFirst().map {
      String($0.dropFirst().prefix { $0 != "\t" })
    }
  }

  @Test("Commands, and only their own options, are offered")
  func commandsAndOptions() async throws {
    let commands = [
      "edit", "get", "list", "describe", "check", "set", "reset", "merge", "patch", "rename", "insert",
      "move",
      "apply", "log", "show", "diff", "rollback", "confirm", "cancel", "watch", "schemas", "doctor",
    ]
    #expect(await words("") == commands)
    #expect(await words("help", "co") == ["confirm"])
    #expect(
      await words("list", "--") == [
        "--schema", "--layer", "--context", "--changed", "--all", "--origin", "--verbose", "--json", "--help",
      ])
    #expect(!(await words("set", "settings.json", "--yes", "--").contains("--yes")))
    #expect(await words("set", "--message", "").isEmpty)
    #expect(await words("list", "settings.json", "") == ["network"])
    #expect(await words("list", "settings.json", "network", "").isEmpty)
    #expect(await words("describe", "settings.json", "network.p") == ["network.port"])
  }

  @Test(
    "File names are offered after an option that takes one", arguments: ["--schema", "--layer", "--plan"])
  func files(option: String) async {
    for words in [[option, ""], ["\(option)="]] {
      #expect(await workspace.run(["__complete", "words", "set"] + words).output == "files\n")
    }
  }

  @Test("Settings are offered by path or pointer, as far as the command takes them")
  func settings() async throws {
    let all = ["network.port", "network.host", "network.token", "verbose", "level"]
    // A secret is asked for.
    #expect(
      await words("set", "settings.json", "") == all.map { $0 == "network.token" ? $0 : $0 + "=" })
    #expect(await words("get", "settings.json", "") == ["network"] + all)
    #expect(await words("reset", "settings.json", "network", "network.p") == ["network.port"])
    #expect(await words("reset", "settings.json", "verbose", "v").isEmpty)
    #expect(await words("set", "settings.json", "/network/p") == ["/network/port="])
    #expect(await words("get", "settings.json", "verbose", "").isEmpty)
  }

  @Test(
    "Values are offered where they are known",
    arguments: [
      ("level=", ["info", "debug"]), ("level=d", ["debug"]), ("level:=", ["\"info\"", "\"debug\""]),
      ("verbose=", ["true", "false"]), ("verbose:=f", ["false"]), ("network.port=", ["8080"]),
      ("network.token=", []), ("nowhere=", []),
    ])
  func values(typed: String, values: [String]) async throws {
    let path = typed.prefix { $0 != "=" } + "="
    #expect(await words("set", "settings.json", typed) == values.map { path + $0 })
  }

  @Test("Values that the form suggests are offered")
  func suggestions() async throws {
    try
      #"{"properties": {"host": {"type": "string", "examples": ["a", "b c"]}, "port": {"type": "integer", "examples": [80]}}}"#
      .write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    #expect(await words("set", "settings.json", "host=") == ["host=a", "host=b c"])
    #expect(await words("set", "settings.json", "host:=") == [#"host:="a""#, #"host:="b c""#])
    #expect(await words("set", "settings.json", "port=") == ["port=80"])
  }

  @Test("Of a large form only the next key is offered")
  func largeForm() async throws {
    let members = (0..<60).map { #""k\#($0)": {"type": "integer", "title": "K"}"# }.joined(separator: ", ")
    let sections = ["left", "right"]
      .map { #""\#($0)": {"type": "object", "title": "\#($0)", "properties": {\#(members)}}"# }
    try #"{"type": "object", "title": "Large", "properties": {\#(sections.joined(separator: ", "))}}"#
      .write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    #expect(await words("set", "settings.json", "") == ["left.", "right."])
    #expect(await words("set", "settings.json", "le").count == 60)
    #expect(await words("get", "settings.json", "/").prefix(2) == ["/left/", "/right/"])
  }
}
