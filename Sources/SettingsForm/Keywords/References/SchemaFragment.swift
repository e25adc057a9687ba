/// The fragment of a reference to a schema.
package enum SchemaFragment {
  /// The keys of a JSON Pointer (RFC 6901, section 6).
  case pointer([String])
  /// The name of an anchor.
  case anchor(String)

  /// Parses a fragment; returns `nil` for a malformed one.
  package init?(_ fragment: Substring) {
    guard let text = PercentEncoding.decoded(fragment) else { return nil }
    if text.isEmpty || text.hasPrefix("/") {
      guard let path = try? SettingPath(parsing: text) else { return nil }
      self = .pointer(path.keys)
    } else {
      self = .anchor(text)
    }
  }
}
