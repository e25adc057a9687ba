import SettingsForm

/// The values that initial values have in a document.
extension Evaluator {
  /// Returns the value of an expression as a value of a type.
  func value(of expression: Expression, as type: ValueType) -> JSONValue? {
    guard !isTooDeep else { return nil }
    switch expression.kind {
    case .cast(let inner, let reference):
      let target = resolve(reference)
      guard target == type || .optional(target) == type else { return nil }
      return deeper.value(of: inner, as: target)
    case .implicitMember, .path: return member(expression, as: type)
    default: break
    }
    switch type {
    case .optional(let wrapped): return optional(expression, wrapping: wrapped)
    case .boolean: return boolean(expression)
    case .integer, .number: return number(expression, as: type).map { .number($0) }
    case .string: return string(expression).map { .string($0) }
    case .text(let format): return text(expression, format)
    case .list(let element, let isUnique):
      let found = list(expression, of: element, as: type)
      return isUnique ? found.map(Self.unordered) : found.map { .array($0) }
    case .dictionary(let value): return dictionary(expression, of: value, by: .string, as: type)
    case .keyed(let key, let value): return dictionary(expression, of: value, by: key, as: type)
    case .range(let bound): return range(expression, of: bound)
    case .options(let id): return options(expression, of: id)
    case .declared(let id, let arguments): return declared(expression, id, arguments)
    case .other: return nil
    }
  }

  private func optional(_ expression: Expression, wrapping wrapped: ValueType) -> JSONValue? {
    if case .null = expression.kind { return .null }
    if let value = deeper.value(of: expression, as: wrapped) { return value }
    guard case .call(let callee, let arguments) = expression.kind else { return nil }
    if wraps(callee) {
      guard arguments.count == 1, arguments[0].label == nil else { return nil }
      return deeper.value(of: arguments[0].value, as: wrapped)
    }
    // For the result of a failable initializer, the value is that of the forced call.
    let forced = Expression(kind: .forced(expression), offset: expression.offset)
    return deeper.value(of: forced, as: wrapped)
  }

  /// Whether a callee is `.some` or `Optional`.
  private func wraps(_ callee: Expression) -> Bool {
    switch callee.kind {
    case .implicitMember(let name): name == "some"
    case .path(let names): isOptional(names)
    default: false
    }
  }

  /// Whether a name is that of the standard library's `Optional`.
  func isOptional(_ names: [TypeReference.Name]) -> Bool {
    names.count == 1 && names[0].text == "Optional" && !isHidden("Optional")
  }

  /// Returns the elements of a set, without duplicates, in an order that doesn't depend on their order in the source.
  private static func unordered(_ elements: [JSONValue]) -> JSONValue {
    var seen: Set<JSONValue> = []
    return .array(elements.filter { seen.insert($0).inserted }.sorted { $0.description < $1.description })
  }

  private func boolean(_ expression: Expression) -> JSONValue? {
    if case .boolean(let value) = expression.kind { return .bool(value) }
    return isEmptyInitializer(expression, of: .boolean) ? .bool(false) : nil
  }

  private func string(_ expression: Expression) -> String? {
    guard !isTooDeep else { return nil }
    switch expression.kind {
    case .string(let text): return text
    case .binary(.add, let left, let right):
      guard let first = deeper.string(left), let second = deeper.string(right) else { return nil }
      return first + second
    case .call:
      if isEmptyInitializer(expression, of: .string) { return "" }
      return literalArgument(nil, of: expression, initializing: .string)
    case .implicitMember, .path:
      guard case .string(let text)? = deeper.member(expression, as: .string) else { return nil }
      return text
    default: return nil
    }
  }

  /// Returns the string literal that initializes a type.
  private func literalArgument(
    _ label: String?, of call: Expression, initializing type: ValueType
  ) -> String? {
    guard case .string(let text)? = argument(label, of: call, initializing: type)?.kind else { return nil }
    return text
  }

  private func list(_ expression: Expression, of element: ValueType, as type: ValueType) -> [JSONValue]? {
    guard case .array(let elements) = expression.kind else {
      let names: Set = ["Array", "Set"]
      if isEmptyInitializer(expression, of: type, names: names) { return [] }
      guard let inner = argument(nil, of: expression, initializing: type, names: names),
        case .array = inner.kind
      else { return nil }
      return deeper.list(inner, of: element, as: type)
    }
    return elements.mapAll { deeper.value(of: $0, as: element) }
  }

  private func range(_ expression: Expression, of bound: ValueType) -> JSONValue? {
    guard case .range(let lower, let upper) = expression.kind, let first = deeper.number(lower, as: bound),
      let last = deeper.number(upper, as: bound), first <= last
    else { return nil }
    return [.number(first), .number(last)]
  }

  /// Returns the key of an entry as it is in the document.
  private func key(_ expression: Expression, as type: ValueType) -> String? {
    switch deeper.value(of: expression, as: type) {
    case .string(let key)?: key
    case .number(let number)?: number.description
    default: nil
    }
  }

  private func dictionary(
    _ expression: Expression, of element: ValueType, by keyType: ValueType, as type: ValueType
  ) -> JSONValue? {
    guard case .dictionary(let pairs) = expression.kind else {
      return isEmptyInitializer(expression, of: type, names: ["Dictionary"]) ? .object([:]) : nil
    }
    var object = JSONObject()
    for pair in pairs {
      guard let key = key(pair.key, as: keyType), object[key] == nil,
        let value = deeper.value(of: pair.value, as: element)
      else { return nil }
      object[key] = value
    }
    return .object(object)
  }

  // MARK: Types that are coded as strings

  private func text(_ expression: Expression, _ format: TextLimits.Format) -> JSONValue? {
    switch (format, expression.kind) {
    case (.uri, .forced(let call)):
      // From a string that isn't a valid URL, `URL(string:)` makes another URL, or none.
      let text = literalArgument("string", of: call, initializing: .text(format))
      return text.flatMap { format.allows($0) ? .string($0) : nil }
    case (.uuid, .forced(let call)):
      let text = literalArgument("uuidString", of: call, initializing: .text(format))?.uppercased()
      return text.flatMap { format.allows($0) ? .string($0) : nil }
    case (.base64, _): return isEmptyInitializer(expression, of: .text(format)) ? .string("") : nil
    case (.duration, .call(let callee, let arguments)):
      guard let places = places(of: callee), arguments.count == 1, arguments[0].label == nil else {
        return nil
      }
      return deeper.duration(arguments[0].value, places: places)
    default: return nil
    }
  }

  /// Returns the decimal places of the unit in a callee such as `.milliseconds`; `nil` for any other function.
  private func places(of callee: Expression) -> Int? {
    let name: String
    switch callee.kind {
    case .implicitMember(let member): name = member
    case .path(let names) where names.count > 1:
      guard resolve(.named(Array(names.dropLast()))) == .text(.duration) else { return nil }
      name = names[names.count - 1].text
    default: return nil
    }
    return isRedeclared(name, of: .text(.duration)) ? nil : Self.durationUnits[name]
  }

  /// The units of `Duration`'s functions, as decimal places of a second.
  static let durationUnits = ["seconds": 0, "milliseconds": 3, "microseconds": 6, "nanoseconds": 9]

  private func duration(_ expression: Expression, places: Int) -> JSONValue? {
    if let count = integer(expression, as: .int) {
      return FixedDuration(JSONNumber(count), places: places).map { .string($0.text) }
    }
    // The program computes a fraction in binary, so only a fraction with few binary digits keeps its value.
    guard places < 9, case .number(let literal) = expression.kind, let value = literal.value(as: Double.self),
      (value * 0x1p16).rounded() == value * 0x1p16, value.magnitude < 0x1p31
    else { return nil }
    return FixedDuration(literal.number, places: places).map { .string($0.text) }
  }
}
