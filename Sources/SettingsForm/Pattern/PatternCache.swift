import Synchronization

/// The regular expressions of a form, each made once, when it is first asked for.
final class PatternCache: Sendable {
  private let patterns = Mutex<[String: TextPattern]>([:])

  /// The pattern made of a text.
  func pattern(_ source: String) throws(TextPatternError) -> TextPattern {
    if let known = patterns.withLock({ $0[source] }) { return known }
    let made = try TextPattern(source)
    patterns.withLock { $0[source] = made }
    return made
  }
}
