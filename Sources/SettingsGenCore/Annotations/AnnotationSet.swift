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
///     var b = ""      // setting: range = 1...2      advanced; the unit is dropped, the range is reported by `AnnotationEffect`
///
/// The value of each is of the form that the table says; a range or a step depends on the type of the setting, and is read with it.
struct AnnotationSet {
  /// The index of the file that the annotations are in.
  let file: Int
  private var entries: [AnnotationKey: [Annotation]] = [:]

  /// Creates a set without annotations.
  init(in file: Int) { self.file = file }

  /// Collects annotations, and reports those that are unknown, misplaced, repeated, or without the value that they need. Some keys can be
  /// repeated, such as `was` and `sideEffect`; their values are combined.
  init(
    _ annotations: [Annotation], at place: AnnotationKey.Place, in file: Int,
    into diagnostics: inout Diagnostics
  ) {
    self.file = file
    for annotation in annotations where annotation.isOwn {
      guard let key = Self.key(of: annotation, in: file, &diagnostics) else { continue }
      let location = SourceLocation(file: file, offset: annotation.offset)
      if !key.applies(to: place) {
        diagnostics.error(
          "'\(key.rawValue)' has no meaning for \(place.rawValue); it belongs to \(key.places)", at: location)
      } else if entries[key] != nil, !key.row.isRepeatable {
        diagnostics.error("'\(key.rawValue)' is given twice; keep one of them", at: location)
      } else {
        add(annotation, key, at: place, &diagnostics)
      }
    }
    let own = Set(entries.keys)
    for annotation in annotations where !annotation.isOwn {
      guard let key = AnnotationKey(rawValue: annotation.key), key.applies(to: place), !own.contains(key)
      else { continue }
      if !key.row.isRepeatable { entries[key] = nil }
      add(annotation, key, at: place, &diagnostics)
    }
  }

  /// Adds an annotation, or reports what is wrong with its value.
  private mutating func add(
    _ annotation: Annotation, _ key: AnnotationKey, at place: AnnotationKey.Place,
    _ diagnostics: inout Diagnostics
  ) {
    if let fault = key.fault(of: annotation, at: place) {
      diagnostics.error(fault, at: SourceLocation(file: file, offset: annotation.valueOffset))
    } else {
      entries[key, default: []].append(annotation)
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
  func own(_ key: AnnotationKey) -> Annotation? { self[key].flatMap { $0.isOwn ? $0 : nil } }

  /// Returns all annotations with a key, in the order of the source.
  func all(_ key: AnnotationKey) -> [Annotation] { entries[key] ?? [] }

  /// Removes the annotations with some keys, which then count as absent.
  mutating func remove(_ keys: AnnotationKey...) {
    for key in keys { entries[key] = nil }
  }
}

extension AnnotationKey {
  /// The kinds of declarations that the annotation applies to, for messages.
  fileprivate var places: String {
    Phrase.alternatives(row.places.filter { $0 != .associatedValue }.map(\.rawValue))
  }
}

/// The values of annotations, which have the form that the table says; `nil` if there is no annotation with the key.
extension AnnotationSet {
  /// An error at the value of an annotation.
  func error(_ message: String, at annotation: Annotation) -> Diagnostic {
    let location = SourceLocation(file: file, offset: annotation.valueOffset)
    return Diagnostic(severity: .error, location: location, message: message)
  }

  /// Whether an annotation is on: `secret` and `secret = true` are, `secret = false` isn't, and neither is an empty reason.
  func flag(_ key: AnnotationKey) -> Bool? {
    self[key].map { $0.value != .bool(false) && $0.value != .string("") }
  }

  /// The text of an annotation, in quotes or not: `unit = "days"`, `unit = days` and `pattern = 7` have a text.
  func text(_ key: AnnotationKey) -> String? { self[key]?.spelling }

  /// The names of all annotations with a key, in the order of the source.
  func names(_ key: AnnotationKey) -> [String] { all(key).flatMap(\.value.strings) }

  /// The values that a case had in earlier versions, by their numbers or names.
  ///
  /// A number is that number, whatever the values are today: with `was = 1`, a file of the time when the enum had
  /// numbers is read. A name is written like the value of today: `was = old` is the string "old", or `{"old": {}}` for
  /// an enum that Swift codes as an object. For an enum of numbers, `was = "1"` is the number, too.
  func formerValues(like value: JSONValue) -> [JSONValue] {
    all(.was).flatMap(\.value.listed).compactMap { listed -> JSONValue? in
      if let literal = listed.number { return .number(literal.number) }
      guard let name = listed.text else { return nil }
      return switch value {
      case .number: NumberLiteral(name).map { .number($0.number) } ?? .string(name)
      case .object: .object([name: [:]])
      default: .string(name)
      }
    }
  }

  /// The name of the function that writes a section's header or footer, for a type of this name; `nil` if it has none.
  ///
  /// `injectHeader` alone at `struct Network` → `networkSectionHeader`; `injectHeader = greeting` → `greeting`.
  func textHook(_ key: AnnotationKey, named type: String) -> String? {
    guard let value = self[key]?.value, value != .bool(false) else { return nil }
    let suffix = key == .injectHeader ? "SectionHeader" : "SectionFooter"
    return value.text ?? type.prefix(1).lowercased() + type.dropFirst() + suffix
  }
}

/// The annotations of several declarations for one item, the property's before its type's: the first that has an annotation counts.
extension [AnnotationSet] {
  func flag(_ key: AnnotationKey) -> Bool? { lazy.compactMap { $0.flag(key) }.first }

  func text(_ key: AnnotationKey) -> String? { lazy.compactMap { $0.text(key) }.first }

  func integer(_ key: AnnotationKey) -> Int? { lazy.compactMap { $0[key]?.value.integer }.first }

  /// The names of all of them, each once.
  func names(_ key: AnnotationKey) -> [String] {
    flatMap { $0.names(key) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
