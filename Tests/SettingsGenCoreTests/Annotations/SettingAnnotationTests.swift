import SettingsForm
import Testing

@testable import SettingsGenCore

@Suite struct SettingAnnotationTests {
  @Test("A range limits a number, with closed, half-open and one-sided ends")
  func range() {
    let made = Generated.members(
      """
      // setting: range = 1...30
      var a = 7
      // setting: range = 0..<10
      var b = 5
      // setting: range = -5...
      var c = 0
      // setting: range = ...1_000
      var d = 0
      // setting: range = 0.0...1.0
      var e = 0.5
      // setting: range = "1...3"
      var f: Float = 2
      """)
    #expect(made.messages == [])
    #expect(made.setting("a")?.kind == .integer(NumberLimits(lower: .inclusive(1), upper: .inclusive(30))))
    #expect(made.setting("b")?.kind == .integer(NumberLimits(lower: .inclusive(0), upper: .exclusive(10))))
    #expect(
      made.setting("c")?.kind
        == .integer(NumberLimits(lower: .inclusive(-5), upper: .inclusive(JSONNumber(Int64.max)))))
    #expect(
      made.setting("d")?.kind
        == .integer(NumberLimits(lower: .inclusive(JSONNumber(Int64.min)), upper: .inclusive(1000))))
    #expect(
      made.setting("e")?.kind == .number(NumberLimits(lower: .inclusive(0), upper: .inclusive(1))))
    #expect(
      made.setting("f")?.kind == .number(NumberLimits(lower: .inclusive(1), upper: .inclusive(3))))
  }

  @Test("A one-sided range keeps the other limit of a narrow type")
  func rangeOfNarrowType() {
    let made = Generated.members("// setting: range = 10...\nvar a: UInt8 = 20")
    #expect(made.setting("a")?.kind == .integer(NumberLimits(lower: .inclusive(10), upper: .inclusive(255))))
  }

  @Test("A range of a list limits its elements, and a range of an optional limits its value")
  func rangeInside() {
    let made = Generated.members(
      "// setting: range = 0...9\nvar a = [1, 2]\n// setting: range = 0...9\nvar b: Int?")
    let limits = NumberLimits(lower: .inclusive(0), upper: .inclusive(9))
    #expect(made.setting("a")?.kind == .list(.integer(limits), ListLimits()))
    #expect(made.setting("b")?.kind == .integer(limits))
    #expect(made.setting("b")?.isOptional == true)
  }

  @Test(
    "A range that can't apply is an error at its place",
    arguments: [
      (
        "var a = \"x\"", "range = 1...3",
        "2:13: error: 'range' limits numbers, durations and dates, and this is a string"
      ),
      (
        "var a = true", "range = 1...3",
        "2:13: error: 'range' limits numbers, durations and dates, and this is true or false"
      ),
      (
        "var a = 7", "range = 8...30",
        "2:21: error: the default of 'a' is not allowed"
      ),
      ("var a = 7", "range = 5...1", "2:21: error: this range is empty: it contains no value"),
      ("var a = 7", "range = 7..<7", "2:21: error: this range is empty: it contains no value"),
      (
        "var a = 7", "range = 0.5...9",
        "2:21: error: '0.5' has a fraction, and this setting is a whole number"
      ),
      ("var a: UInt8 = 7", "range = 0...256", "2:21: error: the range ends at 256, above"),
      ("var a: UInt = 7", "range = -1...5", "2:21: error: the range starts at -1, below"),
      ("var a = 7", "range = 5", "2:21: error: 'range' needs a range of numbers"),
      ("var a = 7", "range", "2:13: error: 'range' needs a range of numbers"),
      ("var a = 7", "range = lots", "2:21: error: 'range' needs a range of numbers"),
      ("var a = 7", "range = ...", "2:21: error: 'range' needs a range of numbers"),
    ])
  func wrongRange(property: String, annotation: String, message: String) {
    let made = Generated.members("// setting: \(annotation)\n\(property)")
    #expect(made.messages.count == 1)
    #expect(made.messages.first?.hasPrefix(message) == true, "\(made.messages)")
    #expect(made.form == nil)
  }

  @Test("A step is the distance between values; it must be positive and allow the default")
  func step() {
    let made = Generated.members("// setting: range = 1...21, step = 5\nvar a = 11")
    #expect(
      made.setting("a")?.kind
        == .integer(NumberLimits(lower: .inclusive(1), upper: .inclusive(21), step: 5)))
    let wrong = [
      "// setting: step = 0\nvar a = 1", "// setting: step = -1\nvar a = 1",
      "// setting: step = 0.5\nvar a = 1", "// setting: step\nvar a = 1",
      "// setting: step = 2\nvar a = \"x\"", "// setting: range = 1...9, step = 2\nvar a = 4",
    ]
    for text in wrong {
      let made = Generated.members(text)
      #expect(made.messages.count == 1 && made.form == nil, "\(text): \(made.messages)")
    }
  }

  @Test("Flags are traits; '= false' unsets them")
  func flags() {
    let made = Generated.members(
      """
      // setting: secret, readOnly, advanced, deprecated, requiresRestart
      var a = 1
      // setting: secret = false, readOnly = false, advanced = false, deprecated = false
      // setting: requiresRestart = false
      var b = 1
      // setting: secret = true
      var c = 1
      """)
    #expect(made.messages == [])
    #expect(
      made.setting("a")?.traits == [.secret, .readOnly, .advanced, .deprecated, .requiresRestart])
    #expect(made.setting("b")?.traits == [])
    #expect(made.setting("c")?.traits == .secret)
  }

  @Test(
    "A flag with a value other than true or false is an error",
    arguments: ["secret", "readOnly", "advanced", "requiresRestart"])
  func wrongFlag(key: String) {
    let made = Generated.members("// setting: \(key) = maybe\nvar a = 1")
    let column = 12 + key.count + 4
    #expect(
      made.messages == ["2:\(column): error: '\(key)' is on or off: write it alone, or with '= false'"])
  }

  @Test("Title, unit, pattern, length, multiline, earlier keys and order are applied")
  func texts() {
    let made = Generated.members(
      """
      // setting: title = "How many", unit = days, order = 2
      var a = 1
      // setting: pattern = "^[a-z, ]+$", length = 1...80, multiline, was = "old"
      // setting: was = ["older", oldest]
      var b = "x"
      // setting: length = 2
      var c = [1, 2]
      // setting: order = 1
      var d = 0
      """)
    #expect(made.messages == [])
    #expect(made.setting("a")?.title == "How many")
    #expect(made.setting("a")?.unit == "days")
    #expect(
      made.setting("b")?.kind
        == .string(TextLimits(minLength: 1, maxLength: 80, pattern: "^[a-z, ]+$", isMultiline: true)))
    #expect(made.setting("b")?.formerKeys == ["old", "older", "oldest"])
    #expect(
      made.setting("c")?.kind == .list(.int, ListLimits(minCount: 2, maxCount: 2)))
    #expect(made.keys == ["d", "a", "b", "c"])
  }

  @Test(
    "Keywords of a setting are collected, each once, and those of a section's struct and property are combined"
  )
  func keywords() {
    let made = Generated.members(
      """
      // setting: keywords = ["proxy", "gateway"], keywords = proxy
      var relay = ""
      // setting: keywords = "net"
      var network = Network()
      """, "// setting: keywords = [web]\nstruct Network: SettingsGroup { var port = 80 }")
    #expect(made.messages == [])
    #expect(made.setting("relay")?.keywords == ["proxy", "gateway"])
    #expect(made.section("network")?.keywords == ["web", "net"])
  }

  @Test("A section can have former keys, and an item a former path")
  func formerPaths() {
    let made = Generated.members(
      """
      // setting: was = net, was = "old.web"
      var network = Network()
      // setting: was = "net.width"
      var size = 1
      """, "struct Network: SettingsGroup { var port = 80 }")
    #expect(made.messages == [])
    #expect(made.section("network")?.formerKeys == ["net", "old.web"])
    #expect(made.setting("size")?.formerKeys == ["net.width"])
  }

  @Test(
    "A former path that can't be one is an error",
    arguments: [
      (
        "// setting: was = \"n.port\"\nvar a = 1\nvar n = N()",
        "3:5: error: 'n.port' is the path of another setting, so 'a' can't have had it"
      ),
      (
        "// setting: was = \"x.y\"\nvar a = 1\n// setting: was = x\nvar m = M()",
        "8:31: error: 'x.y' is an earlier path of 'a', too, so 'm.y' can't have had it"
      ),
      (
        "// setting: secret\nvar v = [\"a\": \"b\"]\n// setting: was = \"v.key\"\nvar a = 1",
        "5:5: error: 'v.key' is the path of a secret, so 'a', which would show it, can't have had it; make it secret, too"
      ),
      (
        "var a = [E()]\nstruct E: Codable {\n// setting: was = \"x.y\"\nvar b = 1 }",
        "4:19: error: inside of a value, 'was' needs a key, not a path"
      ),
      (
        "// setting: was = k\nstruct T: SettingsGroup { var b = 1 }\nvar t = T()",
        "2:19: error: put 'was' above the property 't', since the type can be used several times"
      ),
    ])
  func wrongFormerPath(members: String, message: String) {
    let made = Generated(
      """
      struct App: SettingsGroup {
      \(members)
      }
      struct N: SettingsGroup { var port = 80 }
      struct M: SettingsGroup { var y = 1 }
      """, root: "App")
    #expect(made.messages == [message], "\(made.messages)")
  }

  @Test(
    "Annotations that can't apply are errors",
    arguments: [
      ("pattern = \"[\"", "var a = \"x\"", "this regular expression cannot be read"),
      ("pattern = \"^y\"", "var a = \"x\"", "the default of 'a' is not allowed"),
      ("pattern = x", "var a = 1", "'pattern' limits strings, and this is a number"),
      ("length = 2...", "var a = \"x\"", "the default of 'a' is not allowed"),
      ("length = 3...2", "var a = \"xx\"", "this range is empty"),
      ("length = -1", "var a = \"x\"", "'length' needs a whole number or a range"),
      ("length = 0.5...2", "var a = \"x\"", "'length' needs a whole number or a range"),
      ("length = 1", "var a = 1", "'length' limits strings and lists, and this is a number"),
      ("multiline", "var a = 1", "'multiline' is for strings, and this is a number"),
      ("unit = x", "var a = true", "'unit' says what a number counts, and this is true or false"),
      ("title", "var a = 1", "'title' needs a string"),
      ("title = \"\"", "var a = 1", "'title' needs a string that isn't empty"),
      ("order = first", "var a = 1", "'order' needs a whole number"),
      ("was", "var a = 1", "'was' needs a name"),
      ("keywords", "var a = 1", "'keywords' needs words: keywords = [\"proxy\", \"gateway\"]"),
      ("was = b", "var a = 1, b = 2", "'b' is the key of another setting here"),
      ("sideEffect", "var a = 1", "'sideEffect' needs a name"),
      ("secret, secret", "var a = 1", "'secret' is given twice"),
    ])
  func wrongTexts(annotation: String, property: String, message: String) {
    let made = Generated.members("// setting: \(annotation)\n\(property)")
    #expect(made.messages.contains { $0.contains("error: " + message) }, "\(made.messages)")
    #expect(made.form == nil)
  }

  @Test("Side effects are names or code, without duplicates")
  func sideEffects() {
    let made = Generated.members(
      """
      // setting: sideEffect = reload, sideEffect = "Log.shared.note(\\"a, b\\")"
      // setting: sideEffect = [reload, repaint]
      var a = 1
      // setting: sideEffect = reload
      var b = 2
      """)
    #expect(made.messages == [])
    #expect(made.setting("a")?.sideEffects == ["reload", "Log.shared.note(\"a, b\")", "repaint"])
    #expect(
      made.form?.hooks.first
        == GeneratedForm.Hook(kind: .sideEffect, name: "reload", paths: [["a"], ["b"]]))
    #expect(made.swift.contains("func reload(_ changes: [SettingChange]) async throws"))
    #expect(made.swift.contains("      Log.shared.note(\"a, b\")\n"))
  }

  @Test("A skipped setting has a key path and isn't in the exported form")
  func skip() {
    let made = Generated.members("// setting: skipSetting\nvar a = 1\nvar b = 2")
    #expect(made.keys == ["a", "b"])
    #expect(made.setting("a")?.traits == .skipped)
    #expect(made.form?.schema.exported.root.items.map(\.key) == ["b"])
    #expect(made.form?.keyPaths.map(\.path) == [["a"], ["b"]])
  }

  @Test("A skipped setting of a type that no form describes is JSON, without diagnostics")
  func skippedType() {
    let made = Generated.members(
      "// setting: skipSetting\nvar a: Other = .init()\n// setting: skipSetting\nvar m = M.a\nvar b = 2",
      "enum M: String, Codable {\n// setting: skipSetting\ncase a }")
    #expect(made.messages == [])
    #expect(made.setting("a")?.kind == .json)
    #expect(made.setting("m")?.kind == .json)
  }

  @Test("The reason for a deprecation becomes help")
  func deprecated() {
    let made = Generated.members(
      "/// Old.\n// setting: deprecated = \"use b\"\nvar a = 1\n@available(*, deprecated)\nvar b = 2")
    #expect(made.setting("a")?.traits == .deprecated)
    #expect(made.setting("a")?.help == "Old.\n\nDeprecated: use b")
    #expect(made.setting("b")?.traits == .deprecated)
  }
}
