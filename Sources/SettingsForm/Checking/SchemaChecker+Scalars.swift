extension SchemaChecker {
  mutating func checkNumber(
    _ instance: some SchemaInstance, _ keyword: SchemaKeyword, _ schema: JSONSchema
  ) {
    guard let number = instance.exactNumber else { return }
    switch keyword {
    case .minimum(let limit): if number < limit { report(.belowLower(.inclusive(limit)), instance) }
    case .exclusiveMinimum(let limit):
      if number <= limit { report(.belowLower(.exclusive(limit)), instance) }
    case .maximum(let limit): if number > limit { report(.aboveUpper(.inclusive(limit)), instance) }
    case .exclusiveMaximum(let limit):
      if number >= limit { report(.aboveUpper(.exclusive(limit)), instance) }
    case .multipleOf(let step):
      if !number.isMultiple(of: step) { report(.offStep(step, origin: nil), instance) }
    case .setting(let setting):
      guard let step = setting.step else { return }
      let origin = schema.range.lower?.value
      if !number.isMultiple(of: step, from: origin) {
        report(.offStep(step, origin: origin), instance)
      }
    default: break
    }
  }

  mutating func checkText(
    _ instance: some SchemaInstance, _ keyword: SchemaKeyword, _ schema: JSONSchema
  ) {
    guard let text = instance.text else { return }
    switch keyword {
    case .minLength(let limit):
      let count = text.unicodeScalars.count
      if count < limit { report(.tooShort(minLength: limit, count: hides(instance) ? nil : count), instance) }
    case .maxLength(let limit):
      let count = text.unicodeScalars.count
      if count > limit { report(.tooLong(maxLength: limit, count: hides(instance) ? nil : count), instance) }
    case .pattern(let source):
      if (try? patterns.pattern(source))?.matches(text) != true { report(.pattern(source), instance) }
    case .format(let name):
      let format = TextLimits.Format(rawValue: name)
      // Where no setting of that type is described, the format is JSON Schema's own, years and months included.
      if format == .duration, !schema.types.contains(.string) {
        let isDuration = text.withBytes { DurationGrammar.isDuration($0[...]) }
        if rules == .form, !isDuration { report(.format(.duration), instance) }
      } else {
        checkFormat(instance, text, format.flatMap { $0 == .base64 ? nil : $0 })
      }
    case .contentEncoding(let name):
      checkFormat(instance, text, TextLimits.Format(rawValue: name).flatMap { $0 == .base64 ? $0 : nil })
    default: break
    }
  }

  private mutating func checkFormat(
    _ instance: some SchemaInstance, _ text: String, _ format: TextLimits.Format?
  ) {
    guard rules == .form, let format, !format.allows(text) else { return }
    report(.format(format), instance)
  }
}
