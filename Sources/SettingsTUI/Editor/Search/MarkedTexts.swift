/// Texts to look for words in, one behind the other in one piece of memory, a mark before and after each.
struct MarkedTexts {
  /// No byte of UTF-8, so that nothing that somebody looks for leads across it.
  static let mark: UInt8 = 0xFF

  private(set) var bytes = [mark]
  private var lowerCase = LowerCase()

  /// Where the next text will begin.
  var end: Int { bytes.count }

  /// Adds a text. Cost: linear.
  mutating func append(_ text: String) {
    lowerCase.append(text, to: &bytes)
    bytes.append(Self.mark)
  }

  /// Adds a text in UTF-8.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    lowerCase.append(text, to: &bytes)
    bytes.append(Self.mark)
  }

  /// Adds several texts as one, a text after each of them.
  mutating func append(_ texts: some Sequence<String>, terminator: String) {
    for text in texts {
      lowerCase.append(text, to: &bytes)
      lowerCase.append(terminator, to: &bytes)
    }
    bytes.append(Self.mark)
  }

  /// Makes room for so many bytes, marks included.
  mutating func reserveCapacity(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  /// One text by itself, as a search takes it.
  static func with<Result>(_ text: String, _ body: (MarkedPart) -> Result) -> Result {
    var texts = MarkedTexts()
    let start = texts.end
    texts.append(text)
    return texts.bytes.withUnsafeBufferPointer { body(MarkedPart(bytes: $0, range: start..<$0.count)) }
  }
}

/// Some of the texts that stand in one piece of memory.
struct MarkedPart {
  /// All of the memory: what is around a part tells where texts and words begin.
  let bytes: UnsafeBufferPointer<UInt8>
  /// From the beginning of the first text to behind the mark after the last one.
  let range: Range<Int>

  /// Whether a word begins at an index: also the second of `timePeriod`.
  func startsWord(at index: Int) -> Bool {
    let before = bytes[index - 1]
    return !before.isOfWord || before.isLowercaseOrDigit && bytes[index] &- UInt8(ascii: "A") < 26
  }
}

extension UInt8 {
  /// The letter in lower case, if it is one of ASCII.
  var lowered: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  fileprivate var isLowercaseOrDigit: Bool {
    self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
  }

  /// Whether it is part of a word: a letter, a digit, or anything beyond ASCII.
  fileprivate var isOfWord: Bool {
    lowered.isLowercaseOrDigit || self >= 0x80 && self != MarkedTexts.mark
  }
}
