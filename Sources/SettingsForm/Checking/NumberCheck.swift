/// What a schema says about numbers. Values of other types meet it.
indirect enum NumberCheck: Sendable {
  case lower(NumberLimits.Bound, JSONDecimal)
  case upper(NumberLimits.Bound, JSONDecimal)
  case step(NumberStep)

  /// Compiles a keyword; returns `nil` for a keyword that isn't about numbers.
  init?(_ keyword: SchemaKeyword, in schema: JSONSchema) {
    switch keyword {
    case .limit(.minimum, let limit): self = .lower(.inclusive(limit), JSONDecimal(limit))
    case .limit(.exclusiveMinimum, let limit): self = .lower(.exclusive(limit), JSONDecimal(limit))
    case .limit(.maximum, let limit): self = .upper(.inclusive(limit), JSONDecimal(limit))
    case .limit(.exclusiveMaximum, let limit): self = .upper(.exclusive(limit), JSONDecimal(limit))
    case .limit(.multipleOf, let step): self = .step(NumberStep(step))
    case .setting(let setting):
      guard let step = setting.step, !setting.range else { return nil }
      self = .step(NumberStep(step, origin: schema.range.lower?.value))
    default: return nil
    }
  }
}

extension SchemaChecker {
  /// Checks a number against one limit. All comparisons are exact, in decimal: `0.30000000000000004` isn't `0.3`.
  ///
  /// With a lower limit of 0.1 and a step of 0.1, the value 0.3 is allowed; as doubles, 0.3 isn't a multiple of 0.1.
  mutating func checkNumber(_ instance: some SchemaInstance, value: JSONDecimal, check: NumberCheck) {
    switch check {
    case .lower(let bound, let limit):
      if bound.isExclusive ? !(limit < value) : value < limit {
        report(.belowLower(bound), instance: instance)
      }
    case .upper(let bound, let limit):
      // The other operators are generic functions of `Comparable`, which take longer than `<`.
      if bound.isExclusive ? !(value < limit) : limit < value {
        report(.aboveUpper(bound), instance: instance)
      }
    case .step(let step):
      if !step.allows(value) { report(.offStep(step.step, origin: step.origin), instance: instance) }
    }
  }
}

/// The allowed steps of a number, counted from an origin or from zero.
///
/// JSON Schema's `multipleOf` always counts from zero. The step of a form counts from its lower limit: with a limit of
/// 1 and a step of 2, the values are 1, 3, 5. So a form writes `multipleOf` only if both mean the same, and else `step`
/// in `x-setting`.
struct NumberStep: Sendable {
  /// The step as the schema has it, for messages.
  let step: JSONNumber
  /// The lower limit from which the steps count, for messages; `nil` for zero, and for a limit that is a multiple itself.
  let origin: JSONNumber?
  /// The step and its origin in decimal, converted once.
  private let unit: JSONDecimal
  private let start: JSONDecimal?

  /// Prepares the steps. The step is above zero, as readers of schemas have checked.
  init(_ step: JSONNumber, origin: JSONNumber? = nil) {
    self.step = step
    let unit = JSONDecimal(step)
    start = origin.map(JSONDecimal.init).flatMap { $0.isMultiple(of: unit) ? nil : $0 }
    self.unit = unit
    self.origin = start == nil ? nil : origin
  }

  /// Whether a number is a whole number of steps from the origin.
  ///
  /// It is `false` if the value has over 20 000 digits more than the origin, since the difference would have as many.
  func allows(_ value: JSONDecimal) -> Bool {
    guard let start else { return value.isMultiple(of: unit) }
    return value.subtracting(start)?.isMultiple(of: unit) == true
  }
}
