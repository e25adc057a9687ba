/// A JSON value (RFC 8259) without a document.
///
/// Values of settings without Swift types are such values: in a `FormViewModel`, in changes, in layers of the app. Write them as
/// literals:
///
/// ```swift
/// let value: JSONValue = ["mode": "fast", "limits": [1, 2.5], "proxy": .null]
/// print(value)  // {"mode": "fast", "limits": [1, 2.5], "proxy": null}
/// print(value.text(.pretty()))
/// if case .object(let object) = value, case .string(let mode)? = object["mode"] { print(mode) }
/// let same = try JSONValue(parsing: value.description)
/// ```
///
/// Values are compared as in JSON Schema: numbers by their values (`1.0` and `1` are equal, at any precision), strings scalar by scalar,
/// and objects independently of the order of their members.
///
/// Numbers keep their spelling, and objects the order of their members, so a value that is read and written has the same text, apart from
/// spaces. There is no literal for `null`, because `nil` means that there is no value; write `.null`.
///
/// To read a value with comments, or into a Swift type, open a store. A value is `Sendable`; a copy is independent.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number of any size and precision, with its spelling.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, with its members in order and unique keys.
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

extension JSONValue {
  /// Whether both values are equal, and their numbers are spelled the same: `1.0` isn't spelled like `1`.
  package func isSpelled(like other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left.spelling == right.spelling
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSpelled(like: $1) }
    case (.object(let left), .object(let right)):
      left.members.count == right.members.count
        && left.members.allSatisfy { right[$0.key].map($0.value.isSpelled(like:)) ?? false }
    default: self == other
    }
  }
}

extension JSONValue {
  /// The type of a value, as JSON names it.
  ///
  /// Numbers are one type in JSON, whether they are whole or not. ``JSONEditError/noContainer(_:found:)`` has such a type, to say what is
  /// in the way of an edit.
  public enum Kind: String, Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  package var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

/// The content of a value; `nil` for a value of another type.
extension JSONValue {
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A string as it is; any other value as JSON.
  package var plainText: String { text ?? description }

  package var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Returns a number as an integer; `nil` for a fraction, and for a number out of range, too.
  package func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    number?.integer(as: type)
  }
}

// There is no literal for `null`, because `nil` would become `null` without notice where an optional value is expected.

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Creates a number.
  public init(integerLiteral value: Int) {
    self = .number(JSONNumber(value))
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Creates a number; `null` if the value isn't finite, because JSON can't represent it.
  ///
  /// The spelling is the shortest for the value: `2.50` becomes `2.5`.
  public init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object with the members in this order. If a key is repeated, its last value is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}

/// The layout of a value as text.
///
/// ```swift
/// let value: JSONValue = ["name": "Ada", "tags": []]
/// print(value.text(.compact))  // {"name":"Ada","tags":[]}
/// print(value.text(.pretty(indent: 4)))
/// print(value)  // {"name": "Ada", "tags": []}
/// ```
///
/// Both styles have the same members in the same order, and numbers keep their spelling. Neither ends with a line feed.
///
/// A settings file isn't written with a style: an edit keeps the layout that the file has.
public enum JSONTextStyle: Hashable, Sendable {
  /// On one line, without spaces.
  case compact
  /// One member or element per line, indented by a number of spaces per level; a negative number counts as 0.
  case pretty(indent: Int = 2)
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line, with a space after each comma and colon.
  public var description: String {
    String(decoding: bytes(in: .oneLine), as: UTF8.self)
  }

  /// Returns the value as JSON, without a newline at the end. Numbers keep their spelling.
  ///
  /// Cost: linear in the size of the value.
  public func text(_ style: JSONTextStyle = .compact) -> String {
    String(decoding: bytes(style), as: UTF8.self)
  }

  /// Returns the value as JSON in UTF-8.
  package func bytes(_ style: JSONTextStyle = .compact) -> [UInt8] {
    switch style {
    case .compact: bytes(in: .compact)
    case .pretty(let indent): bytes(in: .pretty(indent: max(0, indent)))
    }
  }

  private func bytes(in layout: JSONLayout) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(self, indent: [])
    return writer.bytes
  }
}

extension Sequence {
  /// Returns the results for all elements; `nil` if there is no result for one of them.
  package func mapAll<Result>(_ transform: (Element) -> Result?) -> [Result]? {
    var results: [Result] = []
    results.reserveCapacity(underestimatedCount)
    for element in self {
      guard let result = transform(element) else { return nil }
      results.append(result)
    }
    return results
  }
}
