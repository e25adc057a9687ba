/// The limits of a number.
///
/// The numbers are exact decimals and not binary fractions, so a step of 0.1 divides 0.3. They are kept as they are
/// spelled, so a form is written with the limits that its author wrote.
package struct NumberLimits: Hashable, Sendable {
  package typealias Bound = RangeLimit<JSONNumber>

  /// The lower end; `nil` for no limit.
  package var lower: Bound?
  /// The upper end; `nil` for no limit.
  package var upper: Bound?
  /// The distance between neighboring values; positive. It is counted from the lower end, or from zero without a lower end.
  package var step: JSONNumber?
  /// Whether the step is counted from zero even with a lower end, as `multipleOf` in a schema of somebody else. `false` if both mean the same.
  package var stepsFromZero: Bool

  package init(
    lower: Bound? = nil, upper: Bound? = nil, step: JSONNumber? = nil, stepsFromZero: Bool = false
  ) {
    self.lower = lower
    self.upper = upper
    self.step = step
    self.stepsFromZero = stepsFromZero
  }

  /// The number from which the step is counted; `nil` for zero.
  package var stepOrigin: JSONNumber? { stepsFromZero ? nil : lower?.value }

  /// Whether the values are the lower end and whole steps after it.
  package var stepsFromLowerEnd: Bool {
    guard stepsFromZero, let step, let lower else { return true }
    return lower.value.isMultiple(of: step)
  }

  /// The least limit of a type of 64 bits. Limits from there on say only what the type is.
  package static let widest = 0x1p63

  /// The limits without those of a type of 64 or more bits, which tell a person nothing.
  package var withoutWidth: NumberLimits {
    func isWidth(_ bound: Bound?) -> Bool { bound.map { $0.value.double.magnitude >= Self.widest } ?? false }
    var limits = self
    if isWidth(lower) { limits.lower = nil }
    if isWidth(upper) { limits.upper = nil }
    return limits
  }

  /// Sets the step to a `multipleOf`, which counts from zero.
  package mutating func setMultiple(of multiple: JSONNumber) {
    step = multiple
    stepsFromZero = !countsFromZero(multiple)
  }
}
