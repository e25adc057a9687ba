extension TextLimits.Format {
  /// The format in words, for a sentence.
  var name: String {
    switch self {
    case .uri: "a URL"
    case .uuid: "a UUID"
    case .dateTime: "a date with time and zone"
    case .duration: "a duration in weeks, or in days, hours, minutes and seconds,"
    case .base64: "Base64"
    }
  }

  /// A string in the format.
  var example: String {
    switch self {
    case .uri: "https://example.com/"
    case .uuid: "12345678-9abc-4def-8012-3456789abcde"
    case .dateTime: "2025-01-31T12:00:00Z"
    case .duration: "PT1.5S"
    case .base64: "SGVsbG8="
    }
  }
}
