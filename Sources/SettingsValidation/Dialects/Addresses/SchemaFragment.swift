/// The fragment of a reference to a schema.
enum SchemaFragment {
  /// The keys of a JSON Pointer (RFC 6901, section 6).
  case pointer([String])
  /// The name of an anchor.
  case anchor(String)

  /// Parses a fragment; returns `nil` for a malformed one.
  init?(_ fragment: Substring) {
    guard let text = PercentEncoding.decoded(fragment) else { return nil }
    if text.isEmpty {
      self = .pointer([])
    } else if text.hasPrefix("/") {
      self = .pointer(text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.key))
    } else {
      self = .anchor(text)
    }
  }

  private static func key(_ part: Substring) -> String {
    var key = ""
    var isEscaped = false
    for scalar in part.unicodeScalars {
      switch (isEscaped, scalar) {
      case (true, "0"): key += "~"
      case (true, "1"): key += "/"
      case (false, "~"):
        isEscaped = true
        continue
      default: key.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return key
  }
}
