import SettingsForm

/// The values that initial values have in a document.
extension TypeTable {
  /// The value in the document; `nil` if only running the code tells.
  func value(of expression: Expression, as type: ValueType, in scope: TypeScope, depth: Int = 0) -> JSONValue?
  {
    guard depth < TokenReader.maximumDepth else { return nil }
    switch expression.kind {
    case .cast(let inner, let reference):
      let target = resolve(reference, in: scope)
      guard target == type || .optional(target) == type else { return nil }
      return value(of: inner, as: target, in: scope, depth: depth + 1)
    case .implicitMember, .path: return member(expression, as: type, in: scope, depth: depth)
    default: break
    }
    switch type {
    case .optional(let wrapped):
      if case .null = expression.kind { return .null }
      if let value = value(of: expression, as: wrapped, in: scope, depth: depth + 1) { return value }
      guard case .call(let callee, let arguments) = expression.kind else { return nil }
      if makesOptional(callee, in: scope) {
        guard arguments.count == 1, arguments[0].label == nil else { return nil }
        return value(of: arguments[0].value, as: wrapped, in: scope, depth: depth + 1)
      }
      // What an initializer that can fail makes.
      let forced = Expression(kind: .forced(expression), offset: expression.offset)
      return value(of: forced, as: wrapped, in: scope, depth: depth + 1)
    case .boolean: return boolean(expression, in: scope)
    case .integer, .number:
      return number(expression, as: type, in: scope, depth: depth).map { .number($0) }
    case .string: return string(expression, in: scope, depth: depth).map { .string($0) }
    case .text(let format): return text(expression, format, in: scope, depth: depth)
    case .list(let element, let isUnique):
      let found = list(expression, of: element, as: type, in: scope, depth: depth)
      return isUnique ? found.map(Self.unordered) : found.map { .array($0) }
    case .dictionary(let value):
      return dictionary(expression, of: value, as: type, in: scope, depth: depth)
    case .options(let id): return options(expression, of: id, in: scope, depth: depth)
    case .declared(let id, let arguments):
      return declared(expression, id, arguments, in: scope, depth: depth)
    case .other: return nil
    }
  }

  /// Whether a callee is `.some` or `Optional`.
  private func makesOptional(_ callee: Expression, in scope: TypeScope) -> Bool {
    switch callee.kind {
    case .implicitMember(let name): name == "some"
    case .path(let names):
      names.count == 1 && names[0].text == "Optional"
        && entry(named: ["Optional"], from: scope.type, in: scope.file) == nil
    default: false
    }
  }

  /// The elements of a set, each once and in the order in which they are written.
  private static func unordered(_ elements: [JSONValue]) -> JSONValue {
    var seen: Set<JSONValue> = []
    return .array(elements.filter { seen.insert($0).inserted }.sorted { $0.description < $1.description })
  }

  private func boolean(_ expression: Expression, in scope: TypeScope) -> JSONValue? {
    switch expression.kind {
    case .boolean(let value): .bool(value)
    case .call(let callee, []) where makes(callee, .boolean, in: scope): .bool(false)
    default: nil
    }
  }

  private func string(_ expression: Expression, in scope: TypeScope, depth: Int) -> String? {
    guard depth < TokenReader.maximumDepth else { return nil }
    switch expression.kind {
    case .string(let text): return text
    case .binary(.add, let left, let right):
      guard let first = string(left, in: scope, depth: depth + 1),
        let second = string(right, in: scope, depth: depth + 1)
      else { return nil }
      return first + second
    case .call(let callee, let arguments) where makes(callee, .string, in: scope):
      if arguments.isEmpty { return "" }
      guard arguments.count == 1, arguments[0].label == nil, case .string(let text) = arguments[0].value.kind
      else { return nil }
      return text
    case .implicitMember, .path:
      guard case .string(let text)? = member(expression, as: .string, in: scope, depth: depth + 1) else {
        return nil
      }
      return text
    default: return nil
    }
  }

  private func text(
    _ expression: Expression, _ format: TextLimits.Format, in scope: TypeScope, depth: Int
  ) -> JSONValue? {
    switch (format, expression.kind) {
    case (.uri, .forced(let call)):
      // What is not yet a URL by the grammar is changed, or refused, by the initializer.
      let text = argument("string", of: call, making: .text(format), in: scope)
      return text.flatMap { format.allows($0) ? .string($0) : nil }
    case (.uuid, .forced(let call)):
      let text = argument("uuidString", of: call, making: .text(format), in: scope)?.uppercased()
      return text.flatMap { format.allows($0) ? .string($0) : nil }
    case (.base64, .call(let callee, [])) where makes(callee, .text(.base64), in: scope): return .string("")
    case (.duration, .call(let callee, let arguments)):
      guard let places = places(of: callee, in: scope), arguments.count == 1, arguments[0].label == nil else {
        return nil
      }
      return duration(arguments[0].value, places: places, in: scope, depth: depth + 1)
    default: return nil
    }
  }

  /// The only argument, a string, of the call of an initializer.
  private func argument(_ label: String, of call: Expression, making type: ValueType, in scope: TypeScope)
    -> String?
  {
    guard case .call(let callee, let arguments) = call.kind, makes(callee, type, in: scope),
      arguments.count == 1,
      arguments[0].label == label, case .string(let text?) = arguments[0].value.kind
    else { return nil }
    return text
  }

  /// The decimal places of the unit that a callee such as `.milliseconds` counts; `nil` for any other function.
  private func places(of callee: Expression, in scope: TypeScope) -> Int? {
    let name: String
    switch callee.kind {
    case .implicitMember(let member): name = member
    case .path(let names) where names.count > 1:
      guard resolve(.named(Array(names.dropLast())), in: scope) == .text(.duration) else { return nil }
      name = names[names.count - 1].text
    default: return nil
    }
    return isRedeclared(name, of: .text(.duration)) ? nil : Self.places(ofUnit: name)
  }

  private func duration(_ expression: Expression, places: Int, in scope: TypeScope, depth: Int) -> JSONValue?
  {
    let plain = IntegerType(bits: 64, isSigned: true)
    if let count = integer(expression, as: plain, in: scope, depth: depth) {
      return FixedDuration(JSONNumber(count), places: places).map { .string($0.text) }
    }
    // A fraction is computed in binary: it is what the source spells only if it has few binary digits.
    guard places < 9, case .number(let literal) = expression.kind, let value = literal.value(as: Double.self),
      (value * 0x1p16).rounded() == value * 0x1p16, value.magnitude < 0x1p31
    else { return nil }
    return FixedDuration(literal.number, places: places).map { .string($0.text) }
  }

  /// By how many places the unit of one of `Duration`'s functions lies behind a second.
  private static func places(ofUnit name: String) -> Int? {
    switch name {
    case "seconds": 0
    case "milliseconds": 3
    case "microseconds": 6
    case "nanoseconds": 9
    default: nil
    }
  }

  private func list(
    _ expression: Expression, of element: ValueType, as type: ValueType, in scope: TypeScope, depth: Int
  ) -> [JSONValue]? {
    switch expression.kind {
    case .array(let elements):
      var values: [JSONValue] = []
      for item in elements {
        guard let value = value(of: item, as: element, in: scope, depth: depth + 1) else { return nil }
        values.append(value)
      }
      return values
    case .call(let callee, let arguments) where makes(callee, type, in: scope, names: ["Array", "Set"]):
      if arguments.isEmpty { return [] }
      guard arguments.count == 1, arguments[0].label == nil, case .array = arguments[0].value.kind else {
        return nil
      }
      return list(arguments[0].value, of: element, as: type, in: scope, depth: depth + 1)
    default: return nil
    }
  }

  private func dictionary(
    _ expression: Expression, of element: ValueType, as type: ValueType, in scope: TypeScope, depth: Int
  ) -> JSONValue? {
    switch expression.kind {
    case .dictionary(let pairs):
      var object = JSONObject()
      for pair in pairs {
        guard let key = string(pair.key, in: scope, depth: depth + 1), object[key] == nil,
          let value = value(of: pair.value, as: element, in: scope, depth: depth + 1)
        else { return nil }
        object[key] = value
      }
      return .object(object)
    case .call(let callee, []) where makes(callee, type, in: scope, names: ["Dictionary"]):
      return .object([:])
    default: return nil
    }
  }

  /// Whether a call's callee is `.init` or names the type.
  func makes(_ callee: Expression, _ type: ValueType, in scope: TypeScope, names: Set<String> = []) -> Bool {
    switch callee.kind {
    case .implicitMember(let name): return name == "init"
    case .type(let reference): return resolve(reference, in: scope) == type
    case .path(var path):
      if path.count > 1, path.last?.text == "init" { path.removeLast() }
      let isPlain = path.count == 1 && path[0].arguments.isEmpty
      if isPlain, names.contains(path[0].text),
        entry(named: [path[0].text], from: scope.type, in: scope.file) == nil
      {
        return true
      }
      let made = resolve(.named(path), in: scope)
      if case .declared(let left, _) = made, case .declared(let right, _) = type { return left == right }
      return made == type
    default: return false
    }
  }
}
