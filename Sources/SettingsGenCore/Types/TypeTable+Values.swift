import SettingsForm

/// What initial values are worth in a document.
extension TypeTable {
  /// The value in the document; `nil` if only running the code tells.
  func value(of expression: Expression, as type: ValueType, in scope: TypeScope, depth: Int = 0) -> JSONValue?
  {
    guard depth < SyntaxReader.maximumDepth else { return nil }
    if case .cast(let inner, _) = expression.kind {
      return value(of: inner, as: type, in: scope, depth: depth + 1)
    }
    switch type {
    case .optional(let wrapped):
      if case .null = expression.kind { return .null }
      if let value = value(of: expression, as: wrapped, in: scope, depth: depth + 1) { return value }
      if case .call = expression.kind {
        // What an initializer that can fail makes.
        let forced = Expression(kind: .forced(expression), offset: expression.offset)
        return value(of: forced, as: wrapped, in: scope, depth: depth + 1)
      }
      return expression.memberName == "none" ? .null : nil
    case .boolean: return boolean(expression)
    case .integer(let integer): return number(expression, integer, in: scope, depth: depth)
    case .number: return number(expression, nil, in: scope, depth: depth)
    case .string: return string(expression)
    case .text(let format): return text(expression, format)
    case .list(let element, _):
      return list(expression, of: element, as: type, in: scope, depth: depth)
    case .dictionary(let value):
      return dictionary(expression, of: value, as: type, in: scope, depth: depth)
    case .options(let id): return options(expression, of: id)
    case .declared(let id, let arguments):
      return declared(expression, id, arguments, in: scope, depth: depth)
    case .other: return nil
    }
  }

  private func boolean(_ expression: Expression) -> JSONValue? {
    switch expression.kind {
    case .boolean(let value): .bool(value)
    case .call(let callee, []) where callee.isNamed("Bool"): .bool(false)
    default: nil
    }
  }

  private func number(
    _ expression: Expression, _ integer: IntegerType?, in scope: TypeScope, depth: Int
  ) -> JSONValue? {
    switch expression.kind {
    case .number(let literal): return .number(literal.number)
    case .call(let callee, let arguments):
      guard case .path(let names) = callee.kind, let name = names.first?.text, names.count == 1,
        let target = ValueType.standard(name)
      else { return nil }
      if arguments.isEmpty { return .number(JSONNumber(0)) }
      guard arguments.count == 1, arguments[0].label == nil,
        case .number(let literal) = arguments[0].value.kind
      else { return nil }
      if case .integer = target, !literal.isInteger { return nil }
      return .number(literal.number)
    default: return extreme(expression.memberName, integer)
    }
  }

  /// `.max`, `.min` and `.zero`.
  private func extreme(_ member: String?, _ integer: IntegerType?) -> JSONValue? {
    if member == "zero" { return .number(JSONNumber(0)) }
    guard let integer, integer.bits <= 64 else { return nil }
    let limit = Int128(1) << Int128(integer.isSigned ? integer.bits - 1 : integer.bits)
    switch member {
    case "max": return .number(JSONNumber(limit - 1))
    case "min": return .number(JSONNumber(integer.isSigned ? -limit : 0))
    default: return nil
    }
  }

  private func string(_ expression: Expression) -> JSONValue? {
    switch expression.kind {
    case .string(let text?): return .string(text)
    case .call(let callee, let arguments) where callee.isNamed("String"):
      if arguments.isEmpty { return .string("") }
      guard arguments.count == 1, arguments[0].label == nil else { return nil }
      return string(arguments[0].value)
    default: return nil
    }
  }

  private func text(_ expression: Expression, _ format: TextLimits.Format) -> JSONValue? {
    switch (format, expression.kind) {
    case (.uri, .forced(let call)):
      return call.argument("URL", "string").map { .string($0) }
    case (.uuid, .forced(let call)):
      let text = call.argument("UUID", "uuidString")?.uppercased()
      return text.flatMap { format.allows($0) ? .string($0) : nil }
    case (.base64, .call(let callee, [])) where callee.isNamed("Data"): return .string("")
    case (.duration, .implicitMember("zero")): return .string("PT0S")
    case (.duration, .call(let callee, let arguments)):
      guard let places = callee.lastName.flatMap(Self.places), arguments.count == 1,
        case .number(let literal) = arguments[0].value.kind
      else { return nil }
      return FixedDuration(literal.number, places: places).map { .string($0.text) }
    default: return nil
    }
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
  ) -> JSONValue? {
    switch expression.kind {
    case .array(let elements):
      var values: [JSONValue] = []
      for item in elements {
        guard let value = value(of: item, as: element, in: scope, depth: depth + 1) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .call(let callee, let arguments) where makes(callee, type, in: scope, names: ["Array", "Set"]):
      if arguments.isEmpty { return .array([]) }
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
        guard case .string(let key?) = pair.key.kind,
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
      if path.count == 1, path[0].arguments.isEmpty, names.contains(path[0].text) { return true }
      let made = resolve(.named(path), in: scope)
      if case .declared(let left, _) = made, case .declared(let right, _) = type { return left == right }
      return made == type
    default: return false
    }
  }
}

extension Expression {
  /// Whether this is a plain name, or its `init`.
  fileprivate func isNamed(_ name: String) -> Bool {
    switch kind {
    case .implicitMember("init"): true
    case .path(let names): names.first?.text == name && (names.count == 1 || names.last?.text == "init")
    default: false
    }
  }

  /// The last part of a name.
  fileprivate var lastName: String? {
    switch kind {
    case .implicitMember(let name): name
    case .path(let names): names.last?.text
    default: nil
    }
  }

  /// The only argument, a string, of a call of an initializer.
  fileprivate func argument(_ type: String, _ label: String) -> String? {
    guard case .call(let callee, let arguments) = kind, callee.isNamed(type), arguments.count == 1,
      arguments[0].label == label, case .string(let text?) = arguments[0].value.kind
    else { return nil }
    return text
  }
}
