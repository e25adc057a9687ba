/// The types of JSON Schema. Numbers have two: `integer` is a part of `number`, by the value and not by the spelling.
package enum JSONType: String, Hashable, Sendable, CaseIterable {
  case boolean
  /// A number without a fraction, such as `1` and `1.0`.
  case integer
  case number
  case string
  /// A list.
  case array
  /// Members under keys.
  case object
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

  /// Determines the narrowest type of a value: `integer` for `1.0`, `number` for `1.5`.
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
  package static func < (left: JSONType, right: JSONType) -> Bool { left.rawValue < right.rawValue }

  /// Whether a value whose narrowest type is `other` is also of this type: `number` includes `integer`, and not the
  /// other way round.
  package func includes(_ other: JSONType) -> Bool {
    self == other || self == .number && other == .integer
  }
}

extension JSONType {
  /// All types including `null`: the type of an optional setting of any JSON.
  package static let anyOrNull: [JSONType] = [.boolean, .number, .string, .array, .object, .null]
}
