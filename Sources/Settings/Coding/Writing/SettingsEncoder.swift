/// Encodes values as JSON for the settings file.
///
/// A date is a string in RFC 3339, a duration in ISO 8601, data in Base64. The elements of a set are sorted by their JSON, so
/// that equal sets have equal JSON.
struct SettingsEncoder {
  var failures = EncodingFailures.thrown

  /// Encodes a value.
  ///
  /// Throws the errors of the value's `encode(to:)`, and `EncodingError` for a number that isn't finite, unless `failures` are
  /// encoded.
  func encode(_ value: some Encodable) throws -> JSONValue {
    let slot = EncodedSlot(failures)
    try slot.fill(encoding: value, at: [])
    return slot.json
  }
}
