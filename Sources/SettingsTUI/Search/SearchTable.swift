import CVector

/// The strings by which a setting, a section or the row of a list is found.
struct RowStrings {
  var name: String
  /// The key. Capitals in it and in the name start words: `timePeriod` is also found as `time period`.
  var key = ""
  /// The path with dots. The quotes of its dotted form are left out, because they are rarely typed.
  var path = ""
  var keywords: [String] = []
  /// The spellings of the value; none for a secret, which nothing finds.
  var values: [String] = []
  var help = ""
  /// The titles and the help of choices.
  var choices: [String] = []
  /// Whether the row is shown for every query.
  var isPinned = false

  init(name: String, value: String = "", help: String = "") {
    self.name = name
    if !value.isEmpty { values = [value] }
    self.help = help
  }
}

/// The string of a row that matches a search.
///
/// The upper bits of the number say how much a match there counts: title, key and path are the names of a row, and come before its keywords,
/// its value, and its help.
enum SearchPlace: UInt8, CaseIterable {
  case title = 0b0000
  case path = 0b0001
  case keywords = 0b0100
  case value = 0b1000
  case help = 0b1100
  case choice = 0b1101

  /// A phrase about the place; `nil` for the title, which a person sees.
  var phrase: String? {
    switch self {
    case .title: nil
    case .path: "in its path"
    case .keywords: "in its keywords"
    case .value: "in its value"
    case .help: "in its help"
    case .choice: "in a choice"
    }
  }
}

/// How well a row matches a query: first by how the string contains the words, then by which string it is.
///
///     port    Port · Port Range · Old Port · keyword "port 2" · value "Port 1" · help "… port …" · Airport · …
///             exact  prefix      ╰──────────────────── word ────────────────────────────────╯   part
struct SearchRank: Comparable {
  /// How a string contains a word, the best match first.
  enum Fit: UInt8, Comparable {
    /// The string is the word; only a name.
    case exact
    /// The string begins with the word; only a name.
    case prefix
    /// A word of the string begins with it.
    case word
    /// It is inside a word of the string.
    case part

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  var fit: Fit
  var place: SearchPlace
  /// Whether the word has one typing error.
  var isMistyped = false

  /// The rank as a number below ``numbers``. Two strings that count the same have one number.
  var number: Int { (isMistyped ? 16 : 0) + Int(fit.rawValue) * 4 + Int(place.rawValue >> 2) }

  static let numbers = 32

  static func < (left: SearchRank, right: SearchRank) -> Bool { left.number < right.number }

  /// A section's help describes many settings, so the help of a single one comes before it.
  var ofSection: SearchRank {
    fit == .word && (place == .help || place == .choice)
      ? SearchRank(fit: .part, place: place, isMistyped: isMistyped) : self
  }
}

/// The strings of many rows in one piece of memory: in lowercase, with a zero after each.
///
/// For the setting `calculation.timePeriod`:
///
///     time period 0 timeperiod 0 time period 0 calculation.timeperiod 0 14 0 how many days … 0
///     └ title       └ key, as one word and as words └ path              └ value └ help
///
/// A search reads bytes, sixteen at a time: one piece of memory takes a fraction of the time of many strings. The zeros make the ends of
/// strings visible, and no word can extend across them. Cost: linear in the length of all strings, in time and in memory.
struct SearchTable {
  private var text: [UInt8] = []
  /// For each row, the index after each of its ``parts``.
  private var ends: [UInt32] = []

  /// What each part of a row is: the title, the key, the path, and so on.
  private static let parts: [SearchPlace] = [.title, .path, .path, .keywords, .value, .help, .choice]
  /// The part with the whole path.
  private static let path = 2

  /// The number of rows.
  var count: Int { ends.count / Self.parts.count }

  /// Adds a row. Cost: linear in the length of its strings.
  mutating func append(_ row: RowStrings) {
    for name in [row.name, row.key] {
      let lower = name.lowercased()
      append(lower)
      if lower != name, let words = name.spacedWords { append(words.lowercased()) }
      end()
    }
    for strings in [[row.path], row.keywords, row.values, [row.help], row.choices] {
      for string in strings { append(string.lowercased()) }
      end()
    }
  }

  /// Adds a string in lowercase.
  private mutating func append(_ lower: String) {
    guard !lower.isEmpty else { return }
    text.append(contentsOf: lower.utf8)
    text.append(0)
  }

  private mutating func end() { ends.append(UInt32(text.count)) }

  /// Removes the rows from a number on.
  mutating func removeAll(from row: Int) {
    guard row < count else { return }
    ends.removeLast(ends.count - row * Self.parts.count)
    text.removeLast(text.count - Int(ends.last ?? 0))
  }

  /// Calls the body with a function that ranks a row; `nil` if the row doesn't match.
  ///
  /// - Parameter forgivesTypos: Whether a word may have one typing error. Values and paths are left out then, because each letter of a value
  ///   counts, and the sections around a setting are found themselves.
  func rank<Result>(
    _ query: SearchWords, forgivesTypos: Bool = false, body: ((_ row: Int) -> SearchRank?) -> Result
  ) -> Result {
    text.withUnsafeBufferPointer { text in
      ends.withUnsafeBufferPointer { ends in
        let rows = Rows(text: text, ends: ends)
        return body { rows.rank(of: query, in: $0, forgivesTypos: forgivesTypos) }
      }
    }
  }

  /// The memory of a table while it is read, without the costs of arrays.
  private struct Rows {
    let text: UnsafeBufferPointer<UInt8>
    let ends: UnsafeBufferPointer<UInt32>

    /// Several words are tried as a whole first: `time period` finds the title "Time Period" before a setting whose help has both words
    /// somewhere. Then each word has to be in one of the row's strings, and the worst one decides.
    func rank(of query: SearchWords, in row: Int, forgivesTypos: Bool) -> SearchRank? {
      if !forgivesTypos {
        if let rank = rank(of: query.phrase, in: row) { return rank }
        guard query.words.count > 1 else { return nil }
      }
      var worst = forgivesTypos ? nil : SearchRank(fit: .word, place: .title)
      for word in query.words {
        let found = rank(of: word, in: row) ?? (forgivesTypos ? mistypedRank(of: word, in: row) : nil)
        guard let rank = found else { return nil }
        if worst.map({ $0 < rank }) ?? true { worst = rank }
      }
      worst?.isMistyped = forgivesTypos
      return worst
    }

    private func rank(of word: SearchWord, in row: Int) -> SearchRank? {
      best(in: row) { at, end in
        guard let start = place(of: word, from: at, to: end) else { return nil }
        return start..<start + word.bytes.count
      } limit: { part in
        // A section's name at the start of a path doesn't put all of its settings first.
        part == path && !word.hasDot ? .word : .exact
      }
    }

    private func mistypedRank(of word: SearchWord, in row: Int) -> SearchRank? {
      guard word.allowsTypo else { return nil }
      return best(in: row) { at, end in
        for start in at..<end where startsWord(at: start) && text[start] != 0 {
          if let end = self.end(ofMistyped: word, at: start) { return start..<end }
        }
        return nil
      } limit: { part in
        part == path || parts[part] == .value ? nil : .exact
      }
    }

    /// Returns the best rank of a row's strings.
    ///
    /// - Parameters:
    ///   - find: Returns the next range of a match.
    ///   - limit: The best fit that counts in one of the parts; `nil` if none does.
    @inline(__always)
    private func best(
      in row: Int, find: (_ from: Int, _ to: Int) -> Range<Int>?, limit: (_ part: Int) -> SearchRank.Fit?
    ) -> SearchRank? {
      let ends = UnsafeBufferPointer(rebasing: ends[row * parts.count..<(row + 1) * parts.count])
      var at = row == 0 ? 0 : Int(self.ends[row * parts.count - 1])
      var end = Int(ends[parts.count - 1])
      var part = 0
      var best: SearchRank?
      while let range = find(at, end) {
        while Int(ends[part]) <= range.lowerBound { part += 1 }
        let place = parts[part]
        at = range.lowerBound + 1
        guard let limit = limit(part) else { continue }
        let isName = place == .title || place == .path
        let fit = max(fit(of: range), isName ? limit : .word)
        let rank = SearchRank(fit: fit, place: place)
        if best.map({ rank < $0 }) ?? true { best = rank }
        // The strings after the names can't be better than a word of one, and each counts less than those before it.
        if fit == .exact || !isName && fit == .word { break }
        if fit != .part { end = Int(ends[path]) }
      }
      return best
    }

    private let parts = SearchTable.parts
    private var path: Int { SearchTable.path }

    private func fit(of range: Range<Int>) -> SearchRank.Fit {
      if range.lowerBound == 0 || text[range.lowerBound - 1] == 0 {
        return text[range.upperBound] == 0 ? .exact : .prefix
      }
      return startsWord(at: range.lowerBound) ? .word : .part
    }

    private func startsWord(at index: Int) -> Bool { index == 0 || !text[index - 1].isOfWord }

    /// Returns the next index where a word is.
    ///
    /// Cost: linear for the words that people type; for one of `n` bytes in `aaa…a`, `n` times as much. Words have a hundred bytes at most.
    private func place(of word: SearchWord, from start: Int, to end: Int) -> Int? {
      guard let base = text.baseAddress else { return nil }
      let count = word.bytes.count
      let first = word.bytes[0]
      let (second, mask): (UInt8, UInt8) = count > 1 ? (word.bytes[1], 0xFF) : (0, 0)
      var at = start
      while at + count <= end {
        // Sixteen pairs are seventeen bytes; the last ones of the memory are compared one by one.
        if at + 17 <= text.count {
          let marks = cvector_pairs(base + at, first, second, mask)
          at += marks == 0 ? 16 : marks.trailingZeroBitCount
          if marks == 0 || at + count > end { continue }
        }
        if (0..<count).allSatisfy({ text[at + $0] == word.bytes[$0] }) { return at }
        at += 1
      }
      return nil
    }

    /// Returns the index after a word with one typing error that starts at an index: a wrong, a missing or an additional letter, or two in
    /// the wrong order.
    private func end(ofMistyped word: SearchWord, at start: Int) -> Int? {
      let bytes = word.bytes
      var count = 0
      while count < bytes.count, text[start + count] == bytes[count] { count += 1 }
      // An error concerns whole letters, so go back to the first byte of the one that differs.
      while count > 0, count < bytes.count, bytes[count] & 0xC0 == 0x80 { count -= 1 }
      guard count < bytes.count else { return nil }
      let typed = bytes[count].lengthOfScalar
      let own = text[start + count] == 0 ? 0 : text[start + count].lengthOfScalar
      let second = count + typed < bytes.count ? bytes[count + typed].lengthOfScalar : 0
      let isSwapped =
        second > 0 && second == own
        && isEqual(at: start + count, to: bytes[count + typed..<count + typed + second])
        && isEqual(at: start + count + second, to: bytes[count..<count + typed])
      let rests = [
        (start + count + own, count + typed), (start + count, count + typed), (start + count + own, count),
        (start + count + typed + second, isSwapped ? count + typed + second : bytes.count + 1),
      ]
      let ends = rests.compactMap { at, rest in
        rest <= bytes.count && isEqual(at: at, to: bytes[rest...]) ? at + bytes.count - rest : nil
      }
      // An error after which the string ends makes the word the whole string.
      return ends.first { text[$0] == 0 } ?? ends.first
    }

    private func isEqual(at place: Int, to bytes: ArraySlice<UInt8>) -> Bool {
      place + bytes.count <= text.count
        && bytes.indices.allSatisfy { text[place + $0 - bytes.startIndex] == bytes[$0] }
    }
  }
}

/// The words of a query, prepared for a search.
struct SearchWords {
  /// The whole query, with one blank between its words.
  let phrase: SearchWord
  /// Pasted text can have any number of words; the first 32 count.
  let words: [SearchWord]

  static let most = 32

  /// Prepares a query; returns `nil` if it has no words.
  init?(_ query: String) {
    // A zero would match the end of a string.
    let typed = query.split { $0.isWhitespace || $0 == "\0" }.prefix(Self.most).map(String.init)
    guard !typed.isEmpty else { return nil }
    phrase = SearchWord(typed.joined(separator: " "))
    words = typed.count == 1 ? [phrase] : typed.map { SearchWord($0) }
  }

  /// Returns the first range of each word in a string, in characters.
  func ranges(in text: String) -> [Range<Int>] {
    var folded: [UInt8] = []
    var characters: [Int] = []
    for (number, character) in text.enumerated() {
      folded.append(contentsOf: character.lowercased().utf8)
      characters.append(contentsOf: repeatElement(number, count: folded.count - characters.count))
    }
    return words.compactMap { word in
      folded.firstRange(of: word.bytes).map { characters[$0.lowerBound]..<characters[$0.upperBound - 1] + 1 }
    }
  }
}

/// A word or a phrase in lowercase.
struct SearchWord {
  /// In UTF-8; of a longer word, the first hundred bytes.
  let bytes: [UInt8]
  /// Whether it extends from one key of a path into the next.
  let hasDot: Bool
  /// Whether one typing error is forgiven. Few letters with an error are everything; in a number, each digit counts.
  let allowsTypo: Bool

  /// - Parameter text: At least one character.
  fileprivate init(_ text: String) {
    let lower = text.lowercased()
    bytes = Array(lower.utf8.prefix(100))
    hasDot = lower.contains(".")
    allowsTypo =
      lower.count >= 4 && bytes.count < 100 && !lower.contains { $0.isNumber || $0.isWhitespace }
  }
}

extension String {
  /// The string with a space before each capital that starts a word, `time Period` for `timePeriod`; `nil` if no capital does.
  fileprivate var spacedWords: String? {
    var starts: [Int] = []
    for (index, (before, byte)) in zip(utf8, utf8.dropFirst()).enumerated()
    where byte &- UInt8(ascii: "A") < 26 && before.isOfWord && before < 0x80 {
      starts.append(index + 1)
    }
    guard !starts.isEmpty else { return nil }
    var bytes = Array(utf8)
    for start in starts.reversed() { bytes.insert(UInt8(ascii: " "), at: start) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte is part of a word: a lowercase letter, a digit, or anything outside of ASCII.
  fileprivate var isOfWord: Bool {
    self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 || self >= 0x80
  }

  /// The number of bytes of the scalar whose UTF-8 starts with this byte.
  fileprivate var lengthOfScalar: Int { self < 0x80 ? 1 : Swift.max(1, (~self).leadingZeroBitCount) }
}
