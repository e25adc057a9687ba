import Foundation
import TestSupport
import Testing

/// Rules over several settings on the command line.
@Suite struct RuleTests {
  private let workspace: Workspace

  private static let rules = #"""
    "x-rules": [
      {"require": {"<=": [{"var": "network.port"}, 9500]}, "message": "Ports above 9500 are taken"},
      {"when": {"==": [{"var": "level"}, "debug"]}, "set": "verbose", "to": true},
      {"when": {"==": [{"var": "network.host"}, "localhost"]}, "readOnly": ["network.token"],
       "message": "A local server has no token"}
    ],
    """#

  init() throws {
    workspace = try Workspace(
      content: "{\n  \"$schema\": \"server.form.json\",\n  \"network\": { \"port\": 9000 }\n}\n")
    try Workspace.form.replacing("\"title\": \"Server\",", with: "\"title\": \"Server\"," + Self.rules)
      .write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
  }

  @Test("A change that violates a rule is refused with the rule's message")
  func require() async throws {
    let before = workspace.content
    let result = await workspace.run("set", "settings.json", "network.port=9600", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("Ports above 9500 are taken"))
    #expect(workspace.content == before)
  }

  @Test("A setting that a rule locks is refused, unless the same change unlocks it")
  func readOnly() async throws {
    let refused = await workspace.run("set", "settings.json", "network.token=abc", "--yes")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("A local server has no token"))
    let free = await workspace.run(
      "set", "settings.json", "network.host=example.org", "network.token=abc", "--yes")
    #expect(free.status == 0, "\(free.errors)")
  }

  @Test("A derived default is in the review, in get and in list, but not in the file")
  func derived() async throws {
    let result = await workspace.run("set", "settings.json", "level=debug", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("level: info → debug") && result.output.contains("verbose: false → true"))
    #expect(await workspace.run("get", "settings.json", "verbose").output == "true\n")
    #expect(await workspace.run("list", "settings.json").output.contains("by a rule"))
    #expect(workspace.content?.contains("verbose") == false)
  }

  @Test("check reports a file that violates a rule")
  func check() async throws {
    try workspace.content?.replacing("9000", with: "9999")
      .write(toFile: workspace.file, atomically: false, encoding: .utf8)
    let result = await workspace.run("check", "settings.json")
    #expect(result.status == 1)
    #expect(
      result.errors.contains("settings.json:3:") && result.errors.contains("Ports above 9500 are taken"))
  }

  @Test("--why explains where a value comes from and which rules affect it")
  func why() async throws {
    _ = await workspace.run("set", "settings.json", "level=debug", "--yes")
    let text = await workspace.run("get", "settings.json", "verbose", "--why")
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.output.contains("from a rule") && text.output.contains("Debug"), "\(text.output)")
    let machine = await workspace.run("get", "settings.json", "network.port", "--why", "--json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(machine.output.utf8)) as? [String: Any])
    #expect(json["origin"] as? String == "stored")
    #expect((json["rules"] as? [[String: Any]])?.first?["verdict"] as? String == "applies")
    let level = await workspace.run("get", "settings.json", "level", "--why")
    #expect(level.output.contains("Verbose depends on it: its default"), "\(level.output)")
    let dependents = await workspace.run("get", "settings.json", "level", "--why", "--json")
    let list = try JSONSerialization.jsonObject(with: Data(dependents.output.utf8)) as? [String: Any]
    let first = (list?["dependents"] as? [[String: Any]])?.first
    #expect(first?["path"] as? String == "verbose" && first?["depends"] as? [String] == ["default"])
    #expect(await workspace.run("get", "settings.json", "--why").status == 64)
    #expect(await workspace.run("get", "settings.json", "nowhere", "--why").status == 1)
  }

  @Test("A rule over a value that only the app knows is named, and evaluated with --context")
  func context() async throws {
    let rule =
      #"{"when": {"==": [{"var": "$context.user"}, "guest"]}, "require": {"<=": [{"var": "network.port"}, 9000]}}"#
    try Workspace.form.replacing(
      "\"title\": \"Server\",", with: "\"title\": \"Server\", \"x-rules\": [\(rule)],"
    ).write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    let set = ["set", "settings.json", "network.port=9100"]
    let unknown = await workspace.run(set + ["--dry-run"])
    #expect(unknown.status == 0)
    #expect(
      unknown.errors.contains(
        "settings.json: Rules about these settings weren't checked, because they read ‘user’, which only the app knows. Give a value with --context KEY=VALUE."
      ), "\(unknown.errors)")
    let json = await workspace.run(set + ["--dry-run", "--json"])
    #expect(
      json.output.filter { !$0.isWhitespace }.contains(#""missingContext":["user"]"#), "\(json.output)")
    let known = await workspace.run(set + ["--dry-run", "--json", "--context", "user=admin"])
    #expect(!known.output.contains("missingContext"), "\(known.output)")
    let other = await workspace.run(["set", "settings.json", "level=debug", "--dry-run"])
    #expect(!other.errors.contains("weren't checked"), "\(other.errors)")
    #expect(await workspace.run(set + ["--dry-run", "--context", "user=guest"]).status == 1)
    let admin = await workspace.run(set + ["--yes", "--context", "user=admin"])
    #expect(admin.status == 0 && !admin.errors.contains("weren't checked"), "\(admin.errors)")
    let check = await workspace.run(["check", "settings.json"])
    #expect(check.status == 0 && !check.output.contains("no problems"), "\(check.output)")
    #expect(
      check.errors.contains(
        "settings.json: Rules weren't checked, because they read ‘user’, which only the app knows. Give a value with --context KEY=VALUE."
      ), "\(check.errors)")
    #expect(await workspace.run(["check", "settings.json", "--strict"]).status == 1)
    #expect(await workspace.run(["check", "settings.json", "--strict", "--context=user=me"]).status == 0)
    let checked = await workspace.run(["check", "settings.json", "--json"])
    #expect(
      checked.output.filter { !$0.isWhitespace }.contains(#""missingContext":["user"]"#), "\(checked.output)")
    #expect(await workspace.run(["check", "settings.json", "--context=user=guest"]).status == 1)
    #expect(await workspace.run(set + ["--context", "user"]).status == 64)
  }

  @Test(
    "A context value that no rule can use is refused with the nearest",
    arguments: [
      ("platfrm=mac", "Use a name that rules read instead of platfrm; perhaps you mean platform."),
      ("prio=hihg", "Use a value of prio that rules know instead of \"hihg\"; perhaps you mean high."),
      ("todo=5", "Use true or false for todo instead of 5."),
    ])
  func unusableContext(text: String, message: String) async throws {
    let rules = #"""
      {"when": {"==": [{"var": "$context.platform"}, "watch"]}, "require": {"<=": [{"var": "network.port"}, 9000]}},
      {"when": {"and": [{"var": "$context.todo"}, {"==": [{"var": "$context.prio"}, "high"]}]}, "hide": ["level"]}
      """#
    try Workspace.form.replacing(
      "\"title\": \"Server\",", with: "\"title\": \"Server\", \"x-rules\": [\(rules)],"
    ).write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    let result = await workspace.run("check", "settings.json", "--context", text)
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    for known in ["platform=mac", "prio=low", "todo=false"] {
      let result = await workspace.run("check", "settings.json", "--context", known)
      #expect(result.status == 0, "\(known): \(result.errors)")
    }
  }

  @Test("check --strict exits with 1 for an unknown key")
  func strict() async throws {
    try #"{"$schema": "server.form.json", "prot": 1}"#
      .write(toFile: workspace.file, atomically: false, encoding: .utf8)
    #expect(await workspace.run("check", "settings.json").status == 0)
    let strict = await workspace.run("check", "settings.json", "--strict")
    #expect(strict.status == 1)
    #expect(strict.errors.contains("settings.json: 1 warning."), "\(strict.errors)")
  }
}
