import Foundation
import SettingsForm
import TestSupport
import Testing

/// Every Swift block of the documentation compiles, and every JSON block can be parsed.
///
/// The blocks of a page are compiled together, each in a separate scope. HTML comments add what isn't shown:
///
/// - `declarations: …`, anywhere in the page: declarations for all blocks. The generator runs over them.
/// - `context: …`, right before a block: code in front of the block, in its scope.
/// - `inside: …`, right before a block: the declaration that the block is the body of.
///
/// A block with an `extension` is compiled at file scope. A block that begins with an `import` is a file, and is compiled alone, except for the
/// apps that `ChangingSettingsTests` compiles and runs.
///
/// The Swift blocks of the documentation comments of public declarations compile, too, together with the declarations in
/// ``CommentBlock/declarations``. Those with a storage in etcd are apart.
@Suite struct CodeBlockTests {
  private static let pages: [String] = {
    let folders = ["Documentation", "Sources/Settings/Settings.docc", "Sources/SettingsTUI/SettingsTUI.docc"]
    return ["README.md", "CONTRIBUTING.md"] + folders.flatMap { (try? MarkdownPage.paths(in: $0)) ?? [] }
  }()

  @Test(
    "Every Swift block compiles",
    .enabled(if: Compiler() != nil, "the built modules are not beside the tests"), arguments: pages)
  func compiles(path: String) throws {
    let compiler = try #require(Compiler())
    for program in try Self.programs(of: MarkdownPage(path)) {
      let verdict = try compiler.check(program.files, options: program.options)
      #expect(verdict.errors.isEmpty, "\(verdict.output)")
    }
  }

  @Test(
    "Every Swift block in the documentation of a public declaration compiles",
    .enabled(if: Compiler() != nil, "the built modules are not beside the tests"),
    arguments: [
      [
        "Settings", "SettingsSystem", "SettingsJSON", "SettingsForm", "SettingsValidation", "SettingsEditing",
        "SettingsTUI",
      ], ["SettingsEditing", "SettingsEtcd"],
    ])
  func compilesComments(modules: [String]) throws {
    let compiler = try #require(Compiler())
    let own = modules.last == "SettingsEtcd" ? ["SettingsEtcd"] : modules
    let blocks = try own.flatMap { module in
      let blocks = try CommentBlock.blocks(ofModule: module)
      try #require(!blocks.isEmpty, "\(module)")
      return blocks
    }
    let imports = (["Foundation", "Observation"] + modules).map { "import \($0)\n" }.joined()
    let code = blocks.enumerated().map { number, block in block.scope(number: number) }.joined(
      separator: "\n")
    let files = try Self.withGeneratedCode(
      [
        "Declarations.swift": imports + CommentBlock.declarations
          + CommentBlock.storage(ofModule: own[0]),
        "main.swift": imports + code,
      ], of: CommentBlock.declarations, own[0])
    let verdict = try compiler.check(files)
    #expect(verdict.errors.isEmpty, "\(verdict.output)")
  }

  @Test("Every JSON block can be parsed", arguments: pages)
  func parses(path: String) throws {
    for block in try MarkdownPage(path).blocks where ["json", "jsonc"].contains(block.language) {
      let dialect: JSONDialect = block.language == "json" ? .strict : .jsonc
      #expect(throws: Never.self, "\(path):\(block.line)") {
        _ = try JSONDocument(parsing: Array(block.code.utf8), dialect: dialect)
      }
    }
  }

  // MARK: - Programs

  /// What is compiled together.
  private struct Program {
    var files: [String: String]
    var options: [String] = []
  }

  private static func programs(of page: MarkdownPage) throws -> [Program] {
    let blocks = page.blocks.filter { $0.language == "swift" }
    guard !blocks.isEmpty else { return [] }
    let parts = blocks.filter { !$0.isFile }
    let complete = page.path.hasSuffix("/ChangingSettings.md") ? [] : blocks.filter(\.isFile)
    var programs = try complete.map { try program(of: $0, in: page) }
    guard !parts.isEmpty else { return programs }

    let declarations = page.comments.compactMap { $0.removingPrefix("declarations:") }.joined(separator: "\n")
    let imports = "import Foundation\nimport Observation\nimport Settings\nimport SettingsTUI\n"
    let code = parts.map { $0.scope(in: page.path) }.joined(separator: "\n")
    programs.append(
      Program(
        files: try withGeneratedCode(
          [
            "Declarations.swift": imports + declarations, "main.swift": imports + code,
          ], of: declarations, page.path)))
    return programs
  }

  /// A block that is a file of an app, of its tests, or a package manifest.
  private static func program(of block: MarkdownPage.Block, in page: MarkdownPage) throws -> Program {
    let code = block.located(in: page.path)
    if block.code.contains("import PackageDescription") {
      return Program(
        files: ["Package.swift": code],
        options: ["-package-description-version", "6.2", "-I", try manifestModules().path])
    }
    let isLibrary = ["@main", "@Test", "@Suite"].contains { block.code.contains($0) }
    let declarations = page.comments.compactMap { $0.removingPrefix("declarations:") }.joined(separator: "\n")
    var files = [isLibrary ? "File.swift" : "main.swift": code]
    if isLibrary { files["Declarations.swift"] = "import Foundation\nimport Settings\n" + declarations }
    return Program(files: try withGeneratedCode(files, of: isLibrary ? declarations : block.code, page.path))
  }

  /// Adds what the generator makes of the settings in some declarations.
  private static func withGeneratedCode(
    _ files: [String: String], of declarations: String, _ path: String
  ) throws -> [String: String] {
    guard declarations.contains(#/: (SettingsGroup|AutomaticSettings) \{/#) else { return files }
    let made = Generated(declarations)
    try #require(made.form != nil, "\(path): \(made.text)")
    var files = files
    files["Generated.swift"] = made.swift
    return files
  }

  /// The folder of the toolchain with the module of package manifests.
  private static func manifestModules() throws -> URL {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let compiler = path.split(separator: ":").map { URL(fileURLWithPath: $0 + "/swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return try #require(compiler).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "lib/swift/pm/ManifestAPI")
  }
}

extension MarkdownPage.Block {
  /// Whether the block is a whole file.
  fileprivate var isFile: Bool {
    code.split(separator: "\n").first { !$0.hasPrefix("//") }?.hasPrefix("import ") ?? false
  }

  /// The code, so that the compiler reports lines of the page.
  fileprivate func located(in path: String) -> String {
    "#sourceLocation(file: \"\(path)\", line: \(line))\n\(code)\n#sourceLocation()\n"
  }

  /// The code in a separate scope.
  fileprivate func scope(in path: String) -> String {
    let code = located(in: path)
    if let declaration = comment?.removingPrefix("inside:") { return "\(declaration) {\n\(code)}\n" }
    if "\n\(self.code)".contains("\nextension ") { return code }
    return "do {\n\(comment?.removingPrefix("context:") ?? "")\n\(code)}\n"
  }
}

extension String {
  fileprivate func removingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

/// A Swift block in the documentation comment of a public declaration.
private struct CommentBlock {
  /// The path of the source file from the root of the package.
  let path: String
  /// The number of its first line in the file, counted from 1.
  let line: Int
  let code: String

  /// Returns the blocks of a module, in the order of its files.
  static func blocks(ofModule module: String) throws -> [CommentBlock] {
    let folder = "Sources/" + module
    let files = try FileManager.default.subpathsOfDirectory(atPath: MarkdownPage.package.path + "/" + folder)
    return try files.filter { $0.hasSuffix(".swift") }.sorted().flatMap { file in
      let path = folder + "/" + file
      return blocks(
        of: try String(contentsOf: MarkdownPage.package.appendingPathComponent(path), encoding: .utf8),
        at: path)
    }
  }

  /// Returns the blocks in the text of a source file.
  private static func blocks(of text: String, at path: String) -> [CommentBlock] {
    let lines = text.components(separatedBy: "\n")
    var blocks: [CommentBlock] = []
    var start: Int?
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ")
      if words.first?.hasPrefix("///") == true {
        start = start ?? index
      } else if let first = start {
        let isPublic = words.contains("public")
        // Attributes can be on lines between the comment and the declaration.
        if words.first?.hasPrefix("@") == true, !isPublic { continue }
        if isPublic { blocks += Self.blocks(in: lines[first..<index], at: path) }
        start = nil
      }
    }
    return blocks
  }

  /// Returns the blocks in the lines of a documentation comment.
  private static func blocks(in comment: ArraySlice<String>, at path: String) -> [CommentBlock] {
    var blocks: [CommentBlock] = []
    var first = 0
    var code: [String]?
    for (index, line) in zip(comment.indices, comment) {
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") else { continue }
      let content = text.hasPrefix("/// ") ? text.dropFirst(4) : text.dropFirst(3)
      if let lines = code {
        if content.hasPrefix("```") {
          blocks.append(CommentBlock(path: path, line: first, code: lines.joined(separator: "\n")))
          code = nil
        } else {
          code = lines + [String(content)]
        }
      } else if content == "```swift" {
        code = []
        first = index + 2
      }
    }
    return blocks
  }

  /// The code in a separate scope, so that the compiler reports lines of the source file.
  ///
  /// A block with a static member is the body of a type. A block with an `extension` is at file scope.
  func scope(number: Int) -> String {
    let code = "#sourceLocation(file: \"\(path)\", line: \(line))\n\(code)\n#sourceLocation()\n"
    if "\n\(self.code)".contains("\nstatic ") { return "enum Example\(number) {\n\(code)}\n" }
    if "\n\(self.code)".contains("\nextension ") { return code }
    return "do {\n\(code)}\n"
  }

  /// The storage of the blocks of a module.
  static func storage(ofModule module: String) -> String {
    module == "SettingsEtcd"
      ? "\nlet storage = try! EtcdStorage(endpoints: [\"localhost\"], prefix: \"settings\")\n"
      : "\nlet storage = MemoryStorage()\n"
  }

  /// The declarations for all blocks.
  static let declarations = """
    enum Mode: String, CaseIterable, Codable { case linear, exact }
    enum Color: String, CaseIterable, Codable { case red, blue }
    enum Show: String, CaseIterable, Codable, OptionsBinding { case border, labels, grid }
    struct Size: SettingsGroup {
      var width = 80
      var height = 24
    }
    // setting: injectHeader = greeting
    struct Calculation: SettingsGroup {
      // setting: requiresRestart
      var mode = Mode.linear
      // setting: range = 1...30, unit = "days"
      var timePeriod = 7
    }
    struct Display: SettingsGroup {
      var show: Show.Options = [.border]
      var color = Color.blue
      var ratio = 0.5
      var title: String?
      var left = 4
      var right = 4
      var size = Size()
      var screen = Size()
    }
    struct Network: SettingsGroup {
      // setting: range = 1...65535
      var port = 8080
      var useProxy = false
      var proxyHost = ""
      // setting: secret
      var token = ""
    }
    struct Pool: SettingsGroup {
      var min = 1
      var max = 8
    }
    struct Server: SettingsGroup {
      var port = 80
      var pause = Duration.seconds(1)
    }
    struct AppSettings: SettingsGroup {
      var name = "world"
      var times = 1
      var isUrgent = false
      var tags: [String] = []
      var servers: [Server] = []
      // setting: unit = seconds
      var timeout = Duration.seconds(5)
      var calculation = Calculation()
      var display = Display()
      var network = Network()
      var pool = Pool()
    }
    struct AppHooks: AppEditorHooks { func greeting() -> String { "" } }
    struct PortCheck: SettingsParticipant { let name = "port check" }
    struct Job: Codable, Sendable { var status = "open" }
    struct User: Codable, Sendable { var role = "guest"; var quota = 8 }
    extension RuleContext { var user: RuleContextKey<User> { RuleContextKey() } }
    struct Part: Sendable { func recalculate() async throws {} }
    let store = try! SettingsStore<AppSettings>(file: "settings.json")
    let draft = store.draft()
    let plan = try! store.plan(draft)
    @MainActor let model = SettingsViewModel(store)
    let id = ConfirmationID("4f9a01c2")!
    let bytes: [UInt8] = []
    let parts = [Part()]
    let files = ["cache"]
    func checkMemory() async throws {}
    func rebuildModel() async throws {}
    func probe(_ port: Int) throws {}
    func probe(_ port: String) throws {}
    func remove(_ file: String) throws {}
    func restart() {}
    @MainActor final class Player { var volume = 1.0 }
    @MainActor let player = Player()
    """
}
