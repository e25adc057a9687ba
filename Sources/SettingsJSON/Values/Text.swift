/// A string that is compared scalar by scalar, as JSON requires.
///
/// In Swift, `é` and `e` with a combining accent are equal strings. In JSON they are different keys. A dictionary with
/// keys of this type keeps them apart; one with strings would let one setting take the place of the other.
///
/// The hash is the hash of the string, which is equal for both spellings. That is correct, and costs one more comparison only in the rare
/// case that both are keys.
package struct ExactText: Hashable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.hasSameScalars(as: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension String {
  /// Whether both strings consist of the same Unicode scalars. In UTF-8, that is a comparison of bytes, and strings of
  /// different lengths are told apart at once.
  package func hasSameScalars(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { JSONBytes.areEqual(bytes, at: 0, text: $0) }
    }
    return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
  }

  /// Calls a function with the UTF-8 of the string. A string that isn't stored as UTF-8 is converted for the call.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var copy = self
    return copy.withUTF8(body)
  }
}

/// Names among which those are found from which another is one keystroke away, without a comparison with each.
///
/// Two such names have a part in common: each name without one of its characters, or one of them as a whole. The hashes of these parts are
/// sorted, and what has a hash in common is compared.
///
/// Cost: n log n in the size of all names, then about constant for each search.
package struct KeystrokeTable {
  private let names: [String]
  private let parts: [(hash: UInt64, name: Int)]

  package init(_ names: [String]) {
    self.names = names
    parts = names.enumerated().flatMap { place, name in Self.parts(of: name).map { ($0, place) } }
      .sorted(by: <)
  }

  /// Returns the names from which another is one keystroke away, in their order.
  package func near(_ name: String) -> [String] {
    var found: Set<Int> = []
    for part in Self.parts(of: name) {
      let start = parts.sortedCount { $0.hash < part }
      for other in parts[start...].prefix(while: { $0.hash == part }) { found.insert(other.name) }
    }
    return found.sorted().map { names[$0] }.filter { EditDistance.isOneKeystroke($0, from: name) }
  }

  /// Returns the hashes of a name and of what is left of it without each of its bytes: polynomials, so that each is made of the one before.
  private static func parts(of name: String) -> [UInt64] {
    let base: UInt64 = 0x9e37_79b9_7f4a_7c15
    let bytes = name.lowercased().utf8.map { UInt64($0) + 1 }
    var before: [UInt64] = [0]
    for byte in bytes { before.append(before[before.count - 1] &* base &+ byte) }
    var parts = [before[bytes.count]]
    var (after, power): (UInt64, UInt64) = (0, 1)
    for place in bytes.indices.reversed() {
      parts.append(before[place] &* power &+ after)
      after &+= bytes[place] &* power
      power &*= base
    }
    return parts
  }
}

/// Short, printable excerpts of invalid text, for messages.
enum Excerpt {
  /// Words that people often write as values and that reveal nothing about the settings.
  ///
  /// An excerpt gets into logs and reports, and a file with settings can have a password where a quote is missing. So
  /// other words are cut to their first letter.
  private static let commonWords: Set<String> = [
    "true", "false", "null", "nil", "none", "nan", "infinity", "undefined", "yes", "no", "on", "off",
    "tru", "fals", "nul",
  ]

  /// Returns the word at an offset, in quotes, or a name for the end of the text.
  ///
  /// If a word can be part of an unquoted secret, only its first character is returned. A key, which has a colon after
  /// it, is returned unchanged.
  ///
  /// In `{"a": True}`, it is `“True”`; in `{"a": hunter2}`, `“h…”`; in `{port: 1}`, where a key is expected, `“port”`.
  static func word(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int, isKey: Bool = false) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    let punctuation = Array(",:[]{}\"/ \t\r\n".utf8)
    var end = offset + 1
    if !punctuation.contains(bytes[offset]) {
      while end < min(bytes.count, offset + 80), !punctuation.contains(bytes[end]) { end += 1 }
    }
    let word = String(decoding: bytes[offset..<end], as: UTF8.self)
    let next = bytes[end...].first { !" \t\r\n\"".utf8.contains($0) }
    if isKey && next == UInt8(ascii: ":") || word.unicodeScalars.count == 1
      || commonWords.contains(word.lowercased())
    {
      return quoted(word)
    }
    return quoted(String(word.unicodeScalars.prefix(1)), isCut: true)
  }

  /// Returns a string in quotes, with at most 20 scalars, and with the codes of what can't be seen. A message with a line break or an escape
  /// sequence of a terminal could otherwise imitate other output.
  static func quoted(_ text: String, isCut: Bool = false) -> String {
    let limit = 20
    let printable = ShownText.spelled(String(text.unicodeScalars.prefix(limit)))
    return "“\(printable)\(isCut || text.unicodeScalars.count > limit ? "…" : "")”"
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the number of elements that meet a condition, by a binary search: all that meet it come before all others.
  @inline(__always)
  package func sortedCount(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}

extension String {
  /// Creates the digits of a number, with zeros before them up to a number of digits.
  @inlinable
  package init(_ number: some BinaryInteger, digits count: Int, radix: Int = 10, uppercase: Bool = false) {
    let digits = String(number, radix: radix, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }

  package func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
