import SettingsForm

/// The values of members such as `.fast`, `Mode.fast` and `Limits.max`.
///
/// A name alone isn't enough. A member has a value only if its owner is known to be the type of the setting, or to declare a
/// constant of that type.
extension Evaluator {
  /// Returns the value of a member as a value of a type.
  func member(_ expression: Expression, as type: ValueType) -> JSONValue? {
    switch expression.kind {
    case .implicitMember(let name):
      // Swift looks for the member in `Optional` first.
      if case .optional = type, name == "none" { return .null }
      let owner = type.unwrapped
      return ownMember(name, of: owner) ?? constant(name, of: owner, as: type)
    case .path(let names) where names.count > 1:
      let owners = Array(names.dropLast())
      let name = names[names.count - 1].text
      if type.isOptional, name == "none", isOptional(owners) { return .null }
      let owner = resolve(.named(owners))
      if owner == type.unwrapped, let value = ownMember(name, of: owner) { return value }
      return constant(name, of: owner, as: type)
    case .path(let names):
      guard names.count == 1, names[0].arguments.isEmpty, let owner = owner(ofStatic: names[0].text)
      else { return nil }
      return constant(names[0].text, of: owner, as: type)
    default: return nil
    }
  }

  /// Returns the value of a member that its type declares: a case, a flag, a limit.
  private func ownMember(_ name: String, of type: ValueType) -> JSONValue? {
    let member = Expression(kind: .implicitMember(name), offset: 0)
    switch type {
    case .declared(let id, _):
      if let shape = table.optionSetShape(of: id) { return flags(member, shape, of: id) }
      return table.enumShape(of: id)?.cases.first { $0.name == name }?.value
        ?? plainVariant(named: name, of: id)
    case .options(let id): return options(member, of: id)
    case .integer, .number, .text(.duration):
      return isRedeclared(name, of: type) ? nil : Self.standardMember(name, of: type)
    default: return nil
    }
  }

  /// `max`, `min` and `zero` of the standard library's types.
  private static func standardMember(_ name: String, of type: ValueType) -> JSONValue? {
    switch (type, name) {
    case (.text, "zero"): "PT0S"
    case (_, "zero"): 0
    case (.integer(let integer), "max") where integer.bits <= 64:
      .number(JSONNumber(integer.values.upperBound))
    case (.integer(let integer), "min") where integer.bits <= 64:
      .number(JSONNumber(integer.values.lowerBound))
    default: nil
    }
  }

  // MARK: Static members

  /// Returns the innermost type around the scope that declares a static member.
  func owner(ofStatic name: String) -> ValueType? {
    var names = scope.type
    while !names.isEmpty {
      if let id = table.exactEntry(named: names, in: scope.file),
        declaresStatic(name, table.declarations(of: id))
      {
        return .declared(id, [])
      }
      names.removeLast()
    }
    return nil
  }

  /// Whether an extension in the sources declares a static member of a type from another module.
  func isRedeclared(_ name: String, of type: ValueType) -> Bool {
    declaresStatic(name, table.extensions(of: type))
  }

  private func declaresStatic(_ name: String, _ declarations: [(file: Int, type: TypeDeclaration)]) -> Bool {
    declarations.contains { file, type in
      let source = program.files[file]
      return type.functions.contains { source.name($0) == name }
        || type.cases.contains { source.name($0.name) == name }
        || type.properties.contains { $0.prefix.isStatic && source.name($0.name) == name }
    }
  }

  /// A static property and the scope that it is declared in.
  struct StaticProperty {
    var declaration: PropertyDeclaration
    var scope: TypeScope
  }

  /// Returns the static property of a type; `nil` if there isn't exactly one.
  func staticProperty(_ name: String, of owner: ValueType) -> StaticProperty? {
    let declarations: [(file: Int, type: TypeDeclaration)]
    var scopeName: [String] = []
    if case .declared(let id, _) = owner {
      declarations = table.declarations(of: id)
      scopeName = table[id].name
    } else {
      declarations = table.extensions(of: owner)
    }
    var found: [StaticProperty] = []
    for (file, type) in declarations {
      for property in type.properties
      where property.prefix.isStatic && program.files[file].name(property.name) == name
        && program.isActive(property.clause, in: file)
      {
        found.append(
          StaticProperty(declaration: property, scope: TypeScope(type: scopeName, file: file)))
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the type of a static property.
  func type(of property: StaticProperty) -> ValueType? {
    deeper(in: property.scope).type(of: property.declaration)
  }

  /// Returns the value of a static constant of a type.
  private func constant(_ name: String, of owner: ValueType, as type: ValueType) -> JSONValue? {
    guard !isTooDeep, let property = staticProperty(name, of: owner) else { return nil }
    let declaration = property.declaration
    let evaluator = deeper(in: property.scope)
    guard declaration.isLet, declaration.storage == .stored, declaration.prefix.attributes.isEmpty,
      let value = evaluator.initialValue(of: declaration), let own = deeper.type(of: property),
      own == type || .optional(own) == type
    else { return nil }
    return evaluator.value(of: value, as: own)
  }
}
