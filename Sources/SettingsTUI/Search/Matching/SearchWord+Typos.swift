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
  /// Cost: linear in the length of the strings times that of the word, which ``mostBytesForTypo`` limits.
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
      if isEqual(part, index, to: next, count: second), isEqual(part, index + second, to: typed, count: own),
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
    return count >= 0 && isEqual(part, index, to: typed, count: count) ? index + count : nil
  }

  private func isEqual(_ part: MarkedPart, _ index: Int, to typed: Int, count: Int) -> Bool {
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
