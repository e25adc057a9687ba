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

extension TextLimits {
  /// Reads the limits of a schema. A format that this library doesn't have is left among the other keywords.
  package init(_ schema: JSONSchema, _ setting: SettingKeyword) {
    self.init(
      minLength: schema[.minLength], maxLength: schema[.maxLength], pattern: schema[.pattern],
      format: schema[.contentEncoding] == TextFormat.base64.rawValue
        ? .base64 : schema[.format].flatMap(TextFormat.init(form:)),
      times: setting.times, isMultiline: setting.multiline, readsJSONEncoder: setting.jsonEncoder)
  }

  /// Adds the limits of a string. Base64 is an encoding in JSON Schema, and the others are formats.
  func add(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    if let minLength { keywords.append(.count(.minLength, minLength)) }
    if let maxLength { keywords.append(.count(.maxLength, maxLength)) }
    if let pattern { keywords.append(.text(.pattern, pattern)) }
    switch format {
    case .base64?: keywords.append(.text(.contentEncoding, TextFormat.base64.rawValue))
    case let format?: keywords.append(.text(.format, format.rawValue))
    case nil: break
    }
    setting.times = times
    setting.multiline = isMultiline
    setting.jsonEncoder = readsJSONEncoder
  }

  /// Throws for limits that no string meets, and for a malformed regular expression.
  func check(_ patterns: PatternCache) throws(FormSchemaError) {
    try SchemaKeyword.Count.check(least: minLength, by: .minLength, most: maxLength, by: .maxLength)
    try times.check(format: format)
    guard let pattern else { return }
    do throws(TextPatternError) {
      _ = try patterns.pattern(pattern)
    } catch {
      throw FormSchemaError(path: ["pattern"], reason: .pattern(error.message))
    }
  }
}
