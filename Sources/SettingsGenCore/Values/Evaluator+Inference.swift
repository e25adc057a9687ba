import SettingsForm

/// The types of initial values.
extension Evaluator {
  /// Returns the type that Swift infers for an initial value.
  func infer(_ expression: Expression) -> ValueType? {
    guard !isTooDeep else { return nil }
    switch expression.kind {
    case .number(let literal): return literal.isInteger ? ValueType.standard("Int") : .number(.double)
    case .binary(let operation, let left, let right):
      return inferResult(of: operation, left, right)
    case .negated(let operand):
      switch deeper.infer(operand) {
      case .integer(let type): return .integer(type)
      case .number(let type): return .number(type)
      default: return nil
      }
    case .string: return .string
    case .boolean: return .boolean
    case .null, .implicitMember, .type, .opaque: return nil
    case .cast(_, let type): return resolve(type)
    case .forced(let wrapped):
      guard case .optional(let type) = deeper.infer(wrapped) else { return nil }
      return type
    case .array(let elements):
      return common(elements).map { .list($0, isUnique: false) }
    case .dictionary(let pairs):
      guard common(pairs.map(\.key)) == .string else { return nil }
      return common(pairs.map(\.value)).map { .dictionary($0) }
    case .range(let lower, let upper):
      return common([lower, upper]).flatMap { type in
        switch type {
        case .integer, .number: .range(type)
        default: nil
        }
      }
    case .path(let names): return inferMember(names)
    case .call(let callee, let arguments): return inferCall(callee, arguments)
    }
  }

  /// Returns the type of a calculation: a literal takes the type of the other operand.
  private func inferResult(
    of operation: Expression.Operation, _ left: Expression, _ right: Expression
  ) -> ValueType? {
    guard let first = deeper.infer(left) else { return nil }
    if operation == .shiftLeft || operation == .shiftRight {
      if case .integer = first { return first }
      return nil
    }
    guard let second = deeper.infer(right) else { return nil }
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

  /// Returns the type that all elements of a literal share.
  private func common(_ elements: [Expression]) -> ValueType? {
    var found: ValueType?
    for element in elements {
      guard let type = deeper.infer(element) else {
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

  private func inferMember(_ names: [TypeReference.Name]) -> ValueType? {
    guard let member = names.last?.text else { return nil }
    if names.count == 1 {
      guard names[0].arguments.isEmpty, let owner = owner(ofStatic: member),
        let property = staticProperty(member, of: owner)
      else { return nil }
      return type(of: property)
    }
    let owner = resolve(.named(Array(names.dropLast())))
    if case .declared(let id, _) = owner, enumHasCase(id, named: member) { return owner }
    if let property = staticProperty(member, of: owner) { return type(of: property) }
    if isRedeclared(member, of: owner) { return nil }
    switch owner {
    case .options: return owner
    case .optional: return member == "none" ? owner : nil
    default: return Self.constants(of: owner).contains(member) ? owner : nil
    }
  }

  /// Returns the names of the constants of a type of the standard library or Foundation whose type is that type itself.
  private static func constants(of type: ValueType) -> Set<String> {
    switch type {
    case .integer: ["max", "min", "zero"]
    case .number:
      [
        "pi", "zero", "infinity", "nan", "greatestFiniteMagnitude", "leastNormalMagnitude",
        "leastNonzeroMagnitude", "ulpOfOne",
      ]
    case .text(.dateTime): ["now", "distantPast", "distantFuture"]
    case .text(.duration): ["zero"]
    default: []
    }
  }

  private func enumHasCase(_ id: TypeTable.ID, named name: String) -> Bool {
    guard table[id].keyword == .enum, let type = table.declaration(of: id) else { return false }
    let file = table.program.files[table[id].place.file]
    return type.cases.contains { file.name($0.name) == name }
  }

  private func inferCall(
    _ callee: Expression, _ arguments: [Expression.Argument]
  ) -> ValueType? {
    switch callee.kind {
    case .type(let type): return resolve(type)
    case .path(var names):
      if names.count > 1, names.last?.text == "init" { names.removeLast() }
      let type = resolve(.named(names))
      if type != .other { return result(of: type, arguments) }
      if names.count == 1, let first = arguments.first {
        return inferGeneric(names[0].text, first, arguments.count)
      }
      let owner = resolve(.named(Array(names.dropLast())))
      let name = names.last?.text ?? ""
      if case .declared(let id, _) = owner, enumHasCase(id, named: name) { return owner }
      let isDuration =
        owner == .text(.duration) && Self.durationUnits[name] != nil && !isRedeclared(name, of: owner)
      return isDuration ? owner : nil
    default: return nil
    }
  }

  /// Returns the type of `Optional(1)`, `Array(repeating: 1, count: 2)` and `Set([1])`.
  private func inferGeneric(_ name: String, _ first: Expression.Argument, _ count: Int) -> ValueType? {
    guard let type = deeper.infer(first.value) else { return nil }
    switch (name, first.label, type) {
    case ("Optional", nil, _): return count == 1 ? .optional(type) : nil
    case ("Array", "repeating", _): return .list(type, isUnique: false)
    case ("Array", _, .list(let element, _)): return .list(element, isUnique: false)
    case ("Set", _, .list(let element, _)): return .list(element, isUnique: true)
    default: return nil
    }
  }

  /// Returns the type of an initializer's result: an optional if the initializer can fail.
  private func result(of type: ValueType, _ arguments: [Expression.Argument]) -> ValueType {
    guard let first = arguments.first else { return type }
    var isText = false
    if case .string = first.value.kind { isText = true }
    let canFail: Bool =
      switch (type, first.label) {
      case (.integer, nil), (.number, nil), (.boolean, nil): isText
      case (.integer, "exactly"), (.number, "exactly"), (.number, "string"): true
      case (.text(.uri), "string"), (.text(.uuid), "uuidString"), (.text(.base64), "base64Encoded"): true
      case (.declared(let id, _), "rawValue"): table[id].keyword == .enum
      default: false
      }
    return canFail ? .optional(type) : type
  }
}

extension Expression {
  /// Whether the number is a literal, which gets its type from its neighbors.
  var isLiteral: Bool {
    switch kind {
    case .number: true
    case .binary(_, let left, let right): left.isLiteral && right.isLiteral
    case .negated(let operand): operand.isLiteral
    default: false
    }
  }

  /// The name of the member that the expression denotes: `.fast`, `Mode.fast`.
  fileprivate var memberName: String? {
    switch kind {
    case .implicitMember(let name): name
    case .path(let names) where names.count > 1: names.last?.text
    default: nil
    }
  }
}
