/// Many texts in one buffer, folded to lower case, as UTF-8.
struct FlatTexts {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  var count: Int { ends.count }

  /// Adds a text after the others.
  mutating func append(_ text: String) {
    add(text)
    ends.append(bytes.count)
  }

  /// Adds texts with dots between them as one: a path, whose quotes nobody types.
  mutating func append(joining texts: [String]) {
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ".")) }
      add(text)
    }
    ends.append(bytes.count)
  }

  private mutating func add(_ text: String) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 { bytes.append(Self.lowered(byte)) }
    } else {
      bytes.append(contentsOf: text.lowercased().utf8)
    }
  }

  /// The text as it is searched.
  static func fold(_ text: String) -> [UInt8] {
    Array(text.lowercased().utf8)
  }

  /// How well a text fits a word; `nil` if the word is not in it as it stands.
  func fit(_ position: Int, _ word: [UInt8]) -> SearchTexts.Rank? {
    withText(position) { text in
      guard var match = Self.firstMatch(of: word, in: text) else { return nil }
      if match == text.startIndex { return word.count == text.count ? .exact : .prefix }
      while true {
        if !Self.isWordByte(text[match - 1]) { return .word }
        guard let next = Self.firstMatch(of: word, in: text[(match + 1)...]) else { return .part }
        match = next
      }
    }
  }

  /// Whether all bytes of the word stand in the text in their order, with others between them, the first at
  /// the start of a word.
  func isScattered(_ position: Int, _ word: [UInt8]) -> Bool {
    guard word.count > 1 else { return false }
    return withText(position) { text in
      var next = 0
      for index in text.indices where text[index] == word[next] {
        if next == 0, index > text.startIndex, Self.isWordByte(text[index - 1]) { continue }
        next += 1
        if next == word.count { return true }
      }
      return false
    }
  }

  private func withText<Result>(_ position: Int, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Result)
    -> Result
  {
    let start = position == 0 ? 0 : ends[position - 1]
    return bytes.withUnsafeBufferPointer { body($0[start..<ends[position]]) }
  }

  /// Where the word stands first in the text.
  static func firstMatch(of word: [UInt8], in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard let first = word.first, text.count >= word.count else { return nil }
    let last = text.endIndex - word.count
    var index = text.startIndex
    while index <= last {
      if text[index] == first {
        var offset = 1
        while offset < word.count, text[index + offset] == word[offset] { offset += 1 }
        if offset == word.count { return index }
      }
      index += 1
    }
    return nil
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte >= 0x80
  }
}
