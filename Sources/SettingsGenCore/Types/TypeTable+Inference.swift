import SettingsForm

extension TypeTable {
  /// The type that Swift infers from an initial value; `nil` if the source alone does not tell.
  func infer(_ expression: Expression, in scope: TypeScope, depth: Int = 0) -> ValueType? {
    guard depth < TokenReader.maximumDepth else { return nil }
    switch expression.kind {
    case .number(let literal): return literal.isInteger ? ValueType.standard("Int") : .number(.double)
    case .binary(let operation, let left, let right):
      return inferResult(of: operation, left, right, in: scope, depth: depth)
    case .negated(let operand):
      switch infer(operand, in: scope, depth: depth + 1) {
      case .integer(let type): return .integer(type)
      case .number(let type): return .number(type)
      default: return nil
      }
    case .string: return .string
    case .boolean: return .boolean
    case .null, .implicitMember, .opaque: return nil
    case .type: return nil
    case .cast(_, let type): return resolve(type, in: scope)
    case .forced(let wrapped):
      guard case .optional(let type) = infer(wrapped, in: scope, depth: depth + 1) else { return nil }
      return type
    case .array(let elements):
      return common(elements, in: scope, depth: depth).map { .list($0, isUnique: false) }
    case .dictionary(let pairs):
      guard common(pairs.map(\.key), in: scope, depth: depth) == .string else { return nil }
      return common(pairs.map(\.value), in: scope, depth: depth).map { .dictionary($0) }
    case .path(let names): return inferMember(names, in: scope, depth: depth)
    case .call(let callee, let arguments): return inferCall(callee, arguments, in: scope, depth: depth)
    }
  }

  /// The type of a calculation: literals take that of the other operand.
  private func inferResult(
    of operation: Expression.Operation, _ left: Expression, _ right: Expression, in scope: TypeScope,
    depth: Int
  ) -> ValueType? {
    guard let first = infer(left, in: scope, depth: depth + 1) else { return nil }
    if operation == .shiftLeft || operation == .shiftRight {
      if case .integer = first { return first }
      return nil
    }
    guard let second = infer(right, in: scope, depth: depth + 1) else { return nil }
    switch (first, second) {
    case (.integer, .integer), (.number, .number):
      if first == second || right.isLiteral { return first }
      return left.isLiteral ? second : nil
    case (.integer, .number): return left.isLiteral ? second : nil
    case (.number, .integer): return right.isLiteral ? first : nil
    case (.string, .string) where operation == .add: return .string
    default: return nil
    }
  }

  /// The type that all elements of a literal have.
  private func common(_ elements: [Expression], in scope: TypeScope, depth: Int) -> ValueType? {
    var found: ValueType?
    for element in elements {
      guard let type = infer(element, in: scope, depth: depth + 1) else {
        if found != nil, element.memberName != nil { continue }
        return nil
      }
      switch (found, type) {
      case (nil, _): found = type
      case (.integer?, .number(.double)) where element.isLiteral && elements.first?.isLiteral == true:
        found = type
      case (.number?, .integer) where element.isLiteral: break
      default: if found != type { return nil }
      }
    }
    return found
  }

  private func inferMember(_ names: [TypeReference.Name], in scope: TypeScope, depth: Int) -> ValueType? {
    guard let member = names.last?.text else { return nil }
    if names.count == 1 {
      guard names[0].arguments.isEmpty, let owner = owner(ofStatic: member, in: scope),
        let property = staticProperty(member, of: owner)
      else { return nil }
      return type(of: property, depth: depth)
    }
    let owner = resolve(.named(Array(names.dropLast())), in: scope)
    if case .declared(let id, _) = owner, enumHasCase(id, named: member) { return owner }
    if let property = staticProperty(member, of: owner) { return type(of: property, depth: depth) }
    if isRedeclared(member, of: owner) { return nil }
    switch owner {
    case .integer: return ["max", "min", "zero"].contains(member) ? owner : nil
    case .number:
      let constants: Set<String> = [
        "pi", "zero", "infinity", "nan", "greatestFiniteMagnitude", "leastNormalMagnitude",
        "leastNonzeroMagnitude", "ulpOfOne",
      ]
      return constants.contains(member) ? owner : nil
    case .text(let format):
      switch format {
      case .dateTime: return ["now", "distantPast", "distantFuture"].contains(member) ? owner : nil
      case .duration: return member == "zero" ? owner : nil
      default: return nil
      }
    case .options: return owner
    case .optional: return member == "none" ? owner : nil
    default: return nil
    }
  }

  private func enumHasCase(_ id: ID, named name: String) -> Bool {
    guard self[id].keyword == .enum, let type = declaration(of: id) else { return false }
    let file = program.files[self[id].place.file]
    return type.cases.contains { file.name($0.name) == name }
  }

  private func inferCall(
    _ callee: Expression, _ arguments: [Expression.Argument], in scope: TypeScope, depth: Int
  ) -> ValueType? {
    switch callee.kind {
    case .type(let type): return resolve(type, in: scope)
    case .path(var names):
      if names.count > 1, names.last?.text == "init" { names.removeLast() }
      let type = resolve(.named(names), in: scope)
      if type != .other { return made(type, arguments) }
      if names.count == 1, names[0].text == "Optional", arguments.count == 1, arguments[0].label == nil {
        return infer(arguments[0].value, in: scope, depth: depth + 1).map { .optional($0) }
      }
      if names.count == 1, names[0].text == "Array", arguments.first?.label == "repeating" {
        return infer(arguments[0].value, in: scope, depth: depth + 1).map { .list($0, isUnique: false) }
      }
      if names.count == 1, ["Set", "Array"].contains(names[0].text), let first = arguments.first,
        case .list(let element, _) = infer(first.value, in: scope, depth: depth + 1)
      {
        return .list(element, isUnique: names[0].text == "Set")
      }
      let owner = resolve(.named(Array(names.dropLast())), in: scope)
      let isDuration =
        owner == .text(.duration) && !isRedeclared(names.last?.text ?? "", of: owner)
        && ["seconds", "milliseconds", "microseconds", "nanoseconds"].contains(names.last?.text)
      return isDuration ? owner : nil
    default: return nil
    }
  }

  /// The type of what an initializer makes: an optional if it can fail.
  private func made(_ type: ValueType, _ arguments: [Expression.Argument]) -> ValueType {
    guard let first = arguments.first else { return type }
    var isText = false
    if case .string = first.value.kind { isText = true }
    let canFail: Bool =
      switch (type, first.label) {
      case (.integer, nil), (.number, nil), (.boolean, nil): isText
      case (.integer, "exactly"), (.number, "exactly"), (.number, "string"): true
      case (.text(.uri), "string"), (.text(.uuid), "uuidString"), (.text(.base64), "base64Encoded"): true
      case (.declared(let id, _), "rawValue"): self[id].keyword == .enum
      default: false
      }
    return canFail ? .optional(type) : type
  }
}

extension Expression {
  /// Whether Swift gives the number the type that its neighbours have.
  fileprivate var isLiteral: Bool {
    switch kind {
    case .number: true
    case .binary(_, let left, let right): left.isLiteral && right.isLiteral
    case .negated(let operand): operand.isLiteral
    default: false
    }
  }
}
