/// The limits of a duration or a date, compiled for checking.
struct TimeRange: Sendable {
  let format: TextLimits.Format
  private let limits: TimeLimits
  private let lower: Int128?
  private let upper: Int128?
  private let step: Int128?

  init(_ limits: TimeLimits, format: TextLimits.Format) {
    self.limits = limits
    self.format = format
    lower = limits.lower.flatMap { format.attoseconds(of: $0.value) }
    upper = limits.upper.flatMap { format.attoseconds(of: $0.value) }
    step = limits.step.flatMap { TextLimits.Format.duration.attoseconds(of: $0) }
  }

  /// Returns the reason why a string isn't allowed; `nil` for a string within the limits, and for a string that isn't a time.
  func fault(of text: String) -> FormProblem.Reason? {
    guard let time = format.attoseconds(of: text) else { return nil }
    if let lower, let bound = limits.lower, bound.isExclusive ? time <= lower : time < lower {
      return .belowTime(bound, format)
    }
    if let upper, let bound = limits.upper, bound.isExclusive ? time >= upper : time > upper {
      return .aboveTime(bound, format)
    }
    if let step, step > 0, let name = limits.step, (time - (lower ?? 0)) % step != 0 {
      return .offTimeStep(name, origin: limits.lower?.value, format)
    }
    return nil
  }

  /// Whether there are values between the limits.
  var isEmpty: Bool {
    guard let lower, let upper else { return false }
    let isOpen = limits.lower?.isExclusive == true || limits.upper?.isExclusive == true
    return lower > upper || lower == upper && isOpen
  }
}
