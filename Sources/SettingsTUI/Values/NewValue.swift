import Settings

/// The initial value of a new element or entry.
enum NewValue {
  /// Returns a simple value to start from. It may violate limits, such as a minimum length or an exclusive bound.
  static func of(_ kind: FormKind) -> JSONValue {
    switch kind {
    case .boolean: .bool(false)
    case .integer(let limits), .number(let limits): .number(number(limits))
    case .string(let limits): .string(text(limits))
    case .choice(let choices): choices.first?.value ?? .null
    case .list(let element, let limits) where limits.isRange: .array([of(element), of(element)])
    case .flags, .list: .array([])
    case .dictionary: .object(JSONObject())
    case .object(let section): .object(object(section))
    case .variants(let variants): variants.first.map { of($0.kind) } ?? .null
    case .recursive(let recursive): of(recursive.kind)
    case .json: .null
    }
  }

  /// Returns the value after an alternative was chosen. Keeps the parts of the current value that are valid in the alternative.
  static func of(_ variant: FormVariant, among variants: [FormVariant], current: JSONValue?) -> JSONValue {
    guard let current, let old = variants.variant(of: current) else { return of(variant.kind) }
    return old == variant ? current : variant.value(of(variant.kind), keeping: current, of: old)
  }

  private static func number(_ limits: NumberLimits) -> JSONNumber {
    let zero = JSONNumber(0)
    if case .inclusive(let lower)? = limits.lower, lower > zero { return lower }
    if case .inclusive(let upper)? = limits.upper, upper < zero { return upper }
    return zero
  }

  private static func text(_ limits: TextLimits) -> String {
    guard limits.format == .duration else { return "" }
    if case .inclusive(let lower)? = limits.times.lower { return lower }
    return "PT0S"
  }

  /// Returns an object with the members that it needs; for others, the defaults apply.
  private static func object(_ section: FormSection) -> JSONObject {
    let required = Set(section.requiredKeys)
    var object = JSONObject()
    for item in section.items where required.contains(item.key) {
      switch item {
      case .section(let inner): object[inner.key] = .object(self.object(inner))
      case .setting(let setting):
        object[setting.key] = setting.defaultValue ?? (setting.isOptional ? .null : of(setting.kind))
      }
    }
    return object
  }
}
