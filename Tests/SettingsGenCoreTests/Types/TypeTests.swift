import SettingsForm
import Testing

@testable import SettingsGenCore

@Suite struct TypeTests {

  private func kind(_ property: String, _ more: String = "") -> FormKind? {
    let made = Generated.members(property, more)
    #expect(!made.messages.contains { $0.contains("error") }, "\(property): \(made.messages)")
    return made.setting("a")?.kind
  }

  @Test("The keys of a dictionary by Int can be any Int")
  func integerKeys() throws {
    let made = Generated.members("var a: [Int: String] = [:]")
    guard let pattern = made.setting("a")?.otherKeywords[.propertyNames]?[.pattern] else {
      Issue.record("there is no pattern for the keys")
      return
    }
    for key in [Int.min, -1, 0, 10, Int.max] { #expect("\(key)".contains(try Regex(pattern)), "\(key)") }
    for key in ["01", "-0", "", "a", "12345678901234567890"] {
      #expect(!key.contains(try Regex(pattern)), "\(key)")
    }
  }

  @Test("A module selector is read like a name behind its module")
  func moduleSelectors() {
    let made = Generated(
      """
      struct App: Settings::SettingsGroup {
        var a: Swift::Int = 3
        var b = Swift::Int.max
        var c: [Swift::String: Swift::UInt8] = ["a": Swift::UInt8(1)]
        var d: Int = true ? 1 : 2
        @available(*, deprecated) var e: Foundation::Date? = nil
      }
      """)
    #expect(!made.messages.contains { $0.contains("error") }, "\(made.messages)")
    #expect(made.setting("a")?.defaultValue == 3)
    #expect(made.setting("b")?.defaultValue == 9_223_372_036_854_775_807)
    #expect(made.setting("c")?.kind == kind("var a: [String: UInt8] = [:]"))
    #expect(made.setting("e")?.kind == .date)
  }

  @Test("Integers have the limits of their type")
  func integers() {
    let limits: [(String, NumberLimits)] = [
      (
        "Int",
        NumberLimits(lower: .inclusive(JSONNumber(Int64.min)), upper: .inclusive(JSONNumber(Int64.max)))
      ),
      (
        "Int64",
        NumberLimits(lower: .inclusive(JSONNumber(Int64.min)), upper: .inclusive(JSONNumber(Int64.max)))
      ),
      (
        "Int128",
        NumberLimits(lower: .inclusive(JSONNumber(Int128.min)), upper: .inclusive(JSONNumber(Int128.max)))
      ),
      ("Int8", NumberLimits(lower: .inclusive(-128), upper: .inclusive(127))),
      ("Int16", NumberLimits(lower: .inclusive(-32768), upper: .inclusive(32767))),
      ("Int32", NumberLimits(lower: .inclusive(-2_147_483_648), upper: .inclusive(2_147_483_647))),
      ("UInt8", NumberLimits(lower: .inclusive(0), upper: .inclusive(255))),
      ("UInt16", NumberLimits(lower: .inclusive(0), upper: .inclusive(65535))),
      ("UInt32", NumberLimits(lower: .inclusive(0), upper: .inclusive(4_294_967_295))),
      ("UInt", NumberLimits(lower: .inclusive(0), upper: .inclusive(JSONNumber(UInt64.max)))),
      ("UInt64", NumberLimits(lower: .inclusive(0), upper: .inclusive(JSONNumber(UInt64.max)))),
      ("UInt128", NumberLimits(lower: .inclusive(0), upper: .inclusive(JSONNumber(UInt128.max)))),
    ]
    for (type, expected) in limits { #expect(kind("var a: \(type) = 1") == .integer(expected), "\(type)") }
  }

  @Test(
    "Types of the standard library and Foundation have their kinds",
    arguments: [
      ("Bool = true", FormKind.boolean), ("Float = 1", .number(FractionType.single.limits)),
      ("Double = 1", .double), ("Decimal = 1", .number(FractionType.decimal.limits)),
      ("TimeInterval = 1", .double), ("String = \"\"", .string(TextLimits())),
      ("Swift.String = \"\"", .string(TextLimits())), ("Swift::String = \"\"", .string(TextLimits())),
      ("Foundation.URL = make()", .string(TextLimits(format: .uri))),
      ("UUID = UUID()", .string(TextLimits(format: .uuid))),
      ("Date = .now", .date),
      ("Data = Data()", .string(TextLimits(format: .base64))),
      ("Duration = .zero", .duration),
      ("[Bool] = []", .list(.boolean, ListLimits())),
      ("Array<Bool> = []", .list(.boolean, ListLimits())),
      ("[[Bool]] = []", .list(.list(.boolean, ListLimits()), ListLimits())),
      ("Set<Bool> = []", .list(.boolean, ListLimits(isUnique: true))),
      ("[String: Bool] = [:]", .dictionary(.boolean)),
      ("Dictionary<String, [Bool]> = [:]", .dictionary(.list(.boolean, ListLimits()))),
      ("Int??", .int), ("Optional<Bool>", .boolean), ("(Bool) = true", .boolean),
    ])
  func standard(declaration: String, expected: FormKind) {
    #expect(kind("var a: \(declaration)") == expected)
  }

  @Test(
    "A type that forms don't describe is edited as JSON, with a note",
    arguments: [
      "[UInt8: Bool] = [:]", "[Int64: Bool] = [1: true]", "[Wide: Bool] = [:]", "[Key: Bool] = [:]",
      "PartialRangeFrom<Int> = 1...", "Locale = .current", "[Int?] = []",
      "(Int, Int) = (1, 2)",
      "any Codable = x", "Box<Int> = .init()",
    ])
  func other(declaration: String) {
    let made = Generated.members(
      "var a: \(declaration)", "typealias Wide = Int64\nenum Key: String, Codable { case x }")
    #expect(made.messages.count == 1)
    #expect(made.messages.first?.hasPrefix("2:5: note: 'a' is edited as JSON") == true)
    #expect(made.form != nil)
  }

  @Test(
    "Types are inferred from initial values as in Swift",
    arguments: [
      ("7", FormKind.int), ("-7", .int),
      ("0.5", .double),
      ("60 * 60", .int), ("60 * 0.5", .double),
      ("(1)", .int),
      ("\"x\"", .string(TextLimits())), ("\"\\(x)\"", .string(TextLimits())), ("true", .boolean),
      ("[1, 2]", .list(.int, ListLimits())),
      ("[1, 2.5]", .list(.double, ListLimits())),
      ("[\"a\": 1]", .dictionary(.int)),
      ("[1: true]", .dictionary(.boolean)), ("[UInt8(1): true]", .json),
      ("[Int]()", .list(.int, ListLimits())),
      ("[String: [Bool]]()", .dictionary(.list(.boolean, ListLimits()))),
      ("Set<Int>()", .list(.int, ListLimits(isUnique: true))),
      ("Set([1, 2])", .list(.int, ListLimits(isUnique: true))),
      ("Array<Bool>.init()", .list(.boolean, ListLimits())), ("Double(3)", .double),
      ("UInt8(3)", .integer(NumberLimits(lower: .inclusive(0), upper: .inclusive(255)))),
      ("Int.max", .int), ("Double.pi", .double),
      ("Duration.seconds(5)", .duration),
      ("Date.now", .date), ("UUID()", .string(TextLimits(format: .uuid))),
      ("URL(string: \"http://x\")!", .string(TextLimits(format: .uri))),
      ("5 as Double", .double), ("Limit.high", .int),
      ("Limit.low", .double), ("Optional<Int>.none as Int?", .int),
    ])
  func inferred(value: String, expected: FormKind) {
    #expect(
      kind("var a = \(value)", "enum Limit { static let high = 9; static var low: Double = 1 }") == expected)
  }

  @Test("A failable initializer results in an optional")
  func failable() {
    for value in [
      "Int(\"5\")", "URL(string: \"http://x\")", "UUID(uuidString: \"x\")", "Mode(rawValue: \"a\")",
    ] {
      let made = Generated.members("var a = \(value)", "enum Mode: String, Codable { case a }")
      #expect(made.setting("a")?.isOptional == true, "\(value)")
    }
  }

  @Test(
    "If the source isn't enough to infer a type, an error asks for it",
    arguments: [
      "make()", "x", "nil", "[]", "[:]", ".init()", "x ? 1 : 2", "{ 1 }()", "Unknown.value", "a + b", "#line",
    ])
  func notInferred(value: String) {
    let made = Generated.members("var a = \(value)")
    #expect(
      made.messages == [
        "2:5: error: the type of 'a' can't be inferred from its initial value; state it: 'var a: Type = …'"
      ])
  }

  @Test("Aliases, nested types, types in extensions and generics are resolved as in Swift")
  func lookUp() {
    let made = Generated(
      """
      struct App: SettingsGroup {
        typealias Count = UInt8
        enum Mode: String, Codable { case inner }
        var count: Count = 1
        var mode: Mode = .inner
        var outer: Other.Mode = .outer
        var seconds: Seconds = 1
        var limits = Limits<Int>()
        var deep: A.B.C = .x
        var me: Self.Mode = .inner
        var qualified: MyModule.Other.Mode = .outer
        var listed: List<Bool> = []
        var named: Named<[UInt8]> = [:]
        var both: Names.Both<Int> = .init()
      }
      typealias Seconds = Double
      typealias List = Array
      typealias Named<Value> = [String: Value]
      """,
      """
      enum Mode: Int, Codable { case top }
      enum Other {}
      extension Other { enum Mode: String, Codable { case outer } }
      struct Limits<Value: Codable & Sendable>: SettingsGroup { var low: Value?; var all: [Value] = [] }
      enum A { enum B {} }
      extension A.B { enum C: String, Codable { case x } }
      enum Names { typealias Both<Value: Codable> = Limits<Value> }
      """)
    #expect(made.messages.filter { $0.contains("error") } == [])
    #expect(
      made.setting("count")?.kind == .integer(NumberLimits(lower: .inclusive(0), upper: .inclusive(255))))
    #expect(made.setting("mode")?.defaultValue == "inner")
    #expect(made.setting("outer")?.defaultValue == "outer")
    #expect(made.setting("seconds")?.kind == .double)
    #expect(made.setting("limits", "low")?.kind == .int)
    #expect(made.setting("limits", "all")?.kind == .list(.int, ListLimits()))
    #expect(made.setting("listed")?.kind == .list(.boolean, ListLimits()))
    let bytes = FormKind.integer(NumberLimits(lower: .inclusive(0), upper: .inclusive(255)))
    #expect(made.setting("named")?.kind == .dictionary(.list(bytes, ListLimits())))
    #expect(made.setting("both", "low")?.kind == .int)
    #expect(made.setting("deep")?.defaultValue == "x")
    #expect(made.setting("me")?.defaultValue == "inner")
    #expect(made.setting("qualified")?.defaultValue == "outer")
  }

  @Test("A private type of another file is ignored")
  func privateTypes() {
    let made = Generated(
      "struct App: SettingsGroup { var a = Mode.b }",
      "private enum Mode: String, Codable { case a }", "enum Mode: String, Codable { case b }")
    #expect(made.setting("a")?.defaultValue == "b")
  }

  @Test("Cyclic aliases and structs are read without endless recursion")
  func cycles() {
    let made = Generated(
      """
      struct App: SettingsGroup {
        var a: X
        var node: Node?
        var list: [App] = []
        init() {}
      }
      typealias X = Y
      typealias Y = X
      struct Node: Codable { var next: [Node] = []; var value = 1 }
      """)
    #expect(made.messages.filter { $0.contains("error") } == [])
    #expect(made.keys == ["a", "node", "list"])
  }

  @Test("Keys and constants are resolved in all files")
  func otherFiles() {
    let made = Generated(
      "struct App: SettingsGroup { typealias CodingKeys = Keys; var a = Limits.most; var b: Int = .own }",
      "enum Keys: String, CodingKey { case a = \"x\", b }", "enum Limits { static let most = Other.most }",
      "enum Other { static let most = 9 }", "extension Int { static let own = 4 }")
    #expect(made.messages == [])
    #expect(made.keys == ["x", "b"])
    #expect(made.setting("x")?.defaultValue == 9)
    #expect(made.setting("b")?.defaultValue == 4)
  }
}
