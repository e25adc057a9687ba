/// Enums with associated values.
extension TruthProgram {
  static let variants: [TruthProgram] =
    each(
      [
        "var a: Source = .file(path: \"x\")", "var a = Source.file(path: \"x\")", "var a: Source = .none",
        "var a = Source.none", "var a: Source? = .some(.none)", "var a: Source? = nil",
        "var a: Source? = .file(path: \"x\")", "var a: Source = .http(url: URL(string: \"http://x\")!)",
        "var a: Source = .http(url: URL(string: \"http://x\")!, retries: 5)",
        "var a: [Source] = [.none, .file(path: \"y\")]",
        "var a: [String: Source] = [\"k\": .none]", "var a: Mixed = .pair(1, nil)",
        "var a: Mixed = .pair(1, \"b\")",
        "var a: Mixed = .named(1, name: \"n\")", "var a: Mixed = .late(x: 1, 2)", "var a: Mixed = .hidden(3)",
        "var a: Mixed = .many([1, 2])", "var a: Mixed = .point(Point(x: 1, y: 2))",
        "var a: Mixed = .group(Group())", "var a: Mixed = .maybe(nil)", "var a: Mixed = .mode(.slow)",
        "var a: Keyed = .first(value: 1)", "var a: Keyed = .second", "var a: Renamed = .one(x: 1)",
        "var a: Tree = .leaf(1)", "var a = Mixed.constant",
      ],
      types: """
        enum Source: Codable { case file(path: String), http(url: URL, retries: Int = 3), none }
        struct Point: Codable { var x: Int; var y: Int }
        struct Group: SettingsGroup { var x = 1; var y = 2 }
        enum Mode: String, Codable { case fast, slow }
        enum Mixed: Codable {
          case pair(Int, String?), named(Int, name: String), late(x: Int, Int), hidden(_ count: Int), many([Int])
          case point(Point), group(Group), maybe(Int?), mode(Mode)
          static let constant: Mixed = .hidden(7) }
        enum Keyed: Codable { case first(value: Int, other: Int = 2), second
          enum CodingKeys: String, CodingKey { case first = "First", second }
          enum FirstCodingKeys: String, CodingKey { case value = "v" } }
        enum Renamed: Codable { case one(x: Int, y: Int = 5)
          enum OneCodingKeys: CodingKey { case x } }
        indirect enum Tree: Codable { case leaf(Int), node([Tree]) }
        """)
    + [
      .members(
        "an enum with associated values that codes itself", "var a: Size = .fixed(3)",
        types: """
          enum Size: Codable { case fixed(Int), automatic
            init(from decoder: any Decoder) throws {
              let number = try decoder.singleValueContainer().decode(Int?.self)
              self = number.map(Size.fixed) ?? .automatic }
            func encode(to encoder: any Encoder) throws {
              var container = encoder.singleValueContainer()
              if case .fixed(let number) = self { try container.encode(number) } else { try container.encodeNil() } } }
          """),
      .members(
        "limits of durations and dates",
        """
        // setting: range = 1s...5min, step = 500 ms
        var a = Duration.seconds(30)
        // setting: range = 2020-01-01...2030-01-01T12:00:00Z
        var b = Date(timeIntervalSince1970: 1_700_000_000)
        // setting: range = PT1S..<PT1H
        var c: [Duration] = []
        """),
    ]

  /// Ranges, dictionaries with other keys, and structs that need their keys.
  static let containers: [TruthProgram] =
    each(
      [
        "var a: ClosedRange<Int> = 1...5", "var a = 1...5", "var a: Range<Double> = 0..<2.5",
        "var a = 0..<10",
        "// setting: range = 0...100\nvar a: ClosedRange<Int> = 10...20", "var a: ClosedRange<UInt8>? = nil",
        "var a: [ClosedRange<Int>] = [1...2]",
        "var a: [Named: Int] = [.fast: 1]", "var a: [Int: String] = [1: \"x\"]",
        "var a: [Numbered: Int] = [.two: 1]",
        "var a: [Mode: Int] = [.fast: 1]", "var a: [UInt8: String] = [1: \"x\"]",
        "var a: [Int64: String] = [1: \"x\"]", "var a: [Long: String] = [1: \"x\"]",
        "var a: [Swift.Int: String] = [1: \"x\"]", "var a: Named2<Point> = [1: Point(x: 1, y: 2)]",
        "var a: [UInt: String] = [1: \"x\"]", "var a: [Level: Int] = [.two: 1]",
        "var a: [Port: Int] = [Port(rawValue: 1): 1]",
        "var a = [1: \"x\"]", "var a = [Numbered.two: 1, .one: 2]", "var a = [UInt8(1): \"x\"]",
        "var a: [[Int: String]] = []",
        "var a: [Int: String] = [:]", "var a: [Int: [Int]] = [-3: [1]]",
        "var a: [Point] = []", "var a: [Group] = []", "var a: [String: Point] = [:]",
        "var a: [String: Point] = [\"k\": Point(x: 1, y: 2)]", "var a: Point? = nil", "var a: Group? = nil",
        "var a: Point? = Point(x: 1, y: 2)", "var a: [Nested] = []", "var a: [Outer] = []",
        "var a: Nested? = nil",
        "var a: [Loose] = []", "var a = [Wide(x: 1)]",
      ],
      types: """
        enum Mode: String, Codable { case fast, slow }
        enum Named: String, Codable, CodingKeyRepresentable { case fast, slow = "SLOW" }
        enum Numbered: Int, Codable, CodingKeyRepresentable { case one = 1, two }
        enum Level: Int, Codable { case one = 1, two }
        struct Port: RawRepresentable, Hashable, Codable, CodingKeyRepresentable { var rawValue: Int }
        typealias Long = Int64
        typealias Named2<Value> = [Int: Value]
        struct Point: Codable { var x: Int; var y: Int }
        struct Group: SettingsGroup { var x = 1; var y = 2 }
        struct Nested: Codable { var x: Int; var inner: Point; var maybe: Point? }
        struct Outer: SettingsGroup { var x = 1; var inner = Plain(); var maybe: Plain? = nil }
        struct Plain: Codable { var x = 1; var y = 2 }
        struct Loose: Codable { var x: Int?; var y: Int? }
        struct Wide: Codable { var x: Int; var group = Group() }
        """)
}
