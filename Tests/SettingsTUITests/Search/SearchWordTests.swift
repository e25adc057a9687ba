import TestSupport
import Testing

@testable import SettingsTUI

@Suite("Looking for a word in a string")
struct SearchWordTests {
  private func fit(_ word: String, in text: String) throws -> SearchWord.Fit? {
    fit(try #require(SearchWord(word)), in: text)
  }

  private func fit(_ word: SearchWord, in text: String) -> SearchWord.Fit? {
    MarkedStrings.with(text) { word.fit($0, atBest: .exact) }
  }

  private func scattered(_ word: SearchWord, in text: String, after before: Int = 0) -> Int {
    MarkedStrings.with(text) { word.scattered(in: $0, after: before) }
  }

  @Test("A string equals the word, starts with it, has a word that does, or contains it inside a word")
  func fits() throws {
    #expect(try fit("time", in: "Time") == .exact)
    #expect(try fit("time", in: "TIMES") == .prefix)
    #expect(try fit("time", in: "half-time") == .word)
    #expect(try fit("time", in: "Sometimes in time") == .word)
    #expect(try fit("period", in: "timePeriod") == .word)
    #expect(try fit("time", in: "sometimes") == .part)
    #expect(try fit("time", in: "tim") == nil)
    #expect(try fit("time", in: "") == nil)
    #expect(SearchWord("") == nil)
  }

  @Test("Case is ignored outside of ASCII, too, and wide text is found")
  func beyondASCII() throws {
    #expect(try fit("größe", in: "GRÖSSE, Größe, GRÖßE") == .word)
    #expect(try fit("Ж", in: "жук") == .prefix)
    #expect(try fit("ж", in: "Ж") == .exact)
    #expect(try fit("日本", in: "これは日本語") == .part)
    #expect(try fit("é", in: "plain") == nil)
  }

  @Test("The letters of a word are found scattered, the first at the start of a word")
  func scattered() throws {
    let word = try #require(SearchWord("tmprd"))
    #expect(scattered(word, in: "Time Period") == 5)
    #expect(scattered(word, in: "timePeriod", after: scattered(word, in: "calculation.")) == 5)
    #expect(scattered(word, in: "atmperiod") == 0)
  }

  @Test("Scattered letters outside of ASCII match as whole letters only")
  func scatteredBeyondASCII() throws {
    let word = try #require(SearchWord("üé"))
    #expect(scattered(word, in: "Über den Café") == word.bytes.count)
    // Its bytes are in the text in order, but in other letters.
    #expect(scattered(word, in: "Übãñ©") < word.bytes.count)
  }

  @Test("The first range of a word in a string is in characters")
  func places() throws {
    func place(_ word: String, in text: String) throws -> Range<Int>? {
      try #require(SearchWord(word)).place(in: text)
    }
    #expect(try place("time", in: "Sometime in Time") == 4..<8)
    #expect(try place("größe", in: "👩‍👩‍👧 GRÖßE") == 2..<7)
    #expect(try place("b", in: "a\r\nb") == 2..<3)
    #expect(try place("x", in: "İx") == 1..<2)
    #expect(try place("e", in: "cafe\u{301}") == 3..<4)
    #expect(try place("z", in: "ab") == nil)
    #expect(try place("z", in: "") == nil)
  }

  @Test("Only what has letters or digits is also searched without its hyphens")
  func hyphenations() {
    #expect(SearchWord.hyphenations(of: "time-out") == ["timeout", "time out", "time-out", "time_out"])
    // Otherwise a typing error would be corrected in what is left, while that itself wouldn't be found.
    #expect(SearchWord.hyphenations(of: "--👩‍👩‍👧").isEmpty)
  }

  @Test("Any word is found in any string where a plain comparison finds it")
  func agreesWithPlainSearch() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    let letters = Array("aAbB .é")
    func text(upTo length: Int) -> String {
      String(
        (0..<Int.random(in: 0...length, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    for _ in 0..<5000 {
      let (word, text) = (text(upTo: 4), text(upTo: 24))
      guard let search = SearchWord(word) else { continue }
      let (needle, hay) = (Array(word.lowercased().utf8), Array(text.lowercased().utf8))
      let starts = hay.indices.filter { hay[$0...].starts(with: needle) }
      let found = fit(search, in: text)
      #expect((found != nil) == !starts.isEmpty, "“\(word)” in “\(text)”, SETTINGS_SEED=\(seed)")
      #expect((found == .exact) == (needle == hay), "“\(word)” in “\(text)”, SETTINGS_SEED=\(seed)")
      let begins = found == .prefix || found == .exact
      #expect(begins == (starts.first == 0), "“\(word)” in “\(text)”, SETTINGS_SEED=\(seed)")
    }
  }

  @Test("A string of one letter is read once, whatever the length of the word", .timeLimit(.minutes(5)))
  func linear() throws {
    let text = String(repeating: "a", count: 200_000)
    #expect(try fit(String(repeating: "a", count: 100_000) + "b", in: text) == nil)
    #expect(
      try fit(String(repeating: "ab", count: 50_000), in: String(repeating: "a", count: 200_000)) == nil)
  }
}
