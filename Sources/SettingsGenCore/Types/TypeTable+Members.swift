import SettingsForm

/// What members such as `.fast`, `Mode.fast` and `Limits.max` stand for.
///
/// A name alone says nothing: a member has a value only if its owner is known to be the type of the setting, or to
/// declare a constant of that type.
extension TypeTable {
  /// The value of a member as a value of a type; `nil` if only running the code tells.
  func member(_ expression: Expression, as type: ValueType, in scope: TypeScope, depth: Int) -> JSONValue? {
    switch expression.kind {
    case .implicitMember(let name):
      // Swift looks into `Optional` first.
      if case .optional = type, name == "none" { return .null }
      let owner = type.unwrapped
      return ownMember(name, of: owner, in: scope, depth: depth)
        ?? constant(name, of: owner, as: type, depth: depth)
    case .path(let names) where names.count > 1:
      let owners = Array(names.dropLast())
      let name = names[names.count - 1].text
      if type.isOptional, name == "none", isOptional(owners, in: scope) { return .null }
      let owner = resolve(.named(owners), in: scope)
      if owner == type.unwrapped, let value = ownMember(name, of: owner, in: scope, depth: depth) {
        return value
      }
      return constant(name, of: owner, as: type, depth: depth)
    case .path(let names):
      guard names.count == 1, names[0].arguments.isEmpty,
        let owner = owner(ofStatic: names[0].text, in: scope)
      else { return nil }
      return constant(names[0].text, of: owner, as: type, depth: depth)
    default: return nil
    }
  }

  /// The innermost type around a place that declares a static member.
  func owner(ofStatic name: String, in scope: TypeScope) -> ValueType? {
    var names = scope.type
    while !names.isEmpty {
      if let id = exactEntry(named: names, in: scope.file) {
        let isDeclared = declarations(of: id).contains { file, type in
          let source = program.files[file]
          return type.functions.contains { source.name($0) == name }
            || type.cases.contains { source.name($0.name) == name }
            || type.properties.contains { $0.prefix.isStatic && source.name($0.name) == name }
        }
        if isDeclared { return .declared(id, []) }
      }
      names.removeLast()
    }
    return nil
  }

  private func isOptional(_ owner: [TypeReference.Name], in scope: TypeScope) -> Bool {
    guard let last = owner.last?.text, last == "Optional" else { return false }
    return owner.count == 1 && entry(named: [last], from: scope.type, in: scope.file) == nil
  }

  /// The value of a member that is one of its type's own: a case, a flag, an extreme.
  private func ownMember(_ name: String, of type: ValueType, in scope: TypeScope, depth: Int) -> JSONValue? {
    switch type {
    case .declared(let id, _):
      if let shape = optionSetShape(of: id) {
        let member = Expression(kind: .implicitMember(name), offset: 0)
        return flags(member, shape, of: id, in: scope, depth: depth)
      }
      guard self[id].keyword == .enum, let shape = enumShape(of: id) else { return nil }
      return shape.cases.first { $0.name == name }?.value
    case .options(let id):
      return options(Expression(kind: .implicitMember(name), offset: 0), of: id, in: scope, depth: depth)
    case .integer(let integer):
      return isRedeclared(name, of: type) ? nil : Self.extreme(name, integer)
    case .number:
      return name == "zero" && !isRedeclared(name, of: type) ? .number(JSONNumber(0)) : nil
    case .text(.duration):
      return name == "zero" && !isRedeclared(name, of: type) ? .string("PT0S") : nil
    default: return nil
    }
  }

  /// `max`, `min` and `zero`.
  private static func extreme(_ member: String, _ integer: IntegerType) -> JSONValue? {
    if member == "zero" { return .number(JSONNumber(0)) }
    guard integer.bits <= 64 else { return nil }
    let limit = Int128(1) << Int128(integer.isSigned ? integer.bits - 1 : integer.bits)
    switch member {
    case "max": return .number(JSONNumber(limit - 1))
    case "min": return .number(JSONNumber(integer.isSigned ? -limit : 0))
    default: return nil
    }
  }

  /// Whether the sources declare a static member of a type that they do not declare.
  func isRedeclared(_ name: String, of type: ValueType) -> Bool {
    extensions(of: type).contains { file, declaration in
      let source = program.files[file]
      return declaration.functions.contains { source.name($0) == name }
        || declaration.properties.contains { $0.prefix.isStatic && source.name($0.name) == name }
    }
  }

  // MARK: Static constants

  /// A static property, with the file that declares it.
  struct StaticProperty {
    var declaration: PropertyDeclaration
    var file: Int
    var scope: TypeScope
  }

  /// The static property of a type; `nil` if there is none, or more than one.
  func staticProperty(_ name: String, of owner: ValueType) -> StaticProperty? {
    var found: [StaticProperty] = []
    for (file, type) in declarations(of: owner) {
      let source = program.files[file]
      for property in type.properties
      where property.prefix.isStatic && source.name(property.name) == name
        && program.isActive(property.clause, in: file)
      {
        let scope = TypeScope(type: scopeName(of: owner), file: file)
        found.append(StaticProperty(declaration: property, file: file, scope: scope))
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The type of a static property; `nil` if the source does not tell.
  func type(of property: StaticProperty, depth: Int = 0) -> ValueType? {
    let source = program.files[property.file]
    if !property.declaration.type.isEmpty {
      return resolve(TypeReference.read(property.declaration.type, in: source), in: property.scope)
    }
    guard !property.declaration.value.isEmpty else { return nil }
    return infer(
      Expression.read(property.declaration.value, in: source), in: property.scope, depth: depth + 1)
  }

  /// The value of a static constant, if it has the type.
  private func constant(_ name: String, of owner: ValueType, as type: ValueType, depth: Int) -> JSONValue? {
    guard depth < TokenReader.maximumDepth, let property = staticProperty(name, of: owner) else {
      return nil
    }
    let declaration = property.declaration
    guard declaration.isLet, declaration.storage == .stored, !declaration.value.isEmpty,
      declaration.prefix.attributes.isEmpty, let own = self.type(of: property, depth: depth + 1),
      own == type || .optional(own) == type
    else { return nil }
    let expression = Expression.read(declaration.value, in: program.files[property.file])
    return value(of: expression, as: own, in: property.scope, depth: depth + 1)
  }

  private func declarations(of owner: ValueType) -> [(file: Int, type: TypeDeclaration)] {
    if case .declared(let id, _) = owner { declarations(of: id) } else { extensions(of: owner) }
  }

  private func scopeName(of owner: ValueType) -> [String] {
    if case .declared(let id, _) = owner { self[id].name } else { [] }
  }
}
