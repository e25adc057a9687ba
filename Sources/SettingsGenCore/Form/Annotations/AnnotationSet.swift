import SettingsForm

/// The annotations of one declaration: known keys that apply to its kind, each once.
struct AnnotationSet {
  /// The index of the file that the annotations are in.
  let file: Int
  private var entries: [AnnotationKey: [Annotation]] = [:]

  /// Collects annotations, and reports unknown, misplaced and repeated ones.
  ///
  /// The annotations of a block or file apply wherever they can; the declaration's own annotations override them.
  init(
    _ annotations: [Annotation], at place: AnnotationKey.Place, in file: Int, _ diagnostics: inout Diagnostics
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
  static func key(
    of annotation: Annotation, in file: Int, _ diagnostics: inout Diagnostics
  ) -> AnnotationKey? {
    if let key = AnnotationKey(rawValue: annotation.key) { return key }
    let nearest = AnnotationKey.nearest(to: annotation.key)
    // Annotations after `sourcery:` may belong to another generator.
    if annotation.marker == .sourcery, nearest == nil { return nil }
    let advice = nearest.map { "did you mean '\($0.rawValue)'?" } ?? "there is no annotation of that name"
    diagnostics.add(
      annotation.marker == .setting ? .error : .warning, "'\(annotation.key)' is unknown; \(advice)",
      at: SourceLocation(file: file, offset: annotation.offset))
    return nil
  }

  subscript(key: AnnotationKey) -> Annotation? { entries[key]?.last }

  /// Returns all annotations with a key.
  func all(_ key: AnnotationKey) -> [Annotation] { entries[key] ?? [] }

  /// Removes the annotations with some keys.
  mutating func remove(_ keys: AnnotationKey...) {
    for key in keys { entries[key] = nil }
  }
}

extension AnnotationKey {
  /// Whether several annotations with the key are combined.
  fileprivate var isRepeatable: Bool {
    switch self {
    case .sideEffect, .was, .keywords, .detail, .action: true
    default: false
    }
  }

  /// The kinds of declarations that the annotation applies to, for messages.
  fileprivate var places: String {
    Phrase.alternatives(
      [Place.setting, .section, .enumeration, .enumCase].filter { applies(to: $0) }.map(\.rawValue))
  }
}
