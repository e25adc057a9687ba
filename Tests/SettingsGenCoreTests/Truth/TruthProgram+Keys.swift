/// Keys and conditional compilation.
extension TruthProgram {
  static let keys: [TruthProgram] = [
    .members(
      "renamed and left-out keys",
      """
      var a = 1; var b = 2; var c = 3
      enum CodingKeys: String, CodingKey { case a = "x-a", b }
      """),
    .members(
      "keys behind an alias",
      """
      var a = 1; var b = 2
      typealias CodingKeys = Keys
      enum Keys: String, CodingKey { case a = "first", b }
      """),
    .members(
      "keys behind an alias of another type", "var a = 1; var b = 2\ntypealias CodingKeys = Outer.Keys",
      types: "enum Outer { enum Keys: String, CodingKey { case a = \"first\", b } }"),
    .members(
      "keys in an extension", "var a = 1; var b = 2",
      outside: "extension NS.App { enum CodingKeys: String, CodingKey { case a = \"one\", b } }"),
    .members("keys with numbers", "var a = 1; var b = 2\nenum CodingKeys: Int, CodingKey { case a = 1, b }"),
    .members("keys without raw values", "var a = 1; var b = 2\nenum CodingKeys: CodingKey { case a, b }"),
    .members(
      "keys in #if",
      """
      var a = 1; var b = 2
      enum CodingKeys: String, CodingKey {
        #if os(Windows)
        case a = "windows"
        #else
        case a = "other"
        #endif
        case b
      }
      """),
    .members("raw strings as keys", "var a = 1\nenum CodingKeys: String, CodingKey { case a = #\"x\\y\"# }"),
    .members(
      "keys in backticks", "var `default` = 1; var `in` = 2; var `class`: Mode = .`default`",
      types: "enum Mode: String, Codable { case `default`, `self` }"),
    .members("private settings", "private var a = 1\nfileprivate var b = 2\nprivate(set) var c = 3"),
    .members(
      "keys with dots and slashes", "var a = 1\nenum CodingKeys: String, CodingKey { case a = \"a.b/c~d\" }"),
    .members("private keys", "var a = 1\nprivate enum CodingKeys: String, CodingKey { case a = \"z\" }"),
    .members(
      "keys of a section", "var s = Section()",
      types: """
        struct Section: SettingsGroup { var a = 1; var b = 2
          enum CodingKeys: String, CodingKey { case a = "A"; case b = "B" } }
        """),
    .members("lazy, static and computed members", "var a = 1\nstatic let b = 2\nvar c: Int { 3 }\nlet d = 4"),
    .members("observers", "var a = 1 { didSet {} }\nvar b: Int = 2 { willSet { _ = newValue } }"),
    .members("several in one", "var a = 1, b = \"x\", c: Bool = true\nvar d, e: Int?"),
    .members("skipped settings", "// setting: skipSetting\nvar a = 1\nvar b = 2", hidden: ["a"]),
    .members("raw identifiers", "var `two words` = 1"),
    .members("names in other scripts", "var größe = 1\nvar 高さ = 2.5"),
  ]

  /// Programs whose names could collide with generated code.
  static let names: [TruthProgram] = [
    .members(
      "types called as those of generated code",
      """
      // setting: sideEffect = reload, injectHeader
      struct Inner: SettingsGroup { var x = 1 }
      var a = 1
      // setting: sideEffect = reload
      var b: Flag.Options = [.c]
      @available(*, deprecated) var old = 1
      var inner = Inner()
      struct String {}; struct SettingPath {}; struct KeyPathTable {}; struct StaticString {}; struct UInt64 {}
      struct SettingChange {}; struct PartialKeyPath {}; enum Swifty {}; struct Any2 {}; struct Bool {}; struct Codable2 {}
      """.replacing(
        "// setting: sideEffect = reload, injectHeader",
        with: "// setting: injectHeader, detail = size, action = clear"),
      types: """
        enum Flag: OptionsBinding { case c, d; struct String {}; struct UInt64 {}; struct DecodingError {} }
        enum Named: CaseIterable { case one; struct String {}; struct Decoder {}; struct DecodingError {} }
        """),
    .members(
      "side effects that are code",
      "// setting: sideEffect = \"print(changes.count)\"\nvar a = 1\n// setting: sideEffect = save\nvar b = 2"
    ),
    .members(
      "keys with every character",
      "var a = 1; var b = 2\nenum CodingKeys: String, CodingKey { case a = \"x\\n\\\"\\u{7f}/~\", b = \"\\\\(c)\" }"
    ),
  ]

  static let conditions: [TruthProgram] =
    [
      "canImport(FoundationNetworking)", "canImport(Testing)", "swift(<7)", "swift(>=6.9)", "swift(>=5)",
      "_endian(little)", "hasFeature(ExistentialAny)", "_pointerBitWidth(_64)", "DEBUG", "!DEBUG",
      "os(Linux)",
      "canImport(Glibc)", "compiler(>=6.2)", "arch(x86_64)", "targetEnvironment(simulator)", "true", "false",
      "DEBUG && os(Linux)", "DEBUG || os(Linux)", "canImport(NoSuchModule)", "compiler(<6)", "swift(>=6.0.1)",
      "hasAttribute(retroactive)", "_runtime(_ObjC)", "canImport(Foundation, _version: 1)",
      "os(macOS) || os(iOS)",
      "!(DEBUG)", "_hasAtomicBitWidth(_64)", "$NonescapableTypes",
    ].flatMap { condition -> [TruthProgram] in
      [
        .members(
          "#if \(condition)",
          """
          #if \(condition)
          var a = 1
          var only = true
          #else
          var a = "text"
          #endif
          var last = 2
          """)
      ]
    } + [
      .members(
        "nested conditions",
        """
        #if DEBUG
          #if os(Linux)
          var a = 1
          #else
          var a = 2
          #endif
        #elseif FLAG
        var a = 3
        #else
        var a = 4
        #endif
        """),
      .members(
        "conditions around cases", "var a: Mode = .a",
        types: """
          enum Mode: String, Codable { case a
            #if DEBUG
            case b
            #else
            case c
            #endif
          }
          """),
      .members(
        "conditions around types", "var a = Inner()",
        types: """
          #if DEBUG
          struct Inner: SettingsGroup { var x = 1 }
          #else
          struct Inner: SettingsGroup { var y = 1 }
          #endif
          """),
      .members(
        "conditions in expressions' types", "var a: Number = 1",
        types: """
          #if DEBUG
          typealias Number = Int
          #else
          typealias Number = Double
          #endif
          """),
      .members(
        "conditions around constants", "var a = Limits.max",
        types: """
          enum Limits {
            #if DEBUG
            static let max = 1
            #else
            static let max = 2
            #endif
          }
          """),
    ]
}
