import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// What happened to the form of a file after its versions were stored.
enum LostForm: String, CaseIterable, CustomTestStringConvertible {
  case removed, garbage, noForm, folder, unreadableRules

  var testDescription: String { rawValue }
}

extension Workspace {
  func lose(_ form: LostForm) throws {
    let path = folder + "/server.form.json"
    try FileManager.default.removeItem(atPath: path)
    switch form {
    case .removed: break
    case .garbage: try write("garbage {", to: "server.form.json")
    case .noForm: try write("5", to: "server.form.json")
    case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .unreadableRules:
      try write(
        Workspace.form.replacing("\"title\": \"Server\",", with: "\"x-rules\": [5],"), to: "server.form.json")
    }
  }
}

/// Commands on a file whose form is gone.
@Suite struct MissingFormTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Stores two versions with the form, and then loses the form.
  private func storeVersions(losing form: LostForm) async throws {
    for words in [
      ["network.port=9001", "network.token=s3cret-two"], ["verbose=true", "network.token=s3cret-three"],
    ] {
      let result = await workspace.run(["set", "settings.json", "--yes"] + words)
      try #require(result.status == 0, "\(result.errors)")
    }
    try workspace.lose(form)
  }

  private func log() async throws -> [[String: Any]] {
    let result = await workspace.run("log", "settings.json", "--json")
    try #require(result.status == 0, "\(result.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
  }

  @Test("Each reading command works by the types of the values, and warns", arguments: LostForm.allCases)
  func reading(form: LostForm) async throws {
    try await storeVersions(losing: form)
    for words in [["get", "network.port"], ["list"], ["check"], ["describe", "verbose"]] {
      let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
      #expect(result.status == 0, "\(words) \(result.errors)")
      #expect(result.errors.contains("server.form.json"), "\(words) \(result.errors)")
    }
    #expect(await workspace.run("get", "settings.json", "network.port").output == "9001\n")
  }

  @Test(
    "Secrets that a recorded version had stay masked in values, too",
    arguments: [["get"], ["list"], ["list", "--json"]])
  func maskedValues(words: [String]) async throws {
    try await storeVersions(losing: .removed)
    let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
    #expect(result.status == 0 && !result.output.contains("s3cret"), "\(result.output)")
    #expect(await workspace.run("get", "settings.json", "network.token").output == "********\n")
    #expect(
      await workspace.run("get", "settings.json", "network.token", "--show-secrets").output
        == "s3cret-three\n")
  }

  @Test(
    "Changes are applied, and the secrets of the new version are recorded, too", arguments: LostForm.allCases)
  func changing(form: LostForm) async throws {
    try await storeVersions(losing: form)
    let result = await workspace.run(
      "set", "settings.json", "network.port=1", "network.token=s3cret-four", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.output.contains("s3cret"))
    #expect(await workspace.run("show", "settings.json").output.contains("\"token\": \"********\""))
  }

  @Test(
    "Secrets that a recorded version had stay masked by another form that says nothing about them",
    arguments: ["{}", "true", #"{"properties": {"network": {"properties": {"token": {"type": "string"}}}}}"#])
  func otherForm(form: String) async throws {
    try await storeVersions(losing: .removed)
    try workspace.write(form, to: "server.form.json")
    for words in [
      ["get"], ["get", "network"], ["list"], ["list", "--json"], ["describe"], ["show"], ["diff"],
      ["set", "network.token=s3cret-four", "network.port=1", "--yes"], ["log", "0"], ["check"],
    ] {
      let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
      #expect(result.status == 0, "\(words) \(result.errors)")
      #expect(
        !(result.output + result.errors).contains("s3cret"), "\(words) \(result.output) \(result.errors)")
    }
    #expect(await workspace.run("get", "settings.json", "network.token").output == "********\n")
    #expect(
      await workspace.run("get", "settings.json", "network.token", "--show-secrets").output == "s3cret-four\n"
    )
  }

  @Test(
    "All values are hidden if a form that can't be read marks secrets",
    arguments: [
      #"{"properties": {"token": {"writeOnly" : true}},}}"#,
      #"{"properties": {"token": {"writeOnly": true}}, "properties": {}}"#,
      String(repeating: "[", count: 5_000) + #""writeOnly""#,
    ])
  func unreadableSecrets(form: String) async throws {
    try workspace.write(form, to: "server.form.json")
    try workspace.write(
      #"{"$schema": "server.form.json", "token": "s3cret", "a": ["s3cret"]}"#, to: "settings.json")
    for words in [
      ["get"], ["get", "token"], ["list"], ["list", "--json"], ["show"], ["check"], ["describe"],
    ] {
      let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
      #expect(result.status == 0 && !result.output.contains("s3cret"), "\(words) \(result.output)")
      #expect(result.errors.contains("all values are hidden"), "\(words) \(result.errors)")
    }
    let result = await workspace.run("set", "settings.json", "token=s3cret-two", "a=[]", "--yes")
    #expect(result.status == 0 && !(result.output + result.errors).contains("s3cret"))
    let shown = await workspace.run("get", "settings.json", "token", "--show-secrets")
    #expect(shown.output == "s3cret-two\n")
  }

  @Test("Secrets are masked by a form with a faulty rule, which is reported and not used")
  func faultyRule() async throws {
    try workspace.lose(.unreadableRules)
    for words in [["get"], ["list"], ["show"], ["check"], ["show", "--schema", "server.form.json"]] {
      let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
      #expect(result.status == 0 && !result.output.contains("s3cret"), "\(words) \(result.output)")
      #expect(result.errors.contains("This rule isn't used."), "\(words) \(result.errors)")
    }
    #expect(await workspace.run("check", "settings.json", "--strict").status == 1)
  }

  @Test("check tells that an app's form is read as another author's, and --strict counts it")
  func foreignKeyword() async throws {
    try workspace.write(
      #"{"x-form": 1, "type": "object", "properties": {"mail": {"type": "string", "format": "email"}}}"#,
      to: "server.form.json")
    try workspace.write(#"{"$schema": "server.form.json", "mail": "me@example.com"}"#, to: "settings.json")
    let result = await workspace.run("check", "settings.json")
    #expect(result.status == 0)
    #expect(result.errors.contains("server.form.json:1:56: warning: /properties/mail: "), "\(result.errors)")
    #expect(await workspace.run("check", "settings.json", "--strict").status == 1)
  }

  @Test("check tells that a pattern can't be used, and --strict counts it")
  func unusablePattern() async throws {
    try workspace.write(
      #"{"properties": {"a": {"type": "string", "pattern": "(x)\\1"}}}"#, to: "server.form.json")
    try workspace.write(#"{"$schema": "server.form.json", "a": "y"}"#, to: "settings.json")
    let result = await workspace.run("check", "settings.json")
    #expect(result.status == 0 && result.errors.contains("server.form.json:1:"), "\(result.errors)")
    #expect(result.errors.contains("which can't be used: at character 4"), "\(result.errors)")
    let strict = await workspace.run("check", "settings.json", "--strict")
    #expect(strict.status == 1 && strict.errors.contains("1 warning"), "\(strict.errors)")
    #expect(await workspace.run("get", "settings.json", "a").errors.isEmpty)
  }

  @Test("A missing form named by --schema is an error, except for versions", arguments: LostForm.allCases)
  func option(form: LostForm) async throws {
    try await storeVersions(losing: form)
    let status: Int32 = form == .removed ? 66 : form == .folder ? 74 : 65
    for command in ["get", "check", "list"] {
      let result = await workspace.run(command, "settings.json", "--schema", "server.form.json")
      #expect(result.status == status, "\(result.errors)")
    }
    for command in ["log", "show", "diff", "rollback"] {
      let result = await workspace.run(command, "settings.json", "--schema", "server.form.json")
      #expect(result.status == 0, "\(command) \(result.errors)")
      #expect(result.errors.contains("server.form.json"), "\(command) \(result.errors)")
    }
  }

  @Test("log, show and diff list and compare versions, with secrets masked", arguments: LostForm.allCases)
  func versions(form: LostForm) async throws {
    try await storeVersions(losing: form)
    for words in [
      ["log"], ["log", "0"], ["log", "1"], ["log", "--json"], ["show"], ["show", "1"], ["show", "2"],
      ["diff"],
      ["diff", "2"], ["diff", "2", "0", "--json"], ["rollback", "1", "--dry-run"],
      ["rollback", "1", "--dry-run", "--json"], ["rollback", "--yes"], ["rollback", "3", "--yes", "--json"],
    ] {
      let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
      #expect(result.status == 0, "\(words) \(result.errors)")
      #expect(
        !(result.output + result.errors).contains("s3cret"), "\(words) \(result.output) \(result.errors)")
      #expect(!result.output.isEmpty)
    }
    #expect(workspace.content == Workspace.content)
    #expect(
      await workspace.run("diff", "settings.json", "4", "3").output.contains("network.port: 9000 → 9001"))
  }

  @Test("A secret that a later version of the file has at another element of a list stays masked, too")
  func elements() async throws {
    try workspace.write(
      #"{"properties": {"a": {"items": {"properties": {"t": {"type": "string", "writeOnly": true}}}}}}"#,
      to: "server.form.json")
    try workspace.write(#"{"$schema": "server.form.json", "a": [{"t": "s3cret"}]}"#, to: "settings.json")
    #expect(await workspace.run("set", "settings.json", "a.0.t=s3cret-two", "--yes").status == 0)
    try workspace.lose(.removed)
    try workspace.write(#"{"a": [{"t": ""}, {"t": "s3cret", "u": "plain"}]}"#, to: "settings.json")
    for words in [["show"], ["diff"], ["diff", "--json"], ["log", "0"], ["get"], ["list"]] {
      let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
      #expect(
        result.status == 0 && !result.output.contains("s3cret"), "\(words) \(result.output) \(result.errors)")
    }
    #expect(
      await workspace.run("show", "settings.json").output
        == #"{"a": [{"t": ""}, {"t": "********", "u": "plain"}]}"#)
  }

  @Test("Secrets among members that the form doesn't list are recorded, too")
  func unlistedSecrets() async throws {
    try workspace.write(
      #"{"properties": {"p": {"type": "integer"}}, "additionalProperties": {"type": "string", "writeOnly": true}}"#,
      to: "server.form.json")
    try workspace.write(#"{"$schema": "server.form.json", "p": 1, "key": "s3cret"}"#, to: "settings.json")
    #expect(await workspace.run("set", "settings.json", "p=2", "--yes").status == 0)
    try workspace.lose(.removed)
    try workspace.write(#"{"p": 2, "key": "s3cret-new"}"#, to: "settings.json")
    for words in [["show", "1"], ["show"], ["diff"], ["diff", "--json"], ["log", "--json"], ["get"]] {
      let result = await workspace.run([words[0], "settings.json"] + words.dropFirst())
      #expect(
        result.status == 0 && !result.output.contains("s3cret"), "\(words) \(result.output) \(result.errors)")
    }
  }

  @Test("A rollback restores what no form describes, and its review, its JSON and the log say so")
  func undescribed() async throws {
    try workspace.write(#"{"gone": {"deep": [1]}, "a": 1}"#, to: "settings.json")
    #expect(await workspace.run("reset", "settings.json", "gone", "--yes").status == 0)
    #expect(try await log()[0]["changeCount"] as? Int == 1)
    let json = await workspace.run("rollback", "settings.json", "--dry-run", "--json").output
    let review = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let changes = try #require(review["changes"] as? [[String: Any]])
    #expect(changes.map { $0["path"] as? String } == ["gone"], "\(json)")
    #expect(changes.map { $0["kind"] as? String } == ["add"])
    let result = await workspace.run("rollback", "settings.json", "--yes")
    #expect(result.status == 0 && result.output.contains("gone"), "\(result.output)")
    #expect(!result.output.contains("only comments"))
    #expect(workspace.content == #"{"gone": {"deep": [1]}, "a": 1}"#)
    #expect(try await log()[0]["changeCount"] as? Int == 1)
    #expect(await workspace.run("diff", "settings.json", "1", "0").output.contains("gone"))
    #expect(await workspace.run("log", "settings.json").output.contains("  gone  "))
  }

  @Test("Members that the form doesn't know are changes in reviews, comparisons and the log")
  func unknownToTheForm() async throws {
    try workspace.write(
      #"{"$schema": "server.form.json", "mine": {"level": 3, "x": 1}, "verbose": false}"#, to: "settings.json"
    )
    #expect(await workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    try workspace.write(
      #"{"$schema": "server.form.json", "mine": {"level": 4, "x": 1}, "verbose": true}"#, to: "settings.json")
    #expect(await workspace.run("diff", "settings.json", "1", "0").output == "mine.level: 3 → 4\n")
    #expect(try await log()[0]["changeCount"] as? Int == 1)
    #expect(await workspace.run("log", "settings.json", "0").output.contains("mine.level: 3 → 4"))
    let result = await workspace.run("rollback", "settings.json", "1", "--yes")
    #expect(result.output == "mine.level: 4 → 3\n", "\(result.output)\(result.errors)")
    let plan = await workspace.run("rollback", "settings.json", "1", "--plan", "plan.json")
    #expect(plan.status == 0, "\(plan.errors)")
    let apply = await workspace.run("apply", "settings.json", "plan.json")
    #expect(apply.status == 0 && apply.output == "mine.level: 3 → 4\n", "\(apply.output)\(apply.errors)")
  }

  @Test(
    "A version that is no object, or isn't JSON, is restored, too",
    arguments: ["5", "\"text\"", "{ broken", ""])
  func otherVersions(content: String) async throws {
    try await storeVersions(losing: .garbage)
    let good = try #require(workspace.content)
    try workspace.write(content, to: "settings.json")
    if content.isEmpty { return }
    #expect(await workspace.run("rollback", "settings.json", "--yes").status == 0)
    #expect(workspace.content == good)
    let review = await workspace.run("rollback", "settings.json", "1", "--dry-run").output
    #expect(!review.contains("only comments"), "\(review)")
    let result = await workspace.run("rollback", "settings.json", "1", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == content)
    #expect(await workspace.run("log", "settings.json").status == 0)
    #expect(await workspace.run("diff", "settings.json").status == 0)
  }
}

/// `show`.
@Suite struct ShowTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test("show prints the bytes of a version, with masks only in place of secrets")
  func bytes() async throws {
    #expect(await workspace.run("set", "settings.json", "network.port=9001", "--yes").status == 0)
    let masked = Workspace.content.replacing("hunter2-s3cret", with: "********")
    #expect(await workspace.run("show", "settings.json", "1").output == masked)
    #expect(await workspace.run("show", "settings.json").output == masked.replacing("9000", with: "9001"))
    #expect(await workspace.run("show", "settings.json", "1", "--show-secrets").output == Workspace.content)
    #expect(await workspace.run("show", "settings.json", "9").status == 1)
  }

  @Test("Without secrets, the bytes are exact, also those of content that isn't JSON")
  func exact() async throws {
    let content = "{\r\n\t\"a\" : 1.50, // x\r\n}"
    try workspace.write(content, to: "settings.json")
    #expect(await workspace.run("set", "settings.json", "a=2", "--yes").status == 0)
    try workspace.write("{ broken", to: "settings.json")
    #expect(await workspace.run("show", "settings.json", "2").output == content)
    #expect(await workspace.run("show", "settings.json").output == "{ broken")
  }

  @Test("Of content that isn't JSON, secrets can't be masked, so it is only shown on demand")
  func malformed() async throws {
    #expect(await workspace.run("set", "settings.json", "network.port=9001", "--yes").status == 0)
    let broken = Workspace.content.replacing("9000", with: "90x0")
    try workspace.write(broken, to: "settings.json")
    let result = await workspace.run("show", "settings.json")
    #expect(result.status == 1 && result.output.isEmpty && result.errors.contains("--show-secrets"))
    #expect(await workspace.run("show", "settings.json", "--show-secrets").output == broken)
  }

  @Test("A version without a file, and a file without versions, are refused")
  func absent() async throws {
    try workspace.removeFile()
    #expect(await workspace.run("show", "settings.json").status == 66)
    #expect(
      await workspace.run("set", "settings.json", "verbose=true", "--yes", "--schema", "server.form.json")
        .status == 0)
    let result = await workspace.run("show", "settings.json", "1")
    #expect(result.status == 1 && result.errors.contains("didn't exist"), "\(result.errors)")
  }

  @Test("A key that the file has twice is masked twice")
  func duplicate() async throws {
    #expect(await workspace.run("set", "settings.json", "network.port=9001", "--yes").status == 0)
    try workspace.write(
      #"{"$schema": "server.form.json", "network": {"token": "s3cret-a", "token": "s3cret-b"}}"#,
      to: "settings.json")
    let result = await workspace.run("show", "settings.json")
    #expect(!result.output.contains("s3cret"), "\(result.output)\(result.errors)")
  }
}
