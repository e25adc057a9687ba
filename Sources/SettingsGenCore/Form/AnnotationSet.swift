import SettingsForm

/// The annotations of one declaration: known keys that apply to its kind, each once.
///
/// There are two sources. The declaration's own annotations are meant for it, so an unknown key, a key that doesn't
/// apply and a repeated key are errors. The annotations of a block or file are for many declarations and apply only
/// where they can: `advanced` for a file of settings means nothing for an enum in it, and that is no error. The
/// declaration's own annotations override.
///
///     // setting: file: advanced, unit = "s"
///     var a = 1       // setting: unit = "ms"        advanced, unit "ms"
///     var b = ""      // setting: range = 1...2      advanced; the unit is dropped, the range is reported by `FormSetting.apply`
///
/// Reading a value, `flag(_:)` or `text(_:)`, throws if it has the wrong form. The caller reports that
/// (`FormBuilder.first`) and goes on.
struct AnnotationSet {
  /// The index of the file that the annotations are in.
  let file: Int
  private var entries: [AnnotationKey: [Annotation]] = [:]

  /// Collects annotations, and reports unknown, misplaced and repeated annotations. Some keys can be repeated, such as
  /// `was` and `sideEffect`; their values are combined.
  init(
    _ annotations: [Annotation], at place: AnnotationKey.Place, in file: Int,
    into diagnostics: inout Diagnostics
  ) {
    self.file = file
    for annotation in annotations where annotation.origin == .declaration {
      guard let key = Self.key(of: annotation, in: file, &diagnostics) else { continue }
      let location = SourceLocation(file: file, offset: annotation.offset)
      if !key.applies(to: place) {
        diagnostics.error(
          "'\(key.rawValue)' has no meaning for \(place.rawValue); it belongs to \(key.places)", at: location)
      } else if entries[key] != nil, !key.isRepeatable {
        diagnostics.error("'\(key.rawValue)' is given twice; keep one of them", at: location)
      } else {
        entries[key, default: []].append(annotation)
      }
    }
    let own = Set(entries.keys)
    for annotation in annotations where annotation.origin == .region {
      guard let key = AnnotationKey(rawValue: annotation.key), key.applies(to: place), !own.contains(key)
      else { continue }
      entries[key] = (key.isRepeatable ? entries[key] ?? [] : []) + [annotation]
    }
  }

  /// Returns the key of an annotation, or reports that it is unknown.
  ///
  /// In a line `setting: requiresRestrat`, the key is certainly a mistake. After `sourcery:`, it is a warning if it looks like one of ours,
  /// and otherwise another generator's business.
  static func key(
    of annotation: Annotation, in file: Int, _ diagnostics: inout Diagnostics
  ) -> AnnotationKey? {
    if let key = AnnotationKey(rawValue: annotation.key) { return key }
    let nearest = AnnotationKey.nearest(to: annotation.key)
    // Annotations after `sourcery:` may belong to another generator.
    if annotation.marker == .sourcery, nearest == nil { return nil }
    let advice = nearest.map { "perhaps you mean '\($0.rawValue)'" } ?? "there is no annotation of that name"
    diagnostics.add(
      annotation.marker == .setting ? .error : .warning, message: "'\(annotation.key)' is unknown; \(advice)",
      at: SourceLocation(file: file, offset: annotation.offset))
    return nil
  }

  /// The annotation with a key; of several, the last; `nil` if there is none.
  subscript(key: AnnotationKey) -> Annotation? { entries[key]?.last }

  /// Returns the annotation with a key if it is at the declaration itself. Where a key can't apply for a reason other than
  /// the kind of declaration, only that is an error: a block or file applies where it can.
  func own(_ key: AnnotationKey) -> Annotation? { self[key].flatMap { $0.origin == .declaration ? $0 : nil } }

  /// Returns all annotations with a key, in the order of the source.
  func all(_ key: AnnotationKey) -> [Annotation] { entries[key] ?? [] }

  /// Removes the annotations with some keys, which then count as absent.
  mutating func remove(_ keys: AnnotationKey...) {
    for key in keys { entries[key] = nil }
  }
}

extension AnnotationKey {
  /// Whether several annotations with the key are combined.
  fileprivate var isRepeatable: Bool {
    switch self {
    case .sideEffect, .was, .keywords, .headerAction, .footerAction, .detail, .action: true
    default: false
    }
  }

  /// The kinds of declarations that the annotation applies to, for messages.
  fileprivate var places: String {
    Phrase.alternatives(
      [Place.setting, .section, .enumeration, .enumCase].filter { applies(to: $0) }.map(\.rawValue))
  }
}

/// An annotation with a value that isn't valid, at the value if there is one.
struct AnnotationError: Error {
  var message: String
  var location: SourceLocation
}

/// The values of annotations; `nil` if there is no annotation with the key. A value of the wrong form throws an error
/// with an example of the right form.
extension AnnotationSet {
  /// An error at the value of an annotation.
  func error(_ message: String, at annotation: Annotation) -> AnnotationError {
    AnnotationError(
      message: message, location: SourceLocation(file: file, offset: annotation.valueOffset))
  }

  /// Returns whether an annotation is on: `secret` and `secret = true` are, `secret = false` isn't.
  func flag(_ key: AnnotationKey) throws(AnnotationError) -> Bool? {
    guard let annotation = self[key] else { return nil }
    switch annotation.value {
    case .none: return true
    case .bool(let value): return value
    default: throw error("'\(key.rawValue)' is on or off: write it alone, or with '= false'", at: annotation)
    }
  }

  /// Returns the text of an annotation, in quotes or not: `unit = "days"`, `unit = days` and `pattern = 7` have a text,
  /// `title` alone and `title = ""` throw.
  func text(_ key: AnnotationKey) throws(AnnotationError) -> String? {
    guard let annotation = self[key] else { return nil }
    switch annotation.value {
    case .none, .list, .object:
      throw error("'\(key.rawValue)' needs a string: \(key.rawValue) = \"…\"", at: annotation)
    default:
      if annotation.spelling.isEmpty {
        throw error("'\(key.rawValue)' needs a string that isn't empty", at: annotation)
      }
      return annotation.spelling
    }
  }

  /// Returns the whole number in an annotation; throws for a fraction and a number beyond `Int`.
  func integer(_ key: AnnotationKey) throws(AnnotationError) -> Int? {
    guard let annotation = self[key] else { return nil }
    if case .number(let literal) = annotation.value, literal.isInteger,
      let value = literal.number.integer(as: Int.self)
    {
      return value
    }
    throw error("'\(key.rawValue)' needs a whole number: \(key.rawValue) = 1", at: annotation)
  }

  /// Returns the values that a case had in earlier versions, by their numbers or names.
  ///
  /// A number is that number, whatever the values are today: with `was = 1`, a file of the time when the enum had
  /// numbers is read. A name is written like the value of today: `was = old` is the string "old", or `{"old": {}}` for
  /// an enum that Swift codes as an object. For an enum of numbers, `was = "1"` is the number, too.
  func formerValues(
    of annotation: Annotation, like value: JSONValue
  ) throws(AnnotationError) -> [JSONValue] {
    let values = annotation.value.listed.mapAll { listed -> JSONValue? in
      if case .number(let literal) = listed { return .number(literal.number) }
      guard let name = listed.text, !name.isEmpty else { return nil }
      return switch value {
      case .number: NumberLiteral(name).map { .number($0.number) } ?? .string(name)
      case .object: .object([name: [:]])
      default: .string(name)
      }
    }
    guard let values else {
      throw error("'was' needs a name or a number: was = \"oldCase\"", at: annotation)
    }
    return values
  }

  /// Returns the names or the code in an annotation, which has one or a list. Numbers aren't names: above a setting,
  /// `was = 1` has to be `was = "1"`.
  func names(_ key: AnnotationKey, of annotation: Annotation) throws(AnnotationError) -> [String] {
    guard let names = annotation.value.listed.mapAll(\.text), !names.contains("") else {
      throw error("'\(key.rawValue)' needs \(key.exampleName)", at: annotation)
    }
    if key == .sideEffect,
      let name = names.first(where: { SwiftName.isPlain($0) && !SwiftName.isFunction($0) })
    {
      throw error(
        "'\(name)' isn't the name of a function, which 'sideEffect' needs: sideEffect = reload",
        at: annotation)
    }
    return names
  }

  /// Returns the names of the functions in an annotation, or in its list. They become requirements of the protocol of
  /// hooks, so code isn't accepted here.
  func functions(_ key: AnnotationKey, of annotation: Annotation) throws(AnnotationError) -> [String] {
    let listed = annotation.value.listed.mapAll(\.text)
    guard let names = listed, !names.isEmpty, names.allSatisfy(SwiftName.isFunction) else {
      throw error(
        "'\(key.rawValue)' needs the name of a function: \(key.rawValue) = \(key.exampleFunction)",
        at: annotation)
    }
    return names
  }

  /// Returns the name of the function that writes a section's header or footer, for a type of this name; `nil` if it
  /// has none.
  ///
  /// `injectHeader` alone at `struct Network` → `networkSectionHeader`; `injectHeader = greeting` → `greeting`.
  func textHook(_ key: AnnotationKey, named type: String) throws(AnnotationError) -> String? {
    guard let annotation = self[key] else { return nil }
    switch annotation.value {
    case .none, .bool(true):
      let suffix = key == .injectHeader ? "SectionHeader" : "SectionFooter"
      return type.prefix(1).lowercased() + type.dropFirst() + suffix
    case .bool(false): return nil
    case .string(let hook), .bare(let hook):
      if SwiftName.isFunction(hook) { return hook }
    default: break
    }
    throw error("'\(key.rawValue)' needs the name of a function: \(key.rawValue) = someText", at: annotation)
  }

  // MARK: Ranges

  /// Returns a range of numbers. Whether it is empty is checked later, with the limits of the type.
  func range(_ annotation: Annotation) throws(AnnotationError) -> AnnotationRange {
    if let range = annotation.value.range { return range }
    throw error("'range' needs a range of numbers: range = 1...30, 0..<1 or 1...", at: annotation)
  }

  /// Returns the smallest and the largest length of a string or list.
  ///
  /// `length = 8` is exactly 8, `length = 1...` has no upper end, and `length = 0..<5` is at most 4. Whether the range
  /// has any length in it is checked with the whole form.
  func length(_ annotation: Annotation) throws(AnnotationError) -> (min: Int?, max: Int?) {
    if case .number(let literal) = annotation.value, let count = literal.number.integer(as: Int.self),
      count >= 0
    {
      return (count, count)
    }
    let range = annotation.value.range
    let lower = range?.lower?.number.integer(as: Int.self)
    let upper = range?.upper?.number.integer(as: Int.self)
    // An end that is there but isn't a whole number has become `nil` above.
    let isWhole = (range?.lower == nil) == (lower == nil) && (range?.upper == nil) == (upper == nil)
    guard let range, isWhole, lower ?? 0 >= 0, upper ?? 0 >= 0 else {
      throw error("'length' needs a whole number or a range: length = 1...80", at: annotation)
    }
    return (lower, range.isHalfOpen ? upper.map { $0 - 1 } : upper)
  }
}

extension AnnotationValue {
  /// The range of a value, also if it is in quotes.
  fileprivate var range: AnnotationRange? {
    switch self {
    case .range(let range): range
    case .string(let text): AnnotationRange(text)
    default: nil
    }
  }
}

extension AnnotationKey {
  /// What an annotation with names needs, with an example, for messages.
  fileprivate var exampleName: String {
    switch self {
    case .was: "a name: was = \"oldKey\""
    case .keywords: "words: keywords = [\"proxy\", \"gateway\"]"
    default: "a name: \(rawValue) = reload"
    }
  }

  /// A name that a function of this kind can have, for messages.
  fileprivate var exampleFunction: String {
    switch self {
    case .action, .headerAction, .footerAction: "clearCache"
    case .choices: "columns"
    default: "fileSize"
    }
  }
}

/// The limits of durations and dates. They are written as people write them, `5min` or `2020-01-01`, and stored as
/// documents have them, `PT5M` or with time and zone, so the form compares limits and values in one format.
extension AnnotationSet {
  /// Returns a range of durations, `1s...5min`, or of dates, `2020-01-01...2030-01-01T12:00:00Z`, with each end as it
  /// is stored.
  func times(
    _ annotation: Annotation, format: TextFormat
  ) throws(AnnotationError) -> (lower: TimeLimits.Bound?, upper: TimeLimits.Bound?) {
    guard let ends = RangeEnds(annotation.spelling) else {
      throw error(format.needsRange, at: annotation)
    }
    let lower = try ends.lower.map { text throws(AnnotationError) in
      try time(text, annotation: annotation, format: format)
    }
    let upper = try ends.upper.map { text throws(AnnotationError) in
      try time(text, annotation: annotation, format: format)
    }
    return (
      lower.map { .inclusive($0) }, upper.map { ends.isHalfOpen ? .exclusive($0) : .inclusive($0) }
    )
  }

  /// Returns a step of durations or dates, such as `5min`, as it is stored. The step is a duration above zero for both.
  func timeStep(_ annotation: Annotation) throws(AnnotationError) -> String {
    guard let step = TextFormat.duration.time(annotation.spelling),
      TextFormat.duration.attoseconds(of: step) ?? 0 > 0
    else { throw error("'step' needs a duration above 0 with a unit: step = 5min", at: annotation) }
    return step
  }

  /// Returns an end of a range as it is stored; throws with an example of the right form.
  private func time(
    _ text: String, annotation: Annotation, format: TextFormat
  ) throws(AnnotationError) -> String {
    guard let time = format.time(text) else {
      throw error("'\(text)' is not \(format.end); \(format.needsRange)", at: annotation)
    }
    return time
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
