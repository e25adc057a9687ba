import Foundation
import TestSupport
import Testing

@testable import SettingsCommands

/// Bash command lines and quoting.
@Suite struct ShellLineTests {
  @Test(
    "A line is split into the words that bash would pass",
    arguments: [
      ("tui get a", ["tui", "get", "a"]), ("tui  get ", ["tui", "get", ""]),
      (#"tui 'a b' "c d""#, ["tui", "a b", "c d"]),
      (#"tui a\ b"#, ["tui", "a b"]), (#"tui $'it\'s'"#, ["tui", "it's"]),
      (#"tui "a\"b\c""#, ["tui", #"a"b\c"#]),
      ("tui ''", ["tui", ""]), ("tui a$", ["tui", "a$"]),
    ])
  func words(line: String, words: [String]) {
    #expect(ShellLine(line, replacing: "")?.words == words)
  }

  @Test(
    "A line with expansions or operators is rejected",
    arguments: [
      "tui $(x)", "tui ${x}", "tui `x`", "tui <x", "tui x|y", "tui x;y", "tui x&", #"tui "$(x)"#,
      #"tui $'\x41'"#,
    ])
  func rejected(line: String) {
    #expect(ShellLine(line, replacing: "") == nil)
  }

  @Test("Only the part that readline replaces is written, in the open quotation marks")
  func replacement() {
    let colon = ShellLine("tui set f a:b", replacing: "b")
    #expect(colon?.words.last == "a:b")
    #expect(colon?.replacement("a:b c") == #"b\ c"#)
    #expect(colon?.replacement("x") == nil)
    #expect(ShellLine("tui 'a", replacing: "a")?.replacement("a b'c") == #"a b'\''c"#)
  }

  @Test("Random text, quoted after any open quotation mark, is read back as the same text")
  func roundTrip() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    let scalars = Array("ab'\"\\$`!~*{}[]()<>|&;#=: \t\u{301}é日".unicodeScalars)
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        scalars.randomElement(using: &random) ?? "a"
      }
      let expected = String(String.UnicodeScalarView(text))
      for (quote, open, close) in [
        (ShellQuote.none, "", ""), (.single, "'", "'"), (.double, "\"", "\""), (.dollar, "$'", "'"),
      ] {
        // Readline closes the quotation mark unless the text ends with it.
        let mark: Unicode.Scalar? = close.unicodeScalars.first
        let line = "tui " + open + quote.quoted(text) + (text.last == mark ? "" : close)
        #expect(
          ShellLine(line, replacing: "")?.words.last == expected, "\(line), SETTINGS_SEED=\(seed)")
      }
    }
  }
}
