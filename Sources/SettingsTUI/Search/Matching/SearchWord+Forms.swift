extension SearchWord {
  /// Returns the other spellings of a typed word that a search finds, too: with a space or without anything in place of its hyphens,
  /// in the singular or plural of English, in British or American spelling, and its stem, so that `accessible` finds `accessibility`.
  /// Empty for a word without such spellings.
  static func otherForms(of word: String) -> [String] {
    guard word.contains(where: { $0.isLetter || $0.isNumber }) else { return [] }
    var forms = [word] + hyphenations(of: word)
    forms += forms.flatMap(otherNumbers)
    forms += forms.flatMap(regionalSpellings)
    forms += forms.flatMap(stems)
    var seen: Set<String> = [word]
    return forms.filter { seen.insert($0).inserted }
  }

  /// Returns a typed word without its hyphens, and with a space or another hyphen in their place; empty for a word without hyphens.
  static func hyphenations(of word: String) -> [String] {
    guard word.dropFirst().dropLast().contains(where: isHyphen) else { return [] }
    return [String(word.filter { !isHyphen($0) })]
      + [" ", "-", "_"].map { hyphen in String(word.map { isHyphen($0) ? hyphen : $0 }) }
  }

  private static func isHyphen(_ character: Character) -> Bool {
    switch character {
    case "-", "_", "\u{2010}", "\u{2011}", "\u{2013}": true
    default: false
    }
  }

  /// Returns the singulars that a plural may have, or the plural of a word that ends with `y`. A plural that only adds letters contains
  /// its singular, so it needs no form.
  private static func otherNumbers(of word: String) -> [String] {
    let lower = word.lowercased()
    guard lower.count >= 4, let before = lower.dropLast().last, before.isLetter else { return [] }
    if lower.hasSuffix("ies") { return [lower.dropLast(3) + "y", String(lower.dropLast())] }
    if lower.hasSuffix("es") { return [String(lower.dropLast()), String(lower.dropLast(2))] }
    if lower.hasSuffix("s") { return before == "s" ? [] : [String(lower.dropLast())] }
    return lower.hasSuffix("y") && !"aeiou".contains(before) ? [lower.dropLast() + "ies"] : []
  }

  /// Returns a word in American spelling if it's typed in British spelling, and the other way around.
  ///
  /// Only parts that belong to few words are replaced. `or` in general would make `four` of `for`.
  private static func regionalSpellings(of word: String) -> [String] {
    let lower = word.lowercased()
    guard lower.count >= 4 else { return [] }
    return spellings.flatMap { british, american -> [String] in
      if lower.contains(british) { return [lower.replacing(british, with: american)] }
      return lower.contains(american) ? [lower.replacing(american, with: british)] : []
    }
  }

  /// Parts of words in British and in American spelling.
  private static let spellings = [
    ("colour", "color"), ("behaviour", "behavior"), ("favour", "favor"), ("flavour", "flavor"),
    ("neighbour", "neighbor"), ("honour", "honor"), ("labour", "labor"), ("armour", "armor"),
    ("centred", "centered"), ("centre", "center"), ("metre", "meter"), ("litre", "liter"), ("fibre", "fiber"),
    ("grey", "gray"), ("catalogue", "catalog"), ("dialogue", "dialog"), ("analogue", "analog"),
    ("licence", "license"), ("defence", "defense"), ("programme", "program"), ("artefact", "artifact"),
    ("cancell", "cancel"), ("labell", "label"), ("modell", "model"), ("signall", "signal"),
    ("travell", "travel"), ("channell", "channel"), ("fulfil", "fulfill"), ("ise", "ize"), ("isi", "izi"),
    ("isation", "ization"), ("yse", "yze"), ("ysi", "yzi"), ("judgement", "judgment"), ("cheque", "check"),
  ]

  /// Returns the stem of a word without its ending; empty for a word that has none of the endings, or a stem of fewer than four letters.
  ///
  /// A search finds parts of words, so a stem also finds every other word that begins with it.
  private static func stems(of word: String) -> [String] {
    let lower = word.lowercased()
    for (ending, kept) in endings where lower.hasSuffix(ending) {
      let stem = lower.dropLast(ending.count) + kept
      guard stem.count >= 4, stem.allSatisfy({ $0.isLetter }) else { continue }
      // `stopping` is a form of `stop`.
      let last = stem.suffix(2)
      let isDoubled =
        kept.isEmpty && stem.count > 4 && last.first == last.last && !"lsz".contains(last.last ?? "s")
      return [String(isDoubled ? stem.dropLast() : stem)]
    }
    return []
  }

  /// The endings of words, longer ones first, and what remains of each in the stem.
  private static let endings = [
    ("ability", "ab"), ("ibility", "ib"), ("ations", "at"), ("ation", "at"), ("ically", "ic"), ("ments", ""),
    ("ment", ""), ("ness", ""), ("able", "ab"), ("ible", "ib"), ("ated", "at"), ("ating", "at"),
    ("ates", "at"),
    ("ions", ""), ("ion", ""), ("ing", ""), ("ate", "at"), ("ed", ""), ("ly", ""),
  ]
}
