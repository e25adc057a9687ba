/// The allowed steps of a number, counted from an origin or from zero.
struct NumberStep: Sendable {
  let step: JSONNumber
  let origin: JSONNumber?
  /// Step and origin as integers; `nil` if one of them isn't an integer of at most 18 digits.
  private let integers: (step: Int64, origin: Int64)?

  init(_ step: JSONNumber, origin: JSONNumber? = nil) {
    (self.step, self.origin) = (step, origin)
    let first = origin.map { JSONDecimal($0).smallInteger } ?? 0
    integers =
      if let first, let step = JSONDecimal(step).smallInteger, step > 0 { (step, first) } else { nil }
  }

  /// Whether a number is a whole number of steps from the origin.
  ///
  /// - Parameter number: The number as it is written, for the cases that 64 bits can't decide.
  func allows(_ value: JSONDecimal, _ number: () -> JSONNumber?) -> Bool {
    if let integers, let value = value.smallInteger {
      // Eighteen digits each: the difference can't overflow.
      return (value - integers.origin) % integers.step == 0
    }
    return number()?.isMultiple(of: step, from: origin) == true
  }
}

extension JSONDecimal {
  /// The value as an integer of at most 18 digits; `nil` for any other value.
  fileprivate var smallInteger: Int64? {
    guard case .small(let significand, let exponent) = self, 0..<18 ~= exponent else { return nil }
    let (value, overflows) = significand.multipliedReportingOverflow(by: Self.powerOfTen(exponent))
    return overflows || value.magnitude >= 1_000_000_000_000_000_000 ? nil : value
  }
}
