/// The limits of a number.
package struct NumberLimits: Hashable, Sendable {
  /// One end of a range.
  package enum Bound: Hashable, Sendable {
    /// The end itself is allowed.
    case inclusive(JSONNumber)
    /// The end itself is not allowed.
    case exclusive(JSONNumber)

    /// The end.
    package var value: JSONNumber {
      switch self {
      case .inclusive(let value), .exclusive(let value): value
      }
    }
  }

  /// The lower end; `nil` for no limit.
  package var lower: Bound?
  /// The upper end; `nil` for no limit.
  package var upper: Bound?
  /// The distance between neighboring values; positive. It is counted from the lower end, or from zero without a lower end.
  package var step: JSONNumber?

  /// Creates limits.
  package init(lower: Bound? = nil, upper: Bound? = nil, step: JSONNumber? = nil) {
    self.lower = lower
    self.upper = upper
    self.step = step
  }
}

extension NumberLimits.Bound {
  /// Whether the end itself is not allowed.
  package var isExclusive: Bool {
    if case .exclusive = self { return true }
    return false
  }
}
