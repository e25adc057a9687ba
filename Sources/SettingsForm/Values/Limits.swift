/// The types of JSON Schema. Numbers have two: `integer` is a part of `number`, by the value and not by the spelling.
package enum JSONType: String, Hashable, Sendable, CaseIterable {
  case boolean
  /// A number without a fraction, such as `1` and `1.0`.
  case integer
  case number
  case string
  /// A list.
  case array
  /// Members under keys.
  case object
  case null

  /// The type in words, for a sentence: `a whole number`.
  package var name: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    case .null: "null"
    }
  }

  /// Determines the narrowest type of a value: `integer` for `1.0`, `number` for `1.5`.
  package init(of value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool: self = .boolean
    case .number(let number): self = number.isWhole ? .integer : .number
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }
}

extension JSONType: Comparable {
  package static func < (left: JSONType, right: JSONType) -> Bool { left.rawValue < right.rawValue }

  /// Whether a value whose narrowest type is `other` is also of this type: `number` includes `integer`, and not the
  /// other way round.
  package func includes(_ other: JSONType) -> Bool {
    self == other || self == .number && other == .integer
  }
}

/// One end of a range. In Swift, `2...90` has two inclusive ends; `0..<100` excludes the upper one.
package enum RangeLimit<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The end itself is allowed.
  case inclusive(Value)
  /// The end itself is not allowed.
  case exclusive(Value)

  package var value: Value {
    switch self {
    case .inclusive(let value), .exclusive(let value): value
    }
  }

  package var isExclusive: Bool {
    if case .exclusive = self { return true }
    return false
  }

  package var lowerKeyword: String { isExclusive ? "exclusiveMinimum" : "minimum" }

  package var upperKeyword: String { isExclusive ? "exclusiveMaximum" : "maximum" }
}

/// The limits of a string.
///
/// Lengths count Unicode scalars, as JSON Schema does (RFC 8259 calls them characters), not what a person sees as one: a flag counts as
/// two.
package struct TextLimits: Hashable, Sendable {
  /// The fewest characters allowed, in Unicode scalars; `nil` for no limit.
  package var minLength: Int?
  /// The most characters allowed, in Unicode scalars; `nil` for no limit.
  package var maxLength: Int?
  /// A regular expression that a part of the string matches (ECMA-262, anchored only by `^` and `$`). `a` is matched by
  /// `cat`; a pattern for the whole string is `^…$`.
  package var pattern: String?
  /// The format of the string; `nil` for any string.
  package var format: TextFormat?
  package var times: TimeLimits
  /// Whether the string has several lines. It only decides how the text is edited; a string without the flag can have
  /// line breaks, too.
  package var isMultiline: Bool
  /// Whether the app reads a date or a duration also as Swift's `JSONEncoder` writes it.
  package var readsJSONEncoder: Bool

  /// The pattern of the keys of a dictionary by `Int`, as Swift writes them: `"01"` would be a second key for 1. Numbers of 19 digits are
  /// those up to the limits of `Int`: each alternative has a digit below that of the limit. A person reads "a whole number" instead of it.
  package static let integerKeys: String = {
    let digits = "\(Int64.max)".map { $0.wholeNumberValue ?? 0 }
    let lower = digits.indices.filter { digits[$0] > ($0 == 0 ? 1 : 0) }.map { place in
      let same = digits[..<place].map(String.init).joined()
      return "\(same)[\(place == 0 ? 1 : 0)-\(digits[place] - 1)][0-9]{\(digits.count - place - 1)}"
    }
    let long = (lower + ["\(Int64.max)"]).joined(separator: "|")
    return "^(0|-?([1-9][0-9]{0,17}|\(long))|\(Int64.min))$"
  }()

  package init(
    minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil, format: TextFormat? = nil,
    times: TimeLimits = TimeLimits(), isMultiline: Bool = false, readsJSONEncoder: Bool = false
  ) {
    self.minLength = minLength
    self.maxLength = maxLength
    self.pattern = pattern
    self.format = format
    self.times = times
    self.isMultiline = isMultiline
    self.readsJSONEncoder = readsJSONEncoder
  }
}

/// The limits of a duration or a date, each as a string in the format of the value: `PT1M`, `2025-01-31T12:00:00Z`.
///
/// JSON Schema has no keywords that compare times, so they are in `x-setting`, and other validators don't check them.
package struct TimeLimits: Hashable, Sendable {
  package typealias Bound = RangeLimit<String>

  /// The lower end; `nil` for no limit.
  package var lower: Bound?
  /// The upper end; `nil` for no limit.
  package var upper: Bound?
  /// The duration between neighboring values; positive. It is counted from the lower end; without one,
  /// from zero or from the start of 1970.
  package var step: String?

  package init(lower: Bound? = nil, upper: Bound? = nil, step: String? = nil) {
    self.lower = lower
    self.upper = upper
    self.step = step
  }

  package var isEmpty: Bool { lower == nil && upper == nil && step == nil }
}

/// The limits of a list.
package struct ListLimits: Hashable, Sendable {
  package var minCount: Int?
  package var maxCount: Int?
  /// Whether no two elements can be equal: the list of a Swift `Set` has this limit.
  package var isUnique: Bool
  /// Whether the list is the two ends of a range of numbers, the lower end first.
  ///
  /// In the app, such a list is a range of Swift.
  package var isRange: Bool

  package init(minCount: Int? = nil, maxCount: Int? = nil, isUnique: Bool = false, isRange: Bool = false) {
    self.minCount = minCount
    self.maxCount = maxCount
    self.isUnique = isUnique
    self.isRange = isRange
  }

  /// The limits of a range: two elements in order.
  package static let range = ListLimits(minCount: 2, maxCount: 2, isRange: true)
}
