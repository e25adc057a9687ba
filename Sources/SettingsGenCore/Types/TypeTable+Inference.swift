import SettingsForm

extension TypeTable {
  /// The type that Swift infers from an initial value; `nil` if the source alone does not tell.
  func infer(_ expression: Expression, in scope: TypeScope, depth: Int = 0) -> ValueType? {
    guard depth < SyntaxReader.maximumDepth else { return nil }
    switch expression.kind {
    case .number(let literal): return literal.isInteger ? ValueType.standard("Int") : .number
    case .arithmetic(let isInteger, _): return isInteger ? ValueType.standard("Int") : .number
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
      case (.integer?, .number) where element.isLiteral: found = .number
      case (.number?, .integer) where element.isLiteral: break
      default: if found != type { return nil }
      }
    }
    return found
  }

  private func inferMember(_ names: [TypeReference.Name], in scope: TypeScope, depth: Int) -> ValueType? {
    guard names.count > 1, let member = names.last?.text else { return nil }
    let owner = resolve(.named(Array(names.dropLast())), in: scope)
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
    case .declared(let id, _):
      if enumHasCase(id, named: member) { return owner }
      return inferStatic(member, of: id, in: scope, depth: depth)
    default: return nil
    }
  }

  private func enumHasCase(_ id: ID, named name: String) -> Bool {
    guard self[id].keyword == .enum, let type = declaration(of: id) else { return false }
    let file = program.files[self[id].place.file]
    return type.cases.contains { file.name($0.name) == name }
  }

  private func inferStatic(_ member: String, of id: ID, in scope: TypeScope, depth: Int) -> ValueType? {
    for (file, type) in declarations(of: id) {
      let source = program.files[file]
      for property in type.properties where property.prefix.isStatic && source.name(property.name) == member {
        let inner = TypeScope(type: self[id].name, file: file)
        if !property.type.isEmpty { return resolve(TypeReference.read(property.type, in: source), in: inner) }
        guard !property.value.isEmpty else { return nil }
        return infer(Expression.read(property.value, in: source), in: inner, depth: depth + 1)
      }
    }
    return nil
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
      if names.count == 1, ["Set", "Array"].contains(names[0].text), let first = arguments.first,
        case .list(let element, _) = infer(first.value, in: scope, depth: depth + 1)
      {
        return .list(element, isUnique: names[0].text == "Set")
      }
      let owner = resolve(.named(Array(names.dropLast())), in: scope)
      let isDuration =
        owner == .text(.duration)
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
    case .number, .arithmetic: true
    default: false
    }
  }
}
