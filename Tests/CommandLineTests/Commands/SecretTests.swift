import Foundation
import TestSupport
import Testing

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
  ) throws -> Run {
    try Data(input.utf8).write(to: URL(fileURLWithPath: workspace.folder + "/input"))
    let result = try Run(
      "/bin/sh",
      [
        "-c",
        #"XDG_STATE_HOME=$PWD/state exec "$0" "$@" \#(hasForm ? "--schema server.form.json" : "") <input"#,
        BuiltPrograms.settingsTUI,
      ]
        + words, in: workspace.folder)
    check(result.output + result.errors, words, sourceLocation)
    #expect(
      result.signal == nil && result.status != 64, "\(words): \(result.errors)",
      sourceLocation: sourceLocation)
    return result
  }

  private func check(_ text: String, _ words: [String], _ sourceLocation: SourceLocation = #_sourceLocation) {
    for mark in ["QSEC", "77007700"] {
      #expect(!text.contains(mark), "\(words) prints a secret:\n\(text)", sourceLocation: sourceLocation)
    }
  }

  @Test("Commands that read mask secrets and print the rest")
  func reading() throws {
    for path in Self.paths {
      try run(["get", "settings.json", path])
      try run(["get", "settings.json", path, "--json"])
      try run(["get", "settings.json", path, "--why"])
      try run(["get", "settings.json", path, "--why", "--json"])
    }
    for command in [
      ["get"], ["list"], ["list", "--json"], ["list", "--changed"], ["check"], ["check", "--json"], ["log"],
    ] {
      try run([command[0], "settings.json"] + command.dropFirst())
    }
    let all = try run(["get", "settings.json"])
    for number in 1...8 { #expect(all.output.contains("QPLN\(number)"), "QPLN\(number) is masked") }
  }

  @Test("get --show-secrets prints secrets, by path and of the whole file")
  func shown() throws {
    func get(_ words: String...) throws -> String {
      let result = try Run(
        BuiltPrograms.settingsTUI,
        ["get", "settings.json", "--show-secrets", "--schema", "server.form.json"] + words,
        in: workspace.folder)
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
    #expect(try get("token") == "QSEC1\n")
    #expect(try get("token", "--json") == "\"QSEC1\"\n")
    #expect(try get("tokens") == "QSEC6, QSEC7\n")
    #expect(try get("renamed") == "QSEC13\n")
    #expect(try get("accounts", "--json") == #"[{"name": "QPLN2", "key": "QSEC4"}]"# + "\n")
    let all = try get()
    for number in (1...14).filter({ $0 != 3 }) { #expect(all.contains("QSEC\(number)\""), "QSEC\(number)") }
    #expect(try workspace.run("get", "settings.json", "port", "--why", "--show-secrets").status == 64)
  }

  @Test("Reviews, plans, applies, logs and rollbacks mask secrets")
  func changing() throws {
    let new = ##"accounts:=[{"name":"QPLN2","key":"QSEC20"},{"name":"QPLN9"}]"##
    let changes: [[String]] = [
      ["token=QSEC21"], ["vault.key=QSEC22"], ["vault.inner.pin=770077001"], [new], ["tokens=QSEC23,QSEC24"],
      [#"hidden:={"QSEC25":"QSEC26"}"#], [#"pair:=["QPLN","QSEC27"]"#], [#"either="QSEC28""#],
      [#"pattern:={"x_key":"QSEC29"}"#], ["renamed=QSEC30"], ["login.password=QSEC31"], ["name=QPLN10"],
    ]
    for change in changes {
      try run(["set", "settings.json", "--dry-run"] + change)
      try run(["set", "settings.json", "--dry-run", "--json"] + change)
      let plan = try run(["set", "settings.json", "--plan", "plan.json"] + change)
      #expect(plan.status == (change == ["name=QPLN10"] ? 0 : 1), "\(change)")
    }
    check(try #require(workspace.text(of: "plan.json")), ["the plan"])
    try run(["apply", "settings.json", "plan.json", "--dry-run", "--json"])
    for path in Self.paths {
      try run(["reset", "settings.json", path, "--dry-run", "--json"])
      #expect(try run(["reset", "settings.json", path, "--plan", "reset.json"]).status == 0, "\(path)")
      check(try #require(workspace.text(of: "reset.json")), ["the plan of a reset", path])
    }
    let all = try run(
      ["set", "settings.json", "--yes", "--prepare", #"cat >review; cp "$SETTINGS_CANDIDATE" candidate"#]
        + changes.flatMap(\.self))
    #expect(all.status == 0 && all.output.contains("QPLN10"))
    let review = try #require(workspace.text(of: "review"))
    check(review, ["the review for a command"])
    #expect(review.contains("QPLN9"))
    #expect(try #require(workspace.text(of: "candidate")).contains("QSEC20"))
    #expect(workspace.content?.contains("QSEC30") == true)
    for words in [["log"], ["log", "--json"], ["log", "0"], ["log", "0", "--json"]] {
      try run([words[0], "settings.json"] + words.dropFirst())
    }
    try run(["rollback", "settings.json", "--dry-run", "--json"])
    try run(["rollback", "settings.json", "--yes"])
    #expect(workspace.content == Self.content)
    try run(["set", "settings.json", "--yes", "--confirm-within", "600", "--json"] + changes[0])
    try run(["cancel", "settings.json", "--json"])
  }

  @Test(
    "Merges, versions and the reviews of a filter mask secrets, and so does everything when the form is gone")
  func withoutForm() throws {
    let patch =
      #"{"token": "QSEC40", "accounts": null, "hidden": {"QSEC41": "QSEC42"}, "name": "QPLN11", "own": "QPLN12"}"#
    try patch.write(toFile: workspace.folder + "/patch.json", atomically: false, encoding: .utf8)
    try run(["merge", "settings.json", "patch.json", "--dry-run", "--json"])
    let merge = try run(["merge", "settings.json", "-", "--yes"], input: patch)
    #expect(merge.status == 0 && merge.output.contains("QPLN11") && merge.output.contains("QPLN12"))
    #expect(try run(["set", "settings.json", "--yes", "vault.key=QSEC43"]).status == 0)
    let filter = try Run(
      "/bin/sh",
      [
        "-c", #""$0" set - token=QSEC44 name=QPLN13 --schema server.form.json <settings.json >filtered"#,
        BuiltPrograms.settingsTUI,
      ], in: workspace.folder)
    check(filter.output + filter.errors, ["set -"])
    #expect(filter.status == 0 && filter.errors.contains("QPLN13"))
    #expect(workspace.text(of: "filtered")?.contains("QSEC44") == true)

    for hasForm in [true, false] {
      if !hasForm { try FileManager.default.removeItem(atPath: workspace.folder + "/server.form.json") }
      for words in [
        ["show"], ["show", "1"], ["show", "2"], ["log"], ["log", "--json"], ["log", "1"], ["diff"],
        ["diff", "1", "2", "--json"], ["get"], ["get", "vault"], ["get", "token"], ["list"],
        ["list", "--json"],
        ["check"], ["rollback", "--dry-run"], ["rollback", "--dry-run", "--json"],
        ["reset", "vault", "--dry-run"],
      ] {
        let result = try run(
          [words[0], "settings.json"] + words.dropFirst(), hasForm: hasForm)
        #expect(result.status == 0, "\(words): \(result.errors)")
      }
    }
  }

  @Test("An invalid secret is refused without printing it: set, asked for, or in the file")
  func wrong() throws {
    let wrong = [
      #"accounts:=[{"key":"QSEC-much-too-long-for-a-key"}]"#, #"accounts="QSEC""#, #"accounts:="QSEC""#,
      #"accounts:=[["QSEC"]]"#, #"byName:={"a":{"key":77007700}}"#, #"tokens:=[77007700]"#,
      #"hidden:={"QSEC":1}"#,
      "vault.inner.pin=QSEC", "vault.inner.pin:={\"QSEC\":1}", #"token:={"a":"QSEC"}"#, "token=xQSEC",
      #"either:={"key":77007700}"#, #"accounts:=[{"key":"********"}]"#, "name=QSEC1",
    ]
    // The last one violates a rule.
    for word in wrong.dropLast() {
      #expect(try run(["set", "settings.json", "--yes", word]).status == 1, "\(word)")
      let name = String(word.prefix { $0 != ":" && $0 != "=" })
      let value = String(word.drop { $0 != "=" }.dropFirst())
      #expect(try run(["set", "settings.json", "--yes", name], input: value + "\n").status == 1, "\(word)")
    }
    let content = Self.content
      .replacing("\"QSEC4\"", with: "[\"QSEC4\"]").replacing("77007700", with: "\"77007700\"")
      .replacing("\"QSEC1\"", with: "{\"QSEC1\": 1}").replacing("[\"QSEC6\", \"QSEC7\"]", with: "\"QSEC6\"")
      .replacing("\"QSEC9\"", with: "{\"QSEC9\": 1}").replacing("QSEC14\"", with: "QSEC14\", \"port\": 0")
    try content.write(toFile: workspace.file, atomically: false, encoding: .utf8)
    for words in [["check"], ["check", "--json"], ["list"], ["list", "--json"], ["get"]] {
      #expect(try run([words[0], "settings.json"] + words.dropFirst()).status == 1)
    }
    for path in Self.paths { try run(["get", "settings.json", path]) }
    for broken in [
      "{\"token\": QSEC1}", "{\"token\": \"a\"QSEC1}", "{\"vault\": {\"pin\": 077007700}}",
      "{\"a\": 1, QSEC1}",
    ] {
      try broken.write(toFile: workspace.file, atomically: false, encoding: .utf8)
      #expect(try run(["check", "settings.json"]).status == 65)
    }
  }

  @Test("Neither completion nor the plain editor prints a secret")
  func asking() throws {
    for typed in [""] + Self.paths.map({ $0 + "=" }) + Self.paths.map({ $0 + ":=" }) {
      let result = try Run(
        BuiltPrograms.settingsTUI,
        ["__complete", "words", "set", "--schema", "server.form.json", "settings.json", typed],
        in: workspace.folder)
      check(result.output + result.errors, ["completing", typed])
    }
    let lines =
      (1...13).flatMap { ["\($0)", "", "i \($0)", "", "w \($0)", "", "c \($0)", ""] } + [
        "T", "", "s", "", "q", "d",
      ]
    let plain = try run(["edit", "--plain", "settings.json"], input: lines.joined(separator: "\n") + "\n")
    #expect(plain.output.contains("QPLN"))
  }
}
