import SettingsForm
import Testing

@testable import SettingsGenCore

@Suite struct FormTests {
  @Test("Help is the documentation comment with its paragraphs, lists and code, without annotations")
  func help() {
    let made = Generated.members(
      """
      /// First line
      /// goes on.
      ///
      /// - one
      /// - two
      ///   more
      ///
      /// ```
      /// code  here
      /// ```
      // setting: secret
      /// Last.
      var a = 1
      /**
       * Starred
       * text.
       *
       * setting: advanced
       * Second.
       */
      var b = 1
      /** One line. */
      var c = 1
      // Plain.
      var d = 1
      /// Gone.

      /// Kept.
      var e = 1
      """)
    #expect(made.messages == [])
    #expect(
      made.setting("a")?.help
        == "First line goes on.\n\n- one\n- two more\n\n```\ncode  here\n```\nLast.")
    #expect(made.setting("b")?.help == "Starred text.\n\nSecond.")
    #expect(made.setting("b")?.traits == .advanced)
    #expect(made.setting("c")?.help == "One line.")
    #expect(made.setting("d")?.help == "")
    #expect(made.setting("e")?.help == "Kept.")
  }

  @Test("The help of a section is that of its property, or else of its type")
  func sectionHelp() {
    let made = Generated.members(
      "/// Of the type.\nstruct Inner: SettingsGroup { var a = 1 }\nvar one = Inner()\n/// Of the property.\nvar two = Inner()"
    )
    #expect(made.section("one")?.help == "Of the type.")
    #expect(made.section("two")?.help == "Of the property.")
  }

  @Test("Properties that aren't stored or coded aren't settings")
  func leftOut() {
    let made = Generated.members(
      """
      var a = 1
      let fixed: Int
      let constant = 1
      static var shared = 1
      lazy var slow = 1
      var computed: Int { 1 }
      var observed = 1 { didSet { } }
      private var secret = 1
      private(set) var guarded = 1
      fileprivate struct Inner: SettingsGroup { var x = 1 }
      fileprivate var inner = Inner()
      init() {}
      """)
    #expect(
      made.messages == [
        "3:5: note: the default of 'fixed' is left out of the exported form: an initializer sets it, which only the running program knows; annotate it with 'computedDefault' if this is intended",
        "6:10: note: 'slow' is not a setting because it is lazy",
      ])
    #expect(made.keys == ["a", "fixed", "constant", "observed", "secret", "guarded", "inner"])
    // A file sets a constant that the initializer leaves to it.
    #expect(made.setting("fixed")?.traits == [])
    // The app writes the constant into a file with all settings, so the form knows the key.
    #expect(made.setting("constant")?.traits == .readOnly)
    #expect(made.setting("constant")?.defaultValue == 1)
    #expect(made.form?.keyPaths.map(\.path) == [["a"], ["observed"]])
  }

  @Test("CodingKeys in the struct or in an extension rename and omit keys")
  func codingKeys() {
    let text = "var a = 1\nvar b = 2\nvar c = 3"
    let keys = "enum CodingKeys: String, CodingKey { case a = \"first\", c }"
    for made in [
      Generated.members("\(text)\nprivate \(keys)"), Generated.members(text, "extension App { \(keys) }"),
    ] {
      #expect(made.keys == ["first", "c"])
      #expect(made.setting("first")?.title == "A")
      #expect(made.form?.keyPaths.first?.properties == ["a"])
      #expect(made.form?.keyPaths.first?.path == ["first"])
    }
  }

  @Test("Only the compiled clauses of an #if block are read")
  func conditions() {
    let made = Generated.members(
      """
      #if os(Linux) || os(macOS)
      var a = 1
      #else
      var a = "x"
      #endif
      #if DEBUG && swift(>=6)
      var b = 1
      #elseif !(os(Windows) && arch(arm64)) && swift(>=5.9)
      var c = 1
        #if false
        var d = 1
        #endif
      #endif
      #if canImport(UIKit)
      enum Mode: String, Codable { case ui }
      #else
      enum Mode: String, Codable { case tui
        #if false
        case gui
        #endif
      }
      #endif
      var mode = Mode.tui
      """)
    #expect(made.messages.count == 2)
    #expect(made.messages.allSatisfy { $0.hasPrefix("7:5: note: whether '") })
    #expect(made.keys == ["a", "c", "mode"])
    #expect(made.setting("a")?.kind == .int)
    #expect(made.setting("mode")?.kind == .choice([FormChoice(value: "tui", title: "Tui")]))
  }

  @Test(
    "A member that isn't compiled doesn't change how its type is coded",
    arguments: [
      (
        "var a = [Part]()", "struct Part: SettingsGroup { var x = 1",
        "func encode(to encoder: any Encoder) throws {}"
      ),
      (
        "var a: Port? = nil", "struct Port: RawRepresentable, Codable { var rawValue: UInt16",
        "var rawValue: String"
      ),
      (
        "var a = Port(rawValue: 1)", "struct Port: RawRepresentable, Codable { let rawValue: Int",
        "init(rawValue: Int) { self.rawValue = 2 }"
      ),
      ("var a = Mode.x", "enum Mode: String, Codable { case x", "var rawValue: String { \"y\" }"),
      ("var a = Part()", "struct Part: SettingsGroup { var x = 1", "init(x: Int) {}"),
      ("var a: Flag.Options = []", "enum Flag: OptionsBinding { case x", "case all"),
    ])
  func membersInConditions(property: String, type: String, member: String) {
    let plain = Generated.members(property, type + " }")
    let made = Generated.members(property, "\(type)\n#if false\n\(member)\n#endif\n}")
    #expect(plain.messages == [] && made.messages == [])
    #expect(plain.form != nil && made.form?.schema == plain.form?.schema)
    let first = Generated.members(
      property, type.replacing(" { ", with: " {\n#if false\n\(member)\n#endif\n") + " }")
    #expect(first.messages == [])
    #expect(first.form?.schema == plain.form?.schema)
  }

  @Test("Structs in lists, dictionaries and optionals are objects with their limits")
  func objects() {
    let made = Generated.members(
      """
      /// A machine.
      struct Server: Codable {
        // setting: range = 1...9, sideEffect = connect, requiresRestart
        var port = 1
      }
      var list = [Server()]
      var dictionary: [String: Server] = [:]
      var optional: Server?
      """)
    #expect(made.messages == [])
    let port = FormSetting(
      key: "port", title: "Port", kind: .integer(NumberLimits(lower: .inclusive(1), upper: .inclusive(9))),
      defaultValue: 1, traits: .requiresRestart,
      attributes: SettingKeyword.Attributes(sideEffects: ["connect"]))
    let object = FormKind.object(
      FormSection(
        key: "", title: "Server", help: "A machine.", otherKeywords: .requiring(["port"]),
        items: [.setting(port)]))
    #expect(made.setting("list")?.kind == .list(object, ListLimits()))
    #expect(made.setting("dictionary")?.kind == .dictionary(object))
    #expect(made.setting("optional")?.otherKeywords == .requiring(["port"]))
    #expect(made.setting("optional")?.isOptional == true)
    #expect(made.setting("list")?.sideEffects == ["connect"])
    #expect(made.setting("list")?.traits == .requiresRestart)
    #expect(made.form?.hooks.first?.paths == [["list"], ["dictionary"], ["optional"]])
    #expect(made.form?.keyPaths.map(\.path) == [["list"], ["dictionary"], ["optional"]])
  }

  @Test("Structs that code themselves, classes and wrapped properties are edited as JSON")
  func otherTypes() {
    let made = Generated.members(
      """
      var own = Own()
      var object = Object()
      @Clamped var wrapped = 1
      @Plain var boxed = 1
      @Elsewhere(x: 1) var foreign = 1
      var port = Port(rawValue: 1)
      """,
      """
      struct Own: Codable { init() {}; func encode(to encoder: any Encoder) throws {} }
      class Object: Codable {}
      @propertyWrapper struct Clamped: Codable { var wrappedValue: Int
        init(from decoder: any Decoder) throws { } ; func encode(to encoder: any Encoder) throws {} }
      @propertyWrapper struct Plain: Codable { var wrappedValue: Int }
      struct Port: RawRepresentable, Codable { let rawValue: UInt16 }
      """)
    #expect(made.setting("own")?.kind == .json)
    #expect(made.setting("object")?.kind == .json)
    #expect(made.setting("wrapped")?.kind == .json)
    #expect(made.setting("boxed")?.kind == .json)
    #expect(made.setting("foreign")?.kind == .json)
    #expect(
      made.setting("port")?.kind == .integer(NumberLimits(lower: .inclusive(0), upper: .inclusive(65535))))
  }

  @Test(
    "Only the app can tell whether a value is valid if forms don't describe a type anywhere inside of it",
    arguments: [
      ("[Bool?]", true), ("[[String: [Int?]]]", true), ("Source", true), ("[Part]", true),
      ("[Source]?", true), ("[Bool]", false), ("Plain", false), ("[Plain]", false),
    ])
  func codedByApp(_ example: (type: String, isKnownToAppOnly: Bool)) {
    let made = Generated.members(
      "var a: \(example.type) = known()",
      """
      enum Source: Codable { case none, listed([Bool?]) }
      struct Part: Codable { var name = ""; var marks: [Int?] = [] }
      enum Plain: Codable { case none, listed([Bool], by: Int?) }
      """)
    #expect(made.setting("a")?.traits.contains(.codedByApp) == example.isKnownToAppOnly, "\(made.messages)")
  }

  @Test("A note about a setting that is edited as JSON names the cause")
  func causesOfJSON() {
    let made = Generated.members(
      """
      var a = Reads.x
      var b: [Writes] = []
      var c = Object()
      @Clamped var d = 1
      var e = Tree()
      """,
      """
      enum Reads: String, Codable { case x; init(from decoder: any Decoder) throws { self = .x } }
      struct Writes: Codable { func encode(to encoder: some Encoder) throws {} }
      class Object: Codable {}
      struct Tree: Codable { var inner: [Tree] = [] }
      """)
    let causes = [
      "'Reads' reads itself with 'init(from:)'", "'Writes' writes itself with 'encode(to:)'",
      "'Object' isn't a struct or an enum", "only its wrapper '@Clamped' knows how it is stored",
    ]
    for cause in causes {
      #expect(made.messages.contains { $0.contains("because \(cause);") }, "\(cause): \(made.messages)")
    }
    let tree = made.messages.filter { $0.contains("'inner' is edited as JSON because") }
    #expect(tree.count == 1 && tree[0].contains("a value of 'Tree' can contain another"), "\(made.messages)")
  }

  @Test("Only methods with a coder as their parameter code a type")
  func methodsThatLookLikeCoding() {
    let made = Generated.members(
      "var a = Odd()\nvar b = Odd()",
      """
      struct Odd: SettingsGroup {
        var x = 1
        init() {}
        init(from url: URL) {}
        init(from decoder: any Decoder, strict: Bool) {}
        func encode(to url: URL) {}
        func encode(to encoder: any Encoder, twice: Bool) {}
        static func encode(to encoder: any Encoder) {}
      }
      """)
    #expect(made.messages == [])
    #expect(made.section("a")?.items.map(\.key) == ["x"])
    for coder in ["any Encoder", "Encoder", "some Swift.Encoder"] {
      let own = Generated.members(
        "var a = Odd()", "struct Odd: Codable { var x = 1; func encode(to e: \(coder)) {} }")
      #expect(own.setting("a")?.kind == .json, "\(coder)")
    }
    let generic = Generated.members(
      "var a = Odd()", "struct Odd: Codable { var x = 1; func encode<E: Encoder>(to e: E) {} }")
    #expect(generic.setting("a")?.kind == .json)
  }

  @Test("A struct that only reads itself keeps its form, with one note")
  func ownDecoding() {
    let reading = "init() {}\ninit(from decoder: any Decoder) throws {}"
    let made = Generated.members(
      "var a = Part()\nvar b: [Part] = []\n\(reading)", "struct Part: SettingsGroup { var x = 1\n\(reading) }"
    )
    #expect(
      made.messages.map { $0.drop { $0 != "'" }.prefix { $0 != "," } } == [
        "'App' reads itself with 'init(from:)'", "'Part' reads itself with 'init(from:)'",
      ])
    #expect(made.section("a")?.items.map(\.key) == ["x"])
    guard case .list(.object(let element), _)? = made.setting("b")?.kind else {
      Issue.record("\(made.messages)")
      return
    }
    // The app's own initializer can give a missing key a default.
    #expect(element.otherKeywords["required"] == nil)
    let root = Generated(
      "struct App: SettingsGroup { var a = 1; func encode(to encoder: any Encoder) throws {} }")
    #expect(root.messages.map { $0.prefix(36) } == ["1:8: error: 'App' writes itself, so "])
  }

  @Test("A property without a default, or a group without 'init()', is an error that says what to add")
  func noDefault() {
    let property = Generated.members("var a: Int\nvar b: Int?\nlet c = 1")
    #expect(
      property.messages.filter { $0.contains("error") } == [
        "2:5: error: 'a' has no default: give it an initial value, or add an 'init()' to 'App' that sets it"
      ])
    let initializer = Generated.members("var a = 1\ninit(a: Int) { self.a = a }")
    #expect(
      initializer.messages.filter { $0.contains("error") } == [
        "1:8: error: 'App' has initializers, but no 'init()', which gives every setting its default; add 'init() {}'"
      ])
    #expect(Generated.members("var a: Int\ninit() { a = 1 }").form != nil)
    #expect(
      Generated.members("var a = 1", "extension App { init(a: Int) { self.init(); self.a = a } }").form != nil
    )
    let inherited = Generated(
      "protocol Plain {}; extension Plain { init() {} }; struct App: SettingsGroup, Plain { var a: Int }")
    #expect(!inherited.messages.contains { $0.contains("error") }, "\(inherited.messages)")
  }

  @Test("A type that isn't Codable is an error")
  func notCodable() {
    let made = Generated.members("var a = Inner()", "struct Inner { var x = 1 }")
    #expect(made.messages == ["2:5: error: 'Inner' is not Codable, so 'a' cannot be stored"])
  }

  @Test("Sections that contain themselves or are nested too deep are errors")
  func deep() {
    let loop = Generated.members(
      "var a = A()", "struct A: SettingsGroup { var b = B() }\nstruct B: SettingsGroup { var a = A() }")
    #expect(loop.messages == ["5:31: error: the section 'a' contains itself"])
    let types = (0..<200).map { "struct S\($0): SettingsGroup { var next = S\($0 + 1)() }" }
    let deep = Generated.members(
      "var first = S0()", (types + ["struct S200: SettingsGroup { var a = 1 }"]).joined(separator: "\n"))
    #expect(deep.messages.count == 1)
    #expect(deep.messages.first?.contains("sections are nested more than 100 deep here") == true)
  }

  @Test("The root is the group that isn't a member of another, regardless of the order of files")
  func root() {
    let app = "struct App: SettingsGroup { var a = Other() }"
    let other = "struct Other: SettingsGroup { var b = 1\n struct Unused: SettingsGroup {} }"
    #expect(Generated(app, other).form?.rootName == ["App"])
    #expect(Generated(other, app).form?.schema == Generated(app, other).form?.schema)
    #expect(Generated("struct App: AutomaticSettings { var a = 1 }").keys == ["a"])
    #expect(Generated("protocol Mine: SettingsGroup {}", "struct App: Mine { var a = 1 }").keys == ["a"])
    #expect(
      Generated("enum Space { struct App { var a = 1 } }", "extension Space.App: SettingsGroup {}").keys == [
        "a"
      ])
  }

  @Test(
    "A group that only values of another contain isn't a root",
    arguments: [
      "var a: [Int: Group] = [:]", "var a: [UInt8: Group] = [:]", "var a: [String: [Group?]] = [:]",
      "var a = Source.none", "var a: [Source] = []", "var a = Plain()", "var a: Shared? = nil",
      "var a: Elsewhere<Group>? = nil", "var a: Groups<Group> = []",
    ])
  func membersOfValues(member: String) {
    let made = Generated(
      "struct App: SettingsGroup { \(member) }",
      """
      struct Group: SettingsGroup { var x = 1 }
      enum Source: Codable { case group(Plain), none }
      struct Plain: Codable { var group = Group() }
      final class Shared: Codable { var group = Group() }
      typealias Groups<Value> = [Value]
      """)
    #expect(made.form?.rootName == ["App"], "\(made.messages)")
  }

  @Test("A group in an extension of another is nested in it")
  func nestedInExtension() {
    let made = Generated(
      "struct App: SettingsGroup { var a = 1 }",
      "extension App { enum Parts { struct Unused: SettingsGroup { var b = 1 } } }")
    #expect(made.form?.rootName == ["App"], "\(made.messages)")
  }

  @Test("The types of associated values and the keys of their cases are found in other files")
  func associatedValues() {
    let files = [
      "struct App: SettingsGroup { var a = Source.none }",
      "enum Source: Codable { case point(Point), none\ntypealias PointCodingKeys = Keys }",
      "struct Point: Codable { var x: Int }", "enum Keys: String, CodingKey { case _0 = \"at\" }",
    ]
    let made = Generated(files: files)
    #expect(made.messages == [])
    #expect(made.setting("a")?.kind == Generated(files.joined(separator: "\n")).setting("a")?.kind)
    guard case .variants(let variants) = made.setting("a")?.kind else {
      Issue.record("\(String(describing: made.setting("a")))")
      return
    }
    let members = variants[0].members?.section.items ?? []
    #expect(members.map(\.key) == ["at"])
    guard case .section(let point)? = members.first else {
      Issue.record("\(members)")
      return
    }
    #expect(point.items.map(\.key) == ["x"])
  }

  @Test(
    "An annotation of a struct applies to all settings whose values contain it",
    arguments: [
      "Proxy?", "[Proxy]", "[[Proxy]]", "[String: Proxy]", "[Int: Proxy]", "Source", "[Source]", "[Outer]",
    ])
  func annotationsOfValues(type: String) {
    func made(_ annotation: String, ofProperty: String = "") -> Generated {
      .members(
        "\(ofProperty)var a: \(type) = x",
        """
        // setting: \(annotation)
        struct Proxy: Codable { var x = 1 }
        enum Source: Codable { case proxy(Proxy), none }
        struct Outer: Codable { var proxy: Proxy }
        """)
    }
    #expect(made("requiresRestart").setting("a")?.traits.contains(.requiresRestart) == true)
    #expect(
      made("was = old").messages.contains { $0.hasPrefix("4:19: error: put 'was' above the property '") })
    #expect(made("app = x").messages.contains { $0.contains("it belongs to the root of the settings") })
    guard !type.contains("Source"), !type.contains("Outer") else { return }
    let property = "// setting: requiresRestart = false\n"
    let overridden = made("requiresRestart, keywords = gate", ofProperty: property)
    #expect(overridden.setting("a")?.traits.contains(.requiresRestart) == false)
    #expect(overridden.setting("a")?.keywords == ["gate"])
  }

  @Test("A version that the generator doesn't know is left to the compiler")
  func versions() {
    let last = BuildPlatform.CompilerVersion(lowest: [6, 6], limit: [7])
    #expect(last.isAtLeast([6, 7]) == nil)
    #expect(last.isAtLeast([6, 6, 1]) == nil)
    #expect(
      last.isAtLeast([6, 6]) == true && last.isAtLeast([6, 5, 9]) == true && last.isAtLeast([6]) == true)
    #expect(
      last.isAtLeast([7]) == false && last.isAtLeast([7, 0, 0]) == false && last.isAtLeast([7, 1]) == false)
    let newest = BuildPlatform.CompilerVersion(lowest: [7])
    #expect(
      newest.isAtLeast([7, 0, 0]) == true && newest.isAtLeast([7, 1]) == nil && newest.isAtLeast([8]) == nil)
    let middle = BuildPlatform.CompilerVersion(lowest: [6, 3], limit: [6, 4])
    #expect(middle.isAtLeast([6, 3, 1]) == nil && middle.isAtLeast([6, 4]) == false)
  }

  @Test("No root, several roots, and an unknown root are errors")
  func roots() {
    let two = ["struct B: SettingsGroup { var a = 1 }", "struct A: SettingsGroup { var b = 1 }"]
    #expect(
      Generated(files: two).messages == [
        "1:8: error: several structs can be the root of the settings: A, B; name one with --root"
      ])
    #expect(Generated(files: two, root: "A").keys == ["b"])
    #expect(
      Generated(files: two, root: "C").messages == [
        "error: there is no struct 'C'; check the name of the root"
      ])
    #expect(Generated("struct A {}").messages == ["error: " + Diagnostics.noSettings])
    #expect(Generated(files: ["struct A {}"], allowsNone: true).messages == [])
    let loop = "struct A: SettingsGroup { var b: [B] = [] }\nstruct B: SettingsGroup { var a: [A] = [] }"
    #expect(Generated(loop).messages.first?.contains("each is a member of another (A, B)") == true)
    #expect(Generated("private struct A: SettingsGroup { var a = 1 }").messages.count == 1)
    #expect(Generated("struct A<T>: SettingsGroup { var a = 1 }").messages.count == 1)
    #expect(
      Generated("struct App { struct Settings: SettingsGroup { var a = 1 } }", root: "App.Settings").keys == [
        "a"
      ])
    let skipped = Generated("// setting: skipSetting\nstruct B: SettingsGroup { var a = 1 }", two[1])
    #expect(skipped.form?.rootName == ["A"])
  }

  @Test("Option sets have at most 64 flags, and reserve two names")
  func optionSets() {
    func messages(_ cases: String) -> [String] {
      Generated.members("var a: F.Options = []", "enum F: OptionsBinding { case \(cases) }").messages
    }
    let names = (0..<65).map { "c\($0)" }
    #expect(messages(names.dropLast().joined(separator: ", ")) == [])
    #expect(
      messages(names.joined(separator: ", ")).first?.contains("has 65 cases; an option set holds at most 64")
        == true)
    #expect(messages("all").first?.contains("has its own 'all'; rename this case") == true)
    #expect(messages("a(Int)").first?.contains("associated values") == true)
  }

  @Test("Several errors are reported at once, in source order")
  func severalErrors() {
    let made = Generated(
      "struct App: SettingsGroup {\n // setting: range = 2...1\n var a = 1\n // setting: zebra\n var b = x\n var c = C()\n}",
      "struct C: SettingsGroup {\n // setting: secret\n var d: Int { 1 } }")
    #expect(
      made.messages.map { String($0.prefix(11)) } == [
        "2:22: error", "4:14: error", "5:6: error:", "2:14: error",
      ])
    #expect(
      made.text.hasPrefix(
        "A.swift:2:22: error: this range is empty: it contains no value\n // setting: range = 2...1\n                     ^\n"
      ))
  }

  @Test("The same error of a struct that is used twice is reported once")
  func onceOnly() {
    let made = Generated.members(
      "var a = S(), b = S()", "struct S: SettingsGroup {\n// setting: range = x\nvar c = 1 }")
    #expect(made.messages.count == 1)
  }
}
