/// The limits of a duration or a date, each as a string in the format of the value: `PT1M`, `2025-01-31T12:00:00Z`.
package struct TimeLimits: Hashable, Sendable {
  package typealias Bound = RangeLimit<String>

  /// The lower end; `nil` for no limit.
  package var lower: Bound?
  /// The upper end; `nil` for no limit.
  package var upper: Bound?
  /// The duration between neighboring values; positive. It is counted from the lower end; without one,
  /// from zero or from the start of 1970.
  package var step: String?

  /// Creates limits.
  package init(lower: Bound? = nil, upper: Bound? = nil, step: String? = nil) {
    self.lower = lower
    self.upper = upper
    self.step = step
  }

  /// Whether there is no limit.
  package var isEmpty: Bool { lower == nil && upper == nil && step == nil }
}
