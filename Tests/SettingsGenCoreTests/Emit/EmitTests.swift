import Foundation
import SettingsForm
import SettingsValidation
import TestSupport
import Testing

@testable import SettingsGenCore

@Suite struct EmitTests {
  @Test("Raw strings keep any text")
  func rawStrings() {
    #expect(SwiftText.rawLines(json: "a") == "#\"\"\"\na\n\"\"\"#")
    #expect(SwiftText.rawLines(json: "\\#(x)") == "##\"\"\"\n\\#(x)\n\"\"\"##")
    #expect(SwiftText.rawLines(json: "\"\"\"## \\") == "###\"\"\"\n\"\"\"## \\\n\"\"\"###")
    #expect(SwiftText.literal("a\"\\\n\u{1}\u{e9}") == "\"a\\\"\\\\\\n\\u{1}\u{e9}\"")
  }

  @Test("Generated declarations have the access level of the root")
  func access() {
    let made = Generated(
      "public struct App: SettingsGroup { public var f: F.Options = []; public var m = M.a; public init() {}\n// setting: sideEffect = x\npublic var s = 1\npublic var g = G() }",
      "// setting: injectHeader = h\npublic struct G: SettingsGroup { public var a = 1; public init() {} }",
      "public enum F: OptionsBinding { case a }", "public enum M { case a }")
    for line in [
      "public import Settings", "  public static var formSource: Swift.String {",
      "  public static func addKeyPaths(",
      "nonisolated public protocol AppSideEffects: ", "nonisolated public protocol AppEditorHooks: ",
      "  public func run(", "  public func text(", "  nonisolated public struct Options: ",
      "    public static let a = ",
      "    public init(from decoder: any Swift.Decoder) throws {",
      "  public func encode(to encoder: any Swift.Encoder) throws {",
    ] {
      #expect(made.swift.contains("\n" + line), "\(line)")
    }
    #expect(!Generated("struct App: SettingsGroup { var a = 1 }").swift.contains("public"))
    let package = "package struct App: SettingsGroup { var a = 1 }"
    #expect(Generated(package).swift.contains("package static func"))
    // With an access level, the import would contradict those of the app that state none.
    #expect(Generated("import Settings\n" + package).swift.contains("\nimport Settings\n"))
    #expect(Generated("package import Settings\n" + package).swift.contains("\npackage import Settings\n"))
  }

  @Test("Names are never qualified with a module, and don't collide with the framework's")
  func names() {
    let made = Generated("struct Settings: SettingsGroup {\n// setting: sideEffect = x\nvar `default` = 1 }")
    #expect(made.swift.contains("extension Settings: SettingsRoot {"))
    #expect(made.swift.contains("protocol RootSideEffects: SettingsSideEffects {"))
    #expect(made.swift.contains("        \\.`default`,\n      ],\n      at: \"\"\"\n        /default\n"))
    #expect(!made.swift.contains("Settings."))
    let nested = Generated(
      "enum Space { struct App: SettingsGroup {\n// setting: sideEffect = x\nvar a = 1 } }")
    #expect(nested.swift.contains("extension Space.App: SettingsRoot {"))
    #expect(nested.swift.contains("protocol SpaceAppSideEffects: SettingsSideEffects {"))
  }

  @Test(
    "An enum that isn't Codable gets the conformance, whatever else it conforms to",
    arguments: ["String", "Raw", "String, CodingKeyRepresentable", "Int, Marks", "String, CVarArg"])
  func conformances(inherited: String) {
    let made = Generated.members(
      "var mode = Mode.a",
      "enum Mode: \(inherited) { case a }\ntypealias Raw = String\ntypealias Marks = Hashable & Sendable")
    #expect(made.swift.contains("extension Mode: Swift.Codable {}"), "\(made.swift)")
  }

  @Test("An enum of keys that isn't Codable gets the conformance, too")
  func conformanceOfKeys() {
    let made = Generated.members(
      "var a: [Key: Int] = [:]", "enum Key: String, CodingKeyRepresentable { case x }")
    #expect(made.swift.contains("extension Key: Swift.Codable {}"), "\(made.swift)")
  }

  @Test("Without side effects and computed strings there are no hooks")
  func noHooks() {
    #expect(!Generated.members("var a = 1").swift.contains("Hooks"))
  }

  @Test("An error in pasted code is reported at the line of its annotation")
  func sourceLocation() {
    let made = Generated.members("var a = 1\n// setting: sideEffect = \"f(x)\"\nvar b = 2")
    #expect(
      made.swift.contains(
        "#sourceLocation(file: \"A.swift\", line: 3)\n      f(x)\n#sourceLocation()\n"))
  }

  @Test("Many key paths are added in several functions")
  func chunks() {
    let made = Generated.members((0..<250).map { "var a\($0) = 1" }.joined(separator: "\n"))
    #expect(made.swift.contains("addKeyPaths2(to: &table)"))
    #expect(!made.swift.contains("addKeyPaths3(to: &table)"))
  }

  @Test("The key path of a setting whose key has line ends is added by a call of its own")
  func lineEnds() {
    let made = Generated.members(
      "var a = 1\nvar b = 2\nenum CodingKeys: String, CodingKey { case a = \"x\\ny\", b }")
    #expect(made.swift.contains("    table.add(\\.a, [\"x\\ny\"])\n"))
  }

  @Test("Key paths of deprecated settings cause no warning")
  func deprecated() {
    let made = Generated.members("@available(*, deprecated) var a = 1\nvar b = 2")
    #expect(made.swift.contains("@available(*, deprecated)\n  static func addKeyPaths"))
    #expect(
      made.swift.contains(
        "(AppGeneratedKeyPaths.self as any AppGeneratedKeyPathsSource.Type).addKeyPaths(to: &table)"))
  }

  @Test("Enums that aren't Codable are coded by name or raw value")
  func conformances() {
    let made = Generated.members(
      "var a = A.x\nvar b = B.x\nvar c = C.x",
      "enum A { case x }\nenum B: String { case x }\nenum C: Int, Codable { case x }")
    #expect(made.swift.contains("extension A: Swift.Codable {\n"))
    #expect(made.swift.contains("extension B: Swift.Codable {}\n"))
    #expect(!made.swift.contains("extension C"))
  }

  @Test("The schema reads back as the same form")
  func schema() throws {
    let made = Generated.members(
      "/// Help \"quoted\".\nvar a = 1\nvar b = [\"\\u{1}\"]\nvar c: Double = 0.10")
    let form = try #require(made.form)
    let json = try JSONValue(parsing: form.schema.json.text(.pretty()))
    #expect(try FormSchema(parsing: json.bytes(.compact)) == form.schema)
  }

  @Test("Each of several roots has its own code, and code that they share is written once")
  func everyRoot() throws {
    let source = """
      struct A: SettingsGroup { var mode = Mode.x; var f: F.Options = [] }
      struct B: SettingsGroup { var mode = Mode.x }
      enum Mode { case x }
      enum F: OptionsBinding { case a }
      """
    let options = try CommandOptions(["--every-root", "--swift", "-", "A.swift"])
    var diagnostics = Diagnostics()
    let forms = try Generator.forms(
      of: [SourceFile(path: "A.swift", text: source)], options, configured: nil, into: &diagnostics)
    let code = SwiftEmitter.source(forms)
    #expect(diagnostics.all == [])
    for line in [
      "extension A: SettingsRoot {", "extension B: SettingsRoot {", "extension Mode: Swift.Codable {",
      "extension F {",
    ] {
      #expect(code.components(separatedBy: line).count == 2, "\(line)")
    }
    #expect(throws: CommandOptions.UsageError.self) { try CommandOptions(["--every-root", "A.swift"]) }
  }

  private static let isReady = Compiler() != nil

  /// The compiler's errors about a program that opens a store of `App`.
  private func errors(_ root: String, opening arguments: String, more: String = "") throws -> [String] {
    let made = Generated(root)
    let files = [
      "App.swift": root, "Form.swift": made.swift,
      "Use.swift":
        "import Settings\nfunc open() throws { _ = try SettingsStore<App>(\(arguments)) }\n\(more)",
    ]
    return try #require(Compiler()).check(files).errors.map(\.message)
  }

  @Test("A store of a form that names side effects doesn't compile without hooks", .enabled(if: isReady))
  func requiredHooks() throws {
    let named =
      "import Settings\nstruct App: SettingsGroup {\n// setting: sideEffect = [x, \"print(1)\"]\nvar a = 1 }"
    for arguments in [
      "file: \"a.json\"", "storage: MemoryStorage(), options: StoreOptions(style: .full)",
      ".standard(app: \"a\")",
    ] {
      let found = try errors(named, opening: arguments)
      #expect(found.count == 1 && found[0].contains("'nil' to run none: the form names side"), "\(found)")
    }
    let generic =
      "func open<R: SettingsRoot>(_: R.Type) throws { _ = try SettingsStore<R>(file: \"a.json\") }"
    let found = try errors(named, opening: "file: \"a.json\", hooks: nil", more: generic)
    #expect(found.count == 1 && found[0].contains("generic code doesn't know its form"), "\(found)")
    let hooks = "struct Hooks: AppSideEffects { func x(_ changes: [SettingChange]) async throws {} }"
    #expect(
      try errors(
        named, opening: "file: \"a.json\", hooks: Hooks(), options: StoreOptions(style: .full)", more: hooks)
        == [])
    let plain = "import Settings\nstruct App: SettingsGroup { var a = 1 }"
    #expect(try errors(plain, opening: "file: \"a.json\"") == [])
  }

  @Test("The labels of a tuple in rules are checked by the compiler", .enabled(if: isReady))
  func tuples() throws {
    func errors(_ rule: String) throws -> [String] {
      let root = """
        import Settings
        struct Size: SettingsGroup { var width = 1; var height = 2 }
        struct App: SettingsGroup {
          var size = Size()
          static let rules = RuleBook(for: App.self) { s in
            \(rule)
          }
        }
        """
      return try self.errors(root, opening: "storage: MemoryStorage()")
    }
    #expect(try errors("s.size == (width: 10, height: 20)") == [])
    #expect(try errors("s.size <= (width: s.size.height, height: 20)") == [])
    for rule in [
      "s.size == (width: 10, hight: 20)", "s.size == (width: 10, height: 20, depth: 1)",
      "s.size == (width: 10, height: \"x\")",
    ] {
      #expect(try errors(rule) != [], "\(rule)")
    }
  }

  @Test("Code in annotations has the imports of its file, and needs no hooks", .enabled(if: isReady))
  func codeInAnnotations() throws {
    let root = """
      import Foundation
      import Settings
      struct App: SettingsGroup {
        // setting: sideEffect = "print(ProcessInfo.processInfo.processName, changes.count)"
        var a = 1
      }
      """
    #expect(Generated(root).swift.contains("\nimport Foundation\n"))
    #expect(try errors(root, opening: "storage: MemoryStorage()") == [])
  }

  @Test(
    "Several roots with different access levels compile, however the app imports the framework",
    .enabled(if: isReady),
    arguments: [
      ("internal ", ["struct", "struct"]), ("", ["struct", "struct"]),
      ("package ", ["package struct", "struct"]),
      ("public ", ["public struct", "package struct", "struct"]), ("", ["package struct", "struct"]),
    ])
  func severalRoots(access: String, roots: [String]) throws {
    let source =
      "\(access)import Settings\n"
      + roots.enumerated().map { index, root in
        let level = root.split(separator: " ").count > 1 ? String(root.split(separator: " ")[0]) : "internal"
        return """
          \(root) Root\(index): SettingsGroup {
            // setting: sideEffect = "print(\(index))"
            \(level) var a = 1
            \(level) init() {}
          }
          """
      }.joined(separator: "\n")
    let file = SourceFile(path: "App.swift", text: source)
    let options = try CommandOptions(["--every-root", "--swift", "-", "App.swift"])
    var diagnostics = Diagnostics()
    let forms = try Generator.forms(of: [file], options, configured: nil, into: &diagnostics)
    #expect(forms.count == roots.count, "\(diagnostics.all)")
    let verdict = try #require(Compiler()).check(
      ["App.swift": source, "Form.swift": SwiftEmitter.source(forms)], options: ["-package-name", "p"])
    #expect(
      !verdict.output.contains("error:") && !verdict.output.contains("Form.swift:"), "\(verdict.output)")
  }
}
