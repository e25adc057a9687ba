/// A JSON value (RFC 8259), detached from any text.
///
/// Two values are equal when JSON Schema calls them equal: numbers by what they are worth (`1.0` and
/// `1` are equal, at any precision), strings scalar by scalar, objects whatever the order of their
/// members.
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
  /// An object, its members in order.
  case object(JSONObject)
}

extension JSONValue {
  /// Reads a JSON text.
  ///
  /// - Throws: `JSONParseError` with the position of what is wrong; a blank text is an error in the strict
  ///   dialect and `{}` in the other.
  public init(parsing text: String, dialect: JSONDialect = .strict) throws(JSONParseError) {
    self = try JSONDocument(parsing: Array(text.utf8), dialect: dialect).root.value
  }
}

extension JSONValue: Hashable {
  /// Whether JSON Schema calls both equal.
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

  /// Feeds what equality compares.
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
