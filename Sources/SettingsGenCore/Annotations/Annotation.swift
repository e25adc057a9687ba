import SettingsForm

/// One `key` or `key = value` of an annotation comment.
struct Annotation: Hashable, Sendable {
  /// Which word the comment starts with.
  enum Marker: Hashable, Sendable {
    /// `setting:`, which nothing else uses.
    case setting
    /// `sourcery:`, which other generators use, too.
    case sourcery
  }

  /// Where the annotation comes from.
  enum Origin: Hashable, Sendable {
    /// A comment at the declaration.
    case declaration
    /// A `begin`–`end` block or a `file` annotation around the declaration: it holds where it can.
    case region
  }

  var key: String
  /// The key's first byte.
  var offset: Int
  var value: AnnotationValue
  /// The value's first byte, or the key's.
  var valueOffset: Int
  /// The value as it is spelt, without quotes.
  var spelling = ""
  var marker: Marker
  var origin = Origin.declaration
}

/// What stands after the `=` of an annotation.
indirect enum AnnotationValue: Hashable, Sendable {
  /// Nothing.
  case none
  case bool(Bool)
  case number(NumberLiteral)
  case range(AnnotationRange)
  /// A text in quotes.
  case string(String)
  /// Any other text: a name, code.
  case bare(String)
  case list([AnnotationValue])
  /// `{…}`, which no annotation of settings takes.
  case object
}

extension AnnotationValue {
  /// The texts of a value or of its list.
  var texts: [String] {
    switch self {
    case .string(let text), .bare(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    default: []
    }
  }
}

/// A range as an annotation spells it.
struct AnnotationRange: Hashable, Sendable {
  /// `nil` for none.
  var lower: NumberLiteral?
  /// `nil` for none.
  var upper: NumberLiteral?
  /// Whether the upper end is left out: `..<`.
  var isHalfOpen: Bool

  /// Reads `1...5`, `0..<10`, `1...`, `...5`, `..<5`; `nil` for anything else.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let dots = bytes.firstIndex(of: Byte.dot, followedBy: Byte.dot) else { return nil }
    guard dots + 2 < bytes.count else { return nil }
    switch bytes[dots + 2] {
    case Byte.dot: isHalfOpen = false
    case Byte.less: isHalfOpen = true
    default: return nil
    }
    let left = Self.trimmed(bytes[..<dots])
    let right = Self.trimmed(bytes[(dots + 3)...])
    if left.isEmpty, right.isEmpty || !isHalfOpen && right.isEmpty { return nil }
    if right.isEmpty, isHalfOpen { return nil }
    lower = left.isEmpty ? nil : NumberLiteral(left)
    upper = right.isEmpty ? nil : NumberLiteral(right)
    if !left.isEmpty && lower == nil || !right.isEmpty && upper == nil { return nil }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let first = bytes.first, first.isSpace { bytes.removeFirst() }
    while let last = bytes.last, last.isSpace { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate func firstIndex(of first: UInt8, followedBy second: UInt8) -> Int? {
    indices.dropLast().first { self[$0] == first && self[$0 + 1] == second }
  }
}
