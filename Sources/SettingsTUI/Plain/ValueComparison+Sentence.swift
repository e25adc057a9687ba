import Settings

extension ValueComparison.Shown {
  /// Returns the change in words, for a screen reader.
  ///
  /// - Parameter verb: What is between the old and the new value.
  func sentence(becoming verb: String) -> String {
    switch self {
    case .values(let old, let new): return "\(old), \(verb) \(new)"
    case .words(let segments): return Self.sentence(segments)
    case .counts(let text): return text
    case .added(let text): return "added, \(text)"
    case .removed(let text): return "removed, \(text)"
    case .moved(let from): return "moved from place \(from.keys.last ?? "0")"
    }
  }

  private static func sentence(_ segments: [TextDifference.Segment]) -> String {
    var phrases: [String] = []
    var removed: String?
    for segment in segments {
      switch (removed, segment) {
      case (let old?, .added(let new)):
        phrases.append("“\(trimmed(old))” becomes “\(trimmed(new))”")
        removed = nil
        continue
      case (let old?, _): phrases.append("“\(trimmed(old))” is removed")
      case (nil, .added(let new)): phrases.append("“\(trimmed(new))” is added")
      case (nil, _): break
      }
      if case .removed(let text) = segment { removed = text } else { removed = nil }
    }
    if let removed { phrases.append("“\(trimmed(removed))” is removed") }
    return phrases.joined(separator: ", ")
  }

  /// Returns the words without the spaces around them, unless there is nothing else.
  private static func trimmed(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? text : words
  }
}
