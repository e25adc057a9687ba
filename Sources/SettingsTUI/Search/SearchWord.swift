import CTerminal

/// A word to search for, in lowercase.
///
/// The C library finds it (`memmem`): in time in proportion to the string, whatever the word is, and many bytes at a time. What is left to do
/// is to tell what a place means, from the bytes around it.
///
/// It is a class because its memory is read for each string: reference counting of an array would cost more than the search.
final class SearchWord {
  /// How well a string matches a word, the best match first.
  enum Fit: Int, Comparable {
    /// The string is the word.
    case exact
    /// The string starts with the word.
    case prefix
    /// One of the string's words starts with the word.
    case word
    /// The word is inside a word of the string.
    case part

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// The word in lowercase.
  let bytes: UnsafeBufferPointer<UInt8>

  /// Prepares a word; returns `nil` for an empty word.
  init?(_ text: some StringProtocol) {
    var folded: [UInt8] = []
    var lowerCase = LowerCase()
    lowerCase.append(String(text), to: &folded)
    guard !folded.isEmpty else { return nil }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: folded.count)
    _ = copy.initialize(from: folded.lazy.map(\.lowered))
    bytes = UnsafeBufferPointer(copy)
  }

  deinit { bytes.deallocate() }

  /// Whether the word extends from one key of a path into the next.
  var hasDot: Bool { bytes.contains(UInt8(ascii: ".")) }

  /// Whether the word is inside another word.
  func isPart(of other: SearchWord) -> Bool { firstIndex(in: other.bytes, from: 0) != nil }

  /// Returns the best match in some strings; `nil` if none of them contains the word.
  ///
  /// - Parameter enough: The match at which the search can stop.
  ///
  /// Cost: linear in the length of the strings.
  func fit(_ part: MarkedPart, atBest enough: Fit) -> Fit? {
    var best: Fit?
    var start = part.range.lowerBound
    let text = UnsafeBufferPointer(rebasing: part.bytes[..<part.range.upperBound])
    while let place = firstIndex(in: text, from: start) {
      let fit: Fit =
        if text[place - 1] == MarkedStrings.mark {
          text[place + bytes.count] == MarkedStrings.mark ? .exact : .prefix
        } else {
          part.startsWord(at: place) ? .word : .part
        }
      if best.map({ fit < $0 }) ?? true { best = fit }
      if fit <= enough { break }
      start = place + 1
    }
    return best
  }

  /// Returns the index of the word in a text, at an index or after it.
  private func firstIndex(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let address = text.baseAddress, let word = bytes.baseAddress else { return nil }
    let found = cterminal_find(address + start, text.count - start, word, bytes.count)
    return found < 0 ? nil : start + found
  }

  /// Returns the number of the word's bytes that are scattered in a string: whole letters in their order, the first letter at the start of
  /// a word. Counting continues from the number before the string. Cost: linear in the length of the string.
  func scattered(in text: MarkedPart, after before: Int) -> Int {
    let word = bytes
    var next = before
    var index = text.range.lowerBound
    while index < text.range.upperBound, next < word.count {
      guard text.bytes[index] == word[next], next > 0 || text.startsWord(at: index) else {
        index += 1
        continue
      }
      let length = word[next].lengthOfScalar
      if length > 1, !(1..<length).allSatisfy({ text.bytes[index + $0] == word[next + $0] }) {
        index += 1
        continue
      }
      next += length
      index += length
    }
    return next
  }

  /// Returns the first range of the word in a string, in characters.
  func place(in text: String) -> Range<Int>? {
    let place = MarkedStrings.with(text) { part in
      firstIndex(in: part.bytes, from: part.range.lowerBound)
        .map { $0 - part.range.lowerBound..<$0 - part.range.lowerBound + bytes.count }
    }
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") }
    return isPlain ? place : place.map { Self.characters(of: $0, in: text) }
  }

  /// Returns the characters that overlap a range of the string in lowercase.
  private static func characters(of bytes: Range<Int>, in text: String) -> Range<Int> {
    var lowerCase = LowerCase()
    var folded: [UInt8] = []
    var first: Int?
    var number = 0
    for character in text {
      lowerCase.append(String(character), to: &folded)
      number += 1
      if first == nil, folded.count > bytes.lowerBound { first = number - 1 }
      if folded.count >= bytes.upperBound { break }
    }
    return (first ?? 0)..<number
  }
}

extension UInt8 {
  /// The byte as lowercase, if it is an ASCII letter.
  var lowered: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  /// The number of bytes of the scalar whose UTF-8 starts with this byte.
  var lengthOfScalar: Int { self < 0x80 ? 1 : Swift.max(1, (~self).leadingZeroBitCount) }
}

extension SearchWord {
  /// Returns the other spellings of a typed word that a search finds, too: with a space or without anything in place of its hyphens, in the
  /// singular or plural of English, in British or American spelling, and its stem, so that `accessible` finds `accessibility`. Empty for a
  /// word without such spellings.
  ///
  /// A form that is wrong, such as the stem of a word that has none, does little harm: it finds nothing, or something that ranks below what
  /// was found literally.
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

  /// Returns the singulars that a plural can have, or the plural of a word that ends with `y`. A plural that only adds letters contains its
  /// singular, so it needs no form.
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

extension SearchWord {
  /// The fewest letters of a word in which a typing error is tolerated.
  static let fewestLettersForTypo = 4
  /// The most bytes of a word in which a typing error is tolerated; it bounds the cost of a comparison.
  static let mostBytesForTypo = 64

  /// Whether the word is found despite one typing error. Short words would match too many others, and a number with another digit is
  /// another number.
  var allowsTypo: Bool {
    bytes.count <= Self.mostBytesForTypo
      && bytes.reduce(0) { $1.isInsideScalar ? $0 : $0 + 1 } >= Self.fewestLettersForTypo
      && !bytes.contains { $0 &- UInt8(ascii: "0") < 10 }
  }

  /// Returns the best match in some strings of the word with exactly one typing error: a wrong, missing or additional letter, or two
  /// letters in the wrong order (the edits of Damerau, 1964). A word of a string has to start there; it may continue afterwards.
  ///
  /// Cost: linear in the length of the strings, times the length of the word, which ``mostBytesForTypo`` limits.
  func fitWithTypo(_ part: MarkedPart) -> Fit? {
    var best: Fit?
    for start in part.range where part.startsWord(at: start) && part.bytes[start] != MarkedStrings.mark {
      guard let end = endWithTypo(in: part, from: start) else { continue }
      let isFirst = part.bytes[start - 1] == MarkedStrings.mark
      let isLast = part.bytes[end] == MarkedStrings.mark
      let fit: Fit = isFirst ? isLast ? .exact : .prefix : .word
      if fit == .exact { return fit }
      best = min(best ?? fit, fit)
    }
    return best
  }

  /// Returns the index after the word with one typing error at an index of the memory; `nil` if it isn't there.
  private func endWithTypo(in part: MarkedPart, from start: Int) -> Int? {
    var typed = 0
    var index = start
    while typed < bytes.count, byte(of: part, at: index) == bytes[typed] {
      typed += 1
      index += 1
    }
    // The first different byte can be inside a scalar: go back to the scalar's first byte, because an error concerns whole letters.
    while typed > 0, typed < bytes.count, bytes[typed].isInsideScalar {
      typed -= 1
      index -= 1
    }
    guard typed < bytes.count else { return nil }
    let own = bytes[typed].lengthOfScalar
    let next = typed + own
    let here = byte(of: part, at: index)
    // At the end of a string, the word can only have an additional letter.
    if here == MarkedStrings.mark { return end(of: part, index, after: next) }
    let other = here.lengthOfScalar
    // Two letters in the wrong order.
    if next < bytes.count, next + bytes[next].lengthOfScalar <= bytes.count {
      let second = bytes[next].lengthOfScalar
      if isEqual(part, index: index, to: next, count: second),
        isEqual(part, index: index + second, to: typed, count: own),
        let end = end(of: part, index + second + own, after: next + second)
      {
        return end
      }
    }
    // A wrong, an additional or a missing letter. Prefer the error after which the string ends, because the word then equals the
    // string.
    let wrong = end(of: part, index + other, after: next)
    if let wrong, part.bytes[wrong] == MarkedStrings.mark { return wrong }
    let additional = end(of: part, index, after: next)
    if let additional, part.bytes[additional] == MarkedStrings.mark { return additional }
    let missing = end(of: part, index + other, after: typed)
    if let missing, part.bytes[missing] == MarkedStrings.mark { return missing }
    return wrong ?? additional ?? missing
  }

  /// Returns the index after the rest of the word; `nil` if the memory has something else at the index.
  private func end(of part: MarkedPart, _ index: Int, after typed: Int) -> Int? {
    let count = bytes.count - typed
    return count >= 0 && isEqual(part, index: index, to: typed, count: count) ? index + count : nil
  }

  private func isEqual(_ part: MarkedPart, index: Int, to typed: Int, count: Int) -> Bool {
    // A typing error doesn't replace the end of a string, so no comparison begins after the part.
    guard index + count < part.range.upperBound, typed + count <= bytes.count else { return false }
    var offset = 0
    while offset < count, part.bytes[index + offset] == bytes[typed + offset] { offset += 1 }
    return offset == count
  }

  private func byte(of part: MarkedPart, at index: Int) -> UInt8 {
    index < part.range.upperBound ? part.bytes[index] : MarkedStrings.mark
  }
}

extension UInt8 {
  /// Whether the byte continues a scalar in UTF-8.
  fileprivate var isInsideScalar: Bool { self & 0xC0 == 0x80 }
}

/// Folds case for a search. ASCII is unchanged, because its capitals mark where words start. Everything else becomes lowercase,
/// scalar by scalar.
struct LowerCase {
  /// Recent scalars and their lowercase forms, by the scalars' last ten bits. A lookup in Unicode's table is slow, and a string has
  /// few different letters. Empty until the first scalar outside of ASCII.
  private var known: [(scalar: Unicode.Scalar, lower: Unicode.Scalar)] = []

  /// Appends a string. Cost: linear.
  mutating func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &bytes) }
  }

  /// Appends a string in UTF-8.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    if text.reduce(0, |) < 0x80 {
      bytes.append(contentsOf: text)
      return
    }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        append(scalar, to: &bytes)
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    // The initial entries are for ASCII, which is never looked up.
    if known.isEmpty { known = Array(repeating: ("a", "a"), count: 1024) }
    let place = Int(scalar.value) % known.count
    if known[place].scalar == scalar {
      bytes.append(contentsOf: known[place].lower.utf8)
      return
    }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    for scalar in lower { bytes.append(contentsOf: scalar.utf8) }
    // Some scalars become several in lowercase: U+0130 (İ) becomes i and a combining dot.
    if let only = lower.first, lower.count == 1 { known[place] = (scalar, only) }
  }
}
