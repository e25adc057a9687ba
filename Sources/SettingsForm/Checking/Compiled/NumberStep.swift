/// The allowed steps of a number, counted from an origin or from zero.
struct NumberStep: Sendable {
  let step: JSONNumber
  let origin: JSONNumber?
  private let unit: JSONDecimal
  private let start: JSONDecimal?

  init(_ step: JSONNumber, origin: JSONNumber? = nil) {
    (self.step, self.origin) = (step, origin)
    (unit, start) = (JSONDecimal(step), origin.map(JSONDecimal.init))
  }

  /// Whether a number is a whole number of steps from the origin; `false` if it has over 20 000 digits more than the origin.
  func allows(_ value: JSONDecimal) -> Bool {
    guard let start else { return value.isMultiple(of: unit) }
    return value.subtracting(start)?.isMultiple(of: unit) == true
  }
}
