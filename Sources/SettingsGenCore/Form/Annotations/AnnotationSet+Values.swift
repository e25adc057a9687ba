import SettingsForm

/// An annotation with a value that isn't valid.
struct AnnotationError: Error {
  var message: String
  var location: SourceLocation
}

/// The values of annotations; `nil` if there is no annotation with the key.
extension AnnotationSet {
  func error(_ message: String, at annotation: Annotation) -> AnnotationError {
    AnnotationError(
      message: message, location: SourceLocation(file: file, offset: annotation.valueOffset))
  }

  /// Whether a flag is set.
  func flag(_ key: AnnotationKey) throws(AnnotationError) -> Bool? {
    guard let annotation = self[key] else { return nil }
    switch annotation.value {
    case .none: return true
    case .bool(let value): return value
    default: throw error("'\(key.rawValue)' is on or off: write it alone, or with '= false'", at: annotation)
    }
  }

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

  func integer(_ key: AnnotationKey) throws(AnnotationError) -> Int? {
    guard let annotation = self[key] else { return nil }
    if case .number(let literal) = annotation.value, literal.isInteger,
      let value = literal.number.integer(as: Int.self)
    {
      return value
    }
    throw error("'\(key.rawValue)' needs a whole number: \(key.rawValue) = 1", at: annotation)
  }

  /// Returns the name or code in an annotation, or those in its list.
  func names(_ key: AnnotationKey, of annotation: Annotation) throws(AnnotationError) -> [String] {
    guard let names = annotation.value.listed.mapAll(\.text), !names.contains("") else {
      throw error("'\(key.rawValue)' needs \(key.exampleName)", at: annotation)
    }
    return names
  }

  /// Returns the names of the functions in an annotation, or in its list.
  func functions(_ key: AnnotationKey, of annotation: Annotation) throws(AnnotationError) -> [String] {
    let listed = annotation.value.listed.mapAll(\.text)
    guard let names = listed, !names.isEmpty, names.allSatisfy(SwiftName.isPlain) else {
      throw error(
        "'\(key.rawValue)' needs the name of a function: \(key.rawValue) = \(key.exampleFunction)",
        at: annotation)
    }
    return names
  }

  /// Returns the name of the function that writes a section's header or footer, for a type of this name.
  func textHook(_ key: AnnotationKey, named type: String) throws(AnnotationError) -> String? {
    guard let annotation = self[key] else { return nil }
    switch annotation.value {
    case .none, .bool(true):
      let suffix = key == .injectHeader ? "SectionHeader" : "SectionFooter"
      return type.prefix(1).lowercased() + type.dropFirst() + suffix
    case .bool(false): return nil
    case .string(let hook), .bare(let hook):
      if SwiftName.isPlain(hook) { return hook }
    default: break
    }
    throw error("'\(key.rawValue)' needs the name of a function: \(key.rawValue) = someText", at: annotation)
  }

  // MARK: Ranges

  /// Returns a range of numbers.
  func range(_ annotation: Annotation) throws(AnnotationError) -> AnnotationRange {
    if let range = annotation.value.range { return range }
    throw error("'range' needs a range of numbers: range = 1...30, 0..<1 or 1...", at: annotation)
  }

  /// Returns the smallest and the largest length of a string or list.
  func length(_ annotation: Annotation) throws(AnnotationError) -> (min: Int?, max: Int?) {
    if case .number(let literal) = annotation.value, let count = literal.number.integer(as: Int.self),
      count >= 0
    {
      return (count, count)
    }
    let range = annotation.value.range
    let lower = range?.lower?.number.integer(as: Int.self)
    let upper = range?.upper?.number.integer(as: Int.self)
    let isWhole = (range?.lower == nil) == (lower == nil) && (range?.upper == nil) == (upper == nil)
    guard let range, isWhole, lower ?? 0 >= 0, upper ?? 0 >= 0 else {
      throw error("'length' needs a whole number or a range: length = 1...80", at: annotation)
    }
    return (lower, range.isHalfOpen ? upper.map { $0 - 1 } : upper)
  }
}

extension AnnotationValue {
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
    case .action: "clearCache"
    case .choices: "columns"
    default: "fileSize"
    }
  }
}
