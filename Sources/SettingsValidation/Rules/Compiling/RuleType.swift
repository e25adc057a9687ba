/// The type of a value in a rule, if the form determines it.
indirect enum RuleType: Hashable, Sendable {
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

  /// Creates the type of a setting's value.
  init(_ kind: FormKind) {
    switch kind {
    case .boolean: self = .boolean
    case .integer, .number: self = .number
    case .string(let limits):
      switch limits.format {
      case .duration?: self = .duration
      case .dateTime?: self = .dateTime
      case .uri?, .uuid?, .base64?, nil: self = .text
      }
    case .choice(let choices): self = RuleType(of: choices.map(\.value))
    case .flags(let choices): self = .list(RuleType(of: choices.map(\.value)))
    case .list(let element, _): self = .list(RuleType(element))
    case .dictionary: self = .dictionary
    case .object: self = .object
    case .variants, .recursive, .json: self = .any
    }
  }

  /// Creates the type of a constant.
  init(of value: JSONValue) {
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
  private init(of values: [JSONValue]) {
    let types = Set(values.map { RuleType(of: $0) })
    self = types.count == 1 ? types.first ?? .any : .any
  }

  /// Whether a value is of this type. Elements and members aren't checked.
  func holds(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.boolean, .bool), (.number, .number), (.list, .array): true
    case (.text, .string), (.duration, .string), (.dateTime, .string): true
    case (.dictionary, .object), (.object, .object): true
    default: false
    }
  }

  /// Whether a value of one type can be equal to one of the other.
  func canEqual(_ other: RuleType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any): true
    case (.list(let left), .list(let right)): left.canEqual(right)
    case (.dictionary, .object), (.object, .dictionary): true
    default: self == other
    }
  }

  /// Whether values of the type are strings that are compared as numbers.
  var isQuantity: Bool { self == .duration || self == .dateTime }

  /// Returns the exact number of seconds that a string of the type represents: a duration's length, or the time since 1970 in UTC.
  /// Returns `nil` for a malformed string, for a duration without a fixed length, and for other types.
  func seconds(of text: String) -> JSONNumber? {
    let format: TextLimits.Format? =
      switch self {
      case .duration: .duration
      case .dateTime: .dateTime
      case .any, .boolean, .number, .text, .list, .dictionary, .object: nil
      }
    // Dates have years of four digits, so a duration can hold the time since 1970.
    return format?.attoseconds(of: text).flatMap(FixedDuration.init(attoseconds:))?.seconds
  }

  /// The type in words, for a sentence.
  var noun: String {
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
