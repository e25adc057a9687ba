import Foundation
import SettingsForm
import SettingsSystem
import TestSupport
import Testing

@testable import SettingsComparison
@testable import SettingsGenCore

@Suite("What an upgrade does to the files of users")
struct FormComparisonTests {
  private func changes(
    _ old: String, _ new: String, migrations: [FormMigration] = []
  ) throws -> [String] {
    let forms = try [old, new].map { source in
      let made = Generated("struct App: SettingsGroup {\n\(source)\n}", root: "App")
      var schema = try #require(made.form?.schema, "\(made.text)")
      if source == new { schema.migrations = migrations }
      guard case .object(let object) = schema.exported.json else {
        throw FormSchemaError(path: .root, reason: .otherSchema)
      }
      return object
    }
    return try FormComparison(of: forms[0], with: forms[1]).changes.map {
      "\($0.effect) \($0.path): \($0.text)"
    }
  }

  @Test("A value that moves and is converted is both, by its path of today and by its former one")
  func movedAndConverted() throws {
    let old =
      "struct Report: SettingsGroup { var bytes = 1\nvar color = \"x\" }\nvar report = Report()\nvar tags: [String]?"
    let new = """
      enum Tint: String, CaseIterable, Codable { case red, green }
      struct Out: SettingsGroup {
        var bytes = 1
        // setting: was = "color"
        var tint = Tint.red
      }
      // setting: was = "report"
      var out = Out()
      var tags: [String] = []
      """
    for path: SettingPath in [["out", "tint"], ["report", "color"]] {
      let changes = try changes(
        old, new,
        migrations: [
          FormMigration(reading: [["out", "bytes"]], writing: [["out", "bytes"]], before: 1),
          FormMigration(reading: [path], writing: [path]),
        ])
      #expect(changes.contains("migrated report.bytes: converted by the app"), "\(changes)")
      #expect(changes.contains("migrated report.color: converted by the app"), "\(changes)")
      #expect(changes.contains("converted tags: null becomes an empty list"), "\(changes)")
      #expect(!changes.contains { $0.hasPrefix("breaking") }, "\(changes)")
    }
  }

  @Test(
    "Each change of a setting",
    arguments: [
      ("var a = 1", "var a = 1", []),
      ("var a = 1", "var a = 1\nvar b = 2", ["safe b: new"]),
      ("var a = 1", "var a = 2", ["safe a: files that don't set it use 2 instead of 1"]),
      ("var a = 1", "// setting: was = \"a\"\nvar b = 1", ["migrated a: is b now"]),
      (
        "var a = 1", "var b = 1",
        [
          "breaking a: its value has no effect any more; write 'was' at its successor, or a migration",
          "safe b: new",
        ]
      ),
      ("var a = 1", "var a = 1.0", ["converted a: whole numbers are decimals"]),
      ("var a = 1.0", "var a = 1", ["breaking a: decimals are refused; whole numbers stay"]),
      ("var a = \"x\"", "var a = [\"x\"]", ["converted a: one value becomes a list of one"]),
      (
        "var a = 1", "// setting: unit = seconds\nvar a = Duration.seconds(1)",
        ["converted a: a number of seconds becomes a duration"]
      ),
      (
        "// setting: range = 1...10\nvar a = 1",
        "// setting: unit = seconds, range = 1s...10s\nvar a = Duration.seconds(1)",
        ["converted a: a number of seconds becomes a duration"]
      ),
      (
        "var a = 1", "// setting: unit = minutes, range = ...10min\nvar a = Duration.seconds(60)",
        [
          "converted a: a number of minutes becomes a duration",
          "breaking a: maximum is \"PT600S\" instead of none, so values beyond are refused",
        ]
      ),
      (
        "// setting: unit = seconds\nvar a = Duration.seconds(1)", "var a = Duration.seconds(1)",
        ["breaking a: a number of seconds is refused; keep the unit for files that have one"]
      ),
      (
        "// setting: unit = seconds\nvar a = Duration.seconds(1)",
        "// setting: unit = minutes\nvar a = Duration.seconds(1)",
        ["breaking a: a number counts minutes instead of seconds; write a migration"]
      ),
      (
        "// setting: unit = \"s\"\nvar a = 1", "// setting: unit = \"ms\"\nvar a = 1",
        ["breaking a: a number counts ms instead of s; write a migration"]
      ),
      ("// setting: unit = \"s\"\nvar a = 1", "var a = 1", []),
      ("var a = 1", "// setting: required\nvar a = 1", ["breaking a: has to be set in every file now"]),
      (
        "// setting: required\nvar a = 1", "// setting: was = \"a\", required\nvar b = 1",
        ["migrated a: is b now"]
      ),
      (
        "var a: UInt = 1", "// setting: length = 2...\nvar a: [UInt8] = [1, 2]",
        [
          "converted a: one value becomes a list of one",
          "breaking a: maximum is 255 instead of none, so values beyond are refused",
          "breaking a: lists of less than 2 are refused",
        ]
      ),
      (
        "// setting: was = \"b\"\nvar a = 1", "var a = 1",
        [
          "breaking b: was read as a, and has no effect any more; keep 'was' for files of earlier versions"
        ]
      ),
      (
        "var a = 1\nvar b = 1", "// setting: was = \"b\"\nvar a = 1",
        ["breaking b: is a now, but has no effect in a file that sets a, too; write a migration"]
      ),
      ("var a = 1", "var a = Duration.seconds(1)", ["breaking a: integer becomes string; write a migration"]),
      (
        "var a = 1", "// setting: range = 1...30\nvar a = 1",
        [
          "breaking a: minimum is 1 instead of none, so values beyond are refused",
          "breaking a: maximum is 30 instead of none, so values beyond are refused",
        ]
      ),
      (
        "// setting: range = 1...30\nvar a = 1", "// setting: range = 0...60\nvar a = 1",
        [
          "safe a: minimum is 0 instead of 1", "safe a: maximum is 60 instead of 30",
        ]
      ),
      (
        "// setting: range = 1s...5min\nvar a = Duration.seconds(5)",
        "// setting: range = 2s...10min\nvar a = Duration.seconds(5)",
        [
          "breaking a: minimum is \"PT2S\" instead of \"PT1S\", so values beyond are refused",
          "safe a: maximum is \"PT600S\" instead of \"PT300S\"",
        ]
      ),
      (
        "var a = 0.5", "// setting: step = 0.1\nvar a = 0.5",
        ["breaking a: step is 0.1 now, so other values are refused"]
      ),
      (
        "var a = 1", "var a = 1\n// setting: required\nvar b = \"\"",
        ["breaking b: new, and has to be set in every file"]
      ),
    ])
  func settings(old: String, new: String, expected: [String]) throws {
    #expect(
      try changes(old, new).filter { !$0.contains("files that don't set it") || expected.contains($0) }
        == expected)
  }

  @Test("Cases, alternatives, and members of lists")
  func insides() throws {
    let old = """
      enum Mode: String, CaseIterable, Codable { case low, high, odd }
      enum Target: Codable { case file(path: String), none }
      struct Server: SettingsGroup { var name = ""; var size = 1; var old = 1 }
      var mode = Mode.low
      var target = Target.none
      var servers: [Server] = []
      """
    let new = """
      enum Mode: String, CaseIterable, Codable { case low
        // setting: was = "high"
        case urgent }
      enum Target: Codable { case none
        // setting: was = "file"
        case disk(path: String) }
      struct Server: SettingsGroup { var name = ""
        // setting: was = "size"
        var capacity = 1 }
      var mode = Mode.low
      var target = Target.none
      var servers: [Server] = []
      """
    #expect(
      try changes(old, new) == [
        "converted mode: \"high\" is \"urgent\" now",
        "breaking mode: \"odd\" is refused; write 'was' at its successor",
        "converted target: \"file\" is \"disk\" now", "migrated servers.*.size: is capacity now",
        "breaking servers.*.old: its value has no effect any more; write 'was' at its successor, or a migration",
      ])
  }

  @Test(
    "A value of another shape, and keys of a dictionary",
    arguments: [
      (
        "[Key: Int] = [:]", "[Less: Int] = [:]",
        ["breaking a.b: this key is refused; write 'was' at its successor, or a migration"]
      ),
      ("[Key: Int] = [:]", "[Renamed: Int] = [:]", ["converted a.b: \"b\" is \"c\" now"]),
      ("[Less: Int] = [:]", "[Key: Int] = [:]", []), ("[Key: Int] = [:]", "[String: Int] = [:]", []),
      (
        "[String: Int] = [:]", "[Key: Int] = [:]",
        ["breaking a: keys other than a, b are refused; write a migration"]
      ),
      (
        "[Key: Int] = [:]", "[Int: Int] = [:]",
        ["breaking a: keys that aren't whole numbers are refused; write a migration"]
      ),
      (
        "[String: Int]? = nil", "Point? = nil",
        ["breaking a: a dictionary becomes a struct; write a migration"]
      ),
      ("Point? = nil", "[String: Int]? = nil", []),
      ("Point? = nil", "[String: Bool]? = nil", ["breaking a.x: integer becomes boolean; write a migration"]),
      (
        "Point? = nil", "[Key: Int]? = nil",
        ["breaking a.x: this key is refused; write 'was' at its successor, or a migration"]
      ),
      ("Source? = nil", "Point? = nil", ["breaking a: its alternatives are refused; write a migration"]),
      ("Source? = nil", "Source = .none", ["breaking a: null is refused"]),
      ("Source = .none", "Source? = nil", []),
    ])
  func shapes(old: String, new: String, expected: [String]) throws {
    let types = """
      enum Key: String, Codable, CodingKeyRepresentable { case a, b }
      enum Less: String, Codable, CodingKeyRepresentable { case a }
      enum Renamed: String, Codable, CodingKeyRepresentable {
        case a
        // setting: was = b
        case c
      }
      enum Source: Codable { case file(String), none }
      struct Point: Codable { var x = 1 }

      """
    let found = try changes(types + "var a: \(old)", types + "var a: \(new)")
    #expect(found.filter { !$0.contains("files that don't set it") } == expected)
  }

  @Test("A move inside of elements, by the app or by 'was', and a former name that is no longer read")
  func movesInside() throws {
    let old = """
      struct Server: SettingsGroup { var name = ""
        // setting: was = "width"
        var size = 1 }
      var list: [Server] = []
      """
    let new = """
      struct Server: SettingsGroup { var title = ""
        var size = 1 }
      // setting: was = "list"
      var servers: [Server] = []
      """
    #expect(
      try changes(
        old, new,
        migrations: [FormMigration(moving: ["servers", "*", "name"], to: ["servers", "*", "title"])])
        == [
          "migrated list: is servers now", "migrated list.*.name: is title now",
          "breaking list.*.width: was read as list.*.size, and has no effect any more; keep 'was' for files of earlier versions",
        ])
  }

  @Test("What a migration of the app reads is migrated")
  func migrations() throws {
    let migrations = [
      FormMigration(reading: [["a"]], writing: [["b"]]), FormMigration(reading: [["c"]]),
      FormMigration(reading: [["d"]], writing: [["d"]], before: 1),
    ]
    #expect(
      try changes("var a = 1\nvar c = 1\nvar d = 1", "var b = \"\"\nvar d = 1", migrations: migrations) == [
        "migrated a: converted by the app", "migrated c: removed by the app",
        "migrated d: converted by the app",
      ])
  }

  @Test("The command prints the worst changes last, and its status is 1 for a breaking one")
  func command() throws {
    let workspace = try Workspace()
    func path(_ name: String) -> String { workspace.folder + "/" + name }
    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    }
    try write(#"{"properties": {"a": {"type": "integer"}}}"#, "old.json")
    try write(
      #"{"properties": {"a": {"type": "integer", "maximum": 5}, "b": {"type": "string"}}}"#, "new.json")
    let result = GeneratorCommand.run(arguments: ["--compare", path("old.json"), path("new.json")])
    #expect(result.exitStatus == .refused)
    #expect(
      result.output == """
        safe       b: new
        breaking   a: maximum is 5 instead of none, so values beyond are refused

        """)
    let same = GeneratorCommand.run(arguments: ["--compare", path("old.json"), path("old.json")])
    #expect(same.exitStatus == .done)
    #expect(same.output == "nothing changes for the files of users\n")
    let missing = GeneratorCommand.run(arguments: ["--compare", path("no.json"), path("new.json")])
    #expect(missing.exitStatus == .noInput)
    let faults = [
      ("{\n  \"properties\": {},,\n}", "'FILE' is not JSON: 2:20: Expected"), ("[1]", "'FILE' is not a form"),
      (##"{"properties": {"a": {"$ref": "#/$defs/A"}}}"##, "FILE: error: /properties/a"),
    ]
    for (text, message) in faults {
      try write(text, "fault.json")
      let message = message.replacing("FILE", with: path("fault.json"))
      for order in [["old.json", "fault.json"], ["fault.json", "old.json"]] {
        let result = GeneratorCommand.run(arguments: ["--compare"] + order.map(path))
        #expect(result.exitStatus == .dataError)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!result.errors.contains(path("old.json")))
      }
    }
  }
}
