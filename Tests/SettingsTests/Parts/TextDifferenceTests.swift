import TestSupport
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("The words in which two strings differ")
struct TextDifferenceTests {
  private func text(_ old: String, _ new: String) -> String? {
    TextDifference(old, new)?.folded().map { segment in
      switch segment {
      case .same(let text): text
      case .removed(let text): "[-\(text)-]"
      case .added(let text): "{+\(text)+}"
      }
    }.joined()
  }

  @Test("Equal words around a change are folded")
  func words() {
    #expect(
      text(
        "The quick brown fox jumps over the lazy dog and runs away into the dark forest",
        "The quick red fox jumps over the lazy dog and runs away into the deep dark forest")
        == "The quick [-brown-]{+red+} fox jumps o…ay into the {+deep +}dark forest")
  }

  @Test("Lines that don't differ don't matter")
  func lines() {
    #expect(text("one\ntwo\nthree\n", "one\n2\nthree\n") == "one\n[-two-]{+2+}\nthree\n")
  }

  @Test("Short strings, and those with little in common, have no difference")
  func none() {
    #expect(text("a b", "a c") == nil)
    #expect(text(String(repeating: "a ", count: 50), String(repeating: "b ", count: 50)) == nil)
  }

  @Test("The segments are both strings", arguments: 0..<5)
  func random(_ round: UInt64) {
    let seed = SeededRandom.testSeed &+ round
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let old = (0..<30).map { _ in random.pick(["a", "word", " ", "\n", "e\u{301}", "  "]) }.joined()
      let new = old.replacing("word", with: random.pick(["word", "", "w", "two words"]), maxReplacements: 2)
      guard let difference = TextDifference(old, new) else { continue }
      let parts = difference.segments.map { segment in
        switch segment {
        case .same(let text): (text, text)
        case .removed(let text): (text, "")
        case .added(let text): ("", text)
        }
      }
      #expect(parts.map(\.0).joined() == old, "SETTINGS_SEED=\(seed)")
      #expect(parts.map(\.1).joined() == new, "SETTINGS_SEED=\(seed)")
    }
  }
}
