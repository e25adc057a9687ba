import Testing

@testable import SettingsTUI

@Suite("Looking for a word in a text")
struct SearchWordTests {
  private func fit(_ word: String, in text: String) throws -> SearchWord.Fit? {
    try #require(SearchWord(word)).fit(text)
  }

  @Test("A text is the word, begins with it, has a word that does, or holds it inside a word")
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

  @Test("Case does not matter beyond ASCII either, and wide text is found as it is")
  func beyondASCII() throws {
    #expect(try fit("größe", in: "GRÖSSE, Größe, GRÖßE") == .word)
    #expect(try fit("Ж", in: "жук") == .prefix)
    #expect(try fit("ж", in: "Ж") == .exact)
    #expect(try fit("日本", in: "これは日本語") == .part)
    #expect(try fit("é", in: "plain") == nil)
  }

  @Test("The letters of a word are found with others between, the first at the start of a word")
  func scattered() throws {
    let word = try #require(SearchWord("tmprd"))
    #expect(word.isScattered(in: "Time Period"))
    #expect(word.scattered(in: "timePeriod", after: word.scattered(in: "calculation.", after: 0)) == 5)
    #expect(!word.isScattered(in: "atmperiod"))
    #expect(try !#require(SearchWord("t")).isScattered(in: "time"))
  }

  @Test("Any word is found in any text where a plain comparison finds it")
  func agreesWithPlainSearch() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
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
      let found = search.fit(text)
      #expect((found != nil) == !starts.isEmpty, "“\(word)” in “\(text)”, seed \(seed)")
      #expect((found == .exact) == (needle == hay), "“\(word)” in “\(text)”, seed \(seed)")
      let begins = found == .prefix || found == .exact
      #expect(begins == (starts.first == 0), "“\(word)” in “\(text)”, seed \(seed)")
    }
  }

  @Test("A text of one letter is gone through once, however long the word is", .timeLimit(.minutes(1)))
  func linear() throws {
    let text = String(repeating: "a", count: 200_000)
    #expect(try fit(String(repeating: "a", count: 100_000) + "b", in: text) == nil)
    #expect(
      try fit(String(repeating: "ab", count: 50_000), in: String(repeating: "a", count: 200_000)) == nil)
  }
}
