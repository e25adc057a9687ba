import SettingsForm

/// The limits of durations and dates.
extension AnnotationSet {
  /// Returns a range of durations, `1s...5min`, or of dates, `2020-01-01...2030-01-01T12:00:00Z`.
  func times(
    _ annotation: Annotation, _ format: TextLimits.Format
  ) throws(AnnotationError) -> (lower: TimeLimits.Bound?, upper: TimeLimits.Bound?) {
    guard let ends = RangeEnds(annotation.spelling) else {
      throw error(format.needsRange, at: annotation)
    }
    let lower = try ends.lower.map { text throws(AnnotationError) in try time(text, annotation, format) }
    let upper = try ends.upper.map { text throws(AnnotationError) in try time(text, annotation, format) }
    return (
      lower.map { .inclusive($0) }, upper.map { ends.isHalfOpen ? .exclusive($0) : .inclusive($0) }
    )
  }

  /// Returns a step of durations or dates: `5min`.
  func timeStep(_ annotation: Annotation) throws(AnnotationError) -> String {
    guard let step = TextLimits.Format.duration.time(annotation.spelling),
      TextLimits.Format.duration.attoseconds(of: step) ?? 0 > 0
    else { throw error("'step' needs a duration above 0 with a unit: step = 5min", at: annotation) }
    return step
  }

  private func time(
    _ text: String, _ annotation: Annotation, _ format: TextLimits.Format
  ) throws(AnnotationError) -> String {
    guard let time = format.time(text) else {
      throw error("'\(text)' is not \(format.end); \(format.needsRange)", at: annotation)
    }
    return time
  }
}

extension TextLimits.Format {
  fileprivate var needsRange: String {
    self == .duration
      ? "'range' needs a range of durations with units: range = 1s...5min"
      : "'range' needs a range of dates: range = 2020-01-01...2030-12-31T12:00:00Z"
  }

  fileprivate var end: String { self == .duration ? "a duration" : "a date" }

  /// Returns a duration or a date as it is stored; `nil` for any other string. A date without a time starts at midnight UTC.
  fileprivate func time(_ text: String) -> String? {
    switch self {
    case .duration:
      if allows(text) { return text }
      return (try? Quantity(text))?.duration?.text
    default: return [text, text + "T00:00:00Z"].first(where: allows)
    }
  }
}
