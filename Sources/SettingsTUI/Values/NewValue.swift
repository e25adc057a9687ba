import Settings

/// The initial value of a new element or entry.
enum NewValue {
  /// The simplest value of the kind within its limits.
  static func of(_ kind: FormKind) -> JSONValue {
    switch kind {
    case .boolean: .bool(false)
    case .integer(let limits), .number(let limits): .number(number(limits))
    case .string: .string("")
    case .choice(let choices): choices.first?.value ?? .null
    case .flags, .list: .array([])
    case .dictionary: .object(JSONObject())
    case .object(let section): .object(object(section))
    case .json: .null
    }
  }

  private static func number(_ limits: NumberLimits) -> JSONNumber {
    let zero = JSONNumber(0)
    if case .inclusive(let lower)? = limits.lower, lower > zero { return lower }
    if case .inclusive(let upper)? = limits.upper, upper < zero { return upper }
    return zero
  }

  private static func object(_ section: FormSection) -> JSONObject {
    var object = JSONObject()
    for item in section.items {
      switch item {
      case .section(let inner): object[inner.key] = .object(self.object(inner))
      case .setting(let setting):
        object[setting.key] = setting.defaultValue ?? (setting.isOptional ? .null : of(setting.kind))
      }
    }
    return object
  }
}
