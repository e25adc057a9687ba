/// The types of JSON Schema.
package enum JSONType: String, Hashable, Sendable, CaseIterable {
  /// `true` or `false`.
  case boolean
  /// A number without a fraction, such as `1` and `1.0`.
  case integer
  /// A number.
  case number
  /// A string.
  case string
  /// A list.
  case array
  /// Members under keys.
  case object
  /// `null`.
  case null

  /// The type in words, for a sentence: `a whole number`.
  package var name: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    case .null: "null"
    }
  }

  /// Determines the narrowest type of a value.
  package init(of value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool: self = .boolean
    case .number(let number): self = number.isWhole ? .integer : .number
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }
}

extension JSONType: Comparable {
  /// Orders by name.
  package static func < (left: JSONType, right: JSONType) -> Bool { left.rawValue < right.rawValue }

  /// Whether a value whose narrowest type is `other` is also of this type.
  package func includes(_ other: JSONType) -> Bool {
    self == other || self == .number && other == .integer
  }
}
