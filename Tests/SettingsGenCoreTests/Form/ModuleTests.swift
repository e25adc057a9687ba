import SettingsForm
import Testing

@testable import SettingsGenCore

/// Types of other modules of the package.
@Suite struct ModuleTests {
  private static let core = """
    import Settings
    /// How the network is used.
    // setting: title = "Net"
    public struct Network: SettingsGroup {
      /// The port.
      // setting: range = 1...65535
      public var port = 8080
      var hidden = 1
      public init() {}
    }
    public enum Mode: String, CaseIterable, SettingsDisplayable {
      case fast, slow
      public var settingsTitle: String { computed() }
    }
    public enum Flag: OptionsBinding { case a, b }
    struct Internal: SettingsGroup { var x = 1 }
    public struct Other: SettingsGroup { public var x = 1 }
    """

  private static func generate(
    _ app: String, _ modules: [(String, String)] = [("Core", core)]
  ) -> (form: GeneratedForm?, messages: String) {
    let files =
      [SourceFile(path: "App.swift", text: app)]
      + modules.map { SourceFile(path: "\($0.0).swift", module: $0.0, text: $0.1) }
    var diagnostics = Diagnostics()
    let form = Generator.form(of: files, root: nil, allowsNone: false, &diagnostics)
    return (form, DiagnosticRenderer(files: files).text(diagnostics.all))
  }

  @Test("A section of an imported module has its annotations, comments and defaults")
  func section() throws {
    let made = Self.generate("import Core\nstruct App: SettingsGroup { var network = Network() }")
    guard case .section(let section)? = made.form?.schema.root.items.first,
      case .setting(let port)? = section.items.first
    else {
      Issue.record("\(made.messages)")
      return
    }
    #expect(section.title == "Net")
    #expect(section.help == "How the network is used.")
    #expect(section.items.map(\.key) == ["port", "hidden"])
    #expect(port.help == "The port.")
    #expect(port.defaultValue == 8080)
    #expect(port.kind == .integer(NumberLimits(lower: .inclusive(1), upper: .inclusive(65535))))
    #expect(made.form?.keyPaths.map(\.properties) == [["network", "port"], ["network"]].reversed())
    #expect(
      made.messages.contains(
        "Core.swift:8:7: note: 'hidden' can't be set outside of 'Core', so the app has no key path to it; make it public, or annotate it with 'skipSetting'"
      ), "\(made.messages)")
  }

  @Test(
    "The generated code imports the modules whose members it names, with an access level if other imports have one"
  )
  func imports() throws {
    let made = Self.generate("import Core\nstruct App: SettingsGroup { var network = Network() }")
    #expect(SwiftEmitter.source(try #require(made.form)).contains("\nimport Core\n"))
    let stated = Self.generate("internal import Core\nstruct App: SettingsGroup { var network = Network() }")
    #expect(SwiftEmitter.source(try #require(stated.form)).contains("\ninternal import Core\n"))
    let unused = Self.generate("import Core\nstruct App: SettingsGroup { var a = 1 }")
    #expect(!SwiftEmitter.source(try #require(unused.form)).contains("import Core"))
  }

  @Test("No code is generated for the types of another module")
  func support() throws {
    let made = Self.generate(
      "import Core\nstruct App: SettingsGroup { var mode = Mode.fast; var flags: Flag.Options = [.a] }")
    let form = try #require(made.form, "\(made.messages)")
    #expect(form.types == [])
    #expect(form.displayed.choices.map(\.type) == ["Mode", "Mode"])
    #expect(form.imports.map(\.module) == ["Core"])
  }

  @Test("A title of another module's type is named with the module if the app has a type of its name")
  func shadowedTitle() throws {
    let made = Self.generate(
      "import Core\nstruct App: SettingsGroup { var mode = Core.Mode.fast }\nenum Mode {}")
    #expect(
      made.form?.displayed.choices.map(\.type) == ["Core.Mode", "Core.Mode"], "\(made.messages)")
  }

  @Test(
    "A type is found only if its file imports the module, and the type is public and unambiguous",
    arguments: [
      ("import Core", "Network", true), ("", "Network", false), ("import Other", "Network", false),
      ("import Core", "Internal", false), ("import struct Core.Network", "Network", true),
      ("@testable import Core", "Internal", false),
      ("#if os(Windows)\nimport Core\n#endif", "Network", false),
      ("import Again", "Network", true), ("import Core; import Other", "Same", false),
      ("public import Core", "Core.Network", true),
    ])
  func visibility(_ example: (imports: String, type: String, isFound: Bool)) {
    let made = Self.generate(
      "\(example.imports)\nstruct App: SettingsGroup { var a = 1; var value: \(example.type) = .init() }",
      [
        ("Core", Self.core + "\npublic struct Same: SettingsGroup { public init() {} }"),
        ("Other", "public struct Same: SettingsGroup { public init() {} }"),
        ("Again", "@_exported public import Core"),
      ])
    guard let item = made.form?.schema.root.items.last else {
      Issue.record("\(made.messages)")
      return
    }
    if case .section = item {
      #expect(example.isFound)
    } else {
      #expect(!example.isFound, "\(made.messages)")
    }
  }

  @Test("Only the module's own structs can be the root")
  func roots() {
    let made = Self.generate("import Core\nstruct App: SettingsGroup { var a = 1 }")
    #expect(made.form?.rootName == ["App"])
    #expect(made.messages == "")
    let none = Self.generate("import Core\nstruct App { var network = Network() }")
    #expect(none.form == nil)
    #expect(none.messages.contains("no struct holds settings"))
  }
}
