extension SchemaChecker {
  mutating func checkNumber(
    _ instance: some SchemaInstance, _ value: JSONDecimal, _ check: CompiledSchema.Check
  ) {
    switch check {
    case .lower(let bound, let limit):
      if bound.isExclusive ? !(limit < value) : value < limit { report(.belowLower(bound), instance) }
    case .upper(let bound, let limit):
      // The other operators are generic functions of `Comparable`, which take longer than `<`.
      if bound.isExclusive ? !(value < limit) : limit < value { report(.aboveUpper(bound), instance) }
    case .step(let step):
      if !step.allows(value) {
        report(.offStep(step.step, origin: step.origin), instance)
      }
    default: break
    }
  }

  mutating func checkText(_ instance: some SchemaInstance, _ check: CompiledSchema.Check) {
    switch check {
    case .minLength(let limit):
      let count = instance.scalarCount
      if count < limit { report(.tooShort(minLength: limit, count: hides(instance) ? nil : count), instance) }
    case .maxLength(let limit):
      let count = instance.scalarCount
      if count > limit { report(.tooLong(maxLength: limit, count: hides(instance) ? nil : count), instance) }
    case .pattern(let source, let pattern):
      guard let pattern, let text = instance.text else { return report(.pattern(source), instance) }
      if matches(pattern, text) == false { report(.pattern(source), instance) }
    case .format(let format):
      guard let text = instance.text, !format.allows(text) else { return }
      report(.format(format), instance)
    case .annotatedFormat(let format):
      guard let text = instance.text, !format.allows(text) else { return }
      noteFailedFormat()
      report(.annotatedFormat(format), instance, severity: .warning, found: Phrase.excerpt(instance.value))
    case .times(let range):
      guard let text = instance.text, let fault = range.fault(of: text) else { return }
      report(fault, instance, found: range.format.words(for: text))
    case .calendarDuration:
      guard let text = instance.text else { return }
      if !text.withBytes({ DurationGrammar.isDuration($0[...]) }) { report(.format(.duration), instance) }
    default: break
    }
  }

  /// Checks that a value is one of a list.
  mutating func checkChoice(_ instance: some SchemaInstance, _ list: CompiledSchema.ChoiceList) {
    let value = instance.kind == .string && list.places == nil ? nil : instance.value
    var found: Int?
    if let places = list.places {
      found = value.flatMap { places[$0] }
      if let found, list.isExclusive, list.repeated.contains(found) {
        return report(.keyword("oneOf"), instance)
      }
    } else {
      for (place, choice) in list.values.enumerated() where isChoice(instance, value, choice) {
        if found != nil { return report(.keyword("oneOf"), instance) }
        found = place
        if !list.isExclusive { break }
      }
    }
    guard let found else { return reportNoChoice(list.values, instance) }
    if list.deprecated.contains(found) { reportDeprecated(instance, choice: list.values[found]) }
  }

  /// Whether a value is a choice. A string is compared in place, without creating a value from it.
  private func isChoice(_ instance: some SchemaInstance, _ value: JSONValue?, _ choice: JSONValue) -> Bool {
    if let value { return choice == value }
    guard case .string(let text) = choice else { return false }
    return instance.isText(text)
  }
}
