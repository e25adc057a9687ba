import SettingsForm

/// One `key` or `key = value` of an annotation comment.
///
///     // setting: range = 1...30, secret
///                key "range", value .range(1...30), spelling "1...30"    and    key "secret", value .none
///
/// It is what is written, not what it means: the key may be unknown, and the value of the wrong kind. `AnnotationSet`
/// matches it with the declaration and reports that at `offset` or `valueOffset`.
struct Annotation: Hashable, Sendable {
  /// The word that the comment starts with. It decides how strictly an annotation is taken: what is wrong behind
  /// `setting:` is an error, but behind `sourcery:` it can be meant for another generator.
  enum Marker: Hashable, Sendable {
    /// `setting:`, which belongs to this generator.
    case setting
    /// `sourcery:`, which other generators use, too.
    case sourcery
  }

  /// The key as it is written. It can be none that is known.
  var key: String
  /// The key's first byte.
  var offset: Int
  /// The value; `.none` without a `=`.
  var value: AnnotationValue
  /// The value's first byte, or the key's.
  var valueOffset: Int
  /// The value as it is spelled, without quotes; empty without a value. Ends of ranges that aren't numbers
  /// (`1s...5min`) and code are read from it.
  var spelling = ""
  var marker: Marker
  /// Whether the annotation is in a comment at its declaration, rather than in a `begin`–`end` block or a `file` annotation around it, which
  /// applies where it can. A range in a block applies to the numbers in it and is silently without effect for the strings; at a string, it is
  /// an error.
  var isOwn = true

  /// Whether the annotation is `secret`, or a misspelling of it, which must not be ignored, either.
  var isSecret: Bool { AnnotationKey.isSecret(key) }
}

/// The value after the `=` of an annotation, by its form alone. `range = 5` has a number as its value, whatever `range`
/// needs.
indirect enum AnnotationValue: Hashable, Sendable {
  /// No value.
  case none
  case bool(Bool)
  case number(NumberLiteral)
  case range(AnnotationRange)
  /// A string in quotes.
  case string(String)
  /// Any other text, such as the name of a function, a date, or code: `reload`, `2020-01-01`, `15min`.
  case bare(String)
  case list([AnnotationValue])
  /// `{…}`, which no annotation of settings accepts.
  case object
}

/// Values in the forms that annotations ask for.
extension AnnotationValue {
  /// The string in quotes or the text without them; `nil` for any other value. Where a word is enough, both spellings
  /// are accepted: `unit = days` and `unit = "days"`.
  var text: String? {
    switch self {
    case .string(let text), .bare(let text): text
    default: nil
    }
  }

  /// Whether the value turns something on or off, as no value at all does.
  var isSwitch: Bool {
    switch self {
    case .none, .bool: true
    default: false
    }
  }

  /// The number as it is written; `nil` for any other value.
  var number: NumberLiteral? { if case .number(let literal) = self { literal } else { nil } }

  /// The whole number; `nil` for any other value, and for one beyond `Int`.
  var integer: Int? {
    number.flatMap { $0.isInteger ? $0.number.integer(as: Int.self) : nil }
  }

  /// The range of a value, also if it is in quotes.
  var range: AnnotationRange? {
    switch self {
    case .range(let range): range
    case .string(let text): AnnotationRange(text)
    default: nil
    }
  }

  /// The elements of a list, or else the value alone: annotations that take several values accept a single value
  /// without brackets.
  var listed: [AnnotationValue] {
    if case .list(let values) = self { values } else { [self] }
  }

  /// The strings of a value or of its list, nested lists included. Numbers and other values are left out.
  var strings: [String] {
    if case .list(let values) = self { values.flatMap(\.strings) } else { [text].compactMap(\.self) }
  }
}

/// The range in an annotation, with numbers as ends. Other ranges, such as ranges of durations, are read from
/// `Annotation.spelling` by `RangeEnds`.
struct AnnotationRange: Hashable, Sendable {
  /// The lower end; `nil` for no limit. It isn't compared with the upper one here.
  var lower: NumberLiteral?
  /// The upper end; `nil` for no limit.
  var upper: NumberLiteral?
  /// Whether the range excludes its upper end: `..<`.
  var isHalfOpen: Bool

  /// Parses `1...5`, `0..<10`, `1...`, `...5`, `..<5`; returns `nil` for anything else, also if an end isn't a number.
  /// Numbers are written as in Swift: `0...0xFF`, `1_000...`.
  init?(_ text: String) {
    guard let ends = RangeEnds(text) else { return nil }
    isHalfOpen = ends.isHalfOpen
    lower = ends.lower.flatMap { NumberLiteral($0) }
    upper = ends.upper.flatMap { NumberLiteral($0) }
    if (lower == nil) != (ends.lower == nil) || (upper == nil) != (ends.upper == nil) { return nil }
  }
}

/// The ends of a range as they are spelled, whatever they denote: `1s...5min` → 1s and 5min, `2020-01-01...` → that
/// date and no upper end.
struct RangeEnds: Hashable, Sendable {
  /// The lower end; `nil` for no limit.
  let lower: String?
  /// The upper end; `nil` for no limit.
  let upper: String?
  /// Whether the range excludes its upper end: `..<`.
  let isHalfOpen: Bool
  /// The ends that there are.
  var all: [String] { [lower, upper].compactMap(\.self) }

  /// Splits a string at the first `...` or `..<`; returns `nil` for a string that isn't a range.
  ///
  /// White space around the ends and repeated white space inside doesn't matter. A range needs at least one end, and a
  /// half-open range needs the upper end.
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
