/// A JSON value (RFC 8259), detached from any text.
///
/// Two values are equal when JSON Schema calls them equal: numbers by what they are worth (`1.0` and
/// `1` are equal, at any precision), objects whatever the order of their members.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, with its spelling.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, its members in order.
  case object(JSONObject)
}
