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
enum AnnotationEffect {
  typealias Apply =
    @Sendable (inout FormSetting, Annotation, AnnotationSet) throws(AnnotationError) -> Void

  @Sendable static func range(
    _ setting: inout FormSetting, _ annotation: Annotation, _ annotations: AnnotationSet
  ) throws(AnnotationError) {
    let format = setting.kind.timeFormat
    if annotation.limitsOthers(than: format, key: .range) { return }
    if let format {
      // Durations and dates are strings in the document, with limits of their own.
      let range = try annotations.times(annotation, format: format)
      setting.kind.textLimits?.times.lower = range.lower
      setting.kind.textLimits?.times.upper = range.upper
      return
    }
    let range = try annotations.range(annotation)
    guard var limits = setting.kind.numberLimits else {
      return try refuse(annotation, "limits numbers, durations and dates", setting, annotations)
    }
    try limits.restrict(
      to: range, isInteger: setting.kind.hasWholeNumbers, annotation, annotations: annotations)
    setting.kind.numberLimits = limits
  }

  @Sendable static func step(
    _ setting: inout FormSetting, _ annotation: Annotation, _ annotations: AnnotationSet
  ) throws(AnnotationError) {
    let format = setting.kind.timeFormat
    if annotation.limitsOthers(than: format, key: .step) { return }
    if format != nil {
      setting.kind.textLimits?.times.step = try annotations.timeStep(annotation)
      return
    }
    guard setting.kind.numberLimits != nil else {
      return try refuse(annotation, "limits numbers, durations and dates", setting, annotations)
    }
    let step = try annotations.step(annotation, isInteger: setting.kind.hasWholeNumbers)
    setting.kind.numberLimits?.step = step
    if annotations[.range]?.value.range?.lower == nil { setting.kind.numberLimits?.countFromZero(by: step) }
  }

  @Sendable static func unit(
    _ setting: inout FormSetting, _ annotation: Annotation, _ annotations: AnnotationSet
  ) throws(AnnotationError) {
    let unit = annotation.spelling
    if setting.kind.timeFormat == .duration {
      // A duration needs no unit on the screen. Its `unit` says what a bare number means that an earlier version has stored.
      guard QuantityUnit(unit)?.dimension == .time else {
        if annotation.origin == .region { return }
        throw annotations.error(
          "'unit' of a duration says what a number in a document of an earlier version counts: unit = seconds",
          at: annotation)
      }
    } else if setting.kind.numberLimits == nil {
      return try refuse(annotation, "says what a number counts", setting, annotations)
    }
    setting.unit = unit
  }

  @Sendable static func pattern(
    _ setting: inout FormSetting, _ annotation: Annotation, _ annotations: AnnotationSet
  ) throws(AnnotationError) {
    if annotation.spelling.contains("(?i") {
      throw annotations.error("JSON Schema has no \"(?i)\"; write both cases, such as [aA]", at: annotation)
    }
    guard setting.kind.textLimits != nil else {
      return try refuse(annotation, "limits strings", setting, annotations)
    }
    setting.kind.textLimits?.pattern = annotation.spelling
  }

  @Sendable static func length(
    _ setting: inout FormSetting, _ annotation: Annotation, _ annotations: AnnotationSet
  ) throws(AnnotationError) {
    let (min, max) = try annotations.length(annotation)
    switch setting.kind {
    case .string(var limits):
      (limits.minLength, limits.maxLength) = (min, max)
      setting.kind = .string(limits)
    case .list(let element, var limits):
      (limits.minCount, limits.maxCount) = (min, max)
      setting.kind = .list(element, limits)
    default: try refuse(annotation, "limits strings and lists", setting, annotations)
    }
  }

  @Sendable static func multiline(
    _ setting: inout FormSetting, _ annotation: Annotation, _ annotations: AnnotationSet
  ) throws(AnnotationError) {
    guard annotations.flag(.multiline) == true else { return }
    guard setting.kind.textLimits != nil else {
      return try refuse(annotation, "is for strings", setting, annotations)
    }
    setting.kind.textLimits?.isMultiline = true
  }

  @Sendable static func choices(
    _ setting: inout FormSetting, _ annotation: Annotation, _ annotations: AnnotationSet
  ) throws(AnnotationError) {
    guard setting.kind.canHaveChoicesHook else {
      return try refuse(annotation, "offers strings or numbers", setting, annotations)
    }
    setting.choicesHook = annotation.value.strings.first
  }

  /// Refuses an annotation that can't apply to the setting. The annotations of a block or file apply wherever they can,
  /// so they are dropped without notice.
  private static func refuse(
    _ annotation: Annotation, _ use: String, _ setting: FormSetting, _ annotations: AnnotationSet
  ) throws(AnnotationError) {
    if annotation.origin == .region { return }
    throw AnnotationError(
      message: "'\(annotation.key)' \(use), and this is \(setting.kind.predicate)",
      location: SourceLocation(file: annotations.file, offset: annotation.offset))
  }
}

extension Annotation {
  /// Whether a range or a step of a block or file can be read, but not for settings of a format, or of numbers without one. It is for the
  /// settings of the others.
  fileprivate func limitsOthers(than format: TextFormat?, key: AnnotationKey) -> Bool {
    guard origin == .region else { return false }
    let all: [TextFormat?] = [nil, .duration, .dateTime]
    let readable = all.filter { format in
      switch (key, format) {
      case (.range, let format?):
        RangeEnds(spelling).map {
          [$0.lower, $0.upper].compactMap(\.self).allSatisfy { format.time($0) != nil }
        }
          ?? false
      case (.range, nil): AnnotationRange(spelling) != nil
      case (.step, _?): TextFormat.duration.time(spelling) != nil
      case (.step, nil): NumberLiteral(spelling) != nil
      default: false
      }
    }
    return !readable.isEmpty && !readable.contains(format)
  }
}

extension NumberLimits {
  /// Moves the lower end, which is the type's, to the first step from zero: otherwise, the steps would count from there. A number with a
  /// fraction loses the end instead.
  fileprivate mutating func countFromZero(by step: JSONNumber) {
    guard let end = lower?.value.integer(as: Int128.self), let width = step.integer(as: Int128.self) else {
      lower = nil
      return
    }
    lower = .inclusive(JSONNumber(end / width * width))
  }

  /// Narrows the limits of a type to a range, which must be inside the limits.
  ///
  /// The type has limits of its own, such as 0...255 of `UInt8`. A range beyond them is a mistake. An end that the
  /// range leaves open stays the type's: `1...` at a `UInt8` is 1...255.
  fileprivate mutating func restrict(
    to range: AnnotationRange, isInteger: Bool, _ annotation: Annotation, annotations: AnnotationSet
  ) throws(AnnotationError) {
    if isInteger,
      let fraction = [range.lower, range.upper].compactMap(\.self).first(where: { !$0.number.isWhole })
    {
      throw annotations.error(fraction.needsWhole, at: annotation)
    }
    if let bound = range.lower?.number {
      // The limits are the type's until here.
      if let smallest = lower?.value, bound < smallest {
        throw annotations.error(
          "the range starts at \(bound), below the type's smallest value, \(smallest)", at: annotation)
      }
      lower = .inclusive(bound)
    }
    if let bound = range.upper?.number {
      if let largest = upper?.value, bound > largest {
        throw annotations.error(
          "the range ends at \(bound), above the type's largest value, \(largest)", at: annotation)
      }
      upper = range.isHalfOpen ? .exclusive(bound) : .inclusive(bound)
    }
  }
}

extension AnnotationSet {
  /// Returns the step of a number, which is above zero, and whole for whole numbers.
  fileprivate func step(_ annotation: Annotation, isInteger: Bool) throws(AnnotationError) -> JSONNumber {
    guard let step = annotation.value.number, step.number > 0 else {
      throw error("'step' needs a number above 0: step = 5", at: annotation)
    }
    if isInteger, !step.number.isWhole { throw error(step.needsWhole, at: annotation) }
    return step.number
  }
}

extension NumberLiteral {
  fileprivate var needsWhole: String { "'\(number)' has a fraction, and this setting is a whole number" }
}

/// The limits of a kind, wherever the annotations of its setting reach them.
///
///     [Int]              `range` is for each element, `length` for the list
///     [String: Double]   `range` is for each value
///     [[UInt8]]          `range` is for each number, two levels deep
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
