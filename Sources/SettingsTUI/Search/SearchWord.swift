/// A word to search for, prepared so that one pass over any text finds it.
///
/// The search ignores case. It uses the algorithm of Knuth, Morris and Pratt (1977) over UTF-8; bytes that can't start a match are skipped
/// eight at a time.
///
/// It is a class because its memory is read for each string: reference counting of arrays would cost more than the search.
///
/// `borders` is what makes one pass enough. For the word `prepress`, the border of `prepre` is 3: after six matched letters and a mismatch,
/// three of them (`pre`) are the beginning of another possible match, so the text isn't read again.
///
///     prepress        word
///     00012300        borders: how many letters remain matched after each one
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
  /// For each number of matched bytes, how many of them still match if the next byte doesn't match.
  private let borders: UnsafeBufferPointer<Int>

  /// Prepares a word; returns `nil` for an empty word.
  init?(_ text: some StringProtocol) {
    var folded: [UInt8] = []
    var lowerCase = LowerCase()
    lowerCase.append(String(text), to: &folded)
    guard !folded.isEmpty else { return nil }
    let lower = folded.map(\.lowered)
    bytes = Self.copy(lower)
    borders = Self.copy(Self.borders(of: lower))
  }

  deinit {
    bytes.deallocate()
    borders.deallocate()
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = buffer.initialize(from: elements)
    return UnsafeBufferPointer(buffer)
  }

  /// Returns, for each prefix of the word, the length of its longest border: a shorter prefix that it also ends with.
  private static func borders(of word: [UInt8]) -> [Int] {
    var borders = Array(repeating: 0, count: word.count)
    var length = 0
    for index in word.indices.dropFirst() {
      while length > 0, word[index] != word[length] { length = borders[length - 1] }
      if word[index] == word[length] { length += 1 }
      borders[index] = length
    }
    return borders
  }

  /// Whether the word extends from one key of a path into the next.
  var hasDot: Bool { bytes.contains(UInt8(ascii: ".")) }

  /// Whether the word is inside another word.
  func isPart(of other: SearchWord) -> Bool {
    MarkedStrings.with(String(decoding: other.bytes, as: UTF8.self)) { fit($0, atBest: .part) != nil }
  }

  /// Returns the best match in some strings; `nil` if none of them contains the word.
  ///
  /// - Parameter enough: The match at which the search can stop.
  ///
  /// Cost: linear in the length of the strings.
  func fit(_ part: MarkedPart, atBest enough: Fit) -> Fit? {
    var best: Fit?
    forEachPlace(in: part) { start, end in
      let fit: Fit =
        if part.bytes[start - 1] == MarkedStrings.mark {
          part.bytes[end] == MarkedStrings.mark ? .exact : .prefix
        } else {
          part.startsWord(at: start) ? .word : .part
        }
      if best.map({ fit < $0 }) ?? true { best = fit }
      return fit > enough
    }
    return best
  }

  /// Calls the body with each range of the word in order, until the body returns `false`.
  @inline(__always)
  private func forEachPlace(in part: MarkedPart, _ body: (Int, Int) -> Bool) {
    let text = part.bytes
    let word = bytes
    let borders = borders
    // The part ends with a mark, so no match can start at or after this index.
    let last = part.range.upperBound - word.count
    var matched = 0
    var index = part.range.lowerBound
    while index < part.range.upperBound {
      if matched == 0 {
        index = candidate(in: text, from: index, to: last)
        if index >= last { return }
      }
      let byte = text[index].lowered
      while matched > 0, word[matched] != byte { matched = borders[matched - 1] }
      if word[matched] == byte { matched += 1 }
      index += 1
      guard matched == word.count else { continue }
      guard body(index - matched, index) else { return }
      matched = borders[matched - 1]
    }
  }

  /// Returns the next index where the word may start: where the memory has its first two bytes, or bytes that look like them.
  /// Returns the end or more if there is no such index before the end.
  ///
  /// Eight indices are compared at once. With the bits of 0x20 set, letters lose their case. Some other bytes become equal,
  /// too, so the index is only a candidate. A zero byte shows in the borrow of a subtraction (Mycroft, 1987); the lowest one is
  /// always exact.
  @inline(__always)
  private func candidate(in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bits = ones &* 0x20
    let first = ones &* UInt64(bytes[0] | 0x20)
    let hasSecond = bytes.count > 1
    let second = ones &* UInt64((hasSecond ? bytes[1] : 0) | 0x20)
    let raw = UnsafeRawBufferPointer(text)
    var index = start
    // Nine bytes, because the block with the second letters starts one byte later.
    while index < end, index + 9 <= raw.count {
      var block = (raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian | bits) ^ first
      if hasSecond {
        block |= (raw.loadUnaligned(fromByteOffset: index + 1, as: UInt64.self).littleEndian | bits) ^ second
      }
      let zeros = (block &- ones) & ~block & (ones &* 0x80)
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, text[index].lowered != bytes[0] { index += 1 }
    return index
  }

  /// Returns the number of the word's bytes that are scattered in a string: whole letters in their order, the first letter at the start of
  /// a word. Counting continues from the number before the string. Cost: linear in the length of the string.
  func scattered(in text: MarkedPart, after before: Int) -> Int {
    let word = bytes
    var next = before
    var index = text.range.lowerBound
    while index < text.range.upperBound, next < word.count {
      guard text.bytes[index].lowered == word[next], next > 0 || text.startsWord(at: index) else {
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
    var place: Range<Int>?
    MarkedStrings.with(text) { part in
      forEachPlace(in: part) {
        place = $0 - part.range.lowerBound..<$1 - part.range.lowerBound
        return false
      }
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

  /// Returns a typed word without its hyphens, and with a space or another hyphen in their place; empty for a word without hyphens, and for
  /// `--→`, which has hyphens but nothing that they could join.
  static func hyphenations(of word: String) -> [String] {
    guard word.dropFirst().dropLast().contains(where: isHyphen),
      word.contains(where: { $0.isLetter || $0.isNumber })
    else { return [] }
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
    while offset < count, part.bytes[index + offset].lowered == bytes[typed + offset] { offset += 1 }
    return offset == count
  }

  private func byte(of part: MarkedPart, at index: Int) -> UInt8 {
    index < part.range.upperBound ? part.bytes[index].lowered : MarkedStrings.mark
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
