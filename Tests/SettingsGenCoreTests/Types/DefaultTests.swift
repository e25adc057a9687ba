import SettingsForm
import Testing

@testable import SettingsGenCore

@Suite struct DefaultTests {
  private static let types = """
    enum Mode: String, Codable { case fast, slow = "SLOW", `default` }
    enum Level: Int, Codable { case low = 3, mid, high = 0x10 }
    enum Plain: Codable, CaseIterable { case one, two }
    enum Named: CaseIterable { case one, two }
    enum Flag: OptionsBinding { case a, b, c }
    extension Flag.Options { static let ends: Flag.Options = [.a, .c] }
    struct Rights: OptionSet { let rawValue: Int
      static let read = Rights(rawValue: 1 << 0), write: Rights = .init(rawValue: 2)
      static let both: Rights = [.read, .write] }
    struct Bits: OptionSet, Codable { let rawValue: UInt8
      static let x = Bits(rawValue: 1); static let y = Bits(rawValue: 0b100) }
    struct Port: RawRepresentable, Codable { var rawValue: UInt16 }
    struct Server: Codable { var host = "h"; var port: Int? ; var tags: [String] = [] }
    """

  @Test(
    "Literal initial values become defaults with the same spelling",
    arguments: [
      ("a = 7", "7"), ("a = -7", "-7"), ("a = 1_000", "1000"), ("a = 0xFF", "255"), ("a = 0b101", "5"),
      ("a = 0o17", "15"), ("a = 0.50", "0.50"), ("a: Double = 1", "1"), ("a = 1e3", "1e3"), ("a = 007", "7"),
      ("a: Decimal = 0.10", "0.10"), ("a: UInt64 = 18_446_744_073_709_551_615", "18446744073709551615"),
      ("a = true", "true"), ("a = \"x\\n\\u{e9}\\\"\"", #""x\né\"""#), ("a = #\"\\n\"#", #""\\n""#),
      ("a = \"\"\"\n  one\n    two \\\n  three\n  \"\"\"", #""one\n  two three""#),
      ("a: Int? = nil", "null"), ("a: Int?", "null"), ("a: Int? = 3", "3"), ("a: Int? = .none", "null"),
      ("a = [1, -2]", "[1,-2]"), ("a: [Int] = .init()", "[]"), ("a = [String]()", "[]"),
      ("a = Set([3])", "[3]"),
      ("a = [\"k\": [1]]", #"{"k":[1]}"#), ("a: [String: Int] = [:]", "{}"), ("a: Int8 = .max", "127"),
      ("a = Int.min", "-9223372036854775808"), ("a = UInt8(7)", "7"), ("a = Int()", "0"),
      ("a: Float = .zero", "0"),
      ("a: Mode = .slow", #""SLOW""#), ("a = Mode.fast", #""fast""#), ("a = Mode.`default`", #""default""#),
      ("a: Mode? = .fast", #""fast""#), ("a = Mode(rawValue: \"SLOW\")!", #""SLOW""#),
      ("a = Level.low", "3"), ("a = Level.mid", "4"), ("a = Level.high", "16"),
      ("a = Plain.two", #"{"two":{}}"#), ("a = Named.two", #""two""#),
      ("a = [Mode.fast, .slow]", #"["fast","SLOW"]"#),
      ("a: Flag.Options = [.c, .a]", #"["a","c"]"#), ("a: Flag.Options = .all", #"["a","b","c"]"#),
      ("a: Flag.Options = .none", "[]"), ("a = Flag.Options.b", #"["b"]"#),
      ("a: Flag.Options = .init()", "[]"), ("a: Flag.Options = .ends", #"["a","c"]"#),
      ("a: Rights = [.write, .read]", #"["read","write"]"#), ("a = Rights.both", #"["read","write"]"#),
      ("a: Bits = [.y, .x]", "5"), ("a = Bits.y", "4"), ("a = Bits(rawValue: 4)", "4"),
      ("a = Port(rawValue: 80)", "80"), ("a: URL = URL(string: \"http://x\")!", #""http://x""#),
      ("a: Duration = .milliseconds(1500)", #""PT1.5S""#), ("a = Duration.seconds(90)", #""PT90S""#),
      ("a: Duration = .seconds(0.25)", #""PT0.25S""#),
      ("a: Duration = .nanoseconds(1)", #""PT0.000000001S""#),
      ("a: Server? = Server(host: \"x\", tags: [\"t\"])", #"{"host":"x","port":null,"tags":["t"]}"#),
      (
        "a: [Server] = [.init(), Server(port: 5)]",
        #"[{"host":"h","port":null,"tags":[]},{"host":"h","port":5,"tags":[]}]"#
      ),
      ("a = 5 as Double", "5"), ("a = 60 * 60", "3600"), ("a = (1 + 2) * 3 << 2", "36"),
      ("a = 0.1 + 0.2", "0.30000000000000004"),
    ])
  func literals(property: String, json: String) {
    let made = Generated.members("var \(property)", Self.types)
    #expect(!made.messages.contains { $0.contains("error") }, "\(made.messages)")
    #expect(made.setting("a")?.defaultValue?.text(.compact) == json)
  }

  @Test(
    "A value that only the running program knows isn't exported as a default",
    arguments: [
      "a: Int = make()", "a = \"\\(1)\"", "a: Int = { 1 }()", "a: Mode = make()", "a = Date()",
      "a: [Int] = [1, make()]", "a: Flag.Options = make()", "a = UUID()", "a = Double.pi",
      "a: Int\ninit() { a = make() }", "a: Server? = make()", "a: Int = -x",
    ])
  func expressions(property: String) {
    let made = Generated.members("var \(property)", Self.types)
    #expect(!made.messages.contains { $0.contains("error") }, "\(made.messages)")
    #expect(made.setting("a") != nil)
    #expect(made.setting("a")?.defaultValue == nil)
  }

  @Test("The arguments of a section's initial value override the defaults inside")
  func overrides() {
    let made = Generated.members(
      """
      struct Inner: SettingsGroup { var a = 1; var b = 2; var leaf = Leaf() }
      struct Leaf: SettingsGroup { var c = 3 }
      var one = Inner()
      var two: Inner = .init(b: 5, leaf: Leaf(c: 9))
      var three: Inner = make()
      """)
    #expect(made.setting("one", "b")?.defaultValue == 2)
    #expect(made.setting("two", "a")?.defaultValue == 1)
    #expect(made.setting("two", "b")?.defaultValue == 5)
    #expect(made.setting("two", "leaf", "c")?.defaultValue == 9)
    #expect(made.setting("one", "leaf", "c")?.defaultValue == 3)
    #expect(made.setting("three", "a") != nil)
    #expect(made.setting("three", "a")?.defaultValue == nil)
  }

  @Test(
    "Conversions and negations beyond the range of a number are not exported",
    arguments: [
      "a = Int(1e300)", "a: Int128 = -(-170_141_183_460_469_231_731_687_303_715_884_105_728)",
      "a: UInt8 = 255 + 1", "a = Int.max + 1",
    ])
  func overflow(property: String) {
    let made = Generated.members("var \(property)", Self.types)
    #expect(made.setting("a") != nil)
    #expect(made.setting("a")?.defaultValue == nil)
  }

  @Test("An initializer that does more than to assign hides the defaults")
  func initializers() {
    func value(_ initializer: String) -> JSONValue? {
      Generated.members("var a = 1\n\(initializer)").setting("a")?.defaultValue
    }
    #expect(value("init() {}") == 1)
    #expect(value("init() { a = 2 }") == 2)
    #expect(value("var b = \"\"\ninit() { self.a = 2 * 3; b = \"x\"\n  + \"y\" }") == 6)
    for code in [
      "a += 2", "self = make()", "if x { a = 2 }", "a = make()", "b = 2", "call()", "let a = 2",
      "(a, c) = (1, 2)",
    ] {
      #expect(
        value("var b: Int { get { a } set { a = newValue } }\nvar c = 1\ninit() { \(code) }") == nil,
        "\(code)")
    }
    #expect(value("init(a: Int = 3) { self.a = a }") == nil)
    #expect(value("init() {}\ninit(a: Int) { self.a = a }") == 1)
  }

  @Test("An element keeps the defaults that its initializer doesn't change, and some have to be set")
  func elements() throws {
    let made = Generated.members(
      "var routes: [Route] = []\nvar named: [String: Route] = [:]",
      """
      struct Route: SettingsGroup {
        // setting: required
        var name = ""
        var domain = ""
        var port = 80
        init() { domain = "*" }
      }
      """)
    #expect(made.messages == [])
    let json = try #require(made.form).schema.json
    let route = try #require(json.value(at: ["$defs", "Route"]))
    #expect(route.value(at: ["properties", "name", "default"]) == nil)
    #expect(route.value(at: ["properties", "domain", "default"]) == "*")
    #expect(route.value(at: ["properties", "port", "default"]) == 80)
    #expect(route.value(at: ["required"]) == ["name"])
    #expect(json.value(at: ["required"]) == nil)
  }
}
