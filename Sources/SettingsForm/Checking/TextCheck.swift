/// What a schema says about text, except for its length. Values of other types meet it.
indirect enum TextCheck: Sendable {
  /// A malformed regular expression matches nothing.
  case pattern(String, TextPattern?)
  /// A format. In a schema of another author it is only an annotation, as JSON Schema 2020-12 leaves it: text that doesn't have
  /// it causes a warning, not an error.
  case format(TextFormat, isAnnotation: Bool)
  case times(TimeRange)

  /// Compiles a keyword; returns `nil` for a keyword that isn't about text, and for a format that isn't checked.
  init?(_ keyword: SchemaKeyword, in schema: JSONSchema, _ context: SchemaContext) {
    let isForm = context.library.formats == .settings
    switch keyword {
    case .text(.pattern, let source): self = .pattern(source, context.pattern(source))
    case .text(.format, let name):
      // Where a format stands without the type of a setting, as in an alternative, a duration can have years and months.
      let isSetting = isForm && (schema.types.contains(.string) || name != TextFormat.duration.rawValue)
      guard let format = isSetting ? TextFormat(form: name) : TextFormat(schema: name) else { return nil }
      self = .format(format, isAnnotation: !isForm)
    case .text(.contentEncoding, TextFormat.base64.rawValue) where isForm:
      self = .format(.base64, isAnnotation: false)
    case .setting(let setting):
      guard !setting.times.isEmpty, !setting.range, setting.step == nil,
        let format = schema[.format].flatMap(TextFormat.init(form:))
      else { return nil }
      self = .times(TimeRange(setting.times, format: format))
    default: return nil
    }
  }
}

extension SchemaChecker {
  /// Checks a string.
  mutating func checkText(_ instance: some SchemaInstance, check: TextCheck) {
    switch check {
    case .pattern(let source, let pattern):
      guard let pattern, let text = instance.text else { return report(.pattern(source), instance: instance) }
      if matches(pattern, text: text) == false { report(.pattern(source), instance: instance) }
    case .format(let format, let isAnnotation):
      guard let text = instance.text, !format.allows(text) else { return }
      if isAnnotation { noteFailedFormat() }
      report(
        .format(format), instance: instance, severity: isAnnotation ? .warning : .error,
        found: Phrase.excerpt(instance.value))
    case .times(let range):
      guard let text = instance.text, let fault = range.fault(of: text) else { return }
      report(fault, instance: instance, found: range.format.words(for: text))
    }
  }
}

/// The limits of a duration or a date, compiled for checking.
///
/// Each limit and each value is a number of 10^-18 seconds, so `PT90S` and `PT1M30S` are the same, and dates of
/// different zones are compared by their instants. With `PT1M` as the lower limit and a step of `PT30S`, `PT90S` is
/// allowed and `PT1M45S` isn't.
struct TimeRange: Sendable {
  let format: TextFormat
  private let limits: TimeLimits
  /// The limits and the step in units of 10^-18 seconds; `nil` where there is none.
  private let lower: Int128?
  private let upper: Int128?
  private let step: Int128?

  /// Compiles limits. One that isn't in the format counts as none: a form with such a limit is refused before it gets
  /// here.
  init(_ limits: TimeLimits, format: TextFormat) {
    self.limits = limits
    self.format = format
    lower = limits.lower.flatMap { format.attoseconds(of: $0.value) }
    upper = limits.upper.flatMap { format.attoseconds(of: $0.value) }
    step = limits.step.flatMap { TextFormat.duration.attoseconds(of: $0) }
  }

  /// Returns the reason why a string isn't allowed; `nil` for a string within the limits, and for a string that isn't a
  /// time, since its format is checked by another keyword.
  func fault(of text: String) -> FormProblem.Reason? {
    guard let time = format.attoseconds(of: text) else { return nil }
    // The limit in the reason is the text of the form, and not the number: `PT1M` and not `PT60S`.
    if let lower, let bound = limits.lower, bound.isExclusive ? time <= lower : time < lower {
      return .belowTime(bound, format)
    }
    if let upper, let bound = limits.upper, bound.isExclusive ? time >= upper : time > upper {
      return .aboveTime(bound, format)
    }
    if let step, step > 0, let name = limits.step, (time - (lower ?? 0)) % step != 0 {
      let isMultiple = format == .duration && (lower ?? 0) % step == 0
      return .offTimeStep(name, origin: isMultiple ? nil : limits.lower?.value, format)
    }
    return nil
  }

  /// Whether there are no values between the limits: the lower one is above the upper one, or they are equal and one of
  /// them is excluded. A form with such limits is refused.
  var isEmpty: Bool {
    guard let lower, let upper else { return false }
    let isOpen = limits.lower?.isExclusive == true || limits.upper?.isExclusive == true
    return lower > upper || lower == upper && isOpen
  }
}
