import Settings

@testable import SettingsTUI

/// The rules of the search in their simplest form, as a reference for the fast one.
///
/// It compares every string with every word, letter by letter, and prepares nothing. Random forms and queries must give the same hits in
/// the same order in ``SettingSearch``. A rule that is changed is changed in both, and this one shows best what it is.
struct PlainSearch {
  let index: FormIndex
  let values: [Int: JSONValue]

  /// How a word is in a string, from the best to the least.
  enum Fit: Int, Comparable {
    case exact, prefix, word, part
    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// A setting or section with its strings.
  private struct Item {
    let hit: EditorItem
    let title: String
    let path: [String]
    var keywords: [String] = []
    var values: [String] = []
    var helps: [String] = []

    var key: String { path.last ?? "" }
  }

  func find(_ query: String) -> [EditorItem] {
    let typed = query.split(whereSeparator: \.isWhitespace).map(String.init)
    let words = typed.map { Text($0).lower }
    guard !words.isEmpty else { return [] }
    let phrase = Array(words.joined(separator: [" "]))
    var ranks = items.map { item in
      guard case .section = item.hit else { return rank(item, phrase, words) }
      return rank(item, phrase, words)?.ofSection
    }
    let forgivesTypos = !ranks.contains { $0 != nil && $0 != .scattered }
    for (number, item) in items.enumerated() where ranks[number] == nil || ranks[number] == .scattered {
      ranks[number] = similarRank(item, typed, forgivesTypos: forgivesTypos) ?? ranks[number]
    }
    let found = ranks.enumerated().compactMap { number, rank in rank.map { (rank: $0, number: number) } }
    // Sorting is stable here because the number decides between equals.
    return found.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.map { items[$0.number].hit }
  }

  private var items: [Item] {
    index.nodes.indices.dropFirst().map { node in
      let section = index.nodes[node].section
      return Item(
        hit: .section(node), title: section.title, path: index.nodes[node].path.keys,
        keywords: section.keywords,
        helps: [section.help])
    }
      + index.settings.indices.map { position in
        let entry = index.settings[position]
        let setting = entry.setting
        var item = Item(
          hit: .setting(position), title: setting.title, path: entry.path.keys, keywords: setting.keywords,
          values: strings(of: values[position] ?? own(setting.defaultValue), setting), helps: [setting.help])
        switch setting.kind {
        case .choice(let choices), .flags(let choices): item.helps += choices.flatMap { [$0.title, $0.help] }
        default: break
        }
        return item
      }
  }

  private func rank(_ item: Item, _ phrase: [Unicode.Scalar], _ words: [[Unicode.Scalar]]) -> SearchRank? {
    if let rank = rank(item, phrase) { return rank }
    guard words.count > 1 else { return nil }
    // All words must match; the worst one that isn't inside another decides.
    let ranks = words.map { rank(item, $0) }
    guard !ranks.contains(nil) else { return nil }
    let outer = zip(words, ranks).filter { word, _ in
      !words.contains { $0.count > word.count && contains($0, word) }
    }
    return max(.wordOfName, outer.compactMap(\.1).max() ?? .wordOfName)
  }

  private func rank(_ item: Item, _ word: [Unicode.Scalar]) -> SearchRank? {
    let path = Text(item.path.joined(separator: "."))
    // A section's name at the start of a path doesn't rank all of its settings first.
    let pathFit = fit(word, path).map { word.contains(".") ? $0 : max($0, .word) }
    let name = [fit(word, Text(item.title)), fit(word, Text(item.key)), pathFit].compactMap { $0 }.min()
    let keyword = item.keywords.compactMap { fit(word, Text($0)) }.min()
    let value = item.values.compactMap { fit(word, Text($0)) }.min()
    let help = item.helps.compactMap { fit(word, Text($0)) }.min()
    switch name {
    case .exact: return .exact
    case .prefix: return .prefix
    case .word: return .wordOfName
    case .part, nil: break
    }
    if let keyword, keyword <= .word { return .wordOfKeyword }
    if let value, value <= .word { return .wordOfValue }
    if let help, help <= .word { return .wordOfHelp }
    if name != nil { return .partOfName }
    if keyword != nil { return .partOfKeyword }
    if value != nil { return .partOfValue }
    if help != nil { return .partOfHelp }
    return word.count > 1 && (isScattered(word, Text(item.title)) || isScattered(word, path))
      ? .scattered : nil
  }

  private func similarRank(_ item: Item, _ typed: [String], forgivesTypos: Bool) -> SearchRank? {
    let forms = typed.map { [$0] + SearchWord.otherForms(of: $0) }
    let mayBeMistyped = typed.map { forgivesTypos && allowsTypo(Text($0).lower) }
    guard forms.contains(where: { $0.count > 1 }) || mayBeMistyped.contains(true) else { return nil }
    var worst = typed.count > 1 ? SearchRank.similarInName : .similarToName
    for (number, word) in typed.enumerated() {
      let literal = forms[number].compactMap { rank(item, Text($0).lower) }.filter { $0 != .scattered }
      let spellings = ([word] + SearchWord.hyphenations(of: word)).map { Text($0).lower }
      let mistyped =
        mayBeMistyped[number]
        ? spellings.filter(allowsTypo).compactMap { mistypedRank(item, $0) }.min() : nil
      guard let rank = literal.map(\.ofSimilar).min() ?? mistyped else { return nil }
      worst = max(worst, rank)
    }
    return worst
  }

  private func allowsTypo(_ word: [Unicode.Scalar]) -> Bool {
    word.count >= 4 && !word.contains { "0"..."9" ~= $0 }
  }

  private func mistypedRank(_ item: Item, _ word: [Unicode.Scalar]) -> SearchRank? {
    func fit(_ strings: [String]) -> Fit? { strings.compactMap { mistypedFit(word, Text($0)) }.min() }
    if let fit = fit([item.title, item.key]) { return fit == .exact ? .similarToName : .similarInName }
    if fit(item.keywords) != nil { return .similarInKeyword }
    return fit(item.helps) == nil ? nil : .similarInHelp
  }

  private func mistypedFit(_ word: [Unicode.Scalar], _ text: Text) -> Fit? {
    text.lower.indices.filter(text.startsWord).flatMap { start -> [Fit] in
      (word.count - 1...word.count + 1).compactMap { count in
        guard start + count <= text.lower.count,
          isOneTypo(word, Array(text.lower[start..<start + count]))
        else { return nil }
        return start > 0 ? .word : count == text.lower.count ? .exact : .prefix
      }
    }
    .min()
  }

  /// Whether one wrong, missing or additional letter, or two exchanged ones, make a word from another.
  private func isOneTypo(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    let start = zip(one, other).prefix { $0 == $1 }.count
    let left = Array(one[start...])
    let right = Array(other[start...])
    if left.isEmpty && right.isEmpty { return false }
    if left.dropFirst() == right.dropFirst() && left.count == right.count { return true }
    if left.dropFirst() == right[...] || left[...] == right.dropFirst() { return true }
    return left.count == right.count && left.count >= 2 && left[0] == right[1] && left[1] == right[0]
      && left.dropFirst(2) == right.dropFirst(2)
  }

  private func own(_ value: JSONValue?) -> JSONValue? { value == .null ? nil : value }

  private func strings(of value: JSONValue?, _ setting: FormSetting) -> [String] {
    guard let value, !setting.traits.contains(.secret) else { return [] }
    if case .bool(let flag) = value { return flag ? ["yes", "true"] : ["no", "false"] }
    if case (.string(let text), .string) = (value, setting.kind), !setting.holdsSecrets { return [text] }
    return [setting.wholeText(for: value)]
  }

  /// A string, letter by letter.
  private struct Text {
    /// With the capitals that mark where words start.
    let kept: [Unicode.Scalar]
    let lower: [Unicode.Scalar]

    init(_ text: String) {
      kept = text.unicodeScalars.flatMap {
        $0.isASCII ? [$0] : Array($0.properties.lowercaseMapping.unicodeScalars)
      }
      lower = kept.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
    }

    func startsWord(at index: Int) -> Bool {
      guard index > 0 else { return true }
      let before = kept[index - 1]
      let isSmall = "a"..."z" ~= before || "0"..."9" ~= before
      let isOfWord = isSmall || "A"..."Z" ~= before || !before.isASCII
      return !isOfWord || isSmall && "A"..."Z" ~= kept[index]
    }
  }

  private func contains(_ text: [Unicode.Scalar], _ word: [Unicode.Scalar]) -> Bool {
    text.indices.contains { text[$0...].starts(with: word) }
  }

  private func fit(_ word: [Unicode.Scalar], _ text: Text) -> Fit? {
    text.lower.indices.compactMap { start -> Fit? in
      guard text.lower[start...].starts(with: word) else { return nil }
      if start == 0 { return word.count == text.lower.count ? .exact : .prefix }
      return text.startsWord(at: start) ? .word : .part
    }
    .min()
  }

  private func isScattered(_ word: [Unicode.Scalar], _ text: Text) -> Bool {
    var rest = word[...]
    for index in text.lower.indices where text.lower[index] == rest.first {
      if rest.count < word.count || text.startsWord(at: index) { rest.removeFirst() }
    }
    return rest.isEmpty
  }
}
