import TestSupport
import Testing

@testable import SettingsTUI

@Suite("Looking for words in the strings of a row")
struct SearchTableTests {
  private func rank(_ query: String, in row: RowStrings) throws -> SearchRank? {
    let words = try #require(SearchWords(query))
    return SearchTable([row]).rank(words) { $0(0) }
  }

  private func fit(_ query: String, in name: String) throws -> SearchRank.Fit? {
    try rank(query, in: RowStrings(name: name))?.fit
  }

  @Test("A name equals the word, starts with it, has a word that does, or contains it inside a word")
  func fits() throws {
    #expect(try fit("time", in: "Time") == .exact)
    #expect(try fit("time", in: "TIMES") == .prefix)
    #expect(try fit("time", in: "half-time") == .word)
    #expect(try fit("time", in: "Sometimes in time") == .word)
    #expect(try fit("period", in: "timePeriod") == .word)
    #expect(try fit("timeper", in: "timePeriod") == .prefix)
    #expect(try fit("time", in: "sometimes") == .part)
    #expect(try fit("time", in: "tim") == nil)
    #expect(try fit("time", in: "") == nil)
    #expect(SearchWords(" ") == nil && SearchWords("\0") == nil)
    #expect(try fit("ti\0me", in: "time") == .part)
  }

  @Test("Case is ignored outside of ASCII, too, and wide text is found")
  func beyondASCII() throws {
    #expect(try fit("größe", in: "GRÖSSE, Größe, GRÖßE") == .word)
    #expect(try fit("Ж", in: "жук") == .prefix)
    #expect(try fit("ж", in: "Ж") == .exact)
    #expect(try fit("日本", in: "これは日本語") == .part)
    #expect(try fit("é", in: "plain") == nil)
  }

  @Test("The first range of each word in a string is in characters")
  func ranges() throws {
    func range(_ word: String, in text: String) throws -> Range<Int>? {
      try #require(SearchWords(word)).ranges(in: text).first
    }
    #expect(try range("time", in: "Sometime in Time") == 4..<8)
    #expect(try range("größe", in: "👩‍👩‍👧 GRÖßE") == 2..<7)
    #expect(try range("b", in: "a\r\nb") == 2..<3)
    #expect(try range("x", in: "İx") == 1..<2)
    #expect(try range("e", in: "cafe\u{301}") == 3..<4)
    #expect(try range("z", in: "ab") == nil)
  }

  @Test("Rows that are removed leave those before them as they were")
  func removing() throws {
    var table = SearchTable([RowStrings(name: "port"), RowStrings(name: "host")])
    table.append(RowStrings(name: "extra port"))
    table.removeAll(from: 2)
    table.removeAll(from: 5)
    table.append(RowStrings(name: "last"))
    func found(_ query: String) throws -> [Int] {
      let words = try #require(SearchWords(query))
      return table.rank(words) { rank in (0..<table.count).filter { rank($0) != nil } }
    }
    #expect(try found("port") == [0])
    #expect(try found("host") == [1])
    #expect(try found("last") == [2])
  }

  @Test("Random rows rank as the rules say, letter by letter")
  func agreesWithRules() throws {
    let seed = SeededRandom.testSeed
    var maker = RowMaker(random: SeededRandom(seed: seed))
    var counts = (found: 0, mistyped: 0)
    for _ in 0..<600 {
      let rows = (0..<4).map { _ in maker.row() }
      let table = SearchTable(rows)
      for _ in 0..<6 {
        let query = maker.query(rows)
        guard let words = SearchWords(query) else { continue }
        for forgivesTypos in [false, true] {
          let ranks = table.rank(words, forgivesTypos: forgivesTypos) { rows.indices.map($0) }
          for (rank, row) in zip(ranks, rows) {
            let plain = PlainRow(row).rank(query, forgivesTypos: forgivesTypos)
            #expect(rank?.number == plain?.number, "“\(query)” in \(row), SETTINGS_SEED=\(seed)")
            if rank != nil { forgivesTypos ? (counts.mistyped += 1) : (counts.found += 1) }
          }
        }
      }
    }
    #expect(counts.found > 500 && counts.mistyped > counts.found, "\(counts), SETTINGS_SEED=\(seed)")
  }
}

/// Makes random rows, and queries that are parts of their strings, some with typing errors.
private struct RowMaker {
  var random: SeededRandom

  private static let letters: [String] = [
    "a", "a", "b", "b", "A", "B", "e", "E", "7", " ", " ", ".", "-", "\n", "é", "É", "ß", "ж", "Ж", "İ", "日",
    "👩‍👩‍👧", "ا", "Σ", "_",
  ]

  mutating func text(_ lengths: ClosedRange<Int>) -> String {
    let alphabet = Bool.random(using: &random) ? Self.letters.count : 12
    return (0..<Int.random(in: lengths, using: &random))
      .map { _ in Self.letters[Int.random(in: 0..<alphabet, using: &random)] }.joined()
  }

  mutating func row() -> RowStrings {
    var row = RowStrings(name: text(0...12), value: text(0...5), help: text(0...40))
    row.key = text(0...8)
    row.path = text(0...4) + "." + row.key
    row.keywords = [text(0...6), text(1...6)]
    row.choices = [text(1...6)]
    return row
  }

  mutating func query(_ rows: [RowStrings]) -> String {
    guard let row = rows.randomElement(using: &random), Int.random(in: 0..<6, using: &random) > 0 else {
      return text(1...6)
    }
    let texts = [row.name, row.key, row.path, row.help, row.help, row.keywords[1], row.choices[0]]
    var part = Array(texts.randomElement(using: &random) ?? "")
    part.removeFirst(Int.random(in: 0...part.count / 2, using: &random))
    part = Array(part.prefix(Int.random(in: 3...9, using: &random)))
    guard part.count > 1, Bool.random(using: &random) else { return String(part).uppercased() }
    let place = Int.random(in: 0..<part.count - 1, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: part[place] = "x"
    case 1: part.remove(at: place)
    case 2: part.insert("x", at: place)
    default: part.swapAt(place, place + 1)
    }
    return String(part)
  }
}

/// The rules of the search in their simplest form: each string is compared with each word, scalar by scalar.
private struct PlainRow {
  /// The strings in lowercase, what each is, and whether it is the path.
  private let strings: [(text: [Unicode.Scalar], place: SearchPlace, isPath: Bool)]

  init(_ row: RowStrings) {
    func spaced(_ text: String) -> String {
      zip(" " + text, text).map { before, next in
        "A"..."Z" ~= next && ("a"..."z" ~= before || "0"..."9" ~= before) ? " \(next)" : "\(next)"
      }.joined()
    }
    let named: [(SearchPlace, [String])] = [
      (.title, [row.name, spaced(row.name)]), (.path, [row.key, spaced(row.key)]), (.keywords, row.keywords),
      (.value, row.values), (.help, [row.help]), (.choice, row.choices),
    ]
    strings =
      named.flatMap { place, texts in
        texts.map { (Array($0.lowercased().unicodeScalars), place, false) }
      } + [(Array(row.path.lowercased().unicodeScalars), .path, true)]
  }

  func rank(_ query: String, forgivesTypos: Bool) -> SearchRank? {
    let words = query.split(whereSeparator: \.isWhitespace).map { String($0) }
    if !forgivesTypos, let rank = rank(words.joined(separator: " ")) { return rank }
    guard words.count > 1 || forgivesTypos else { return nil }
    let ranks = words.map { rank($0) ?? (forgivesTypos ? mistypedRank($0) : nil) }
    guard !ranks.contains(nil), var worst = ranks.compactMap(\.self).max() else { return nil }
    worst.isMistyped = forgivesTypos
    return forgivesTypos ? worst : max(worst, SearchRank(fit: .word, place: .title))
  }

  private func rank(_ word: String) -> SearchRank? {
    let word = Array(word.lowercased().unicodeScalars)
    return best { text, isPath in
      text.indices.filter { text[$0...].starts(with: word) }.map { start in
        max(fit(start, start + word.count, text), isPath && !word.contains(".") ? .word : .exact)
      }
    }
  }

  private func mistypedRank(_ typed: String) -> SearchRank? {
    let word = Array(typed.lowercased().unicodeScalars)
    guard typed.lowercased().count >= 4, !typed.contains(where: \.isNumber) else { return nil }
    return best(skipping: .value) { text, isPath in
      guard !isPath else { return [] }
      return text.indices.filter { startsWord($0, text) }.flatMap { start in
        (word.count - 1...word.count + 1).filter { count in
          start + count <= text.count && isOneTypo(word[...], text[start..<start + count])
        }.map { fit(start, start + $0, text) }
      }
    }
  }

  private func best(
    skipping skipped: SearchPlace? = nil, fits: ([Unicode.Scalar], _ isPath: Bool) -> [SearchRank.Fit]
  ) -> SearchRank? {
    strings.filter { $0.place != skipped }.compactMap { text, place, isPath in
      fits(text, isPath).min().map { fit in
        SearchRank(fit: place == .title || place == .path ? fit : max(fit, .word), place: place)
      }
    }.min()
  }

  private func fit(_ start: Int, _ end: Int, _ text: [Unicode.Scalar]) -> SearchRank.Fit {
    if start == 0 { return end == text.count ? .exact : .prefix }
    return startsWord(start, text) ? .word : .part
  }

  private func startsWord(_ start: Int, _ text: [Unicode.Scalar]) -> Bool {
    guard start > 0 else { return true }
    let before = text[start - 1]
    return before.isASCII && !("a"..."z" ~= before) && !("0"..."9" ~= before)
  }

  /// Whether one wrong, missing or additional letter, or two exchanged ones, make a word from another.
  private func isOneTypo(_ one: ArraySlice<Unicode.Scalar>, _ other: ArraySlice<Unicode.Scalar>) -> Bool {
    let same = zip(one, other).prefix { $0 == $1 }.count
    let left = Array(one.dropFirst(same))
    let right = Array(other.dropFirst(same))
    if left.isEmpty && right.isEmpty { return false }
    if left.dropFirst() == right[...] || left[...] == right.dropFirst() { return true }
    guard left.count == right.count else { return false }
    return left.dropFirst() == right.dropFirst()
      || left.count >= 2 && left[0] == right[1] && left[1] == right[0]
        && left.dropFirst(2) == right.dropFirst(2)
  }
}

extension SearchTable {
  fileprivate init(_ rows: [RowStrings]) {
    self.init()
    for row in rows { append(row) }
  }
}
