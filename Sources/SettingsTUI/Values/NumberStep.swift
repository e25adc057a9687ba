import Settings

/// The next number up or down, for the keys `+` and `-`.
enum NumberStep {
  /// Returns the value one step further, within the limits and on the grid of the step; `nil` if the limits allow none.
  static func next(_ value: JSONValue, up: Bool, _ kind: FormKind) -> JSONValue? {
    guard case .number(let number) = value else { return nil }
    switch kind {
    case .integer(let limits):
      guard let old = number.integer(as: Int64.self) else { return nil }
      let step = max(1, limits.step?.integer(as: Int64.self) ?? 1)
      let (moved, overflows) = up ? old.addingReportingOverflow(step) : old.subtractingReportingOverflow(step)
      guard !overflows else { return nil }
      let new = JSONNumber(snap(moved, step, limits, up: up))
      guard isInside(new, limits) else { return nil }
      return .number(new)
    case .number(let limits):
      return decimal(number, up: up, limits)
    default:
      return nil
    }
  }

  /// Returns the value after a step. If it isn't a number of the grid, returns the one that the step passed, so that a value
  /// between two numbers of the grid goes to the next of them.
  private static func snap(_ value: Int64, _ step: Int64, _ limits: NumberLimits, up: Bool) -> Int64 {
    let origin = limits.lower?.value.integer(as: Int64.self) ?? 0
    let (distance, overflows) = value.subtractingReportingOverflow(origin)
    guard step > 1, !overflows else { return value }
    // The remainder of `%` has the sign of the distance.
    let rest = ((distance % step) + step) % step
    return rest == 0 ? value : up ? value - rest : value + (step - rest)
  }

  private static func decimal(_ number: JSONNumber, up: Bool, _ limits: NumberLimits) -> JSONValue? {
    let old = JSONDecimal(number)
    let step = JSONDecimal(limits.step ?? defaultStep(limits))
    guard let moved = up ? old.adding(step) : old.subtracting(step) else { return nil }
    let new = JSONNumber(moved)
    return isInside(new, limits) ? .number(new) : nil
  }

  /// Returns the largest power of ten, from 1 down to 0.0001, that fits at least twenty times into the range; 1 without a range.
  private static func defaultStep(_ limits: NumberLimits) -> JSONNumber {
    var step = 1.0
    if let lower = limits.lower?.value.double, let upper = limits.upper?.value.double, upper > lower {
      while step > (upper - lower) / 20, step > 0.0001 { step /= 10 }
    }
    return JSONNumber(step) ?? JSONNumber(1)
  }

  private static func isInside(_ number: JSONNumber, _ limits: NumberLimits) -> Bool {
    switch limits.lower {
    case .inclusive(let bound) where number < bound, .exclusive(let bound) where number <= bound: return false
    default: break
    }
    switch limits.upper {
    case .inclusive(let bound) where number > bound, .exclusive(let bound) where number >= bound: return false
    default: return true
    }
  }
}
