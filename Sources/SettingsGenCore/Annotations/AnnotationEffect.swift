import SettingsForm

/// What annotations do to a setting alone: limits, the unit, the kind of a string.
///
/// A function sets the keywords of the form that correspond to an annotation; it throws if the value is invalid or the kind has no such limit.
/// Limits of a list's or dictionary's values are written at the setting: `range = 1...10` above `[Int]` limits each element, and `length`
/// the list itself.
///
///     var a: UInt8       range = 1...300       error: 300 is above 255
///     var b = 5          range = 0..<10        minimum 0, exclusive maximum 10
///     var c = Duration.seconds(5)  range = 1s...5min    durations as limits
///     var d = ""         range = 1...5         error: 'range' limits numbers, durations and dates, and this is a string
struct AnnotationEffect {
  var setting: FormSetting
  let annotation: Annotation
  /// All annotations of the setting.
  let annotations: AnnotationSet

  /// Does what an annotation with a key does to a setting, or to the values in it. What isn't a matter of the setting
  /// alone is in `FormBuilder`.
  mutating func apply(_ key: AnnotationKey) throws(Diagnostic) {
    switch key {
    case .range: try limitRange()
    case .step: try limitStep()
    case .unit: try setUnit()
    case .length: try limitLength()
    case .pattern: try limitPattern()
    case .multiline: try allowLines()
    case .choices: try offerChoices()
    default: break
    }
  }

  private mutating func limitRange() throws(Diagnostic) {
    let format = setting.kind.timeFormat
    if limitsOthers(than: format, key: .range) { return }
    // Durations and dates are strings in the document, with limits of their own.
    if let format { return try limitTimes(format) }
    guard let range = annotation.value.range else {
      throw error("'range' needs a range of numbers: range = 1...30, 0..<1 or 1...")
    }
    guard var limits = setting.kind.numberLimits else { return try refuse(Self.ofNumbers) }
    try restrict(&limits, to: range)
    setting.kind.numberLimits = limits
  }

  private mutating func limitStep() throws(Diagnostic) {
    let format = setting.kind.timeFormat
    if limitsOthers(than: format, key: .step) { return }
    if format != nil { return try limitTimeStep() }
    guard setting.kind.numberLimits != nil else { return try refuse(Self.ofNumbers) }
    guard let step = annotation.value.number, step.number > 0 else {
      throw error("'step' needs a number above 0: step = 5")
    }
    try checkWhole([step])
    setting.kind.numberLimits?.step = step.number
    if annotations[.range]?.value.range?.lower == nil {
      setting.kind.numberLimits?.countFromZero(by: step.number)
    }
  }

  private mutating func setUnit() throws(Diagnostic) {
    let unit = annotation.spelling
    if setting.kind.timeFormat == .duration {
      // A duration needs no unit on the screen. Its `unit` says what a bare number means that an earlier version has stored.
      guard QuantityUnit(unit)?.dimension == .time else {
        if !annotation.isOwn { return }
        throw error(
          "'unit' of a duration says what a number in a document of an earlier version counts: unit = seconds"
        )
      }
    } else if setting.kind.numberLimits == nil {
      return try refuse("says what a number counts")
    }
    setting.unit = unit
  }

  private mutating func limitPattern() throws(Diagnostic) {
    if annotation.spelling.contains("(?i") {
      throw error("JSON Schema has no \"(?i)\"; write both cases, such as [aA]")
    }
    guard setting.kind.textLimits != nil else { return try refuse("limits strings") }
    setting.kind.textLimits?.pattern = annotation.spelling
  }

  private mutating func limitLength() throws(Diagnostic) {
    let (min, max) = try lengths()
    switch setting.kind {
    case .string(var limits):
      (limits.minLength, limits.maxLength) = (min, max)
      setting.kind = .string(limits)
    case .list(let element, var limits):
      (limits.minCount, limits.maxCount) = (min, max)
      setting.kind = .list(element, limits)
    default: try refuse("limits strings and lists")
    }
  }

  private mutating func allowLines() throws(Diagnostic) {
    guard annotations.flag(.multiline) == true else { return }
    guard setting.kind.textLimits != nil else { return try refuse("is for strings") }
    setting.kind.textLimits?.isMultiline = true
  }

  private mutating func offerChoices() throws(Diagnostic) {
    guard setting.kind.canHaveChoicesHook else { return try refuse("offers strings or numbers") }
    setting.choicesHook = annotation.value.strings.first
  }

  private static let ofNumbers = "limits numbers, durations and dates"

  private func error(_ message: String) -> Diagnostic { annotations.error(message, at: annotation) }

  /// Refuses an annotation that can't apply to the setting. The annotations of a block or file apply wherever they can,
  /// so they are dropped without notice.
  private func refuse(_ use: String) throws(Diagnostic) {
    if !annotation.isOwn { return }
    let location = SourceLocation(file: annotations.file, offset: annotation.offset)
    let message = "'\(annotation.key)' \(use), and this is \(setting.kind.predicate)"
    throw Diagnostic(severity: .error, location: location, message: message)
  }

  /// Whether a range or a step of a block or file can be read, but not for settings of a format, or of numbers without one. It is for the
  /// settings of the others.
  private func limitsOthers(than format: TextFormat?, key: AnnotationKey) -> Bool {
    if annotation.isOwn { return false }
    let spelling = annotation.spelling
    let all: [TextFormat?] = [nil, .duration, .dateTime]
    let readable = all.filter { format in
      switch (key, format) {
      case (.range, let format?):
        RangeEnds(spelling)?.all.allSatisfy { format.time($0) != nil } ?? false
      case (.range, nil): AnnotationRange(spelling) != nil
      case (.step, _?): TextFormat.duration.time(spelling) != nil
      case (.step, nil): NumberLiteral(spelling) != nil
      default: false
      }
    }
    return !readable.isEmpty && !readable.contains(format)
  }
}

/// Limits of numbers and lengths.
extension AnnotationEffect {
  /// Sets the ends of the range, which have to be in the range that the type allows: 300 isn't in that of `UInt8`.
  private func restrict(_ limits: inout NumberLimits, to range: AnnotationRange) throws(Diagnostic) {
    try checkWhole([range.lower, range.upper].compactMap(\.self))
    if let bound = range.lower?.number {
      if let smallest = limits.lower?.value, bound < smallest {
        throw error("the range starts at \(bound), below the type's smallest value, \(smallest)")
      }
      limits.lower = .inclusive(bound)
    }
    if let bound = range.upper?.number {
      if let largest = limits.upper?.value, bound > largest {
        throw error("the range ends at \(bound), above the type's largest value, \(largest)")
      }
      limits.upper = range.isHalfOpen ? .exclusive(bound) : .inclusive(bound)
    }
  }

  /// Refuses limits with a fraction for a whole number.
  private func checkWhole(_ limits: [NumberLiteral]) throws(Diagnostic) {
    guard setting.kind.hasWholeNumbers, let limit = limits.first(where: { !$0.number.isWhole }) else {
      return
    }
    throw error("'\(limit.number)' has a fraction, and this setting is a whole number")
  }

  /// Returns the smallest and the largest length of a string or list.
  ///
  /// `length = 8` is exactly 8, `length = 1...` has no upper end, and `length = 0..<5` is at most 4. Whether the range
  /// has any length in it is checked with the whole form.
  private func lengths() throws(Diagnostic) -> (min: Int?, max: Int?) {
    if let count = annotation.value.number?.number.integer(as: Int.self), count >= 0 { return (count, count) }
    let range = annotation.value.range
    let lower = range?.lower?.number.integer(as: Int.self)
    let upper = range?.upper?.number.integer(as: Int.self)
    // An end that is there but isn't a whole number has become `nil` above.
    let isWhole = (range?.lower == nil) == (lower == nil) && (range?.upper == nil) == (upper == nil)
    guard let range, isWhole, lower ?? 0 >= 0, upper ?? 0 >= 0 else {
      throw error("'length' needs a whole number or a range: length = 1...80")
    }
    return (lower, range.isHalfOpen ? upper.map { $0 - 1 } : upper)
  }
}

/// The limits of durations and dates. They are written as people write them, `5min` or `2020-01-01`, and stored as
/// documents have them, `PT5M` or with time and zone, so the form compares limits and values in one format.
extension AnnotationEffect {
  /// Sets a range of durations, `1s...5min`, or of dates, `2020-01-01...2030-01-01T12:00:00Z`, with each end as it is
  /// stored.
  private mutating func limitTimes(_ format: TextFormat) throws(Diagnostic) {
    guard let ends = RangeEnds(annotation.spelling) else { throw error(format.needsRange) }
    for text in ends.all where format.time(text) == nil {
      throw error("'\(text)' is not \(format.end); \(format.needsRange)")
    }
    let upper = ends.upper.flatMap(format.time)
    setting.kind.textLimits?.times.lower = ends.lower.flatMap(format.time).map { .inclusive($0) }
    setting.kind.textLimits?.times.upper = upper.map { ends.isHalfOpen ? .exclusive($0) : .inclusive($0) }
  }

  /// Sets a step of durations or dates, such as `5min`, as it is stored. The step is a duration above zero for both.
  private mutating func limitTimeStep() throws(Diagnostic) {
    guard let step = TextFormat.duration.time(annotation.spelling),
      TextFormat.duration.attoseconds(of: step) ?? 0 > 0
    else { throw error("'step' needs a duration above 0 with a unit: step = 5min") }
    setting.kind.textLimits?.times.step = step
  }
}

extension TextFormat {
  fileprivate var needsRange: String {
    self == .duration
      ? "'range' needs a range of durations with units: range = 1s...5min"
      : "'range' needs a range of dates: range = 2020-01-01...2030-12-31T12:00:00Z"
  }

  fileprivate var end: String { self == .duration ? "a duration" : "a date" }

  /// Returns a duration or a date as it is stored; `nil` for any other string. A date without a time starts at midnight
  /// UTC.
  ///
  /// A duration can be written in ISO 8601 (`PT90S`) or with units (`1min 30s`). `2020-01-01` → `2020-01-01T00:00:00Z`.
  func time(_ text: String) -> String? {
    switch self {
    case .duration:
      if allows(text) { return text }
      return (try? Quantity(text))?.duration?.text
    default: return [text, text + "T00:00:00Z"].first(where: allows)
    }
  }
}

extension NumberLimits {
  /// Moves the lower end, which is the type's, to the first step from zero: otherwise, the steps would count from there. A number with a
  /// fraction loses the end instead, unless the end is a multiple of the step. It nearly always is: the greatest `Double`, as a form spells
  /// it, is a whole number with 292 zeros at its end.
  fileprivate mutating func countFromZero(by step: JSONNumber) {
    if lower?.value.isMultiple(of: step) == true { return }
    guard let end = lower?.value.integer(as: Int128.self), let width = step.integer(as: Int128.self) else {
      lower = nil
      return
    }
    lower = .inclusive(JSONNumber(end / width * width))
  }
}

extension FormKind {
  /// Whether the value, or each value in the list or dictionary, however deep, is edited as JSON. Annotations of what
  /// is inside have no place in the form then.
  var isJSONInside: Bool {
    switch parts {
    case .elements(let inner), .entries(let inner): inner.isJSONInside
    case .none: self == .json
    case .fields, .alternatives, .definition: false
    }
  }

  /// The format of a duration or a date, or of those in a list or dictionary; `nil` for any other kind.
  fileprivate var timeFormat: TextFormat? { textLimits?.format.flatMap { $0.isTime ? $0 : nil } }

  /// The limits of a number, or of the numbers in a list or dictionary, however deep; `nil` for any other kind. Setting
  /// them on another kind has no effect.
  var numberLimits: NumberLimits? {
    get {
      switch self {
      case .integer(let limits), .number(let limits): limits
      case .list(let inner, _), .dictionary(let inner): inner.numberLimits
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .integer: self = .integer(newValue)
      case .number: self = .number(newValue)
      case .list(var inner, let limits):
        inner.numberLimits = newValue
        self = .list(inner, limits)
      case .dictionary(var inner):
        inner.numberLimits = newValue
        self = .dictionary(inner)
      default: break
      }
    }
  }

  /// Whether the value, or each number in the list or dictionary, is whole. A range or step with a fraction is a
  /// mistake then.
  var hasWholeNumbers: Bool {
    switch self {
    case .integer: true
    case .list(let inner, _), .dictionary(let inner): inner.hasWholeNumbers
    default: false
    }
  }

  /// The limits of a string, or of the strings in a list or dictionary, one level deep; `nil` for any other kind.
  /// Setting them on another kind has no effect.
  var textLimits: TextLimits? {
    get {
      switch self {
      case .string(let limits), .list(.string(let limits), _), .dictionary(.string(let limits)): limits
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .string: self = .string(newValue)
      case .list(.string, let limits): self = .list(.string(newValue), limits)
      case .dictionary(.string): self = .dictionary(.string(newValue))
      default: break
      }
    }
  }

  /// The kind of the value, for messages: "'range' limits numbers, durations and dates, and this is a string".
  var predicate: String {
    if case .string(let limits) = self, let format = limits.format { Self.words(format) } else { words.swift }
  }

  private static func words(_ format: TextFormat) -> String {
    switch format {
    case .dateTime: "a date"
    case .duration: "a duration"
    case .base64: "data"
    default: format.name
    }
  }
}
