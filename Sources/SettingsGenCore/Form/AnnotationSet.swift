import SettingsForm

/// The annotations of one declaration, checked: known keys, at a place where they mean something, each once.
struct AnnotationSet {
  private var entries: [AnnotationKey: [Annotation]] = [:]

  /// Checks annotations and tells what is wrong with them.
  init(
    _ annotations: [Annotation], at place: AnnotationKey.Place, in file: Int, _ diagnostics: inout Diagnostics
  ) {
    for annotation in annotations where annotation.origin == .declaration {
      guard let key = Self.key(of: annotation, at: place, in: file, &diagnostics) else { continue }
      if key != .sideEffect, key != .was, entries[key] != nil {
        let location = SourceLocation(file: file, offset: annotation.offset)
        diagnostics.error("'\(key.rawValue)' is given twice; keep one of them", at: location)
        continue
      }
      entries[key, default: []].append(annotation)
    }
    let own = Set(entries.keys)
    for annotation in annotations where annotation.origin == .region {
      guard let key = AnnotationKey(rawValue: annotation.key), key.applies(to: place), !own.contains(key)
      else { continue }
      if key == .sideEffect || key == .was {
        entries[key, default: []].append(annotation)
      } else {
        entries[key] = [annotation]
      }
    }
  }

  /// The key that an annotation means, if it means anything at the place.
  private static func key(
    of annotation: Annotation, at place: AnnotationKey.Place, in file: Int, _ diagnostics: inout Diagnostics
  ) -> AnnotationKey? {
    let location = SourceLocation(file: file, offset: annotation.offset)
    guard let key = key(of: annotation, in: file, &diagnostics) else { return nil }
    guard key.applies(to: place) else {
      let message = "'\(key.rawValue)' means nothing at \(place.rawValue)"
      diagnostics.error("\(message); it belongs to \(key.homes)", at: location)
      return nil
    }
    return key
  }

  /// The key that an annotation means.
  static func key(of annotation: Annotation, in file: Int, _ diagnostics: inout Diagnostics) -> AnnotationKey?
  {
    let location = SourceLocation(file: file, offset: annotation.offset)
    guard let key = AnnotationKey(rawValue: annotation.key) else {
      let nearest = AnnotationKey.nearest(to: annotation.key)
      // Annotations after `sourcery:` may be other generators'.
      if annotation.marker == .sourcery, nearest == nil { return nil }
      let advice = nearest.map { "did you mean '\($0.rawValue)'?" } ?? "no annotation is called so"
      diagnostics.add(
        annotation.marker == .setting ? .error : .warning, "'\(annotation.key)' is unknown; \(advice)",
        at: location)
      return nil
    }
    return key
  }

  /// Adds another declaration's annotations where this one says nothing.
  mutating func fill(from other: AnnotationSet) {
    entries.merge(other.entries) { own, _ in own }
  }

  subscript(key: AnnotationKey) -> Annotation? { entries[key]?.last }

  /// All annotations with a key.
  func all(_ key: AnnotationKey) -> [Annotation] { entries[key] ?? [] }

  /// Keeps an annotation from being looked at.
  mutating func remove(_ key: AnnotationKey) { entries[key] = nil }

  /// Whether a flag is set; `nil` if nothing is said.
  func flag(_ key: AnnotationKey, in file: Int, _ diagnostics: inout Diagnostics) -> Bool? {
    guard let annotation = self[key] else { return nil }
    switch annotation.value {
    case .none: return true
    case .bool(let value): return value
    default:
      let location = SourceLocation(file: file, offset: annotation.valueOffset)
      diagnostics.error("'\(key.rawValue)' is on or off: write it alone, or with '= false'", at: location)
      return nil
    }
  }

  /// A text; `nil` if nothing is said.
  func text(_ key: AnnotationKey, in file: Int, _ diagnostics: inout Diagnostics) -> String? {
    guard let annotation = self[key] else { return nil }
    let location = SourceLocation(file: file, offset: annotation.valueOffset)
    switch annotation.value {
    case .none, .list, .object:
      diagnostics.error("'\(key.rawValue)' needs a text: \(key.rawValue) = \"…\"", at: location)
      return nil
    default:
      if annotation.spelling.isEmpty {
        diagnostics.error("'\(key.rawValue)' needs a text that is not empty", at: location)
        return nil
      }
      return annotation.spelling
    }
  }

  /// A whole number; `nil` if nothing is said.
  func integer(_ key: AnnotationKey, in file: Int, _ diagnostics: inout Diagnostics) -> Int? {
    guard let annotation = self[key] else { return nil }
    if case .number(let literal) = annotation.value, literal.isInteger,
      let value = literal.number.integer(as: Int.self)
    {
      return value
    }
    let location = SourceLocation(file: file, offset: annotation.valueOffset)
    diagnostics.error("'\(key.rawValue)' needs a whole number: \(key.rawValue) = 1", at: location)
    return nil
  }

  /// One text or several; empty if nothing is said.
  func texts(_ key: AnnotationKey, in file: Int, _ diagnostics: inout Diagnostics) -> [String] {
    var texts: [String] = []
    for annotation in all(key) {
      switch annotation.value {
      case .string(let text), .bare(let text): texts.append(text)
      case .list(let values):
        for value in values {
          switch value {
          case .string(let text), .bare(let text): texts.append(text)
          default: reportText(key, annotation, in: file, &diagnostics)
          }
        }
      default: reportText(key, annotation, in: file, &diagnostics)
      }
    }
    for text in texts where text.isEmpty {
      if let annotation = self[key] { reportText(key, annotation, in: file, &diagnostics) }
    }
    return texts.filter { !$0.isEmpty }
  }

  private func reportText(
    _ key: AnnotationKey, _ annotation: Annotation, in file: Int, _ diagnostics: inout Diagnostics
  ) {
    let location = SourceLocation(file: file, offset: annotation.valueOffset)
    diagnostics.error("'\(key.rawValue)' needs a name: \(key.rawValue) = \(key.example)", at: location)
  }
}

extension AnnotationKey {
  /// Where the annotation means something.
  fileprivate var homes: String {
    let places = [Place.setting, .section, .enumeration, .enumCase].filter { applies(to: $0) }
    return places.map(\.rawValue).joined(separator: " or ")
  }

  fileprivate var example: String { self == .was ? "\"oldKey\"" : "reload" }
}
