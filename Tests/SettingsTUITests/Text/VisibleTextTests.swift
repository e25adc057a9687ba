import TestSupport
import Testing

@testable import SettingsTUI

@Suite("Making text visible")
struct VisibleTextTests {
  let visible = VisibleText(isASCIIOnly: false)

  private func shown(_ text: String, _ visible: VisibleText) -> String {
    var result = ""
    for character in text { visible.pieces(of: character) { result.append($0.character) } }
    return result
  }

  @Test(
    "Text takes as many columns as the terminal gives it",
    arguments: [
      ("", 0), ("abc", 3), ("日本語", 6), ("ｆｕｌｌ", 8), ("é", 1), ("e\u{301}", 1), ("한글", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("❤️", 1), ("🇩🇪", 2), ("1️⃣", 1),
      ("שלום", 4), ("مرحبا", 5), ("क्षि", 3), ("\u{301}", 1), ("\u{0}", 2), ("\u{1B}[31m", 6), ("\u{7F}", 2),
      ("\u{9B}", 8), ("\u{202E}", 8), ("\u{200B}", 8), ("\u{FEFF}", 8), ("\u{F269}", 1), ("\u{F0001}", 1),
      ("\r\n", 4),
      ("\t", 2),
    ])
  func width(_ text: String, _ columns: Int) {
    #expect(visible.width(of: text) == columns)
  }

  @Test("A terminal that wraps lines itself gets whole emoji, the grid a sign that something is left out")
  func emoji() {
    for text in ["👍🏽", "👩‍👩‍👧", "🇩🇪"] { #expect(visible.printed(text) == text) }
    #expect(VisibleText(isASCIIOnly: true).printed("a👍🏽–") == "a?-")
    var signs: [Bool] = []
    for character in "👍👍🏽" { visible.pieces(of: character) { signs.append($0.isSubstitute) } }
    #expect(signs == [false, true])
  }

  @Test("Control and format characters become escapes")
  func controlCharacters() {
    #expect(shown("a\u{1B}[31mb\u{7}", visible) == "a^[[31mb^G")
    #expect(shown("\u{202E}x", visible) == "<U+202E>x")
    #expect(shown("\u{85}", visible) == "<U+0085>")
    for value in UInt32(0)...0x9F where value < 0x20 || value >= 0x7F {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = shown(String(Character(scalar)), visible)
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }, "U+\(value)")
    }
  }

  @Test(
    "What only a machine reads is shown by its code; joiners and selectors of emoji and scripts do something",
    arguments: [
      ("n\u{E0041}", "n<U+E0041>"), ("a\u{3164}", "a<U+3164>"), ("\u{115F}", "<U+115F>"),
      ("a\u{FE0F}", "a<U+FE0F>"),
      ("n\u{E0100}", "n<U+E0100>"), ("a\u{200D}b", "a<U+200D>b"), ("1\u{FE0F}", "1<U+FE0F>"),
      ("1\u{FE0F}\u{20E3}", nil), ("\u{2764}\u{FE0F}", nil), ("\u{9089}\u{E0100}", nil),
      ("\u{645}\u{200C}\u{62E}", nil), ("\u{F269} {:%H}", nil),
    ])
  func hidden(_ text: String, _ spelled: String?) {
    #expect(VisibleText.spelling(of: text) == spelled ?? text)
    if let spelled { #expect(shown(text, visible) == spelled) }
  }

  @Test("A text with many escapes is spelled in linear time")
  func manyEscapes() {
    func time(_ count: Int) -> Duration {
      let text = String(repeating: "line\n", count: count)
      #expect(VisibleText.spelling(of: text) == String(repeating: "line^J", count: count))
      return ProcessorTime.least { _ = VisibleText.spelling(of: text) }
    }
    #expect(time(40_000) < time(4_000) * 30)
  }

  @Test("Any scalar is shown by pieces that have columns and hold no control characters")
  func anyScalar() {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    for _ in 0..<20000 {
      guard let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) else { continue }
      var width = 0
      visible.pieces(of: Character(scalar)) { piece in
        width += piece.width
        let isShown = piece.character.unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        #expect(isShown, "U+\(String(scalar.value, radix: 16)), SETTINGS_SEED=\(seed)")
        #expect(piece.width == 1 || piece.width == 2)
      }
      #expect(width == visible.width(of: Character(scalar)))
    }
  }

  @Test("Clusters that terminals measure differently are simplified")
  func emojiClusters() {
    #expect(shown("👩‍👩‍👧", visible) == "👩")
    #expect(shown("👍🏽", visible) == "👍")
    #expect(shown("🇩🇪", visible) == "DE")
    #expect(shown("❤️", visible) == "❤")
  }

  @Test("Marks that exceed a cell are dropped")
  func manyMarks() {
    let heap = "e" + String(repeating: "\u{301}", count: 50)
    var count = 0
    for character in heap { visible.pieces(of: character) { count = $0.character.unicodeScalars.count } }
    #expect(count == 5)
  }

  @Test("Without UTF-8, characters outside of ASCII become question marks")
  func asciiOnly() {
    let ascii = VisibleText(isASCIIOnly: true)
    #expect(shown("a日é\u{1B}", ascii) == "a??^[")
    #expect(ascii.width(of: "日本") == 2)
  }

  @Test("Text is cut where the columns end, never inside a wide character")
  func truncation() {
    #expect(visible.truncate("abc", columns: 3) == "abc")
    #expect(visible.truncate("abcd", columns: 3) == "ab…")
    #expect(visible.truncate("日本語", columns: 6) == "日本語")
    #expect(visible.truncate("日本語", columns: 5) == "日本…")
    #expect(visible.truncate("日本語", columns: 4) == "日…")
    #expect(visible.truncate("x", columns: 0) == "")
    #expect(visible.truncateStart("a/b/long.json", columns: 10) == "…long.json")
    #expect(visible.truncateStart("short", columns: 10) == "short")
  }

  @Test("Truncated text always fits", arguments: 0...12)
  func truncationFits(_ columns: Int) {
    for text in ["日本語 tränd 👩‍👩‍👧 🇩🇪", "e\u{301}\u{1B}\u{202E}x", "क्षि क्षि क्षि"] {
      #expect(visible.width(of: visible.truncate(text, columns: columns)) <= columns)
      #expect(visible.width(of: visible.truncateStart(text, columns: columns)) <= columns)
    }
  }

  @Test("Lines break between words, at line breaks, and inside words that are too long")
  func wrapping() {
    #expect(visible.wrap("one two three", columns: 7) == ["one two", "three"])
    #expect(visible.wrap("one\n\ntwo", columns: 7) == ["one", "", "two"])
    #expect(visible.wrap("abcdefghij k", columns: 4) == ["abcd", "efgh", "ij k"])
    #expect(visible.wrap("日本語日本語", columns: 5) == ["日本", "語日", "本語"])
    #expect(visible.wrap("a b c d", columns: 1, atMost: 2) == ["a", "b"])
    #expect(visible.wrap("", columns: 5) == [""])
    #expect(visible.wrap("x", columns: 0) == [])
  }

  @Test("Wrapped lines fit, and hold all letters in order", arguments: 2...20)
  func wrappingFits(_ columns: Int) {
    let text = "The 日本語 quick brown 👩‍👩‍👧 fox 🇩🇪 jumps over extraordinarily lazy dogs\nand more"
    let lines = visible.wrap(text, columns: columns)
    for line in lines { #expect(visible.width(of: line) <= columns) }
    let letters: (String) -> String = { $0.filter { !$0.isWhitespace } }
    #expect(letters(lines.joined()) == letters(text))
  }
}
