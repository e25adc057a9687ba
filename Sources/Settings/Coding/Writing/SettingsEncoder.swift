/// Turns an `Encodable` value into JSON, as the settings file holds it.
///
/// A date is a text of RFC 3339, a duration one of ISO 8601, data one of Base64; a set is in the order of its
/// elements' texts, so that equal sets give equal JSON.
struct SettingsEncoder {
  /// The JSON of a value.
  ///
  /// Throws what the value's own `encode(to:)` throws, and `EncodingError` for a number that is not finite.
  func encode(_ value: some Encodable) throws -> JSONValue {
    let slot = EncodedSlot()
    try slot.fill(encoding: value, at: [])
    return slot.json
  }
}
