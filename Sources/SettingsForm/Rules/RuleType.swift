/// The type of a value in a rule, if the form determines it.
///
/// It is coarser than a kind: all numbers are one type, and a struct is an object. What it has to tell is whether an
/// operation makes sense, and whether a string is meant as text, as a duration or as a date.
package indirect enum RuleType: Hashable, Sendable {
  /// Any type: a setting that is edited as JSON, a context value.
  case any
  case boolean
  case number
  case text
  /// A duration as a string, ISO 8601.
  case duration
  /// A date with time as a string, RFC 3339.
  case dateTime
  case list(RuleType)
  case dictionary
  case object

  /// Creates the type of a constant. `null` has any type, since it stands for no value. A list of different values is a
  /// list of anything.
  package init(of value: JSONValue) {
    switch value {
    case .null: self = .any
    case .bool: self = .boolean
    case .number: self = .number
    case .string: self = .text
    case .array(let elements): self = .list(RuleType(of: elements))
    case .object: self = .object
    }
  }

  /// Creates the type that several values have in common.
  package init(of values: [JSONValue]) {
    let types = Set(values.map { RuleType(of: $0) })
    self = types.count == 1 ? types.first ?? .any : .any
  }

  /// Whether a value is of this type, as far as a rule relies on it. Elements and members aren't checked, and neither
  /// is the format of a string, which `seconds(of:)` finds out.
  package func holds(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.boolean, .bool), (.number, .number), (.list, .array): true
    case (.text, .string), (.duration, .string), (.dateTime, .string): true
    case (.dictionary, .object), (.object, .object): true
    default: false
    }
  }

  /// Whether values of both types can be equal. If not, a comparison of them is a mistake in the rule.
  package func canEqual(_ other: RuleType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any): true
    case (.list(let left), .list(let right)): left.canEqual(right)
    case (.dictionary, .object), (.object, .dictionary): true
    default: self == other
    }
  }

  /// Whether values of the type are strings that are compared as numbers.
  package var isQuantity: Bool { self == .duration || self == .dateTime }

  /// Returns the exact number of seconds that a string of the type represents: a duration's length, or the time since
  /// 1970 in UTC. Returns `nil` for a malformed string, for a duration without a fixed length, and for other types.
  ///
  /// `PT1.5S` is 1.5, and `1970-01-01T01:00:00+01:00` is 0.
  package func seconds(of text: String) -> JSONNumber? {
    let format: TextFormat? =
      switch self {
      case .duration: .duration
      case .dateTime: .dateTime
      case .any, .boolean, .number, .text, .list, .dictionary, .object: nil
      }
    // Dates have years of four digits, so a duration can hold the time since 1970.
    return format?.attoseconds(of: text).flatMap(FixedDuration.init(attoseconds:))?.seconds
  }

  /// Whether two values of the type have an order. That of text is the order of its scalars.
  package var isOrdered: Bool {
    switch self {
    case .any, .number, .text, .duration, .dateTime: true
    case .boolean, .list, .dictionary, .object: false
    }
  }

  /// The type in words, for a sentence.
  package var noun: String {
    switch self {
    case .any: "any value"
    case .boolean: "true or false"
    case .number: "a number"
    case .text: "a string"
    case .duration: "a duration"
    case .dateTime: "a date"
    case .list: "a list"
    case .dictionary: "a dictionary"
    case .object: "an object"
    }
  }
}
