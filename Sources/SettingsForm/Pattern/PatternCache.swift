import Synchronization

/// The regular expressions of a form, each compiled at its first use.
package final class PatternCache: Sendable {
  private let patterns = Mutex<[String: TextPattern]>([:])

  package init() {}

  /// Returns the compiled pattern with this source.
  package func pattern(_ source: String) throws(TextPatternError) -> TextPattern {
    if let known = patterns.withLock({ $0[source] }) { return known }
    let made = try TextPattern(source)
    patterns.withLock { $0[source] = made }
    return made
  }
}
