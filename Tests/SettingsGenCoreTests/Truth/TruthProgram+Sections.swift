/// Sections, lists of structs, and initializers.
extension TruthProgram {
  static let sections: [TruthProgram] = [
    .members(
      "arguments of sections",
      """
      var one = Inner()
      var two: Inner = .init(b: 5, leaf: Leaf(c: 9))
      var three: Inner = make()
      var four = Inner.special
      var five: Inner = { Inner(b: 7) }()
      static func make() -> Inner { Inner(a: 8) }
      """,
      types: """
        struct Inner: SettingsGroup { var a = 1; var b = 2; var leaf = Leaf()
          static let special = Inner(a: 3) }
        struct Leaf: SettingsGroup { var c = 3 }
        """),
    .members(
      "a struct that reads one key without a default", "var s: S? = nil\nvar l: [S] = []",
      types: """
        struct S: Codable { var x = 1; var y = 2; var z = 3
          init() {}
          init(from decoder: any Decoder) throws {
            let c = try decoder.container(keyedBy: CodingKeys.self)
            x = try c.decode(Int.self, forKey: .x)
            y = try c.decodeIfPresent(Int.self, forKey: .y) ?? 2
            z = (try? c.decode(Int.self, forKey: .z)) ?? 3 } }
        """),
    .members(
      "an optional struct whose default only the program knows",
      "var a: Pair?; var b: Pair? = makePair(); var n = 1\ninit() { n = 2 }",
      types: "struct Pair: Codable { var x: Int; var y: Int }",
      outside: "private func makePair() -> NS.Pair? { NS.Pair(x: 1, y: 2) }"),
    .members(
      "a constant that a file sets", "let a: String; let b = 2\ninit() { a = \"x\" }"),
    .members("an initializer that does something", "var a = 1; var b = 2\ninit() { a = 2 }"),
    .members("an empty initializer", "var a = 1\ninit() {}"),
    .members(
      "an initializer with defaults", "var a = 1\ninit(a: Int = 3) { self.a = a }\ninit() { self.init(a: 4) }"
    ),
    .members(
      "initializers in extensions", "var a = 1; var s = S(seed: 4)",
      types: "struct S: SettingsGroup { var x = 1 }",
      outside: "extension NS.S { init(seed: Int) { self.init(); x = seed } }"),
    .members(
      "an initializer without argument in an extension", "var s = S(); var t = S(x: 2)",
      types: "struct S: SettingsGroup { var x: Int }",
      outside: "extension NS.S { init() { self.init(x: 9) } }"),
    .members(
      "lists of structs",
      """
      var a: [Server] = [Server(), .init(host: "b", port: 81)]
      var b: Server? = Server(host: "f")
      var c: [String: Server] = ["x": .init(port: 1)]
      var d: Server? = nil
      """,
      types: """
        struct Server: Codable, Sendable { var host = "localhost"; var port: UInt16 = 80; var names: [String]? = nil }
        """),
    .members(
      "constants in sections", "var s = S()",
      types: """
        struct S: SettingsGroup { let fixed = 5; var a = 1; static let b = 2 }
        """, hidden: ["fixed"]),
    .members(
      "a constant without value", "var s = S()",
      types: """
        struct S: SettingsGroup { let fixed: Int; init() { fixed = 4 } }
        """),
    .members(
      "sections that hold sections", "var a = A()",
      types: """
        struct A: SettingsGroup { var b = B(); struct B: SettingsGroup { var c = C(); struct C: SettingsGroup { var d = 1 } } }
        """),
    .members(
      "ranges and steps",
      """
      // setting: range = 1...30, step = 1
      var a = 7
      // setting: range = 0.0..<1.0, step = 0.1
      var b = 0.3
      // setting: length = 1...3
      var c = "ab"
      """),
    .members(
      "a list in a section given from outside", "var s = S(list: [3], more: [\"k\": 1])",
      types: """
        struct S: SettingsGroup { var list = [1, 2]; var more: [String: Int] = [:] }
        """),
    .members(
      "an optional section", "var s: S? = S(); var t: S?", types: "struct S: Codable, Sendable { var a = 1 }"),
    .members(
      "inferred generics", "var a = Optional(S()); var b = [S()]",
      types: "struct S: Codable, Sendable { var a = 1 }"),
    .members(
      "a section of a generic type", "var a = Box(value: 3)",
      types:
        "struct Box<V: Codable & Sendable>: SettingsGroup { var value: V; init(value: V) { self.value = value }; init() { fatalError() } }"
    ),
    .members(
      "defaults in the memberwise initializer", "var s = S(b: 3)",
      types: """
        struct S: SettingsGroup { var a = 1; var b = 2; private var c = 3
          init(a: Int = 9, b: Int = 8) { self.a = a; self.b = b }
          init() {} }
        """),
  ]
}
