import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// Secrets in every part of a form. Only --show-secrets prints one.
@Suite struct SecretTests {
  private let workspace: Workspace

  /// Secret strings start with `QSEC`, secret numbers with 77007700, and other strings with `QPLN`.
  private static let form = ##"""
    {
      "type": "object", "title": "Secrets",
      "properties": {
        "port": {"type": "integer", "default": 1},
        "name": {"type": "string"},
        "token": {"type": "string", "writeOnly": true, "pattern": "^Q"},
        "vault": {
          "type": "object", "writeOnly": true,
          "properties": {
            "key": {"type": "string"}, "inner": {"type": "object", "properties": {"pin": {"type": "integer"}}}
          }
        },
        "accounts": {"type": "array", "items": {"$ref": "#/$defs/account"}},
        "byName": {"type": "object", "additionalProperties": {"$ref": "#/$defs/account"}},
        "tokens": {"type": "array", "items": {"type": "string", "writeOnly": true}},
        "hidden": {"type": "object", "additionalProperties": {"type": "string"}, "writeOnly": true},
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "string", "writeOnly": true}]},
        "either": {"anyOf": [{"type": "string", "writeOnly": true}, {"$ref": "#/$defs/account"}]},
        "pattern": {"type": "object", "patternProperties": {"_key$": {"writeOnly": true}}},
        "renamed": {"type": "string", "writeOnly": true, "x-setting": {"was": ["former"]}},
        "login": {
          "type": "object", "properties": {"user": {"type": "string"}, "password": {"type": "string"}},
          "if": {"required": ["user"]}, "then": {"properties": {"password": {"writeOnly": true}}}
        }
      },
      "$defs": {
        "account": {
          "type": "object",
          "properties": {"name": {"type": "string"}, "key": {"type": "string", "writeOnly": true, "maxLength": 20}}
        }
      },
      "x-rules": [
        {"require": {"!=": [{"var": "token"}, {"var": "name"}]}},
        {"require": {"<": [{"count": {"var": "accounts"}}, 3]}}
      ]
    }
    """##

  private static let content = """
    {
      "port": 2, "name": "QPLN1", "token": "QSEC1",
      "vault": {"key": "QSEC2", "inner": {"pin": 77007700}, "QSECunknown": "QSEC3"},
      "accounts": [{"name": "QPLN2", "key": "QSEC4"}],
      "byName": {"QPLN3": {"name": "QPLN4", "key": "QSEC5"}},
      "tokens": ["QSEC6", "QSEC7"], "hidden": {"QSEC8": "QSEC9"}, "pair": ["QPLN5", "QSEC10"],
      "either": {"name": "QPLN6", "key": "QSEC11"}, "pattern": {"a_key": "QSEC12", "b": "QPLN7"},
      "former": "QSEC13", "login": {"user": "QPLN8", "password": "QSEC14"}
    }

    """

  private static let paths = [
    "name", "token", "vault", "vault.key", "vault.inner.pin", "accounts", "byName", "tokens", "hidden",
    "pair",
    "either", "pattern", "renamed", "login", "login.password",
  ]

  init() throws {
    workspace = try Workspace(content: Self.content)
    try Self.form.write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
  }

  /// Runs a command with an input and checks its output for secrets.
  @discardableResult
  private func run(
    _ words: [String], input: String = "", hasForm: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> CommandResult {
    let form = hasForm ? ["--schema", "server.form.json"] : []
    let result = await workspace.run(words + form, on: RecordedStreams(input: input))
    check(result.output + result.errors, words, sourceLocation)
    #expect(
      result.status != nil && result.status != 64, "\(words): \(result.errors)",
      sourceLocation: sourceLocation)
    return result
  }

  private func check(_ text: String, _ words: [String], _ sourceLocation: SourceLocation = #_sourceLocation) {
    for mark in ["QSEC", "77007700"] {
      #expect(!text.contains(mark), "\(words) prints a secret:\n\(text)", sourceLocation: sourceLocation)
    }
  }

  @Test("Commands that read mask secrets and print the rest")
  func reading() async throws {
    for path in Self.paths {
      await run(["get", "settings.json", path])
      await run(["get", "settings.json", path, "--json"])
      await run(["get", "settings.json", path, "--why"])
      await run(["get", "settings.json", path, "--why", "--json"])
    }
    for command in [
      ["get"], ["list"], ["list", "--json"], ["list", "--changed"], ["check"], ["check", "--json"], ["log"],
    ] {
      await run([command[0], "settings.json"] + command.dropFirst())
    }
    let all = await run(["get", "settings.json"])
    for number in 1...8 { #expect(all.output.contains("QPLN\(number)"), "QPLN\(number) is masked") }
  }

  @Test("get --show-secrets prints secrets, by path and of the whole file")
  func shown() async throws {
    func get(_ words: String...) async -> String {
      let result = await workspace.run(
        ["get", "settings.json", "--show-secrets", "--schema", "server.form.json"] + words)
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
    #expect(await get("token") == "QSEC1\n")
    #expect(await get("token", "--json") == "\"QSEC1\"\n")
    #expect(await get("tokens") == "QSEC6, QSEC7\n")
    #expect(await get("renamed") == "QSEC13\n")
    #expect(await get("accounts", "--json") == #"[{"name": "QPLN2", "key": "QSEC4"}]"# + "\n")
    let all = await get()
    for number in (1...14).filter({ $0 != 3 }) { #expect(all.contains("QSEC\(number)\""), "QSEC\(number)") }
    #expect(await workspace.run("get", "settings.json", "port", "--why", "--show-secrets").status == 64)
  }

  @Test("Reviews, plans, applies, logs and rollbacks mask secrets")
  func changing() async throws {
    let new = ##"accounts:=[{"name":"QPLN2","key":"QSEC20"},{"name":"QPLN9"}]"##
    let changes: [[String]] = [
      ["token=QSEC21"], ["vault.key=QSEC22"], ["vault.inner.pin=770077001"], [new], ["tokens=QSEC23,QSEC24"],
      [#"hidden:={"QSEC25":"QSEC26"}"#], [#"pair:=["QPLN","QSEC27"]"#], [#"either="QSEC28""#],
      [#"pattern:={"x_key":"QSEC29"}"#], ["renamed=QSEC30"], ["login.password=QSEC31"], ["name=QPLN10"],
    ]
    for change in changes {
      await run(["set", "settings.json", "--dry-run"] + change)
      await run(["set", "settings.json", "--dry-run", "--json"] + change)
      let plan = await run(["set", "settings.json", "--plan", "plan.json"] + change)
      #expect(plan.status == (change == ["name=QPLN10"] ? 0 : 1), "\(change)")
    }
    check(try #require(workspace.text(of: "plan.json")), ["the plan"])
    await run(["apply", "settings.json", "plan.json", "--dry-run", "--json"])
    for path in Self.paths {
      await run(["reset", "settings.json", path, "--dry-run", "--json"])
      #expect(await run(["reset", "settings.json", path, "--plan", "reset.json"]).status == 0, "\(path)")
      check(try #require(workspace.text(of: "reset.json")), ["the plan of a reset", path])
    }
    let all = await run(
      [
        "set", "settings.json", "--yes", "--prepare",
        #"cd '\#(workspace.folder)'; cat >review; cp "$SETTINGS_CANDIDATE" candidate"#,
      ]
        + changes.flatMap(\.self))
    #expect(all.status == 0 && all.output.contains("QPLN10"))
    let review = try #require(workspace.text(of: "review"))
    check(review, ["the review for a command"])
    #expect(review.contains("QPLN9"))
    #expect(try #require(workspace.text(of: "candidate")).contains("QSEC20"))
    #expect(workspace.content?.contains("QSEC30") == true)
    for words in [["log"], ["log", "--json"], ["log", "0"], ["log", "0", "--json"]] {
      await run([words[0], "settings.json"] + words.dropFirst())
    }
    await run(["rollback", "settings.json", "--dry-run", "--json"])
    await run(["rollback", "settings.json", "--yes"])
    #expect(workspace.content == Self.content)
    await run(["set", "settings.json", "--yes", "--confirm-within", "600", "--json"] + changes[0])
    await run(["cancel", "settings.json", "--json"])
  }

  @Test(
    "Merges, versions and the reviews of a filter mask secrets, and so does everything when the form is gone")
  func withoutForm() async throws {
    let patch =
      #"{"token": "QSEC40", "accounts": null, "hidden": {"QSEC41": "QSEC42"}, "name": "QPLN11", "own": "QPLN12"}"#
    try patch.write(toFile: workspace.folder + "/patch.json", atomically: false, encoding: .utf8)
    await run(["merge", "settings.json", "patch.json", "--dry-run", "--json"])
    let merge = await run(["merge", "settings.json", "-", "--yes"], input: patch)
    #expect(merge.status == 0 && merge.output.contains("QPLN11") && merge.output.contains("QPLN12"))
    #expect(await run(["set", "settings.json", "--yes", "vault.key=QSEC43"]).status == 0)
    let stored = try #require(workspace.content)
    let filter = await workspace.run(
      ["set", "-", "token=QSEC44", "name=QPLN13", "--schema", "server.form.json"],
      on: RecordedStreams(input: stored))
    check(filter.errors, ["set -"])
    #expect(filter.status == 0 && filter.errors.contains("QPLN13"))
    #expect(filter.output.contains("QSEC44"))

    for hasForm in [true, false] {
      if !hasForm { try FileManager.default.removeItem(atPath: workspace.folder + "/server.form.json") }
      for words in [
        ["show"], ["show", "1"], ["show", "2"], ["log"], ["log", "--json"], ["log", "1"], ["diff"],
        ["diff", "1", "2", "--json"], ["get"], ["get", "vault"], ["get", "token"], ["list"],
        ["list", "--json"],
        ["check"], ["rollback", "--dry-run"], ["rollback", "--dry-run", "--json"],
        ["reset", "vault", "--dry-run"],
      ] {
        let result = await run(
          [words[0], "settings.json"] + words.dropFirst(), hasForm: hasForm)
        #expect(result.status == 0, "\(words): \(result.errors)")
      }
    }
  }

  @Test("An invalid secret is refused without printing it: set, asked for, or in the file")
  func wrong() async throws {
    let wrong = [
      #"accounts:=[{"key":"QSEC-much-too-long-for-a-key"}]"#, #"accounts="QSEC""#, #"accounts:="QSEC""#,
      #"accounts:=[["QSEC"]]"#, #"byName:={"a":{"key":77007700}}"#, #"tokens:=[77007700]"#,
      #"hidden:={"QSEC":1}"#,
      "vault.inner.pin=QSEC", "vault.inner.pin:={\"QSEC\":1}", #"token:={"a":"QSEC"}"#, "token=xQSEC",
      #"either:={"key":77007700}"#, #"accounts:=[{"key":"********"}]"#, "name=QSEC1",
    ]
    // The last one violates a rule.
    for word in wrong.dropLast() {
      #expect(await run(["set", "settings.json", "--yes", word]).status == 1, "\(word)")
      let name = String(word.prefix { $0 != ":" && $0 != "=" })
      let value = String(word.drop { $0 != "=" }.dropFirst())
      #expect(await run(["set", "settings.json", "--yes", name], input: value + "\n").status == 1, "\(word)")
    }
    let content = Self.content
      .replacing("\"QSEC4\"", with: "[\"QSEC4\"]").replacing("77007700", with: "\"77007700\"")
      .replacing("\"QSEC1\"", with: "{\"QSEC1\": 1}").replacing("[\"QSEC6\", \"QSEC7\"]", with: "\"QSEC6\"")
      .replacing("\"QSEC9\"", with: "{\"QSEC9\": 1}").replacing("QSEC14\"", with: "QSEC14\", \"port\": 0")
    try content.write(toFile: workspace.file, atomically: false, encoding: .utf8)
    for words in [["check"], ["check", "--json"], ["list"], ["list", "--json"], ["get"]] {
      #expect(await run([words[0], "settings.json"] + words.dropFirst()).status == 1)
    }
    for path in Self.paths { await run(["get", "settings.json", path]) }
    for broken in [
      "{\"token\": QSEC1}", "{\"token\": \"a\"QSEC1}", "{\"vault\": {\"pin\": 077007700}}",
      "{\"a\": 1, QSEC1}",
    ] {
      try broken.write(toFile: workspace.file, atomically: false, encoding: .utf8)
      #expect(await run(["check", "settings.json"]).status == 65)
    }
  }

  @Test("Completion prints no secret")
  func completion() async throws {
    for typed in [""] + Self.paths.map({ $0 + "=" }) + Self.paths.map({ $0 + ":=" }) {
      let words = ["__complete", "words", "set", "--schema", "server.form.json", "settings.json", typed]
      let result = await workspace.run(words)
      check(result.output + result.errors, ["completing", typed])
    }
  }
}
