/// The words in which two long strings differ.
///
/// Lines are compared first, then the words of the lines that differ.
package struct TextDifference: Hashable, Sendable {
  /// A part of both strings, or of one of them.
  package enum Segment: Hashable, Sendable {
    case same(String)
    case removed(String)
    case added(String)
  }

  /// The segments, in order.
  package let segments: [Segment]

  /// Strings of up to this many characters on one line are shown as a whole.
  private static let longest = 40

  /// The number of equal characters that are shown beside a difference.
  private static let context = 12

  /// Compares two strings; `nil` if they are short, or have little in common.
  package init?(_ old: String, _ new: String) {
    guard [old, new].contains(where: { $0.count > Self.longest || $0.contains(where: \.isNewline) }) else {
      return nil
    }
    var builder = Builder()
    builder.add(Self.lines(old), Self.lines(new)) { builder, old, new in
      builder.add(Self.words(old.joined()), Self.words(new.joined())) { builder, old, new in
        builder.append(old: old.joined(), new: new.joined())
      }
    }
    let shared = builder.segments.reduce(0) { sum, segment in
      if case .same(let text) = segment { sum + text.count } else { sum }
    }
    guard 3 * shared >= max(old.count, new.count) else { return nil }
    segments = builder.segments
  }

  /// Returns the segments with the inner part of long equal ones left out.
  package func folded() -> [Segment] {
    segments.enumerated().map { place, segment in
      guard case .same(let text) = segment else { return segment }
      let head = place == 0 ? 0 : Self.context
      let tail = place == segments.count - 1 ? 0 : Self.context
      guard text.count > head + tail + 3 else { return segment }
      return .same(text.prefix(head) + "…" + text.suffix(tail))
    }
  }

  private static func lines(_ text: String) -> [String] {
    pieces(text) { $0.isNewline && !$1.isNewline }
  }

  /// Returns the words, each with the spaces after it.
  private static func words(_ text: String) -> [String] {
    pieces(text) { $0.isWhitespace && !$1.isWhitespace }
  }

  /// Splits a string between two characters.
  private static func pieces(_ text: String, endsBetween: (Character, Character) -> Bool) -> [String] {
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

  private struct Builder {
    private(set) var segments: [Segment] = []

    /// Adds two sequences of pieces: the equal ones itself, and those between them with the body.
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

    /// Adds what differs. The spaces after the words of both are equal.
    mutating func append(old: String, new: String) {
      let spaces = zip(old.reversed(), new.reversed()).prefix { $0 == $1 && $0.isWhitespace }.count
      append(.removed(String(old.dropLast(spaces))))
      append(.added(String(new.dropLast(spaces))))
      append(.same(String(new.suffix(spaces))))
    }

    mutating func append(_ segment: Segment) {
      switch (segments.last, segment) {
      case (_, .same("")), (_, .removed("")), (_, .added("")): break
      case (.same(let text)?, .same(let next)): segments[segments.count - 1] = .same(text + next)
      default: segments.append(segment)
      }
    }
  }
}
