import Foundation
import SettingsForm
import SettingsSystem
import Testing

@testable import SettingsGenCore

/// A folder that is removed after the test.
private final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "settings-gen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }

  @discardableResult
  func write(_ text: String, _ name: String) throws -> String {
    try write(Data(text.utf8), name)
  }

  @discardableResult
  func write(_ data: Data, _ name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }
}

@Suite struct CommandTests {
  private let source = "struct App: SettingsGroup { var a = 1 }"

  private func run(_ arguments: String...) -> ProgramResult {
    GeneratorCommand.run(arguments: arguments)
  }

  @Test("Without an output option, the schema is written to the standard output")
  func schemaToOutput() throws {
    let folder = try Folder()
    let path = try folder.write(source, "App.swift")
    let result = run(path)
    #expect(result.exitStatus == .done)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("{\n  \"$schema\": "))
    #expect(run("--schema", "-", path).output == result.output)
    #expect(run("--schema=-", "--root=App", path).output == result.output)
    #expect(run("--swift", "-", path).output.hasPrefix(SwiftEmitter.notice))
  }

  @Test("Outputs are replaced only if their bytes differ, without leftovers")
  func outputs() throws {
    let folder = try Folder()
    let path = try folder.write(source, "App.swift")
    let schema = folder.path + "/form.json"
    let swift = folder.path + "/form.swift"
    #expect(run("--check", "--schema", schema, path).exitStatus == .refused)
    #expect(!FileManager.default.fileExists(atPath: schema))
    #expect(run("--schema", schema, "--swift", swift, path).exitStatus == .done)
    #expect(try folder.read("form.json") == run(path).output)
    let old = try FileManager.default.attributesOfItem(atPath: schema)
    #expect(run("--schema", schema, "--swift", swift, path).exitStatus == .done)
    let new = try FileManager.default.attributesOfItem(atPath: schema)
    #expect(old[.systemFileNumber] as? Int == new[.systemFileNumber] as? Int)
    #expect(run("--check", "--schema", schema, "--swift", swift, path).exitStatus == .done)
    try folder.write("struct App: SettingsGroup { var b = 1 }", "App.swift")
    let check = run("--check", "--schema", schema, path)
    #expect(check.exitStatus == .refused)
    #expect(
      check.errors == "settings-gen: error: '\(schema)' is out of date; run settings-gen without --check\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
  }

  @Test("An output that is a FIFO is written to, and not read")
  func special() throws {
    let folder = try Folder()
    let path = try folder.write(source, "App.swift")
    let fifo = folder.path + "/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    // A descriptor for reading and writing keeps the FIFO open without another process.
    let reader = open(fifo, O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    #expect(run("--schema", fifo, path).exitStatus == .done)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == run(path).output)
    #expect(
      try FileManager.default.attributesOfItem(atPath: fifo)[.type] as? FileAttributeType == .typeUnknown)
  }

  @Test("Errors in the sources leave the outputs unchanged")
  func errors() throws {
    let folder = try Folder()
    let path = try folder.write("struct App: SettingsGroup { var a = x }", "App.swift")
    let schema = try folder.write("old", "form.json")
    let result = run("--schema", schema, path)
    #expect(result.exitStatus == .refused)
    #expect(result.errors.hasPrefix("\(path):1:33: error: the type of 'a'"))
    #expect(try folder.read("form.json") == "old")
  }

  @Test("An output never replaces a source, by whatever path")
  func outputsOverSources() throws {
    let folder = try Folder()
    let path = try folder.write(source, "App.swift")
    try folder.write("enum M { case x }", "M.swift")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.json", withDestinationPath: "App.swift")
    for output in [path, folder.path + "/./App.swift", folder.path + "/link.json"] {
      for arguments in [
        ["--swift", output, path], ["--schema", output, folder.path], ["--check", "--swift", output, path],
      ] {
        let result = GeneratorCommand.run(arguments: arguments)
        #expect(result.exitStatus == .usage)
        #expect(result.errors.contains("would replace '\(path)', which is read"), "\(result.errors)")
        #expect(try folder.read("App.swift") == source)
      }
    }
    // What this program has written isn't read.
    let swift = folder.path + "/form.swift"
    #expect(run("--swift", swift, path).exitStatus == .done)
    #expect(run("--swift", swift, "--swift", swift, folder.path).exitStatus == .done)
  }

  @Test("The order of paths and repeated paths don't change the outputs")
  func order() throws {
    let folder = try Folder()
    let one = try folder.write("struct App: SettingsGroup { var a = M.x }", "x/App.swift")
    let two = try folder.write("enum M: String, Codable { case x }", "y/M.swift")
    let expected = run(one, two)
    #expect(expected.exitStatus == .done)
    #expect(run(two, one).output == expected.output)
    #expect(run(folder.path, one, folder.path + "/").output == expected.output)
  }

  @Test(
    "A command line that isn't valid exits with 64",
    arguments: [
      ([], "Name at least one Swift file or folder"), (["--rot", "x"], "perhaps you mean --root"),
      (["-x"], "see --help"),
      (["--root"], "--root needs a TYPE after it"), (["--root", "--check"], "--check is an option"),
      (["--check", "x"], "--check needs the files to compare"),
      (["--check", "--schema", "-", "x"], "--check needs"),
      (["--schema", "f", "--swift", "f", "x"], "name the same file"), (["--help=1"], "--help takes no value"),
      (["x", "--module", "Core"], "after --module Core"), (["--module", "Core", "x"], "Name at least one"),
      (["--swift", "f", "--swift", "g", "x"], #"--swift is given twice, with "f" and "g"; keep one"#),
      (["--schema", "f", "--schema=g", "x"], "--schema is given twice"),
      (["-"], "read from files only"), (["--schema", "", "x"], "--schema needs a FILE after it"),
      (["--schema", "-", "--swift", "-", "x"], "Only one output"),
    ])
  func usage(arguments: [String], message: String) {
    let result = GeneratorCommand.run(arguments: arguments)
    #expect(result.exitStatus == .usage)
    #expect(result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains("usage: settings-gen"))
  }

  @Test("Help and version are printed, and help lists every option, annotation and status")
  func information() {
    #expect(run("--version").output == "settings-gen \(Release.version)\n")
    let help = run("--help")
    #expect(help.exitStatus == .done)
    for option in [
      "--root", "--schema", "--swift", "--check", "--allow-none", "--help", "--version",
    ] {
      #expect(help.output.contains("\n  \(option)") || help.output.contains("  \(option) "), "\(option)")
    }
    for key in AnnotationKey.allCases { #expect(help.output.contains(key.rawValue), "\(key)") }
    for code in ["0 ", "1 ", "64", "66", "74"] { #expect(help.output.contains("\n  \(code)  ")) }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 90 })
  }

  @Test("A path that doesn't exist or has no Swift files exits with 66")
  func noInput() throws {
    let folder = try Folder()
    try folder.write("text", "read.me")
    #expect(run(folder.path).errors == "settings-gen: error: there are no Swift files in \(folder.path)\n")
    #expect(run(folder.path).exitStatus == .noInput)
    #expect(run(folder.path + "/none").exitStatus == .noInput)
    #expect(run("/dev/null").exitStatus == .noInput)
  }

  @Test("A file that can't be read or written exits with 74")
  func inputOutput() throws {
    let folder = try Folder()
    let path = try folder.write(source, "App.swift")
    #expect(run("--schema", folder.path + "/none/form.json", path).exitStatus == .ioError)
    #expect(run("--schema", folder.path, path).exitStatus == .ioError)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/loop.swift", withDestinationPath: "loop.swift")
    #expect(run(folder.path + "/loop.swift").exitStatus == .ioError)
  }

  @Test("Cyclic links are followed once; broken links to Swift files are errors")
  func links() throws {
    let folder = try Folder()
    try folder.write(source, "a/App.swift")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/a/up", withDestinationPath: "..")
    #expect(run(folder.path).exitStatus == .done)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/dead.txt", withDestinationPath: "none")
    #expect(run(folder.path).exitStatus == .done)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/dead.swift", withDestinationPath: "none")
    #expect(run(folder.path).exitStatus == .noInput)
  }

  @Test("Text that isn't Swift results in one error and no output")
  func badInput() throws {
    let folder = try Folder()
    let group = "struct App: SettingsGroup "
    let inputs: [(Data, String)] = [
      (Data([0x7F, 0x45, 0x4C, 0x46, 0, 1]), "1:5: error: this file is binary, not Swift"),
      (
        Data("let a = \"".utf8) + Data([0xFF, 0xFE]) + Data("\"".utf8),
        "1:10: error: this file is not UTF-8 here"
      ),
      (Data("\(group){ var a = 1".utf8), "1:27: error: this '{' is never closed"),
      (Data("\(group){ var a = (1\n}".utf8), "1:27: error: this '{' is never closed"),
      (Data("\(group){ var a = \"x }".utf8), "1:37: error: this string never ends"),
      (
        Data((group + String(repeating: "{", count: 200_000)).utf8),
        "1:28: error: this bracket is never closed"
      ),
      (
        Data((group + "{ var a" + String(repeating: ": [", count: 200_000)).utf8),
        "error: this bracket is never closed"
      ),
      (Data(String(repeating: "\"\\(", count: 200_000).utf8), "error: no struct holds settings"),
      (
        Data((group + "{ var a = \"" + String(repeating: "\\(\"", count: 200_000)).utf8),
        "error: this string never ends"
      ),
      (Data("".utf8), "error: no struct holds settings"),
    ]
    for (index, (data, message)) in inputs.enumerated() {
      let path = try folder.write(data, "\(index)/Bad.swift")
      let result = run("--schema", folder.path + "/out", path)
      #expect(result.exitStatus == .refused)
      #expect(result.errors.contains(message), "\(index): \(result.errors.prefix(200))")
      #expect(result.errors.components(separatedBy: "error:").count == 2)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
    }
  }

  @Test("Types and values that are nested too deep don't crash the generator")
  func deepNesting() throws {
    let folder = try Folder()
    // Deep enough to overflow the stack if a function called itself at each level.
    let count = 40_000
    for deep in [
      ": " + String(repeating: "[", count: count) + "Int" + String(repeating: "]", count: count),
      ": " + String(repeating: "Set<", count: count) + "Int" + String(repeating: ">", count: count),
      " = " + String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count),
      " = " + String(repeating: "-", count: count) + "1", ": Int" + String(repeating: "?", count: count),
      " = " + String(repeating: "[", count: count) + String(repeating: "]", count: count),
    ] {
      let path = try folder.write("struct App: SettingsGroup { var a\(deep) }", "App.swift")
      #expect([.done, .refused].contains(run(path).exitStatus))
    }
    let conditions = String(repeating: "!(", count: count) + "X" + String(repeating: ")", count: count)
    let path = try folder.write(
      "struct App: SettingsGroup {\n#if \(conditions)\nvar a = 1\n#endif\n}", "App.swift")
    #expect(run(path).exitStatus == .done)
  }

  @Test("Sources without settings are accepted with --allow-none")
  func allowNone() throws {
    let folder = try Folder()
    let path = try folder.write("struct A {}", "A.swift")
    #expect(run(path).exitStatus == .refused)
    let result = run("--allow-none", "--swift", "-", path)
    #expect(result.exitStatus == .done)
    #expect(result.output == SwiftEmitter.notice + "\n")
  }

  @Test("The dump names each declaration with its position")
  func dump() {
    let path = "A.swift"
    let source = "/// A.\nstruct A: B {\n  var x: Int = 1 // c\n}\nenum E { case a(Int), b }"
    #expect(
      DeclarationDump.text(of: SourceFile(path: path, text: source)) == """
        {"kind":"struct","name":"A","file":"\(path)","line":2,"column":8,"inherits":["B"],"above":["/// A."]}
        {"kind":"property","name":"A.x","file":"\(path)","line":3,"column":7,"let":false,"static":false,"type":"Int","value":"1","after":["// c"]}
        {"kind":"enum","name":"E","file":"\(path)","line":5,"column":6,"inherits":[]}
        {"kind":"case","name":"E.a","file":"\(path)","line":5,"column":15,"associated":"(Int)"}
        {"kind":"case","name":"E.b","file":"\(path)","line":5,"column":23}

        """)
  }

  @Test("The dump contains access levels, attributes, generics, conditions and aliases")
  func dumpDetails() {
    let path = "A.swift"
    let source =
      "public struct A<T>: B {\n  typealias N = [Int]\n  #if DEBUG\n  @W(1) private(set) lazy var x = 1\n  #endif\n}"
    #expect(
      DeclarationDump.text(of: SourceFile(path: path, text: source)) == """
        {"kind":"struct","name":"A","file":"\(path)","line":1,"column":15,"access":"public","inherits":["B"],"generics":"<T>"}
        {"kind":"typealias","name":"A.N","file":"\(path)","line":2,"column":13,"type":"[Int]"}
        {"kind":"property","name":"A.x","file":"\(path)","line":4,"column":31,"attributes":["W(1)"],"conditions":["DEBUG"],"let":false,"static":false,"setter":"private","lazy":true,"value":"1"}

        """)
  }

  @Test(
    "Generated code among the sources, also below a license, doesn't change what is generated",
    arguments: ["GeneratedFixtureTests", "PublicFixtureTests", ""])
  func committedCode(fixture: String) throws {
    let folder = try Folder()
    if fixture.isEmpty {
      try folder.write(
        """
        struct App: SettingsGroup {
          var mode = Mode.fast
          var raw = Raw.a
          var parts: Part.Options = [.border]
          var rights: Rights = [.read]
        }
        enum Mode { case fast, slow }
        enum Raw: Int { case a = 2 }
        enum Part: OptionsBinding { case border, grid }
        struct Rights: OptionSet { let rawValue: Int; static let read = Rights(rawValue: 1) }
        """, "App.swift")
    } else {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let source = tests.appending(path: fixture)
      for name in try FileManager.default.contentsOfDirectory(atPath: source.path)
      where name.hasSuffix(".swift") {
        try folder.write(Data(contentsOf: source.appending(path: name)), name)
      }
    }
    let code = folder.path + "/Generated/Settings.generated.swift"
    let form = folder.path + "/App.schema.json"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/Generated", withIntermediateDirectories: true)
    var outputs: Set<String> = []
    for round in 0..<2 {
      let result = run("--swift", code, "--schema", form, folder.path)
      #expect(result.exitStatus == .done, "\(result.errors)")
      outputs.insert(try folder.read("Generated/Settings.generated.swift") + folder.read("App.schema.json"))
      #expect(run("--check", "--swift", code, "--schema", form, folder.path).exitStatus == .done, "\(round)")
    }
    #expect(outputs.count == 1)
    let text = try folder.read("Generated/Settings.generated.swift")
    try folder.write("/* A license. */\n// More.\n\n" + text, "Copy.swift")
    #expect(run("--check", "--swift", code, folder.path).exitStatus == .done)
  }

  @Test("Errors aren't followed by notes about what would be generated")
  func notesAfterErrors() throws {
    let folder = try Folder()
    let path = try folder.write("struct App: SettingsGroup { var a = Double.pi; var b = x() }", "App.swift")
    let result = run(path)
    #expect(result.exitStatus == .refused)
    #expect(result.errors.contains("error: the type of 'b'") && !result.errors.contains("note:"))
  }
}
