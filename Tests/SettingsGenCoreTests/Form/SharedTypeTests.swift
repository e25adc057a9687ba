import SettingsForm
import SettingsValidation
import Testing

@testable import SettingsGenCore

/// Types that are used several times in a form.
@Suite struct SharedTypeTests {
  private static let mode = "enum Mode: String, Codable { case fast, slow }"
  private static let types = """
    enum Mode: String, Codable { case fast, slow }
    struct Host: SettingsGroup { var name = ""; var mode = Mode.slow }
    """

  /// The definitions in a form's JSON.
  private static func definitions(_ made: Generated) -> JSONObject {
    guard case .object(let json)? = made.form?.schema.json, case .object(let found)? = json["$defs"] else {
      return [:]
    }
    return found
  }

  private static func schema(_ made: Generated, _ key: String) -> JSONValue? {
    made.form?.schema.json.member(at: ["properties", key])
  }

  @Test("A type that is used several times is defined once, and the places that use it have references to it")
  func definitions() {
    let made = Generated.members(
      "var a = Mode.fast\nvar b: [Mode] = []\nvar hosts: [Host] = []\nvar more: [String: Host] = [:]",
      Self.types)
    #expect(made.messages == [])
    #expect(Self.definitions(made).members.map(\.key) == ["Host", "Mode"])
    #expect(Self.schema(made, "a") == ["title": "A", "$ref": "#/$defs/Mode", "default": "fast"])
    #expect(
      Self.schema(made, "b")
        == ["title": "B", "type": "array", "items": ["$ref": "#/$defs/Mode"], "default": []])
    #expect(
      Self.schema(made, "more")
        == [
          "title": "More", "type": "object",
          "additionalProperties": ["title": "Host", "$ref": "#/$defs/Host"], "default": [:],
        ])
    let host = Self.definitions(made)["Host"]
    #expect(
      host?.member(at: ["properties", "mode"])
        == ["title": "Mode", "$ref": "#/$defs/Mode", "default": "slow"])
  }

  @Test("Of two types of one name, the definition doesn't depend on the order of a hash table")
  func names() {
    let schemas = (0..<16).map { count in
      let others = (0..<count).map { "struct Other\($0) {}\n" }.joined()
      return Generated(
        others + "struct App: SettingsGroup { var one = One(); var two = Two() }",
        """
        private enum Mode: String, Codable { case a, b }
        struct One: SettingsGroup { fileprivate var x = Mode.a, y = Mode.a }
        """,
        """
        private enum Mode: String, Codable { case c, d }
        struct Two: SettingsGroup { fileprivate var x = Mode.c, y = Mode.c }
        """
      ).form?.schema.json
    }
    #expect(schemas[0]?.member(at: ["$defs", "Mode"]) != nil)
    #expect(Set(schemas).count == 1)
  }

  @Test("Sections of one type share its definition if their defaults are equal")
  func sections() {
    let made = Generated.members(
      "var a = Host()\nvar b = Host()\nvar c = Host(name: \"c\")", Self.types)
    #expect(made.messages == [])
    #expect(Self.schema(made, "a") == ["title": "A", "$ref": "#/$defs/Host"])
    #expect(Self.schema(made, "b") == ["title": "B", "$ref": "#/$defs/Host"])
    #expect(Self.schema(made, "c")?.member(at: ["properties", "name", "default"]) == "c")
    #expect(made.setting("b", "mode")?.defaultValue == "slow")
  }

  @Test("A type that is used once is written where it is used")
  func single() {
    let made = Generated.members("var a = Mode.fast\nvar b = 1\nvar c = 2", Self.mode)
    #expect(Self.definitions(made).members.isEmpty)
    #expect(Self.schema(made, "a")?.member("oneOf") != nil)
  }

  @Test("Optional values of a type have a definition of their own")
  func optionals() {
    let made = Generated.members("var a: Mode?\nvar b: Mode? = .fast", Self.mode)
    #expect(Self.definitions(made).members.map(\.key) == ["Mode.Optional"])
    #expect(Self.schema(made, "a") == ["title": "A", "$ref": "#/$defs/Mode.Optional", "default": .null])
    #expect(made.setting("b")?.isOptional == true)
  }

  @Test("A form with definitions is read as the form without them, and written as before")
  func roundTrip() throws {
    let made = Generated.members(
      """
      /// Help.
      // setting: title = "Way", requiresRestart
      var a = Mode.fast
      // setting: secret
      var b: [Mode] = []
      var c: Flag.Options = [.x]
      var d: Flag.Options = []
      var hosts: [Host] = []; var more: [Host]?; var one: Host?; var sections = Host(); var again = Host()
      var source = Source.file(path: "a"); var sources: [Source] = []; var größe = Größe.klein; var g2 = Größe.klein
      """,
      Self.types + """

        enum Source: Codable { case file(path: String), host(Host) }
        enum Größe: String, Codable { case klein }
        enum Flag: OptionsBinding { case x, y }
        """)
    #expect(made.messages == [])
    let form = try #require(made.form?.schema)
    #expect(form.definitions.members.count == 5)
    let read = try FormSchema(parsing: form.bytes)
    #expect(read == form)
    #expect(read.bytes == form.bytes)
    var plain = form
    plain.definitions = [:]
    #expect(try FormSchema(parsing: plain.bytes) == read)
    #expect(plain.bytes.count > form.bytes.count)
  }

  @Test("Values whose types use each other twice at 22 levels are edited as JSON, with a note")
  func values() {
    let levels = (0..<22).map { "struct V\($0): Codable { var a: [V\($0 + 1)] = []; var b: V\($0 + 1)? }" }
    let made = Generated.members(
      "var values: [V0] = []\nvar few: [V18] = []",
      levels.joined(separator: "\n") + "\nstruct V22: Codable { var x = 1 }")
    #expect(
      made.messages == [
        "2:5: note: 'values' is edited as JSON because its type has more than 10000 settings inside; annotate it with 'json' if this is intended, or with 'skipSetting'"
      ])
    #expect(made.setting("values")?.kind == .json)
    #expect(made.form.map { $0.schema.json.text().utf8.count < 5_000 } == true)
  }

  @Test("Sections whose types use each other twice at 22 levels are an error at once")
  func deepSections() {
    let levels = (0..<22).map {
      "struct V\($0): SettingsGroup { var a = V\($0 + 1)(); var b = V\($0 + 1)() }"
    }
    let made = Generated.members(
      "var a = V0()", levels.joined(separator: "\n") + "\nstruct V22: SettingsGroup { var x = 1 }")
    #expect(
      made.messages == [
        "2:5: error: the form would have more than 100000 settings; use the types of sections less often"
      ])
  }

  @Test("An exported form that shares other schemas isn't out of date")
  func difference() throws {
    let made = Generated.members("var a = Mode.fast\nvar b = Mode.slow\nvar hosts: [Host] = []", Self.types)
    let form = try #require(made.form)
    var plain = form.schema
    plain.definitions = [:]
    for exported in [form.schema.json, plain.json] {
      guard case .object(let exported) = exported else {
        Issue.record("The value has another type.")
        return
      }
      #expect(FormDifference.first(between: form, and: exported) == nil)
    }
    let changed = Generated.members(
      "var a = Mode.fast\nvar b = Mode.slower\nvar hosts: [Host] = []",
      Self.types.replacing("slow", with: "slower"))
    guard case .object(let exported)? = changed.form?.schema.json else {
      Issue.record("The value has another type.")
      return
    }
    #expect(FormDifference.first(between: form, and: exported) == ["a"])
    let circle: JSONObject = [
      "properties": ["a": ["$ref": "#/$defs/x"]], "$defs": ["x": ["items": ["$ref": "#/$defs/x"]]],
    ]
    #expect(FormDifference.first(between: form, and: circle) == .root)
  }
}
