import SettingsForm

/// One `key` or `key = value` of an annotation comment.
struct Annotation: Hashable, Sendable {
  /// The word that the comment starts with.
  enum Marker: Hashable, Sendable {
    /// `setting:`, which belongs to this generator.
    case setting
    /// `sourcery:`, which other generators use, too.
    case sourcery
  }

  /// The origin of an annotation.
  enum Origin: Hashable, Sendable {
    /// A comment at the declaration.
    case declaration
    /// A `begin`–`end` block or a `file` annotation around the declaration, which applies where it can.
    case region
  }

  var key: String
  /// The key's first byte.
  var offset: Int
  var value: AnnotationValue
  /// The value's first byte, or the key's.
  var valueOffset: Int
  /// The value as it is spelled, without quotes.
  var spelling = ""
  var marker: Marker
  var origin = Origin.declaration
}

/// The value after the `=` of an annotation.
indirect enum AnnotationValue: Hashable, Sendable {
  /// No value.
  case none
  case bool(Bool)
  case number(NumberLiteral)
  case range(AnnotationRange)
  /// A string in quotes.
  case string(String)
  /// Any other text, such as a name.
  case bare(String)
  case list([AnnotationValue])
  /// `{…}`, which no annotation of settings accepts.
  case object
}

extension AnnotationValue {
  /// The string in quotes or the text without them; `nil` for any other value.
  var text: String? {
    switch self {
    case .string(let text), .bare(let text): text
    default: nil
    }
  }

  /// The elements of a list, or else the value alone.
  var listed: [AnnotationValue] {
    if case .list(let values) = self { values } else { [self] }
  }

  /// The strings of a value or of its list.
  var strings: [String] {
    if case .list(let values) = self { values.flatMap(\.strings) } else { [text].compactMap(\.self) }
  }
}

/// The range in an annotation.
struct AnnotationRange: Hashable, Sendable {
  /// The lower end; `nil` for no limit.
  var lower: NumberLiteral?
  /// The upper end; `nil` for no limit.
  var upper: NumberLiteral?
  /// Whether the range excludes its upper end: `..<`.
  var isHalfOpen: Bool

  /// Parses `1...5`, `0..<10`, `1...`, `...5`, `..<5`; returns `nil` for anything else.
  init?(_ text: String) {
    guard let ends = RangeEnds(text) else { return nil }
    isHalfOpen = ends.isHalfOpen
    lower = ends.lower.flatMap { NumberLiteral($0) }
    upper = ends.upper.flatMap { NumberLiteral($0) }
    if (lower == nil) != (ends.lower == nil) || (upper == nil) != (ends.upper == nil) { return nil }
  }
}

/// The ends of a range as they are spelled.
struct RangeEnds: Hashable, Sendable {
  /// The lower end; `nil` for no limit.
  let lower: String?
  /// The upper end; `nil` for no limit.
  let upper: String?
  /// Whether the range excludes its upper end: `..<`.
  let isHalfOpen: Bool

  /// Splits a string at `...` or `..<`; returns `nil` for a string that isn't a range.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let dots = bytes.indices.dropLast(2).first {
      bytes[$0] == Byte.dot && bytes[$0 + 1] == Byte.dot
        && (bytes[$0 + 2] == Byte.dot || bytes[$0 + 2] == Byte.less)
    }
    guard let dots else { return nil }
    isHalfOpen = bytes[dots + 2] == Byte.less
    let ends = [bytes[..<dots], bytes[(dots + 3)...]].map {
      String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    guard ends != ["", ""], !(isHalfOpen && ends[1].isEmpty) else { return nil }
    (lower, upper) = (ends[0].isEmpty ? nil : ends[0], ends[1].isEmpty ? nil : ends[1])
  }
}

/// The known annotations.
enum AnnotationKey: String, CaseIterable, Sendable {
  case skipSetting, requiresRestart, sideEffect, range, step, title, unit, pattern, length, choices, secret,
    readOnly
  case advanced, multiline, deprecated, was, keywords, order, required
  case injectHeader, injectFooter, headerAction, footerAction, detail, action, inline
  case json
  case app
  case optionsBinding = "OptionsBinding"

  /// The kinds of declarations that an annotation can apply to.
  enum Place: String, Sendable {
    case setting = "a setting"
    case section = "a section"
    case enumeration = "an enum"
    case enumCase = "an enum's case"
    case associatedValue = "an associated value"
    case optionSet = "an option set"
  }

  /// Whether the annotation applies to a kind of declaration.
  func applies(to place: Place) -> Bool {
    switch place {
    case .setting:
      switch self {
      case .injectHeader, .injectFooter, .headerAction, .footerAction, .inline, .optionsBinding, .app: false
      default: true
      }
    case .section:
      switch self {
      case .title, .injectHeader, .injectFooter, .headerAction, .footerAction, .detail, .action, .inline: true
      case .skipSetting, .requiresRestart, .advanced, .was, .keywords, .order, .app: true
      default: false
      }
    case .enumeration, .optionSet: self == .optionsBinding
    case .enumCase:
      self == .title || self == .deprecated || self == .skipSetting || self == .secret || self == .was
    case .associatedValue:
      switch self {
      case .title, .secret, .range, .step, .unit, .pattern, .length, .multiline, .was: true
      default: false
      }
    }
  }

  /// Whether a string is the name of an annotation, regardless of case.
  static func isKnown(_ text: String) -> Bool {
    allCases.contains { $0.rawValue.lowercased() == text.lowercased() }
  }

  /// Returns the key that a misspelled name is closest to; `nil` if no key is similar.
  static func nearest(to name: String) -> AnnotationKey? {
    EditDistance.nearest(to: name, among: allCases.map(\.rawValue)).flatMap(AnnotationKey.init)
  }
}
