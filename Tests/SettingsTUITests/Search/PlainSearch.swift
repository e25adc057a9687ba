import Settings

/// The rules of the search in their simplest form, as a reference for the fast one.
struct PlainSearch {
  let index: FormIndex
  let values: [Int: JSONValue]

  enum Fit: Int, Comparable {
    case exact, prefix, word, part
    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  func find(_ query: String) -> [Int] {
    let words = query.split(whereSeparator: \.isWhitespace).map { Text(String($0)).lower }
    guard !words.isEmpty else { return [] }
    let phrase = Array(words.joined(separator: [" "]))
    let ranked = index.settings.indices.compactMap { position in
      rank(position, phrase, words).map { (rank: $0, position: position) }
    }
    // Sorting is stable here because the position decides between equals.
    return ranked.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map(\.position)
  }

  private func rank(_ position: Int, _ phrase: [Unicode.Scalar], _ words: [[Unicode.Scalar]]) -> Int? {
    if let rank = rank(position, phrase) { return rank }
    guard words.count > 1 else { return nil }
    // All words must match; the worst one that isn't inside another decides.
    let ranks = words.map { rank(position, $0) }
    guard !ranks.contains(nil) else { return nil }
    let outer = zip(words, ranks).filter { word, _ in
      !words.contains { $0.count > word.count && contains($0, word) }
    }
    return max(2, outer.compactMap(\.1).max() ?? 0)
  }

  /// 0 exact, 1 prefix; a word 2 of a name, 3 of a value, 4 of the help; 5, 6, 7 a part of them; 8 scattered letters.
  private func rank(_ position: Int, _ word: [Unicode.Scalar]) -> Int? {
    let entry = index.settings[position]
    let setting = entry.setting
    let path = Text(entry.path.keys.joined(separator: "."))
    // A section's name at the start of a path doesn't rank all of its settings first.
    let pathFit = fit(word, path).map { word.contains(".") ? $0 : max($0, .word) }
    let name = [fit(word, Text(setting.title)), fit(word, Text(setting.key)), pathFit].compactMap { $0 }.min()
    let value = texts(of: values[position] ?? own(setting.defaultValue), setting)
      .compactMap { fit(word, Text($0)) }.min()
    var helps = [setting.help]
    switch setting.kind {
    case .choice(let choices), .flags(let choices): helps += choices.flatMap { [$0.title, $0.help] }
    default: break
    }
    let help = helps.compactMap { fit(word, Text($0)) }.min()
    if let name, name <= .word { return name.rawValue }
    if let value, value <= .word { return 3 }
    if let help, help <= .word { return 4 }
    if name != nil { return 5 }
    if value != nil { return 6 }
    if help != nil { return 7 }
    return word.count > 1 && (isScattered(word, Text(setting.title)) || isScattered(word, path)) ? 8 : nil
  }

  private func own(_ value: JSONValue?) -> JSONValue? { value == .null ? nil : value }

  private func texts(of value: JSONValue?, _ setting: FormSetting) -> [String] {
    guard let value, !setting.traits.contains(.secret) else { return [] }
    if case .bool(let flag) = value { return flag ? ["yes", "true"] : ["no", "false"] }
    return [setting.text(for: value)]
  }

  /// A text, letter by letter.
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
