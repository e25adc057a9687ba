/// A word to search for, prepared so that one pass over any text finds it.
///
/// The search ignores case. The algorithm is that of Knuth, Morris and Pratt (1977) over UTF-8; bytes that can't start a match
/// are skipped eight at a time.
///
/// It is a class because its memory is read for each string: reference counting of arrays would cost more than the search.
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

  /// Whether the word is inside another one.
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

  /// Returns the number of the word's bytes that are scattered in a string: whole letters in their order, the first one at the
  /// start of a word. Counting continues from the number before the string. Cost: linear in the length of the string.
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
