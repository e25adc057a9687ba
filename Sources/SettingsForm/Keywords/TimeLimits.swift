/// The limits of a duration or a date, each as a string in the format of the value: `PT1M`, `2025-01-31T12:00:00Z`.
///
/// JSON Schema has no keywords that compare times, so they are in `x-setting`, and other validators don't check them.
package struct TimeLimits: Hashable, Sendable {
  package typealias Bound = RangeLimit<String>

  /// The lower end; `nil` for no limit.
  package var lower: Bound?
  /// The upper end; `nil` for no limit.
  package var upper: Bound?
  /// The duration between neighboring values; positive. It is counted from the lower end; without one,
  /// from zero or from the start of 1970.
  package var step: String?

  package init(lower: Bound? = nil, upper: Bound? = nil, step: String? = nil) {
    self.lower = lower
    self.upper = upper
    self.step = step
  }

  package var isEmpty: Bool { lower == nil && upper == nil && step == nil }
}

extension TimeLimits {
  /// Throws for limits of a string that isn't a time, for a limit or step that isn't in the format, and for limits between which there is no
  /// time.
  func check(format: TextFormat?) throws(FormSchemaError) {
    guard !isEmpty else { return }
    func error(_ reason: FormSchemaError.Reason, at keywords: String...) -> FormSchemaError {
      FormSchemaError(path: SettingPath([SettingKeyword.name] + keywords), reason: reason)
    }
    func check(_ text: String, format: TextFormat, keyword: String) throws(FormSchemaError) {
      guard format.attoseconds(of: text) == nil else { return }
      throw error(.wrongValue(expected: "\(format.name) such as \(format.example)"), at: keyword)
    }
    guard let format, format.isTime else {
      throw error(.notApplicable(to: "a string that isn't a duration or a date"))
    }
    if let lower { try check(lower.value, format: format, keyword: lower.lowerKeyword) }
    if let upper { try check(upper.value, format: format, keyword: upper.upperKeyword) }
    if let step {
      try check(step, format: .duration, keyword: "step")
      if TextFormat.duration.attoseconds(of: step) ?? 0 <= 0 {
        throw error(.wrongValue(expected: "a duration above zero"), at: "step")
      }
    }
    if let upper, TimeRange(self, format: format).isEmpty {
      throw error(.emptyRange, at: upper.upperKeyword)
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
