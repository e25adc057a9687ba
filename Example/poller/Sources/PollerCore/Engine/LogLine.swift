/// A line of the log.
package struct LogLine: Hashable, Sendable {
  package var level: PollerSettings.Level
  package var text: String

  package init(_ level: PollerSettings.Level, _ text: String) {
    self.level = level
    self.text = text
  }
}
