/// Members with the names of other types' members, and static constants.
extension TruthProgram {
  static let members: [TruthProgram] =
    each(
      [
        "var a: Int = Limits.max", "var a = Limits.max", "var a = Limits.min", "var a = Limits.zero",
        "var a: Int? = Limits.none", "var a = Limits.pi", "var a: Duration = Limits.seconds(5)",
        "var a = Limits.fast", "var a: Mode = Modes.fast", "var a = Limits.twice", "var a = Limits.computed",
        "var a = Limits.Inner.deep", "var a: Double = Limits.ratio",
        "var a = Limits.changing", "var a = Limits.name", "var a: [Int] = Limits.list",
        "var a: Int = Limits.max * 2", "var a = -Limits.max", "var a = Limits.loopA + 1",
        "var a = Limits.wide",
        "var a: Mode? = Limits.mode", "var a = Int8.max", "var a: Int = Int(Int8.max)",
        "var a = Limits.max as Int",
        "var a = Limits.forced", "var a = Limits.flag", "var a: UInt8 = Limits.byte",
      ],
      types: """
        enum Limits {
          static let max = 5, min = -5, zero = 3
          static let none: Int? = 4
          static let pi = 3
          static func seconds(_ count: Int) -> Duration { .seconds(count * 60) }
          static let fast: Mode = .slow
          static let twice = max * 2
          static var computed: Int { 8 }
          enum Inner { static let deep = "x" }
          static let ratio = 0.1
          nonisolated(unsafe) static var changing = 6
          static let name = "n", list = [1, 2]
          static var loopA: Int { 1 }
          static let wide: Int64 = 12
          static let mode: Mode? = .none
          static let forced = Int("12")!
          static let flag = true
          static let byte: UInt8 = 200
        }
        enum Modes { static let fast = Mode.slow }
        enum Mode: String, Codable { case fast, slow }
        """) + [
      .members(
        "members of standard types that the app adds",
        "var a: Int = .own\nvar b: Float = .own\nvar c = Int.own",
        outside: "extension Int { static let own = 9 }\nextension Float { static var own: Float { 2.5 } }"),
      .members(
        "a standard member hidden by the app's", "var a: Duration = .ownZero",
        outside: "extension Duration { static let ownZero = Duration.seconds(5) }"),
      .members(
        "the case none of an optional enum",
        "var a: Mode? = .none\nvar b: Mode? = Mode.none\nvar c: Mode = .none",
        types: "enum Mode: String, Codable { case none, some, other }"),
      .members(
        "a constant of the root",
        "static let first = 3\nvar a = Self.first\nvar b = App.first\nvar c = App.first"),
      .members(
        "a constant in an extension", "var a = App.later",
        outside: "extension NS.App { static let later = 4 }"),
      .members(
        "a global constant", "var a: Int = globalLimit\nvar b: Int = makeGlobal()",
        outside: "private let globalLimit = 4\nprivate func makeGlobal() -> Int { 5 }"),
      .members(
        "an own type named like a standard one", "var a: Data = Data()\nvar b = Data(size: 3)",
        types: "struct Data: Codable, Sendable { var size = 1 }"),
      .members(
        "an own URL", "var a: URL = URL(string: \"x\")!",
        types: """
          struct URL: Codable, Sendable { var text: String; init?(string: String) { text = string + "!" } }
          """),
      .members(
        "an own Duration", "var a: Duration = .seconds(5)",
        types: """
          struct Duration: Codable, Sendable { var n = 0
            static func seconds(_ n: Int) -> Duration { Duration(n: n * 2) } }
          """),
      .members(
        "a module's type behind an alias", "var c: Calendar.Identifier = .gregorian\nvar l = 1",
        types: "typealias Calendar = Foundation.Calendar"),
      .members(
        "aliases of standard types",
        "var a: Count = 5\nvar b: Ratio = 0.5\nvar c: Names = [\"x\"]\nvar d = Count(7)",
        types: "typealias Count = UInt8\ntypealias Ratio = Float\ntypealias Names = [String]"),
      .members("an alias of an alias", "var a: B = .max", types: "typealias A = Int8\ntypealias B = A"),
      .members(
        "a static function's result",
        "var a: Int = App.make()\nvar b: Int = { 3 }()\nstatic func make() -> Int { 2 }"),
      .members(
        "conditional and casting expressions",
        "var a: Int = true ? 1 : 2\nvar b = 5 as Int8\nvar c = (3)\nvar d: Int = [1, 2].count\nvar e: Int = min(1, 2)\nvar f: Int = -(3)"
      ),
      .members(
        "an implicit initializer of a raw value",
        "var a = Mode(rawValue: \"y\")!\nvar b: Mode = Mode(rawValue: \"zebra\") ?? .x",
        types: "enum Mode: String, Codable { case x, y }"),
    ]
}
