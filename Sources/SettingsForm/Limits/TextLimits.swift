/// The limits of a string.
package struct TextLimits: Hashable, Sendable {
  /// The format of a string, as JSON Schema's `format` names it.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// A URL, RFC 3986.
    case uri
    /// A UUID, RFC 4122.
    case uuid
    /// A date with time, RFC 3339.
    case dateTime = "date-time"
    /// A duration of fixed length, ISO 8601: `PT1.5S`; without years and months.
    case duration
    /// Bytes in Base64, RFC 4648.
    case base64
  }

  /// The fewest characters allowed, in Unicode scalars; `nil` for no limit.
  package var minLength: Int?
  /// The most characters allowed, in Unicode scalars; `nil` for no limit.
  package var maxLength: Int?
  /// A regular expression that a part of the string matches (ECMA-262, anchored only by `^` and `$`).
  package var pattern: String?
  /// The format of the string; `nil` for any string.
  package var format: Format?
  /// The limits of a duration or a date.
  package var times: TimeLimits
  /// Whether the string has several lines.
  package var isMultiline: Bool

  /// Creates limits.
  package init(
    minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil, format: Format? = nil,
    times: TimeLimits = TimeLimits(), isMultiline: Bool = false
  ) {
    self.minLength = minLength
    self.maxLength = maxLength
    self.pattern = pattern
    self.format = format
    self.times = times
    self.isMultiline = isMultiline
  }
}
