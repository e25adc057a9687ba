/// A JSON value (RFC 8259) without a document.
///
/// Values are compared as in JSON Schema: numbers by their values (`1.0` and `1` are equal, at any precision), strings scalar by
/// scalar, and objects independently of the order of their members.
///
/// ```swift
/// let value: JSONValue = ["mode": "fast", "limits": [1, 2.5], "proxy": .null]
/// print(value.text(.pretty()))
/// let same = try JSONValue(parsing: value.description)
/// ```
public enum JSONValue: Sendable {
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
  /// An object, with its members in order.
  case object(JSONObject)
}

extension JSONValue: Hashable {
  /// Whether both values are equal in JSON Schema.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes the value consistently with equality.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}
