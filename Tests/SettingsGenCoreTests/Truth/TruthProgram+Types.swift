/// Types that the program declares.
extension TruthProgram {
  static let declaredTypes: [TruthProgram] = enums + optionSets + wrappers

  private static let enums: [TruthProgram] =
    each(
      [
        "var a: Mode = .slow", "var a = Mode.fast", "var a: Mode? = .fast", "var a = Level.mid",
        "var a = Plain.two",
        "var a = Named.two", "var a = [Mode.fast, .slow]", "var a: [String: Mode] = [\"k\": .slow]",
        "var a: Ratio = .half", "var a: Negative = .next", "var a: Keyed = .one", "var a: Lenient = .a",
        "var a: ByHand = .a", "var a: Aliased = .b", "var a: Mode = .favorite",
        "var a: Level? = Level(rawValue: 4)",
        "var a = Set([Mode.slow])", "var a: Payload = .size(3)",
        "var a: [Level] = [.low, .high]", "var a = Mode.default", "var a: Big = .big", "var a: Extended = .b",
        "var a: RawOnly = .b", "var a: [ByKey: Int] = [.b: 1]", "var a: Marked = .one",
      ],
      types: """
        enum Mode: String, Codable { case fast, slow = "SLOW", `default`
          static let favorite = Mode.slow }
        enum Level: Int, Codable { case low = 3, mid, high = 0x10 }
        enum Plain: Codable, CaseIterable { case one, two }
        enum Named: CaseIterable { case one, two }
        enum Ratio: Double, Codable { case half = 0.5, third = 0.25 }
        enum Negative: Int8, Codable { case least = -5, next, zero = 0 }
        enum Keyed: Codable { case one, two
          enum CodingKeys: String, CodingKey { case one = "uno", two } }
        enum Lenient: String, Codable { case a, b
          init(from decoder: any Decoder) throws { self = .a } }
        enum ByHand: RawRepresentable, Codable { case a, b
          var rawValue: String { switch self { case .a: "first"; case .b: "second" } }
          init?(rawValue: String) { self = rawValue == "first" ? .a : .b } }
        typealias Raw = String
        enum Aliased: Raw, Codable { case a, b = "B" }
        enum RawOnly: Raw { case a, b = "B" }
        enum ByKey: String, CodingKeyRepresentable { case a, b = "B" }
        typealias Marks = Hashable & Sendable
        enum Marked: Int, Marks { case one = 1, two }
        enum Payload: Codable { case none, size(Int) }
        enum Big: UInt64, Codable { case small, big = 18_446_744_073_709_551_615 }
        enum Extended { case a, b }
        """)

  private static let optionSets: [TruthProgram] =
    each(
      [
        "var a: Flag.Options = [.c, .a]", "var a: Flag.Options = .all", "var a: Flag.Options = .none",
        "var a = Flag.Options.b", "var a: Flag.Options = .init()", "var a: Rights = [.write, .read]",
        "var a = Rights.both", "var a: Bits = [.y, .x]", "var a = Bits.y", "var a = Bits(rawValue: 4)",
        "var a: Early = .all", "var a: Rights = []", "var a: Bits = .init(rawValue: 1 << 2)",
        "var a = Rights.none",
        "var a: Flag.Options? = nil", "var a: [Flag.Options] = [.a, [.b]]",
        "var a: Rights = .init(rawValue: 3)", "var a: Flag.Options = Flag.Options(rawValue: 3)",
        "var a: Rights = [.both, .more]", "var a: Overlap = .all", "var a: Rights = Others.write",
        "var a: Gap = .x", "var a: Swapped = .x",
      ],
      types: """
        enum Flag: OptionsBinding { case a, b, c }
        struct Rights: OptionSet { let rawValue: Int
          static let read = Rights(rawValue: 1 << 0), write: Rights = .init(rawValue: 2)
          static let more = Rights(rawValue: 4)
          static let both: Rights = [.read, .write]
          static let none: Rights = [] }
        struct Bits: OptionSet, Codable { let rawValue: UInt8
          static let x = Bits(rawValue: 1); static let y = Bits(rawValue: 0b100) }
        struct Early: OptionSet { let rawValue: Int
          static let all: Early = [.one, .two]
          static let mask = Early(rawValue: 3)
          static let one = Early(rawValue: 1), two = Early(rawValue: 2) }
        struct Overlap: OptionSet { let rawValue: Int
          static let one = Overlap(rawValue: 1), all: Overlap = [.one, .pair], two = Overlap(rawValue: 2)
          static let pair: Overlap = [.one, .two] }
        enum Others { static let write: Rights = .read }
        struct Gap: OptionSet { let rawValue: UInt16
          static let x = Gap(rawValue: 1), y = Gap(rawValue: 4) }
        struct Swapped: OptionSet { let rawValue: Int8
          static let x = Swapped(rawValue: 2), y = Swapped(rawValue: 1) }
        """) + [
      .members(
        "an option set beside its enum",
        "var a: Both.Options = [.x]\nvar b = Both.y\nvar c = [Both.x]\nvar d: Set<Both> = [.x]\nvar e = Level.b\nvar f: Level.Options = .all",
        types: """
          enum Both: OptionsBinding, Hashable { case x, y }
          enum Level: Int, OptionsBinding { case a = 3, b }
          """)
    ]

  private static let wrappers: [TruthProgram] = [
    .members(
      "a wrapper that clamps", "@Clamped var a: Int = 500\nvar b = 1",
      types: """
        @propertyWrapper struct Clamped: Codable, Sendable { private var value: Int
          var wrappedValue: Int { get { value } set { value = min(newValue, 100) } }
          init(wrappedValue: Int) { value = min(wrappedValue, 100) }
          init(from decoder: any Decoder) throws {
            self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self)) }
          func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer(); try container.encode(value) } }
        """),
    .members(
      "a wrapper that codes itself as text", "@Text var a = 5",
      types: """
        @propertyWrapper struct Text: Codable, Sendable { var wrappedValue: Int
          init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
          init(from decoder: any Decoder) throws {
            wrappedValue = Int(try decoder.singleValueContainer().decode(String.self)) ?? 0 }
          func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer(); try container.encode("\\(wrappedValue)") } }
        """),
    .members(
      "a wrapper that is coded as Swift does", "@Plain var a = 5",
      types: """
        @propertyWrapper struct Plain: Codable, Sendable { var wrappedValue: Int }
        """),
    .members(
      "a wrapper in lower case", "@plain var a = 5",
      types: """
        @propertyWrapper struct plain: Codable, Sendable { var wrappedValue: Int }
        """),
    .members(
      "raw values that normalize", "var a = Port(rawValue: 50)\nvar b = Plain(rawValue: 8)",
      types: """
        struct Port: RawRepresentable, Codable { var rawValue: UInt16
          init(rawValue: UInt16) { self.rawValue = min(rawValue, 100) } }
        struct Plain: RawRepresentable, Codable { let rawValue: UInt16
          init(rawValue: UInt16) { self.rawValue = rawValue } }
        """),
    .members(
      "a computed raw value", "var a = Port(number: 8)",
      types: """
        struct Port: RawRepresentable, Codable { var number: Int
          init(number: Int) { self.number = number }
          init(rawValue: Int) { number = rawValue / 2 }
          var rawValue: Int { number * 2 } }
        """),
    .members(
      "a raw value of a struct",
      "var a = Port(rawValue: 80)\nvar b: Port? = nil\nvar c = [Port(rawValue: 1)]",
      types: """
        struct Port: RawRepresentable, Codable { var rawValue: UInt16 }
        """),
    .members(
      "a struct that codes itself through a protocol", "var a = Odd()",
      types: """
        struct Odd: Odder { var text = "x" }
        """,
      outside: """
        protocol Odder: Codable, Sendable { var text: String { get set }; init() }
        extension Odder {
          init(from decoder: any Decoder) throws {
            self.init(); text = try decoder.singleValueContainer().decode(String.self) }
          func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer(); try container.encode(text) }
        }
        extension NS.Odd {}
        """),
    .members(
      "a class, a tuple-like struct and characters",
      "var a = Pair(x: 1, y: 2)\nvar b = [Pair(x: 1, y: 2)]\nvar c: ClosedRange<Int> = 1...5\nvar d: [Int: String] = [1: \"x\"]",
      types: "struct Pair: Codable, Sendable { var x: Int; var y: Int }"),
    .members(
      "dictionaries with other keys", "var a: [Mode: Int] = [.fast: 1]\nvar b: [Int: String] = [1: \"x\"]",
      types: """
        enum Mode: String, Codable, CodingKeyRepresentable { case fast, slow }
        """),
    .members(
      "a generic box", "var a: Box<Int> = .init()\nvar b = Box<String>(value: \"x\")",
      types: """
        struct Box<Value: Codable & Sendable>: SettingsGroup { var value: Value? }
        """),
    .members(
      "a struct that reads missing keys as defaults", "var a = Part()\nvar b: [Part] = []",
      types: """
        struct Part: SettingsGroup { var x = 1; var y = "z"
          enum CodingKeys: CodingKey { case x, y }
          init() {}
          init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            x = try container.decodeIfPresent(Int.self, forKey: .x) ?? 1
            y = try container.decodeIfPresent(String.self, forKey: .y) ?? "z" }
          func encode(to file: URL) {} }
        """),
    .members(
      "constants", "let schemaVersion = 3\nlet name: String = \"x\"\nvar a: [Part] = []",
      types: "struct Part: Codable { let kind = \"p\"; var x = 1 }"),
    .members("a type of another module", "var a: Locale = Locale(identifier: \"de\")"),
    .members("a float that only the running program knows", "var a = Double.pi\nvar b: Float = .pi"),
  ]
}
