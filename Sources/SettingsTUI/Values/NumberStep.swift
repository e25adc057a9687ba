import Settings

/// The next number up or down, for the keys `+` and `-`.
enum NumberStep {
  /// Returns the value one step further, within the limits and on the grid of the step; `nil` if there is none.
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

  private static func snap(_ value: Int64, _ step: Int64, _ limits: NumberLimits, up: Bool) -> Int64 {
    let origin = limits.lower?.value.integer(as: Int64.self) ?? 0
    let (distance, overflows) = value.subtractingReportingOverflow(origin)
    guard step > 1, !overflows else { return value }
    let rest = ((distance % step) + step) % step
    return rest == 0 ? value : up ? value - rest : value + (step - rest)
  }

  /// Counts in units of the last decimal, so that 0.1 + 0.2 is 0.3.
  private static func decimal(_ number: JSONNumber, up: Bool, _ limits: NumberLimits) -> JSONValue? {
    let step = limits.step ?? defaultStep(limits)
    let decimals = max(fractionDigits(number), fractionDigits(step))
    guard decimals <= 15 else { return nil }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let units = (number.double * scale).rounded() + (up ? 1 : -1) * (step.double * scale).rounded()
    guard units.magnitude < 9_007_199_254_740_992 else { return nil }
    let whole = Int64(units.magnitude)
    var text = String(whole)
    if decimals > 0 {
      text = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
      text.insert(".", at: text.index(text.endIndex, offsetBy: -decimals))
      while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
    }
    guard let new = JSONNumber((units < 0 && whole != 0 ? "-" : "") + text), isInside(new, limits) else {
      return nil
    }
    return .number(new)
  }

  /// Returns about a hundredth of the range, or one.
  private static func defaultStep(_ limits: NumberLimits) -> JSONNumber {
    var step = 1.0
    if let lower = limits.lower?.value.double, let upper = limits.upper?.value.double, upper > lower {
      while step > (upper - lower) / 20, step > 0.0001 { step /= 10 }
    }
    return JSONNumber(step) ?? JSONNumber(1)
  }

  private static func fractionDigits(_ number: JSONNumber) -> Int {
    guard !number.spelling.contains(where: { $0 == "e" || $0 == "E" }) else {
      return number.double == number.double.rounded() ? 0 : 16
    }
    let parts = number.spelling.split(separator: ".")
    return parts.count == 2 ? parts[1].count : 0
  }

  private static func isInside(_ number: JSONNumber, _ limits: NumberLimits) -> Bool {
    let value = number.double
    switch limits.lower {
    case .inclusive(let bound) where value < bound.double: return false
    case .exclusive(let bound) where value <= bound.double: return false
    default: break
    }
    switch limits.upper {
    case .inclusive(let bound) where value > bound.double: return false
    case .exclusive(let bound) where value >= bound.double: return false
    default: return true
    }
  }
}
