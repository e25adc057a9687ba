/// The limits of a duration or a date, each as a string in the format of the value: `PT1M`, `2025-01-31T12:00:00Z`.
package struct TimeLimits: Hashable, Sendable {
  /// One end of a range.
  package enum Bound: Hashable, Sendable {
    /// The end itself is allowed.
    case inclusive(String)
    /// The end itself is not allowed.
    case exclusive(String)

    /// The end.
    package var text: String {
      switch self {
      case .inclusive(let text), .exclusive(let text): text
      }
    }

    /// Whether the end itself is not allowed.
    package var isExclusive: Bool {
      if case .exclusive = self { return true }
      return false
    }
  }

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
