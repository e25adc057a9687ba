import Settings

/// Searches the settings of a form as somebody types.
///
/// Nothing is prepared and no text is copied: a search goes through the form's own texts, each once, and one that goes on
/// from the last looks only at what that found. So opening a form costs nothing for the search, and it needs no memory.
struct SettingSearch {
  private let index: FormIndex
  /// The section of each setting, by the setting's position.
  private let sections: [Int]
  /// The last query, and what it found in form order.
  private var last: (query: String, found: [Int])?

  init(_ index: FormIndex, sections: [Int]) {
    self.index = index
    self.sections = sections
  }

  /// Forgets what was found: values are others now.
  mutating func forget() {
    last = nil
  }

  /// The settings that fit the query, the best first, and in form order where they fit equally well.
  ///
  /// All words of the query have to be found, each anywhere in title, path, value or help.
  ///
  /// - Parameters:
  ///   - isShown: whether a setting, by its position, may be found at all.
  ///   - values: the values that are not the settings' defaults, by position.
  ///
  /// Cost: linear in the length of all texts, once for each word.
  mutating func find(
    _ query: String, among isShown: (Int) -> Bool = { _ in true }, values: [Int: JSONValue] = [:]
  ) -> [Int] {
    let words = query.split(whereSeparator: \.isWhitespace)
    guard let phrase = SearchWord(words.joined(separator: " ")) else { return [] }
    var ranking = Ranking(phrase, words.count > 1 ? words.compactMap { SearchWord($0) } : [])
    // Asked of every setting: quicker than the dictionary.
    var hasOwnValue = Array(repeating: false, count: index.settings.count)
    for position in values.keys { hasOwnValue[position] = true }

    var buckets: [[Int]] = Array(repeating: [], count: SearchRank.allCases.count)
    var found: [Int] = []
    index.settings.withUnsafeBufferPointer { settings in
      func consider(_ position: Int) {
        let own = hasOwnValue[position] ? values[position] : nil
        guard let first = settings.baseAddress,
          let rank = ranking.rank(of: first + position, section: sections[position], own: own)
        else { return }
        buckets[rank.rawValue].append(position)
        found.append(position)
      }
      if let last, query.hasPrefix(last.query) {
        for position in last.found { consider(position) }
      } else {
        for position in settings.indices where isShown(position) { consider(position) }
      }
    }
    last = (query, found)
    return Array(buckets.joined())
  }
}

/// A setting in its place: a copy would cost more than searching it.
private typealias PlacedSetting = UnsafePointer<FormIndex.Entry>

/// Ranks settings for one query.
private struct Ranking {
  /// The whole query, if all its words stand together, and each of several words.
  private var needles: [Needle]

  init(_ phrase: SearchWord, _ words: [SearchWord]) {
    // A word inside another one is found with it.
    var kept: [SearchWord] = []
    for word in words.sorted(by: { $0.bytes.count > $1.bytes.count })
    where !kept.contains(where: { word.fit($0.bytes) != nil }) {
      kept.append(word)
    }
    needles = ([phrase] + kept).map { Needle($0) }
  }

  mutating func rank(of place: PlacedSetting, section: Int, own: JSONValue?) -> SearchRank? {
    if let rank = needles[0].rank(of: place, section: section, own: own) { return rank }
    guard needles.count > 1 else { return nil }
    // No better than the words as they stand together.
    var worst = SearchRank.wordOfName
    for needle in needles.indices.dropFirst() {
      guard let rank = needles[needle].rank(of: place, section: section, own: own) else { return nil }
      worst = max(worst, rank)
    }
    return worst
  }
}

/// A word, and how it fits the path of the section that was looked at last.
private struct Needle {
  private let word: SearchWord
  private let hasDot: Bool
  private var section = -1
  private var sectionFit: SearchWord.Fit?
  private var sectionPath = ""
  /// How many of the word's letters stand scattered in the section's path.
  private var sectionCount = 0

  init(_ word: SearchWord) {
    self.word = word
    hasDot = word.hasDot
  }

  mutating func rank(of place: PlacedSetting, section: Int, own: JSONValue?) -> SearchRank? {
    if self.section != section { enter(section, place.pointee.path) }
    var name = word.fit(place.pointee.setting.title)
    if name == .exact { return .exact }
    name = best(name, word.fit(place.pointee.setting.key))
    if name == .exact { return .exact }
    name = best(name, sectionFit)
    if hasDot { name = best(name, word.fit(sectionPath + place.pointee.setting.key)) }
    if let name, name <= .word { return SearchRank(name: name) }

    let value = place.valueFit(word, own: own)
    if let value, value <= .word { return .wordOfValue }
    let help = place.helpFit(word)
    if let help, help <= .word { return .wordOfHelp }
    if name != nil { return .partOfName }
    if value != nil { return .partOfValue }
    if help != nil { return .partOfHelp }
    guard word.bytes.count > 1 else { return nil }
    let isScattered =
      word.isScattered(in: place.pointee.setting.title)
      || word.scattered(in: place.pointee.setting.key, after: sectionCount) == word.bytes.count
    return isScattered ? .scattered : nil
  }

  private mutating func enter(_ section: Int, _ path: SettingPath) {
    self.section = section
    // Without the quotes that the dotted form has: nobody types them.
    sectionPath = path.keys.dropLast().map { $0 + "." }.joined()
    sectionFit = word.fit(sectionPath).map { max($0, .word) }
    sectionCount = word.scattered(in: sectionPath, after: 0)
  }

  private func best(_ left: SearchWord.Fit?, _ right: SearchWord.Fit?) -> SearchWord.Fit? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}

extension PlacedSetting {
  /// How well the value fits: the one of its own, or else the default. Secrets are not found.
  fileprivate func valueFit(_ word: SearchWord, own: JSONValue?) -> SearchWord.Fit? {
    if pointee.setting.traits.contains(.secret) { return nil }
    if let own { return word.fit(pointee.setting.text(for: own)) }
    // What most settings have is looked at without making a text of it.
    switch pointee.setting.defaultValue {
    case nil, .null?: return nil
    case .bool(let flag)?: return word.fit(flag ? "yes" : "no") ?? word.fit(flag ? "true" : "false")
    case .string(let text)?:
      if case .string = pointee.setting.kind { return word.fit(text) }
    case .number(let number)?:
      if case .integer = pointee.setting.kind, pointee.setting.unit == nil {
        return word.fit(number.spelling)
      }
    case .array?, .object?: break
    }
    return word.fit(pointee.setting.text(for: pointee.setting.defaultValue))
  }

  /// How well the help fits, and the names and helps of the values to choose from.
  fileprivate func helpFit(_ word: SearchWord) -> SearchWord.Fit? {
    var best = word.fit(pointee.setting.help)
    switch pointee.setting.kind {
    case .choice(let choices), .flags(let choices):
      for choice in choices {
        if let best, best <= .word { break }
        for text in [choice.title, choice.help] {
          if let fit = word.fit(text), best.map({ fit < $0 }) ?? true { best = fit }
        }
      }
    case .boolean, .integer, .number, .string, .list, .dictionary, .object, .json: break
    }
    return best
  }
}
