import Settings

/// The words in which two long strings differ.
///
/// Lines are compared first, then the words of the lines that differ. Each is a longest common subsequence
/// (`ElementMatching`), as in diff. Comparing words at once would find accidental matches, such as an `a` three
/// paragraphs away.
///
/// What differs too much isn't shown word by word: unless a third of the longer string is common, old and new are shown
/// whole.
///
/// For "Log all requests to the console and to a file." and "Log all requests to the journal and to a file.", the
/// segments are `Log all requests to the ` (same), `console` (removed), `journal` (added) and ` and to a file.` (same).
package struct TextDifference: Hashable, Sendable {
  /// A part of both strings, or of one of them.
  package enum Segment: Hashable, Sendable {
    case same(String)
    case removed(String)
    case added(String)
  }

  /// The segments, in order. Joined without the added segments, they are the old string; without the removed segments, the new string.
  package let segments: [Segment]

  /// Strings of up to this many characters on one line are shown as a whole.
  private static let longest = 40

  /// The number of equal characters that are shown beside a difference.
  private static let context = 12

  /// The maximum length in bytes of what is compared once the equal beginnings and ends are taken off. With longer text, people would have
  /// to wait for a review.
  private static let mostCompared = 1 << 16

  /// Compares two strings; `nil` if they are short, have little in common, or differ in too many places to compare
  /// them.
  ///
  /// The equal beginning and the equal end are taken off first. In a text of megabytes in which a person has changed
  /// one paragraph, only that paragraph is divided into words.
  ///
  /// Cost: linear in the length of the strings. Equal beginnings and ends only cost a comparison of bytes.
  package init?(_ old: String, _ new: String) {
    guard [old, new].contains(where: { Self.isLong($0) }) else { return nil }
    var (old, new) = (old, new)
    var builder = Builder()
    let ends = Self.equalEnds(&old, &new)
    guard ends.oldMiddle.utf8.count + ends.newMiddle.utf8.count <= Self.mostCompared else { return nil }
    builder.append(.same(String(ends.beginning)))
    builder.add(Self.lines(ends.oldMiddle), Self.lines(ends.newMiddle)) { builder, old, new in
      builder.add(Self.words(old.joined()), Self.words(new.joined())) { builder, old, new in
        builder.append(old: old.joined(), new: new.joined())
      }
    }
    builder.append(.same(String(ends.end)))
    // A third has to be common, or else the words that happen to be equal would confuse.
    let shared = builder.segments.reduce(0) { sum, segment in
      if case .same(let text) = segment { sum + text.utf8.count } else { sum }
    }
    guard 3 * shared >= max(old.utf8.count, new.utf8.count) else { return nil }
    segments = builder.segments
  }

  /// Whether a string is too long to be shown as a whole: it has more than 40 characters, or a line break.
  private static func isLong(_ text: String) -> Bool {
    text.index(text.startIndex, offsetBy: longest + 1, limitedBy: text.endIndex) != nil
      || text.contains(where: \.isNewline)
  }

  /// Returns the equal beginning and the equal end of two strings, up to a space or a line break, and what is between them.
  ///
  /// The bytes are compared, because decoding the characters of megabytes takes too long. A beginning ends after ASCII, where
  /// the encoding of a character can't be cut, and a space, where no other character combines with the last one.
  private static func equalEnds(
    _ old: inout String, _ new: inout String
  ) -> (beginning: Substring, oldMiddle: Substring, newMiddle: Substring, end: Substring) {
    let (head, tail) = old.withUTF8 { old in
      new.withUTF8 { new in
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        // A beginning ends before a word, and an end begins with one.
        func endsWord(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
          guard place > 0, place < bytes.count else { return false }
          let (last, next) = (bytes[place - 1], bytes[place])
          return (last == UInt8(ascii: " ") || last == UInt8(ascii: "\n")) && (0x21..<0x7F).contains(next)
        }
        while head > 0, !(endsWord(old, at: head) && endsWord(new, at: head)) { head -= 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        while tail > 0, !(endsWord(old, at: old.count - tail) && endsWord(new, at: new.count - tail)) {
          tail -= 1
        }
        return (head, tail)
      }
    }
    func part(_ text: String, from: Int, to: Int) -> Substring {
      text[text.utf8.index(text.startIndex, offsetBy: from)..<text.utf8.index(text.startIndex, offsetBy: to)]
    }
    let (oldEnd, newEnd) = (old.utf8.count - tail, new.utf8.count - tail)
    return (
      part(old, from: 0, to: head), part(old, from: head, to: oldEnd), part(new, from: head, to: newEnd),
      part(old, from: oldEnd, to: old.utf8.count)
    )
  }

  /// Returns the segments; the inner part of long equal segments is left out: `…ests to the ` before a difference. Words that only look
  /// alike are told apart by codes, and long ones cut (``ShownText``).
  ///
  /// Cost: linear in the length of the segments.
  package func folded() -> [Segment] {
    segments.enumerated().map { place, segment in
      let text: String
      switch segment {
      case .removed(let old):
        guard place + 1 < segments.count, case .added(let new) = segments[place + 1] else {
          return .removed(ShownText.brief(old))
        }
        let both = ShownText.apart(old, new)
        return .removed(ShownText.brief(both.old, besides: both.new))
      case .added(let new):
        guard place > 0, case .removed(let old) = segments[place - 1] else {
          return .added(ShownText.brief(new))
        }
        let both = ShownText.apart(old, new)
        return .added(ShownText.brief(both.new, besides: both.old))
      case .same(let same): text = same
      }
      let head = place == 0 ? 0 : Self.context
      let tail = place == segments.count - 1 ? 0 : Self.context
      guard text.index(text.startIndex, offsetBy: head + tail + 4, limitedBy: text.endIndex) != nil else {
        return segment
      }
      return .same(text.prefix(head) + "…" + text.suffix(tail))
    }
  }

  /// Returns the lines, each with its line breaks.
  private static func lines(_ text: Substring) -> [String] {
    pieces(text) { $0.isNewline && !$1.isNewline }
  }

  /// Returns the words, each with the spaces after it.
  private static func words(_ text: String) -> [String] {
    pieces(text[...]) { $0.isWhitespace && !$1.isWhitespace }
  }

  /// Splits a string between two characters. Nothing is lost: the pieces joined are the string.
  private static func pieces(_ text: Substring, endsBetween: (Character, Character) -> Bool) -> [String] {
    var pieces: [String] = []
    var piece = ""
    for character in text {
      if let last = piece.last, endsBetween(last, character) {
        pieces.append(piece)
        piece = ""
      }
      piece.append(character)
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  /// Puts segments together. Equal neighbors become one segment, and empty ones are left out.
  private struct Builder {
    /// The segments so far; neighbors differ in whether they are equal, removed or added.
    private(set) var segments: [Segment] = []

    /// Adds two sequences of pieces. Equal pieces are added here; what lies between them is given to the body.
    mutating func add(
      _ old: [String], _ new: [String],
      between body: (inout Builder, ArraySlice<String>, ArraySlice<String>) -> Void
    ) {
      var (oldStart, newStart) = (0, 0)
      let pairs = ElementMatching.pairs(of: old.map(ExactText.init), with: new.map(ExactText.init))
      for pair in pairs + [(old: old.count, new: new.count)] {
        if oldStart < pair.old || newStart < pair.new {
          body(&self, old[oldStart..<pair.old], new[newStart..<pair.new])
        }
        if pair.old < old.count { append(.same(old[pair.old])) }
        (oldStart, newStart) = (pair.old + 1, pair.new + 1)
      }
    }

    /// Adds what differs. The spaces after the words of both are equal, so they are no part of the difference.
    mutating func append(old: String, new: String) {
      let spaces = zip(old.reversed(), new.reversed()).prefix { $0 == $1 && $0.isWhitespace }.count
      append(.removed(String(old.dropLast(spaces))))
      append(.added(String(new.dropLast(spaces))))
      append(.same(String(new.suffix(spaces))))
    }

    /// Adds a segment, or continues the last one.
    mutating func append(_ segment: Segment) {
      switch (segments.last, segment) {
      case (_, .same("")), (_, .removed("")), (_, .added("")): break
      case (.same(var text)?, .same(let next)):
        // The only copy of the string grows in place; many equal lines don't copy each other.
        segments.removeLast()
        text += next
        segments.append(.same(text))
      default: segments.append(segment)
      }
    }
  }
}
