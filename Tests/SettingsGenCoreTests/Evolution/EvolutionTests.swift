import Foundation
import SettingsForm
import TestSupport
import Testing

@testable import SettingsGenCore

/// No upgrade of an app loses a value or replaces one: of a file, of the versions in its history, of a plan, or of the environment.
@Suite(
  "An app in a dozen versions", .enabled(if: Compiler() != nil, "the built modules are not beside the tests"))
struct EvolutionTests {
  /// The answers of the program that consists of all versions, by their questions.
  private static let answers = Result { try run() }

  private static func run() throws -> [String: String] {
    let compiler = try #require(Compiler())
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var sources: [URL] = []
    func write(_ name: String, _ text: String) throws {
      sources.append(folder.appendingPathComponent(name))
      try Data(text.utf8).write(to: sources[sources.count - 1])
    }
    let names = EvolvingApp.versions.indices.map { "V\($0)" }
    for (name, version) in zip(names, EvolvingApp.versions) {
      let source = EvolvingApp.source(version, name)
      var diagnostics = Diagnostics()
      let files = [SourceFile(path: "\(name).swift", text: source)]
      let form = Generator.form(of: files, root: "\(name).App", allowsNone: false, &diagnostics)
      let errors = diagnostics.all.filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(DiagnosticRenderer(files: files).text(errors))")
      try write("\(name).swift", source)
      try write("\(name)Form.swift", SwiftEmitter.source(try #require(form)))
    }
    try write("main.swift", main(names))
    let program = folder.appendingPathComponent("program")
    let verdict = try compiler.build(sources, options: ["-suppress-warnings"], to: program)
    try #require(verdict.errors.isEmpty, "\(verdict.output)")
    let process = Process()
    let output = Pipe()
    (process.executableURL, process.standardOutput) = (program, output)
    process.arguments = [folder.path]
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
    return Dictionary(lines.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { first, _ in first }
  }

  private static func main(_ names: [String]) -> String {
    """
    import Foundation
    import SettingsEditing
    import SettingsForm

    struct Version<Root: SettingsRoot> {
      let set: @Sendable (inout Root) -> Void
      let facts: @Sendable (Root) -> [String: String]
    }

    /// What the versions do, without their types.
    struct Program: Sendable {
      let create: @Sendable (String) async throws -> Void
      let read: @Sendable (String) throws -> [String: String]
      let touch: @Sendable (String) async throws -> Void
      let goBack: @Sendable (String) async throws -> [String: String]
      let plan: @Sendable (String) throws -> [UInt8]
      let apply: @Sendable ([UInt8], String) async throws -> [String: String]
      let variables: @Sendable (String) throws -> [String: String]
      let environment: @Sendable ([String: String]) throws -> [String: String]

      init<Root: SettingsRoot>(_ version: Version<Root>, clear: @escaping @Sendable (inout Root) -> Void) {
        @Sendable func open(_ file: String) throws -> SettingsStore<Root> {
          try SettingsStore(SettingsLayers(file: file), hooks: nil, options: StoreOptions(refresh: .manual))
        }
        create = { try await open($0).update { version.set(&$0) } }
        read = { version.facts(try open($0).values) }
        touch = { try await open($0).update { clear(&$0) } }
        goBack = { file in
          let store = try open(file)
          let entry = try store.history()[1]
          try await store.rollback(to: entry)
          return version.facts(store.values)
        }
        plan = { file in
          let store = try open(file)
          var draft = store.draft()
          var values = draft.values
          version.set(&values)
          draft[\\.self] = values
          return try store.plan(draft).bytes
        }
        apply = { plan, file in
          let store = try open(file)
          try await store.apply(SettingsPlan(parsing: plan))
          return version.facts(store.values)
        }
        variables = { file in
          let document = try JSONDocument(parsing: Array(Data(contentsOf: URL(filePath: file))))
          var variables: [String: String] = [:]
          func add(_ node: JSONNode, _ path: SettingPath) {
            for (key, value) in node.members where !key.hasPrefix("$") {
              let path = path.appending(key)
              if value.kind == .object, ["network", "theme", "look", "database"].contains(key) {
                add(value, path)
              } else {
                variables["APP_" + path.variableName] = value.string ?? value.value.description
              }
            }
          }
          add(document.root, SettingPath([]))
          return variables
        }
        environment = { variables in
          let layers = SettingsLayers(
            storage: MemoryStorage(), above: [.environment(prefix: "APP", variables: variables)])
          return version.facts(try SettingsStore<Root>(layers, hooks: nil, options: StoreOptions(refresh: .manual)).values)
        }
      }
    }

    let programs: [Program] = [
    \(names.map { name in
      let section = EvolvingApp.versions[names.firstIndex(of: name)!].root.contains("var look") ? "look" : "theme"
      return "Program(\(name).app) { $0.\(section).accent = \"\" },"
    }.joined(separator: "\n"))
    ]
    let folder = CommandLine.arguments[1]

    func newFile() throws -> String {
      let inner = folder + "/" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
      return inner + "/settings.json"
    }

    func answer(_ question: String, _ facts: () async throws -> [String: String]) async {
      do {
        let facts = try await facts().sorted { $0.key < $1.key }.map { "\\($0.key)=\\($0.value)" }
        print(question, facts.joined(separator: ";"), separator: "\\t")
      } catch {
        print(question, "error: " + "\\(error)".replacing("\\n", with: " "), separator: "\\t")
      }
    }

    /// The file of a version in a folder of its own.
    func file(of program: Program) async throws -> String {
      let file = try newFile()
      try await program.create(file)
      return file
    }

    for (i, old) in programs.enumerated() {
      let unchanged = try await file(of: old)
      let variables = try old.variables(unchanged)
      for (j, new) in programs.enumerated() {
        await answer("file \\(i) \\(j)") { try new.read(unchanged) }
        let touched = try await file(of: old)
        let before = try String(contentsOfFile: touched, encoding: .utf8)
        await answer("touched \\(i) \\(j)") {
          try await new.touch(touched)
          return try new.read(touched)
        }
        await answer("returned \\(i) \\(j)") {
          // The old app comes back to its version of the file.
          let facts = try await new.goBack(touched)
          return before == (try String(contentsOfFile: touched, encoding: .utf8)) ? facts : [:]
        }
        await answer("environment \\(i) \\(j)") { try new.environment(variables) }
        guard j >= i else {
          await answer("kept \\(i) \\(j)") {
            let file = try await file(of: old)
            // A version that refuses the file changes nothing.
            try? await new.touch(file)
            return try old.read(file)
          }
          continue
        }
        await answer("plan \\(i) \\(j)") {
          let file = try newFile()
          return try await new.apply(try old.plan(file), file)
        }
      }
    }
    """
  }

  /// The facts that a version knows, from the answer to a question.
  private static func facts(_ question: String) throws -> [String: String] {
    let answer = try #require(try answers.get()[question], "the program didn't answer \(question)")
    try #require(!answer.hasPrefix("error"), "\(question): \(answer)")
    return Dictionary(
      answer.split(separator: ";").map { fact in
        let parts = fact.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        return (parts[0], parts[1])
      }, uniquingKeysWith: { first, _ in first })
  }

  private static let pairs = EvolvingApp.versions.indices.flatMap { old in
    EvolvingApp.versions.indices.filter { $0 >= old }.map { [old, $0] }
  }

  @Test("A later version reads the same facts from a file of an earlier one", arguments: pairs)
  func files(pair: [Int]) throws {
    let own = try Self.facts("file \(pair[0]) \(pair[0])")
    #expect(own.count == 15)
    #expect(try Self.facts("file \(pair[0]) \(pair[1])") == own)
  }

  @Test(
    "An apply stores them for this version, and the old version of the file comes back to the byte",
    arguments: pairs)
  func applies(pair: [Int]) throws {
    var own = try Self.facts("file \(pair[0]) \(pair[0])")
    #expect(try Self.facts("returned \(pair[0]) \(pair[1])") == own)
    own["accent"] = ""
    #expect(try Self.facts("touched \(pair[0]) \(pair[1])") == own)
  }

  @Test(
    "An earlier version changes only its own setting in a file of a later one, or refuses the file",
    arguments: EvolvingApp.versions.indices.flatMap { new in (0..<new).map { [new, $0] } })
  func downgrades(pair: [Int]) throws {
    var (own, kept) = (
      try Self.facts("file \(pair[0]) \(pair[0])"), try Self.facts("kept \(pair[0]) \(pair[1])")
    )
    #expect(["", "teal"].contains(kept["accent"]))
    (own["accent"], kept["accent"]) = (nil, nil)
    #expect(kept == own)
  }

  @Test("A later version applies the plan of an earlier one", arguments: pairs)
  func plans(pair: [Int]) throws {
    #expect(
      try Self.facts("plan \(pair[0]) \(pair[1])") == Self.facts("file \(pair[0]) \(pair[0])"))
  }

  @Test("A later version understands the environment of an earlier one", arguments: pairs)
  func environments(pair: [Int]) throws {
    // Variables have no version, so the app can't know the unit of a number.
    var (own, other) = (
      try Self.facts("file \(pair[0]) \(pair[0])"), try Self.facts("environment \(pair[0]) \(pair[1])")
    )
    if pair[0] < 10, pair[1] >= 10 { (own["interval"], other["interval"]) = (nil, nil) }
    #expect(other == own)
  }
}
