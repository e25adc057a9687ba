/// Ranks settings for one query.
struct SearchRanking {
  /// The whole query, for strings that contain it literally.
  private var phrase: Needle
  /// The words that aren't inside another word.
  private var words: [Needle] = []
  /// The words that are inside other words.
  private var inner: [Needle] = []

  /// Prepares a query.
  ///
  /// - Parameters:
  ///   - phrase: All words with spaces between them.
  ///   - words: Each word, if there are several.
  private init(_ phrase: SearchWord, _ words: [SearchWord]) {
    self.phrase = Needle(phrase)
    var outer: [SearchWord] = []
    for word in words.sorted(by: { $0.bytes.count > $1.bytes.count }) {
      if outer.contains(where: { word.isPart(of: $0) }) {
        inner.append(Needle(word))
      } else {
        outer.append(word)
        self.words.append(Needle(word))
      }
    }
  }

  /// Prepares a query as it is typed; returns `nil` if it has no words.
  init?(_ query: String) {
    let words = query.split(whereSeparator: \.isWhitespace)
    guard let phrase = SearchWord(words.joined(separator: " ")) else { return nil }
    self.init(
      phrase, words.count > 1 ? words.prefix(SettingSearch.mostWords).compactMap { SearchWord($0) } : [])
  }

  /// Returns how well a setting matches; `nil` if it doesn't. It is fastest if the settings of a section follow each other.
  mutating func rank(of strings: SearchMemory.Strings) -> SearchRank? {
    if let rank = phrase.rank(of: strings) { return rank }
    guard !words.isEmpty else { return nil }
    // Single words can't rank better than the whole query.
    var worst = SearchRank.wordOfName
    for word in words.indices {
      guard let rank = words[word].rank(of: strings) else { return nil }
      worst = max(worst, rank)
    }
    guard worst == .scattered else { return worst }
    // A string that contains a word contains the words inside that word. This doesn't hold for scattered letters, because the first
    // one has to start a word.
    for word in inner.indices where inner[word].rank(of: strings) == nil { return nil }
    return worst
  }

  /// Returns how well a setting matches, and where; `nil` if it doesn't match.
  mutating func match(_ strings: SearchMemory.Strings) -> (rank: SearchRank, place: SearchPlace)? {
    guard let rank = rank(of: strings) else { return nil }
    if let place = phrase.place(of: strings) { return (rank, place) }
    return words.indices.compactMap { words[$0].place(of: strings) }.max().map { (rank, $0) }
  }
}

/// A word, and how it matches the path of the last section. The settings of a section follow each other, so that the path of their
/// section is searched once for all of them.
struct Needle {
  let word: SearchWord
  private let hasDot: Bool
  /// The range of the last section's path.
  private var section = 0..<0
  private var sectionFit: SearchWord.Fit?
  /// The number of the word's bytes that are scattered in the last section's path.
  private var sectionCount = 0
  /// The last section's path, if the word may extend beyond it, with room for a key.
  private var path: [UInt8] = []
  private var sectionEnd = 0

  init(_ word: SearchWord) {
    self.word = word
    hasDot = word.hasDot
  }

  mutating func rank(of strings: SearchMemory.Strings) -> SearchRank? {
    if strings.section.range != section { match(section: strings.section) }
    var name = word.fit(strings.names, atBest: .exact)
    if name == .exact { return .exact }
    name = best(name, sectionFit)
    if hasDot { name = best(name, pathFit(strings.key)) }
    if let name, name <= .word { return SearchRank(name: name) }

    let keyword = strings.keywords.range.isEmpty ? nil : word.fit(strings.keywords, atBest: .word)
    if let keyword, keyword <= .word { return .wordOfKeyword }
    let value = word.fit(strings.values, atBest: .word)
    if let value, value <= .word { return .wordOfValue }
    let help = word.fit(strings.helps, atBest: .word)
    if let help, help <= .word { return .wordOfHelp }
    if name != nil { return .partOfName }
    if keyword != nil { return .partOfKeyword }
    if value != nil { return .partOfValue }
    if help != nil { return .partOfHelp }
    return isScattered(strings) ? .scattered : nil
  }

  /// Returns where a setting matches; `nil` if it doesn't match.
  mutating func place(of strings: SearchMemory.Strings) -> SearchPlace? {
    switch rank(of: strings) {
    case .exact, .prefix, .wordOfName, .partOfName:
      word.fit(strings.title, atBest: .part) == nil ? .path : .title
    case .wordOfKeyword, .partOfKeyword: .keywords
    case .wordOfValue, .partOfValue: .value
    case .wordOfHelp, .partOfHelp: word.fit(strings.ownHelp, atBest: .part) == nil ? .choice : .help
    case .scattered: word.scattered(in: strings.title, after: 0) == word.bytes.count ? .title : .path
    case .similarToName, .similarInName, .similarInKeyword, .similarInValue, .similarInHelp, nil: nil
    }
  }

  private func isScattered(_ strings: SearchMemory.Strings) -> Bool {
    // A single letter would already have matched literally.
    word.bytes.count > 1
      && (word.scattered(in: strings.title, after: 0) == word.bytes.count
        || word.scattered(in: strings.key, after: sectionCount) == word.bytes.count)
  }

  private mutating func match(section: MarkedPart) {
    self.section = section.range
    // A section's path is never the whole path of a setting.
    sectionFit = word.fit(section, atBest: .word).map { max($0, .word) }
    sectionCount = word.scattered(in: section, after: 0)
    guard hasDot else { return }
    path.removeAll(keepingCapacity: true)
    path.append(MarkedStrings.mark)
    path.append(contentsOf: section.bytes[section.range].dropLast())
    sectionEnd = path.count
  }

  /// Returns how well the whole path matches.
  private mutating func pathFit(_ key: MarkedPart) -> SearchWord.Fit? {
    path.removeLast(path.count - sectionEnd)
    path.append(contentsOf: key.bytes[key.range])
    return path.withUnsafeBufferPointer { path in
      word.fit(MarkedPart(bytes: path, range: 1..<path.count), atBest: .exact)
    }
  }

  private func best(_ left: SearchWord.Fit?, _ right: SearchWord.Fit?) -> SearchWord.Fit? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}
