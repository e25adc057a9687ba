import Foundation
import TestSupport
import Testing

@testable import SettingsGenCore

/// Tests with randomly damaged sources. A failure names its seed; `SETTINGS_SEED` repeats it, and
/// `SETTINGS_FUZZ_ROUNDS` sets the number of sources.
@Suite struct FuzzTests {
  private static let fixtures: [[UInt8]] = {
    let tests = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return ["GeneratedFixtureTests/Settings.swift", "GeneratedFixtureTests/Types.swift"].compactMap { name in
      (try? Data(contentsOf: tests.appending(path: name))).map { Array($0) }
    }
  }()

  private static let pieces = [
    "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "#\"", "\\(", "/*", "*/", "//", "/", "`",
    "#if X\n", "#else\n",
    "#endif\n", "@", "var x = ", "case ", "struct S {", "enum CodingKeys {", "// setting: range = 1...", ",",
    "=", "?",
    "!", ":", ";", "\n", "\n\n", " ", "extension Settings {", "static ", "private ", "init() {",
    "// setting:begin: secret\n",
    "= [", ".init(", "\u{1F600}", "\r", "0x", "...", "sourcery:", "// setting: ", "'", "\\", "indirect ",
    "SettingsGroup",
  ]

  @Test("Damaged sources never crash the generator, and always result in an output or an error")
  func mutations() throws {
    let seed = SeededRandom.testSeed
    let rounds = ProcessInfo.processInfo.environment["SETTINGS_FUZZ_ROUNDS"].flatMap(Int.init) ?? 300
    var numbers = SeededRandom(seed: seed)
    try #require(Self.fixtures.count == 2)
    for round in 0..<rounds {
      let files = Self.fixtures.enumerated().map { index, bytes in
        var text = String(decoding: mutated(bytes, &numbers), as: UTF8.self)
        text.unicodeScalars.removeAll { $0 == "\0" }
        return SourceFile(path: "\(index).swift", text: text)
      }
      var diagnostics = Diagnostics()
      let form = Generator.form(
        of: files, root: round % 3 == 0 ? "Settings" : nil, allowsNone: false, &diagnostics)
      #expect((form == nil) == diagnostics.hasErrors, "SETTINGS_SEED=\(seed), round \(round)")
      #expect(
        files.contains { !DeclarationDump.text(of: $0).isEmpty } || form == nil,
        "SETTINGS_SEED=\(seed), round \(round)")
      if let form {
        #expect(!SwiftEmitter.source(form).isEmpty, "SETTINGS_SEED=\(seed), round \(round)")
      }
      _ = DiagnosticRenderer(files: files).text(diagnostics.all)
    }
  }

  private func mutated(_ bytes: [UInt8], _ numbers: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...6, using: &numbers) where !bytes.isEmpty {
      let start = Int.random(in: 0..<bytes.count, using: &numbers)
      let end = min(bytes.count, start + Int.random(in: 1...40, using: &numbers))
      switch Int.random(in: 0...4, using: &numbers) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: (Self.pieces.randomElement(using: &numbers) ?? "").utf8, at: start)
      case 2:
        bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &numbers))
      case 3: bytes[start] = UInt8.random(in: 1...127, using: &numbers)
      default:
        bytes.replaceSubrange(start..<end, with: (Self.pieces.randomElement(using: &numbers) ?? "").utf8)
      }
    }
    return bytes
  }
}
