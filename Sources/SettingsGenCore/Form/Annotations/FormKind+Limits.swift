import SettingsForm

extension FormKind {
  /// Whether the value, or each value in the list or dictionary, is a duration.
  var isDuration: Bool { textLimits?.format == .duration }

  /// The limits of a number, or of the numbers in a list or dictionary; `nil` for any other kind.
  var numberLimits: NumberLimits? {
    get {
      switch self {
      case .integer(let limits), .number(let limits): limits
      case .list(let inner, _), .dictionary(let inner): inner.numberLimits
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .integer: self = .integer(newValue)
      case .number: self = .number(newValue)
      case .list(var inner, let limits):
        inner.numberLimits = newValue
        self = .list(inner, limits)
      case .dictionary(var inner):
        inner.numberLimits = newValue
        self = .dictionary(inner)
      default: break
      }
    }
  }

  /// Whether the numbers are whole.
  var hasWholeNumbers: Bool {
    switch self {
    case .integer: true
    case .list(let inner, _), .dictionary(let inner): inner.hasWholeNumbers
    default: false
    }
  }

  /// The limits of a string, or of the strings in a list or dictionary; `nil` for any other kind.
  var textLimits: TextLimits? {
    get {
      switch self {
      case .string(let limits), .list(.string(let limits), _), .dictionary(.string(let limits)): limits
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .string: self = .string(newValue)
      case .list(.string, let limits): self = .list(.string(newValue), limits)
      case .dictionary(.string): self = .dictionary(.string(newValue))
      default: break
      }
    }
  }

  /// The kind of the value, for messages.
  var words: String {
    switch self {
    case .boolean: "true or false"
    case .integer, .number: "a number"
    case .string(let limits): limits.format.map(Self.words) ?? "a string"
    case .choice: "a choice"
    case .flags: "an option set"
    case .list: "a list"
    case .dictionary: "a dictionary"
    case .object: "a struct"
    case .variants: "an enum with associated values"
    case .recursive, .json: "of a type that forms don't describe"
    }
  }

  private static func words(_ format: TextLimits.Format) -> String {
    switch format {
    case .uri: "a URL"
    case .uuid: "a UUID"
    case .dateTime: "a date"
    case .duration: "a duration"
    case .base64: "data"
    }
  }
}
