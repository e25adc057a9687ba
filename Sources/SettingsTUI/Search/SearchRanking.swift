/// Ranks strings for one query: first by the query as it is typed, then by other spellings of its words.
///
/// A query of several words is tried as a whole first: `time period` should find the title "Time Period" before a setting whose help has
/// both words somewhere. Then each word has to be in one of the setting's strings, and the setting ranks as its worst word does.
///
/// A word that is inside another word of the query (`per` beside `period`) is found wherever the longer word is, so it isn't searched for.
///
/// Other spellings are with other hyphens, in the singular or plural, with another ending, and, where nothing else is found, with one typing
/// error in each word. They are only made when they are asked for.
struct SearchRanking {
  private let query: String
  /// The whole query, for strings that contain it literally.
  private var phrase: Needle
  /// The words of a query of several words that aren't inside another word.
  private var words: [Needle] = []
  /// The words that are inside other words.
  private var inner: [Needle] = []
  /// All words with their other spellings, once they are needed.
  private var similar: [SimilarWord]?

  /// Prepares a query as it is typed; returns `nil` if it has no words.
  init?(_ query: String) {
    let typed = query.split(whereSeparator: \.isWhitespace)
    guard let phrase = SearchWord(typed.joined(separator: " ")) else { return nil }
    self.query = query
    self.phrase = Needle(phrase)
    guard typed.count > 1 else { return }
    let all = typed.prefix(SettingSearch.mostWords).compactMap { SearchWord($0) }
    for word in all.sorted(by: { $0.bytes.count > $1.bytes.count }) {
      if words.contains(where: { word.isPart(of: $0.word) }) {
        inner.append(Needle(word))
      } else {
        words.append(Needle(word))
      }
    }
  }

  /// Returns how well the query as it is typed matches; `nil` if it doesn't. It is fastest if the settings of a section follow each other.
  mutating func rank(of strings: SearchTable.Strings) -> SearchRank? {
    if let rank = phrase.rank(of: strings) { return rank }
    guard !words.isEmpty else { return nil }
    // Single words can't rank better than the whole query.
    var worst = SearchRank.wordOfName
    for word in words.indices {
      guard let rank = words[word].rank(of: strings) else { return nil }
      worst = max(worst, rank)
    }
    guard worst == .scattered else { return worst }
    // A string that contains a word contains the words inside that word. This doesn't hold for scattered letters, because the first letter
    // has to start a word.
    for word in inner.indices where inner[word].rank(of: strings) == nil { return nil }
    return worst
  }

  /// Whether a word has another spelling.
  mutating func hasOtherSpellings(forgivingTypos: Bool) -> Bool {
    let words = similar ?? SimilarWord.words(of: query)
    similar = words
    return words.contains { $0.needles.count > 1 || forgivingTypos && !$0.mistyped.isEmpty }
  }

  /// Returns how well another spelling matches; `nil` if none does.
  mutating func similarRank(of strings: SearchTable.Strings, forgivingTypos: Bool) -> SearchRank? {
    guard hasOtherSpellings(forgivingTypos: forgivingTypos), let count = similar?.count else { return nil }
    // Only the whole query can equal a name.
    var worst = count > 1 ? SearchRank.similarInName : .similarToName
    for index in 0..<count {
      guard let rank = similar?[index].rank(of: strings, forgivingTypo: forgivingTypos) else { return nil }
      worst = max(worst, rank)
    }
    return worst
  }

  /// Returns where a setting matches, in the query's own or in other spellings; `nil` if it doesn't match.
  mutating func place(of strings: SearchTable.Strings) -> SearchPlace? {
    guard let rank = rank(of: strings) else { return similarPlace(of: strings) }
    let literal = phrase.place(of: strings) ?? words.indices.compactMap { words[$0].place(of: strings) }.max()
    return rank == .scattered
      ? similarPlace(of: strings) ?? literal : literal ?? similarPlace(of: strings)
  }

  /// The place of the word that matches worst, as the rank is that of the worst word.
  private mutating func similarPlace(of strings: SearchTable.Strings) -> SearchPlace? {
    guard hasOtherSpellings(forgivingTypos: true), let count = similar?.count else { return nil }
    let places = (0..<count).map { similar?[$0].place(of: strings) ?? nil }
    return places.contains(nil) ? nil : places.compactMap(\.self).max()
  }

  /// All spellings of a query's words that are found literally.
  static func spellings(of query: String) -> [SearchWord] {
    SimilarWord.words(of: query).flatMap { $0.needles.map(\.word) }
  }
}

/// A word of a query with its other spellings.
private struct SimilarWord {
  /// The word as it is typed, then its other forms.
  private(set) var needles: [Needle]
  /// The word and its spellings with other hyphens, if they can have a typing error.
  let mistyped: [SearchWord]

  /// Pasted text can have any number of words; the first 32 count.
  static func words(of query: String) -> [SimilarWord] {
    query.split(whereSeparator: \.isWhitespace).prefix(SettingSearch.mostWords).compactMap {
      SimilarWord(String($0))
    }
  }

  private init?(_ typed: String) {
    guard let word = SearchWord(typed) else { return nil }
    // Pasted text has no other spellings.
    let forms = word.bytes.count <= SearchWord.mostBytesForTypo ? SearchWord.otherForms(of: typed) : []
    needles = ([word] + forms.compactMap { SearchWord($0) }).map { Needle($0) }
    mistyped =
      word.allowsTypo
      ? [word] + SearchWord.hyphenations(of: typed).compactMap { SearchWord($0) }.filter(\.allowsTypo) : []
  }

  mutating func rank(of strings: SearchTable.Strings, forgivingTypo: Bool) -> SearchRank? {
    var best: SearchRank?
    for index in needles.indices {
      guard let rank = needles[index].rank(of: strings), rank != .scattered else { continue }
      best = min(best ?? .scattered, rank.ofSimilar)
    }
    return best ?? (forgivingTypo ? bestMistyped(in: strings)?.rank : nil)
  }

  mutating func place(of strings: SearchTable.Strings) -> SearchPlace? {
    let best = rank(of: strings, forgivingTypo: true)
    for index in needles.indices where needles[index].rank(of: strings)?.ofSimilar == best && best != nil {
      return needles[index].place(of: strings)
    }
    return bestMistyped(in: strings)?.word.placeWithTypo(of: strings)
  }

  /// Returns the spelling that matches best with a typing error.
  private func bestMistyped(in strings: SearchTable.Strings) -> (word: SearchWord, rank: SearchRank)? {
    mistyped.lazy.compactMap { word in word.rankWithTypo(of: strings).map { (word, $0) } }.min {
      $0.rank < $1.rank
    }
  }
}

/// A word, and how it matches the path of the last section.
///
/// The settings of a section follow each other, and the path of their section is searched once for all of them. Only a word with a dot
/// (`calculation.time`) can extend from the section's path into the key; for such a word, the whole path is put together.
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

  mutating func rank(of strings: SearchTable.Strings) -> SearchRank? {
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
  mutating func place(of strings: SearchTable.Strings) -> SearchPlace? {
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

  private func isScattered(_ strings: SearchTable.Strings) -> Bool {
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

/// How well a setting matches a query, the best rank first. The kind of match decides first, then which of its strings matches.
enum SearchRank: Int, Comparable, CaseIterable {
  /// The title, the key or the path equals the query.
  case exact
  /// One of them starts with the query.
  case prefix
  // A word starts with the query.
  case wordOfName, wordOfKeyword, wordOfValue, wordOfHelp
  // The query is inside a word.
  case partOfName, partOfKeyword, partOfValue, partOfHelp
  // Another spelling of the query, or the query with one typing error corrected: it equals a name, or a string contains it.
  case similarToName, similarInName, similarInKeyword, similarInValue, similarInHelp
  /// The letters of the query are in the title or the path in the same order, with other letters between them.
  case scattered

  static func < (left: SearchRank, right: SearchRank) -> Bool { left.rawValue < right.rawValue }

  /// Creates the rank of a matching name: a title, a key, or a path.
  init(name fit: SearchWord.Fit) {
    self =
      switch fit {
      case .exact: .exact
      case .prefix: .prefix
      case .word: .wordOfName
      case .part: .partOfName
      }
  }

  /// The rank of a section whose strings match this well. A section's help describes many settings, so the help of a single setting
  /// ranks before it.
  var ofSection: SearchRank { self == .wordOfHelp ? .partOfHelp : self }

  /// The rank of another spelling of the query that matches this well.
  var ofSimilar: SearchRank {
    switch self {
    case .exact: .similarToName
    case .prefix, .wordOfName, .partOfName: .similarInName
    case .wordOfKeyword, .partOfKeyword: .similarInKeyword
    case .wordOfValue, .partOfValue: .similarInValue
    case .wordOfHelp, .partOfHelp: .similarInHelp
    case .similarToName, .similarInName, .similarInKeyword, .similarInValue, .similarInHelp, .scattered: self
    }
  }
}

/// The string of a setting or section that matches a search.
enum SearchPlace: Int, Comparable, CaseIterable {
  case title, path, keywords, value, help, choice

  static func < (left: SearchPlace, right: SearchPlace) -> Bool { left.rawValue < right.rawValue }

  /// A phrase about the place; `nil` for the title, which a person sees.
  var phrase: String? {
    switch self {
    case .title: nil
    case .path: "in its path"
    case .keywords: "in its keywords"
    case .value: "in its value"
    case .help: "in its help"
    case .choice: "in a choice"
    }
  }
}

extension SearchWord {
  /// Returns the rank of the word with a typing error.
  ///
  /// Values are left out, because in a value each letter counts. So are the paths of sections, because a section is a result
  /// itself.
  fileprivate func rankWithTypo(of strings: SearchTable.Strings) -> SearchRank? {
    if let fit = fitWithTypo(strings.names) { return fit == .exact ? .similarToName : .similarInName }
    if fitWithTypo(strings.keywords) != nil { return .similarInKeyword }
    return fitWithTypo(strings.helps) == nil ? nil : .similarInHelp
  }

  fileprivate func placeWithTypo(of strings: SearchTable.Strings) -> SearchPlace? {
    switch rankWithTypo(of: strings) {
    case .similarToName, .similarInName: fitWithTypo(strings.title) == nil ? .path : .title
    case .similarInKeyword: .keywords
    case .similarInHelp: fitWithTypo(strings.ownHelp) == nil ? .choice : .help
    default: nil
    }
  }
}
