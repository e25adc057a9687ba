/// A word to look for, prepared so that a text is gone through once, whatever the word and the text are.
///
/// Upper and lower case count as equal. The algorithm is the one of Knuth, Morris and Pratt (1977) over UTF-8; bytes
/// that cannot begin a match are skipped eight at a time.
///
/// A class, because its memory is looked at for each text: counting references to arrays would cost more than the
/// looking.
final class SearchWord {
  /// How well a text fits a word, the best first.
  enum Fit: Int, Comparable {
    /// The text is the word.
    case exact
    /// The text begins with the word.
    case prefix
    /// One of the text's words begins with the word.
    case word
    /// The word stands inside a word of the text.
    case part

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// The word in lower case.
  let bytes: UnsafeBufferPointer<UInt8>
  /// How much of the word's beginning still matches when it matched so far and no further.
  private let borders: UnsafeBufferPointer<Int>
  /// The letters of the word beyond ASCII that have an upper case: that, and the lower one.
  private let cases: [(upper: [UInt8], lower: [UInt8])]

  /// Prepares a word; `nil` for an empty one.
  init?(_ text: some StringProtocol) {
    let lower = text.lowercased()
    guard !lower.isEmpty else { return nil }
    let utf8 = Array(lower.utf8)
    bytes = Self.copy(utf8)
    borders = Self.copy(Self.borders(of: utf8))
    cases = lower.unicodeScalars.filter { !$0.isASCII }.compactMap { scalar in
      let upper = scalar.properties.uppercaseMapping
      guard upper != String(scalar), upper.unicodeScalars.count == 1 else { return nil }
      return (Array(upper.utf8), Array(String(scalar).utf8))
    }
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

  /// Whether the word leads from one key of a path into the next.
  var hasDot: Bool { bytes.contains(UInt8(ascii: ".")) }

  /// How well a text fits; `nil` if the word is not in it as it stands. Cost: linear in the text.
  func fit(_ text: String) -> Fit? {
    if let fit = text.utf8.withContiguousStorageIfAvailable({ fit($0) }) { return fit }
    return Array(text.utf8).withUnsafeBufferPointer { fit($0) }
  }

  /// How well a text in UTF-8 fits.
  func fit(_ text: UnsafeBufferPointer<UInt8>) -> Fit? {
    guard cases.isEmpty else {
      guard text.hasNonASCII else { return nil }
      return folded(text).withUnsafeBufferPointer { firstFit($0) }
    }
    return firstFit(text)
  }

  private func firstFit(_ text: UnsafeBufferPointer<UInt8>) -> Fit? {
    guard text.count >= bytes.count else { return nil }
    let word = bytes
    let borders = borders
    var found: Fit?
    var matched = 0
    var index = 0
    while index < text.count {
      if matched == 0 {
        index = text.candidate(for: word, from: index)
        // No room is left for the whole word.
        if index + word.count > text.count { return found }
      }
      let byte = text[index].lowered
      while matched > 0, word[matched] != byte { matched = borders[matched - 1] }
      if word[matched] == byte { matched += 1 }
      index += 1
      guard matched == word.count else { continue }
      let start = index - word.count
      if start == 0 { return index == text.count ? .exact : .prefix }
      if text.startsWord(at: start) { return .word }
      found = .part
      matched = borders[matched - 1]
    }
    return found
  }

  /// Whether the letters of the word stand in the text in their order, with others between them, the first at the start
  /// of a word. Cost: linear in the text.
  func isScattered(in text: String) -> Bool {
    bytes.count > 1 && scattered(in: text, after: 0) == bytes.count
  }

  /// How many letters of the word, from the first on, stand in the text in that way after some that stand before it.
  func scattered(in text: String, after before: Int) -> Int {
    if let count = text.utf8.withContiguousStorageIfAvailable({ scattered(in: $0, after: before) }) {
      return count
    }
    return Array(text.utf8).withUnsafeBufferPointer { scattered(in: $0, after: before) }
  }

  private func scattered(in text: UnsafeBufferPointer<UInt8>, after before: Int) -> Int {
    let word = bytes
    var next = before
    for index in text.indices {
      if next == word.count { break }
      guard text[index].lowered == word[next], next > 0 || index == 0 || text.startsWord(at: index) else {
        continue
      }
      next += 1
    }
    return next
  }

  /// The text with the word's own letters, and ASCII's, in lower case.
  private func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count)
    var index = 0
    next: while index < text.count {
      if text[index] >= 0xC0 {
        for (upper, lower) in cases where text[index...].starts(with: upper) {
          folded += lower
          index += upper.count
          continue next
        }
      }
      folded.append(text[index].lowered)
      index += 1
    }
    return folded
  }

  /// For each beginning of the word the length of the longest other beginning that it ends with.
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
}

extension UInt8 {
  /// The letter in lower case, if it is one of ASCII.
  fileprivate var lowered: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  fileprivate var isLowercaseOrDigit: Bool {
    self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
  }

  /// Whether it is part of a word: a letter, a digit, or anything beyond ASCII.
  fileprivate var isOfWord: Bool { lowered.isLowercaseOrDigit || self >= 0x80 }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a word begins at an index above 0: also the second of `timePeriod`.
  fileprivate func startsWord(at index: Int) -> Bool {
    let before = self[index - 1]
    return !before.isOfWord || before.isLowercaseOrDigit && self[index] &- UInt8(ascii: "A") < 26
  }

  /// Where a word may begin from an index on: where its first two bytes stand, or those that look like them; the count
  /// if nowhere.
  ///
  /// Eight places are looked at together: with the bits of 0x20 set, the case of letters vanishes (and some other bytes
  /// become alike, so the place is a candidate only). A zero byte shows by the borrow of a subtraction (Mycroft, 1987);
  /// the lowest one that shows is one.
  fileprivate func candidate(for word: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bits = ones &* 0x20
    let first = ones &* UInt64(word[0] | 0x20)
    let hasSecond = word.count > 1
    let second = ones &* UInt64((hasSecond ? word[1] : 0) | 0x20)
    let raw = UnsafeRawBufferPointer(self)
    var index = start
    while index + 9 <= count {
      var block = (raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian | bits) ^ first
      if hasSecond {
        block |= (raw.loadUnaligned(fromByteOffset: index + 1, as: UInt64.self).littleEndian | bits) ^ second
      }
      let zeros = (block &- ones) & ~block & (ones &* 0x80)
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index].lowered != word[0] { index += 1 }
    return index
  }

  fileprivate var hasNonASCII: Bool { contains { $0 >= 0x80 } }
}
