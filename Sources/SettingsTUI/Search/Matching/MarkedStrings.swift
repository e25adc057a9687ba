/// Strings to search, one after the other in one piece of memory, with a mark before and after each.
struct MarkedStrings {
  /// Not a byte of UTF-8, so that no match can extend across it.
  static let mark: UInt8 = 0xFF

  private(set) var bytes = [mark]
  private var lowerCase = LowerCase()

  /// The index of the next string.
  var end: Int { bytes.count }

  /// Adds a string. Cost: linear.
  mutating func append(_ text: String) {
    lowerCase.append(text, to: &bytes)
    bytes.append(Self.mark)
  }

  /// Adds a string in UTF-8.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    lowerCase.append(text, to: &bytes)
    bytes.append(Self.mark)
  }

  /// Adds several strings as one, with a terminator after each of them.
  mutating func append(_ strings: some Sequence<String>, terminator: String) {
    for text in strings {
      lowerCase.append(text, to: &bytes)
      lowerCase.append(terminator, to: &bytes)
    }
    bytes.append(Self.mark)
  }

  /// Reserves bytes, marks included.
  mutating func reserveCapacity(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  /// Calls the body with one string in the form that a search reads.
  static func with<Result>(_ text: String, _ body: (MarkedPart) -> Result) -> Result {
    var strings = MarkedStrings()
    let start = strings.end
    strings.append(text)
    return strings.bytes.withUnsafeBufferPointer { body(MarkedPart(bytes: $0, range: start..<$0.count)) }
  }
}

/// Some of the strings in one piece of memory.
struct MarkedPart {
  /// All of the memory: the bytes around a part show where strings and words start.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The range from the start of the first string to the mark after the last one.
  let range: Range<Int>

  /// Calls the body with each string until the body returns `true`; returns whether it did.
  func containsString(where body: (String) -> Bool) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: MarkedStrings.mark) ?? range.upperBound
      let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if body(String(decoding: text, as: UTF8.self)) { return true }
      start = end + 1
    }
    return false
  }

  /// Whether a word starts at an index. In `timePeriod`, `Period` is a word, too.
  func startsWord(at index: Int) -> Bool {
    let before = bytes[index - 1]
    return !before.isOfWord || before.isLowercaseOrDigit && bytes[index] &- UInt8(ascii: "A") < 26
  }
}

extension UInt8 {
  /// The byte as lowercase, if it is an ASCII letter.
  var lowered: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  fileprivate var isLowercaseOrDigit: Bool {
    self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
  }

  /// Whether the byte is part of a word: a letter, a digit, or anything outside of ASCII.
  fileprivate var isOfWord: Bool {
    lowered.isLowercaseOrDigit || self >= 0x80 && self != MarkedStrings.mark
  }
}
