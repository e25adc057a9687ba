import Foundation
import SettingsForm
import TestSupport
import Testing

@testable import SettingsGenCore

/// The examples of the page about changed settings do what the page says: each document becomes the one after it.
@Suite(
  "The page about changing settings",
  .enabled(if: Compiler() != nil, "the built modules are not beside the tests"))
struct ChangingSettingsTests {
  @Test("Each document of an earlier version becomes the one after it")
  func examples() throws {
    let page = try MarkdownPage("Sources/Settings/Settings.docc/ChangingSettings.md")
    var apps: [String] = []
    var pairs: [(app: Int, old: String, new: String)] = []
    var old: String?
    for block in page.blocks {
      switch block.language {
      case "swift" where block.code.hasPrefix("import Settings\n"): apps.append(block.code)
      case "json", "jsonc":
        if let before = old { pairs.append((apps.count - 1, before, block.code)) }
        old = old == nil ? block.code : nil
      default: break
      }
    }
    #expect(apps.count == 13)
    #expect(pairs.count == 15 && old == nil)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var sources: [URL] = []
    func write(_ name: String, _ text: String) throws {
      sources.append(folder.appendingPathComponent(name))
      try Data(text.utf8).write(to: sources[sources.count - 1])
    }
    for (number, code) in apps.enumerated() {
      let text = "import Settings\nenum P\(number) {\n\(code.replacing("import Settings\n", with: ""))\n}\n"
      let made = Generated(text, root: "P\(number).AppSettings")
      try #require(made.form != nil, "\(made.text)")
      try write("P\(number).swift", text)
      try write("P\(number)Form.swift", made.swift)
    }
    let calls = pairs.map { pair in
      "print((try? P\(pair.app).AppSettings.migrated(\(String(reflecting: pair.old)))) ?? \"refused\", terminator: \"\\0\")"
    }
    try write("main.swift", "import Settings\n" + calls.joined(separator: "\n"))
    let program = folder.appendingPathComponent("program")
    let compiler = try #require(Compiler())
    let verdict = try compiler.build(sources, options: ["-suppress-warnings"], to: program)
    try #require(verdict.errors.isEmpty, "\(verdict.output)")
    let process = Process()
    let output = Pipe()
    (process.executableURL, process.standardOutput) = (program, output)
    try process.run()
    let answers = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    for (pair, answer) in zip(pairs, answers.split(separator: "\0", omittingEmptySubsequences: false)) {
      #expect(answer == pair.new, "\(pair.old)")
    }
  }
}
