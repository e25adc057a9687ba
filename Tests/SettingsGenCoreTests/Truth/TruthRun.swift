import Foundation
import SettingsForm
import SettingsValidation
import TestSupport

@testable import SettingsGenCore

/// A process that contains programs and their generated code.
///
/// All programs are compiled into one executable, each in a namespace, because a compilation takes longer than all questions. A question is
/// a line with the name of a program and a document; the reply is what the program has read, written again, or its error.
final class TruthRun {
  /// A program's reaction to a document.
  enum Answer: Equatable {
    /// The values that the program read, as it writes them.
    case accepted(JSONValue)
    case refused(String)
  }

  /// A program with its generated form.
  struct Judged {
    let program: TruthProgram
    let namespace: String
    let source: String
    let form: GeneratedForm?
    let diagnostics: [Diagnostic]
    let messages: String
  }

  struct CompilerError: Error, CustomStringConvertible {
    let description: String
  }

  let judged: [Judged]
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer: [UInt8] = []
  private var asked = ""
  private let folder: URL

  /// Generates code for programs, and compiles and starts those that have a form.
  ///
  /// - Parameter modules: The modules that all programs can import, in the order of their dependencies.
  init(
    _ programs: [TruthProgram], compiler: Compiler, options: [String] = [],
    modules: [(name: String, source: String)] = []
  ) throws {
    var options = options
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, source) in modules {
      let (verdict, more) = try compiler.buildModule(name, source, options: options, in: folder)
      guard verdict.errors.isEmpty else { throw CompilerError(description: verdict.output) }
      options = more
    }
    judged = programs.enumerated().map { index, program in Self.judge(program, "P\(index)", modules) }
    var sources: [URL] = []
    func write(_ name: String, _ text: String) throws {
      let url = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: url)
      sources.append(url)
    }
    for item in judged {
      guard let form = item.form else { continue }
      try write("\(item.namespace).swift", item.source)
      try write("\(item.namespace)Form.swift", SwiftEmitter.source(form))
    }
    try write("main.swift", Self.main(of: judged.filter { $0.form != nil }))
    let program = folder.appendingPathComponent("program")
    let verdict = try compiler.build(sources, options: options + ["-suppress-warnings"], to: program)
    guard verdict.errors.isEmpty else { throw CompilerError(description: verdict.output) }
    process.executableURL = program
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func judge(
    _ program: TruthProgram, _ namespace: String, _ modules: [(name: String, source: String)]
  ) -> Judged {
    let source = program.source(namespace: namespace)
    let files =
      [SourceFile(path: "\(namespace).swift", text: source)]
      + modules.map { SourceFile(path: "\($0.name).swift", module: $0.name, text: $0.source) }
    var diagnostics = Diagnostics()
    let form = Generator.form(
      of: files, root: "\(namespace).\(program.root)", allowsNone: false, &diagnostics)
    return Judged(
      program: program, namespace: namespace, source: source, form: form, diagnostics: diagnostics.all,
      messages: DiagnosticRenderer(files: files).text(diagnostics.all))
  }

  /// A program's reaction to a document; without a document, its defaults.
  func ask(_ namespace: String, _ document: JSONValue? = nil) throws -> Answer {
    asked = namespace
    let line = "\(namespace)\t\(document?.text(.compact) ?? "")\n"
    try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
    let answer = try readLine()
    guard answer.hasPrefix("ok\t") else { return .refused(String(answer.dropFirst(3))) }
    return .accepted(try JSONValue(parsing: String(answer.dropFirst(3))))
  }

  /// A program's reading of a document as a store reads it: by the form with the program's own defaults, and then by its decoder.
  struct Reading {
    var isValid: Bool
    var values: Answer
  }

  func read(_ namespace: String, _ document: JSONValue) throws -> Reading {
    asked = namespace
    try input.fileHandleForWriting.write(
      contentsOf: Data("\(namespace)\tread\t\(document.text(.compact))\n".utf8))
    let parts = try readLine().split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return Reading(
      isValid: parts[0] == "valid",
      values: parts[1] == "ok" ? .accepted(try JSONValue(parsing: parts[2])) : .refused(parts[2]))
  }

  /// The form that a program exports.
  func exportedForm(of namespace: String) throws -> JSONValue {
    try input.fileHandleForWriting.write(contentsOf: Data("\(namespace)\texported\n".utf8))
    return try JSONValue(parsing: try readLine())
  }

  /// The form that a program contains.
  func form(of namespace: String) throws -> FormSchema {
    try input.fileHandleForWriting.write(contentsOf: Data("\(namespace)\tform\n".utf8))
    return try FormSchema(parsing: JSONValue(parsing: try readLine()).bytes(.compact))
  }

  private func readLine() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw CompilerError(description: "the program ended at \(asked)") }
      buffer += more
    }
  }

  private static func main(of programs: [Judged]) -> String {
    """
    import Foundation
    @testable import Settings
    @testable import SettingsForm
    @testable import SettingsJSON
    @testable import SettingsValidation

    nonisolated(unsafe) var running: [ObjectIdentifier: (validator: FormValidator, defaults: JSONDocument)] = [:]

    func read<Root: SettingsRoot>(_ root: Root.Type, _ text: String) throws -> String {
      let known: (validator: FormValidator, defaults: JSONDocument)
      if let found = running[ObjectIdentifier(root)] { known = found } else {
        let defaults = try Root.encodedDefaults()
        let form = try Root.form(defaults: defaults, keyPaths: LazyKeyPathTable())
        known = (FormValidator(FormIndex(form)), defaults)
        running[ObjectIdentifier(root)] = known
      }
      let read = known.validator.read(try JSONDocument(parsing: Array(text.utf8)))
      let verdict = read.problems.contains { $0.severity == .error } ? "invalid" : "valid"
      do {
        let values = try SettingsDecoder(read.document, defaults: known.defaults).decode(Root.self)
        return verdict + "\\tok\\t" + (try SettingsEncoder().encode(values).text(.compact))
      } catch {
        return verdict + "\\tno\\t" + "\\(error)".replacing("\\n", with: " ")
      }
    }

    nonisolated(unsafe) var encoded: [ObjectIdentifier: JSONDocument] = [:]

    func defaults<Root: SettingsRoot>(of root: Root.Type) throws -> JSONDocument {
      if let found = encoded[ObjectIdentifier(root)] { return found }
      let document = try JSONDocument(parsing: Array(SettingsEncoder().encode(Root()).text(.compact).utf8))
      encoded[ObjectIdentifier(root)] = document
      return document
    }

    func judge<Root: SettingsRoot>(_ root: Root.Type, _ text: String) throws -> String {
      let values: Root
      if text == "form" { return try JSONValue(parsing: Root.formSource).text(.compact) }
      if text == "exported" { return try Root.form().json.text(.compact) }
      let defaults = try defaults(of: root)
      if text.isEmpty {
        values = Root()
        // The stored values need the keys that any coder uses.
        let json = try JSONEncoder().encode(values)
        for key in try JSONDocument(parsing: Array(json)).root.members.map(\\.key) {
          guard defaults.root[key] != nil else { fatalError("\\(root) has another key: \\(key)") }
        }
        _ = try Root.form()
        _ = KeyPathTable(of: Root.self)
      } else {
        values = try SettingsDecoder(JSONDocument(parsing: Array(text.utf8)), defaults: defaults).decode(Root.self)
      }
      return try SettingsEncoder().encode(values).text(.compact)
    }

    let readers: [String: (String) throws -> String] = [
    \(programs.map { "\"\($0.namespace)\": { try read(\($0.namespace).\($0.program.root).self, $0) }," }.joined(separator: "\n"))
    ]
    let programs: [String: (String) throws -> String] = [
    \(programs.map { "\"\($0.namespace)\": { try judge(\($0.namespace).\($0.program.root).self, $0) }," }.joined(separator: "\n"))
    ]
    func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\\n").utf8)) }
    while let line = readLine() {
      let parts = line.split(separator: "\\t", omittingEmptySubsequences: false).map(String.init)
      guard let program = programs[parts[0]] else { fatalError(parts[0]) }
      if parts[1] == "read", let reader = readers[parts[0]] {
        say(try reader(parts[2]))
        continue
      }
      if parts[1] == "form" || parts[1] == "exported" {
        say(try program(parts[1]))
        continue
      }
      do {
        say("ok\\t" + (try program(parts[1])))
      } catch {
        say("no\\t" + "\\(error)".replacing("\\n", with: " "))
      }
    }
    """
  }
}
