import SettingsForm

/// Limits that annotations set.
extension FormBuilder {
  mutating func applyLimits(_ annotations: AnnotationSet, to setting: inout FormSetting, in file: Int) {
    if let annotation = annotations[.range], let range = range(annotation, in: file) {
      setting.kind = apply(annotation, to: setting.kind, in: file) { builder, limits, isInteger in
        builder.setRange(range, of: &limits, isInteger: isInteger, annotation, in: file)
      }
    }
    if let annotation = annotations[.step] {
      setting.kind = apply(annotation, to: setting.kind, in: file) { builder, limits, isInteger in
        builder.setStep(of: &limits, isInteger: isInteger, annotation, in: file)
      }
    }
    if let annotation = annotations[.unit], let unit = annotations.text(.unit, in: file, &diagnostics) {
      if setting.kind.isNumeric {
        setting.unit = unit
      } else {
        refuse(annotation, "says what a number counts", setting.kind, in: file)
      }
    }
    if let annotation = annotations[.pattern] { setPattern(annotations, annotation, &setting, in: file) }
    if let annotation = annotations[.length], let length = length(annotation, in: file) {
      setLength(length, annotation, &setting, in: file)
    }
    if flag(.multiline, annotations, in: file) ?? false, let annotation = annotations[.multiline] {
      setMultiline(annotation, &setting, in: file)
    }
  }

  private mutating func refuse(_ annotation: Annotation, _ use: String, _ kind: FormKind, in file: Int) {
    // What is annotated all around holds where it can.
    if annotation.origin == .region { return }
    let location = SourceLocation(file: file, offset: annotation.offset)
    diagnostics.error("'\(annotation.key)' \(use), and this is \(kind.words)", at: location)
  }

  /// Changes the limits of a number, or of the numbers in a list.
  private mutating func apply(
    _ annotation: Annotation, to kind: FormKind, in file: Int,
    _ change: (inout FormBuilder, inout NumberLimits, _ isInteger: Bool) -> Void
  ) -> FormKind {
    switch kind {
    case .integer(var limits):
      change(&self, &limits, true)
      return .integer(limits)
    case .number(var limits):
      change(&self, &limits, false)
      return .number(limits)
    case .list(let inner, let limits) where inner.isNumeric:
      return .list(apply(annotation, to: inner, in: file, change), limits)
    case .dictionary(let inner) where inner.isNumeric:
      return .dictionary(apply(annotation, to: inner, in: file, change))
    default:
      refuse(annotation, "limits numbers", kind, in: file)
      return kind
    }
  }

  private mutating func range(_ annotation: Annotation, in file: Int) -> AnnotationRange? {
    switch annotation.value {
    case .range(let range): return range
    case .string(let text):
      if let range = AnnotationRange(text) { return range }
    default: break
    }
    let location = SourceLocation(file: file, offset: annotation.valueOffset)
    diagnostics.error("'range' needs a range of numbers: range = 1...30, 0..<1 or 1...", at: location)
    return nil
  }

  private mutating func setRange(
    _ range: AnnotationRange, of limits: inout NumberLimits, isInteger: Bool, _ annotation: Annotation,
    in file: Int
  ) {
    let location = SourceLocation(file: file, offset: annotation.valueOffset)
    for bound in [range.lower, range.upper] {
      guard let bound, isInteger, !bound.isWhole else { continue }
      diagnostics.error("'\(bound.number)' is no whole number, and this setting is one", at: location)
      return
    }
    if let lower = range.lower?.number {
      if let least = limits.lower?.value, lower < least {
        diagnostics.error(
          "the range starts at \(lower), below the type's least value, \(least)", at: location)
        return
      }
    }
    if let upper = range.upper?.number {
      if let most = limits.upper?.value, upper > most {
        diagnostics.error(
          "the range ends at \(upper), above the type's greatest value, \(most)", at: location)
        return
      }
    }
    var new = limits
    if let lower = range.lower?.number { new.lower = .inclusive(lower) }
    if let upper = range.upper?.number {
      new.upper = range.isHalfOpen ? .exclusive(upper) : .inclusive(upper)
    }
    if let lower = new.lower?.value, let upper = new.upper {
      let isEmpty: Bool =
        switch upper {
        case .inclusive(let value): lower > value
        case .exclusive(let value): lower >= value
        }
      if isEmpty {
        diagnostics.error("this range is empty: no number is in it", at: location)
        return
      }
    }
    limits = new
  }

  private mutating func setStep(
    of limits: inout NumberLimits, isInteger: Bool, _ annotation: Annotation, in file: Int
  ) {
    let location = SourceLocation(file: file, offset: annotation.valueOffset)
    guard case .number(let step) = annotation.value, step.number > JSONNumber(0) else {
      diagnostics.error("'step' needs a number above 0: step = 5", at: location)
      return
    }
    if isInteger, !step.isWhole {
      diagnostics.error("'\(step.number)' is no whole number, and this setting is one", at: location)
      return
    }
    limits.step = step.number
  }

  private mutating func setPattern(
    _ annotations: AnnotationSet, _ annotation: Annotation, _ setting: inout FormSetting, in file: Int
  ) {
    guard let pattern = annotations.text(.pattern, in: file, &diagnostics) else { return }
    do {
      _ = try TextPattern(pattern)
    } catch {
      let location = SourceLocation(file: file, offset: annotation.valueOffset)
      diagnostics.error("this regular expression cannot be read: \(error.message)", at: location)
      return
    }
    changeText(&setting, annotation, "limits texts", in: file) { $0.pattern = pattern }
  }

  private mutating func setMultiline(_ annotation: Annotation, _ setting: inout FormSetting, in file: Int) {
    changeText(&setting, annotation, "is for texts", in: file) { $0.isMultiline = true }
  }

  /// Changes the limits of a text, or of the texts in a list.
  private mutating func changeText(
    _ setting: inout FormSetting, _ annotation: Annotation, _ use: String, in file: Int,
    _ change: (inout TextLimits) -> Void
  ) {
    switch setting.kind {
    case .string(var limits):
      change(&limits)
      setting.kind = .string(limits)
    case .list(.string(var limits), let list):
      change(&limits)
      setting.kind = .list(.string(limits), list)
    case .dictionary(.string(var limits)):
      change(&limits)
      setting.kind = .dictionary(.string(limits))
    default: refuse(annotation, use, setting.kind, in: file)
    }
  }

  /// The fewest and the most that a `length` allows.
  private mutating func length(_ annotation: Annotation, in file: Int) -> (least: Int?, most: Int?)? {
    let location = SourceLocation(file: file, offset: annotation.valueOffset)
    var range: AnnotationRange?
    switch annotation.value {
    case .number(let literal):
      if let count = literal.number.integer(as: Int.self), count >= 0 { return (count, count) }
    case .range(let given): range = given
    case .string(let text): range = AnnotationRange(text)
    default: break
    }
    let lower = range?.lower?.number.integer(as: Int.self)
    var upper = range?.upper?.number.integer(as: Int.self)
    let isWhole = (range?.lower == nil) == (lower == nil) && (range?.upper == nil) == (upper == nil)
    guard let range, isWhole, lower ?? 0 >= 0, upper ?? 0 >= 0 else {
      diagnostics.error("'length' needs a whole number or a range: length = 1...80", at: location)
      return nil
    }
    if range.isHalfOpen, let end = upper { upper = end - 1 }
    if let upper, upper < lower ?? 0 {
      diagnostics.error("this range is empty: nothing is as long", at: location)
      return nil
    }
    return (lower, upper)
  }

  private mutating func setLength(
    _ length: (least: Int?, most: Int?), _ annotation: Annotation, _ setting: inout FormSetting, in file: Int
  ) {
    switch setting.kind {
    case .string(var limits):
      (limits.minLength, limits.maxLength) = (length.least, length.most)
      setting.kind = .string(limits)
    case .list(let inner, var limits):
      (limits.minCount, limits.maxCount) = (length.least, length.most)
      setting.kind = .list(inner, limits)
    default: refuse(annotation, "limits texts and lists", setting.kind, in: file)
    }
  }
}

extension NumberLiteral {
  /// Whether the number has no fraction, however it is spelt.
  fileprivate var isWhole: Bool {
    isInteger || number.integer(as: Int128.self) != nil
      || number.double == number.double.rounded() && abs(number.double) < 1e15
  }
}

extension FormKind {
  /// Whether values are numbers, or lists of numbers.
  fileprivate var isNumeric: Bool {
    switch self {
    case .integer, .number: true
    case .list(let inner, _), .dictionary(let inner): inner.isNumeric
    default: false
    }
  }

  /// What a value is, for messages.
  var words: String {
    switch self {
    case .boolean: "true or false"
    case .integer, .number: "a number"
    case .string(let limits): limits.format.map(Self.words) ?? "a text"
    case .choice: "a choice"
    case .flags: "an option set"
    case .list: "a list"
    case .dictionary: "a dictionary"
    case .object: "a struct"
    case .json: "of a type that forms do not know"
    }
  }

  private static func words(_ format: TextLimits.Format) -> String {
    switch format {
    case .uri: "a URL"
    case .uuid: "a UUID"
    case .dateTime: "a date"
    case .duration: "a duration"
    case .base64: "data"
    }
  }
}
