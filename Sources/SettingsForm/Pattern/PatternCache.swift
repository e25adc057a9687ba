import Synchronization

/// The regular expressions of a form, each compiled at its first use.
final class PatternCache: Sendable {
  private let patterns = Mutex<[String: TextPattern]>([:])

  /// The compiled pattern with this source.
  func pattern(_ source: String) throws(TextPatternError) -> TextPattern {
    if let known = patterns.withLock({ $0[source] }) { return known }
    let made = try TextPattern(source)
    patterns.withLock { $0[source] = made }
    return made
  }
}
