extension SearchWord {
  /// Returns the other spellings of a typed word that a search finds, too: with a space or without anything in place of its hyphens,
  /// and in the singular or plural of English. Empty for a word without such spellings.
  static func otherForms(of word: String) -> [String] {
    guard word.contains(where: { $0.isLetter || $0.isNumber }) else { return [] }
    var forms = [word] + hyphenations(of: word)
    forms += forms.flatMap(otherNumbers)
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
}
