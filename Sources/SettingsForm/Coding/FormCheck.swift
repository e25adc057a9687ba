extension FormSchema {
  /// Refuses a form that contradicts itself: a range without values, a default outside of its limits, a
  /// choice without choices or with one twice, a regular expression that can't be read, a key used twice,
  /// a rule that does not fit the settings.
  ///
  /// A form that was read from JSON has been checked.
  ///
  /// Cost: linear in the size of the form.
  ///
  /// - Throws: ``FormSchemaError`` for the first fault, in form order.
  public func check() throws(FormSchemaError) {
    try FormCheck.check(self, patterns: PatternCache())
  }
}

/// Looks for contradictions in a form.
struct FormCheck {
  private let patterns: PatternCache
  private var keys: [String] = []

  static func check(_ form: FormSchema, patterns: PatternCache) throws(FormSchemaError) {
    var check = FormCheck(patterns: patterns)
    try check.section(form.root)
    if !form.rules.isEmpty, let error = FormIndex(form).ruleError { throw error }
  }

  init(patterns: PatternCache) {
    self.patterns = patterns
  }

  private mutating func section(_ section: FormSection) throws(FormSchemaError) {
    var seen: Set<ExactText> = []
    keys.append("properties")
    for item in section.items {
      guard seen.insert(ExactText(item.key)).inserted else { throw error(.repeatedKey(item.key)) }
      keys.append(item.key)
      switch item {
      case .section(let inner): try self.section(inner)
      case .setting(let setting): try self.setting(setting)
      }
      keys.removeLast()
    }
    keys.removeLast()
  }

  private mutating func setting(_ setting: FormSetting) throws(FormSchemaError) {
    try shape(setting.shape)
    try defaultValue(of: setting)
  }

  /// Refuses a shape that contradicts itself.
  mutating func shape(_ shape: FormShape) throws(FormSchemaError) {
    try kind(shape.values.kind)
    if case .choice(let choices) = shape.values.kind, shape.values.isOptional {
      guard !choices.contains(where: { $0.value == .null }) else { throw error(.repeatedChoice, "oneOf") }
    }
  }

  /// Refuses a default that the setting does not allow.
  func defaultValue(of setting: FormSetting) throws(FormSchemaError) {
    guard let value = setting.defaultValue, !setting.plainlyAllows(value, patterns: patterns) else { return }
    var checker = SchemaChecker(patterns: patterns, secrecy: setting.secrecy)
    checker.check(value, setting.checks)
    if let problem = checker.problems.first(where: { $0.severity == .error }) {
      throw error(.defaultValue(problem.message), "default")
    }
  }

  private mutating func kind(_ kind: FormKind) throws(FormSchemaError) {
    switch kind {
    case .boolean, .json: break
    case .integer(let limits), .number(let limits): try range(limits)
    case .string(let limits): try text(limits)
    case .choice(let choices): try self.choices(choices)
    case .flags(let choices):
      keys.append("items")
      try self.choices(choices)
      keys.removeLast()
    case .list(let element, let limits):
      try count(limits.minCount, "minItems")
      try count(limits.maxCount, "maxItems")
      if let minCount = limits.minCount, let maxCount = limits.maxCount, minCount > maxCount {
        throw error(.emptyRange, "maxItems")
      }
      keys.append("items")
      try self.kind(element)
      keys.removeLast()
    case .dictionary(let element):
      keys.append("additionalProperties")
      try self.kind(element)
      keys.removeLast()
    case .object(let section): try self.section(section)
    }
  }

  private func range(_ limits: NumberLimits) throws(FormSchemaError) {
    if let step = limits.step, step <= JSONNumber(0) {
      throw error(.wrongValue(expected: "a number above zero"), "multipleOf")
    }
    guard let lower = limits.lower, let upper = limits.upper else { return }
    let isEmpty =
      lower.value > upper.value
      || lower.value == upper.value && (lower.isExclusive || upper.isExclusive)
    if isEmpty { throw error(.emptyRange, upper.isExclusive ? "exclusiveMaximum" : "maximum") }
  }

  private func count(_ count: Int?, _ keyword: String) throws(FormSchemaError) {
    if let count, count < 0 { throw error(.wrongValue(expected: "a whole number of zero or more"), keyword) }
  }

  private func text(_ limits: TextLimits) throws(FormSchemaError) {
    try count(limits.minLength, "minLength")
    try count(limits.maxLength, "maxLength")
    if let minLength = limits.minLength, let maxLength = limits.maxLength, minLength > maxLength {
      throw error(.emptyRange, "maxLength")
    }
    guard let pattern = limits.pattern else { return }
    do throws(TextPatternError) {
      _ = try patterns.pattern(pattern)
    } catch {
      throw self.error(.pattern(error.message), "pattern")
    }
  }

  private func choices(_ choices: [FormChoice]) throws(FormSchemaError) {
    guard !choices.isEmpty else { throw error(.noChoices, "oneOf") }
    guard Set(choices.map(\.value)).count == choices.count else {
      throw error(.repeatedChoice, "oneOf")
    }
  }

  private func error(_ reason: FormSchemaError.Reason, _ more: String...) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys + more), reason: reason)
  }
}
