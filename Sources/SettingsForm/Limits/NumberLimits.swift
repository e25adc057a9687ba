/// The limits of a number.
package struct NumberLimits: Hashable, Sendable {
  package typealias Bound = RangeLimit<JSONNumber>

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
