import SettingsForm

/// What initial values of declared types are worth in a document.
extension TypeTable {
  func declared(
    _ expression: Expression, _ id: ID, _ arguments: [ValueType], in scope: TypeScope, depth: Int
  ) -> JSONValue? {
    if self[id].keyword == .enum { return choice(expression, of: id) }
    if let shape = optionSetShape(of: id) { return flags(expression, shape, of: id, in: scope) }
    if let raw = rawType(ofStruct: id) {
      guard case .call(let callee, let given) = expression.kind, given.count == 1,
        given[0].label == "rawValue", makes(callee, .declared(id, arguments), in: scope)
      else { return nil }
      return value(of: given[0].value, as: raw, in: scope, depth: depth + 1)
    }
    guard isGroup(id) else { return nil }
    return object(expression, id, arguments, in: scope, depth: depth)
  }

  /// The type of the raw values of a struct that is coded as its raw value.
  func rawType(ofStruct id: ID) -> ValueType? {
    guard self[id].keyword == .struct, !codesItself(id), codability(of: id) != .no,
      !conformances(of: id).isDisjoint(with: ["RawRepresentable", "OptionSet"])
    else { return nil }
    for (file, type) in declarations(of: id) {
      let source = program.files[file]
      for property in type.properties
      where !property.prefix.isStatic && !property.type.isEmpty && source.matches(property.name, "rawValue") {
        let scope = TypeScope(type: self[id].name, file: file)
        return resolve(TypeReference.read(property.type, in: source), in: scope)
      }
    }
    return nil
  }

  private func choice(_ expression: Expression, of id: ID) -> JSONValue? {
    guard let shape = enumShape(of: id) else { return nil }
    if let name = expression.memberName { return shape.cases.first { $0.name == name }?.value }
    guard case .forced(let call) = expression.kind, case .call(let callee, let arguments) = call.kind,
      arguments.count == 1, arguments[0].label == "rawValue",
      isInitializer(callee, of: id, in: shape.file)
    else { return nil }
    let raw: JSONValue? =
      switch arguments[0].value.kind {
      case .string(let text?): .string(text)
      case .number(let literal): .number(literal.number)
      default: nil
      }
    return shape.cases.first { $0.value == raw }?.value
  }

  /// The names of the flags of an option set that is made from an enum.
  func options(_ expression: Expression, of id: ID) -> JSONValue? {
    let names = optionNames(of: id)
    guard let chosen = members(expression, typeName: "Options", unions: ["none": [], "all": names]) else {
      return nil
    }
    guard chosen.isSubset(of: names) else { return nil }
    return .array(names.filter(chosen.contains).map { .string($0) })
  }

  /// The names of the cases that become flags.
  func optionNames(of id: ID) -> [String] {
    guard let type = declaration(of: id) else { return [] }
    let file = self[id].place.file
    return type.cases.filter { program.isActive($0.clause, in: file) }
      .map { program.files[file].name($0.name) }
  }

  private func flags(
    _ expression: Expression, _ shape: OptionSetShape, of id: ID, in scope: TypeScope
  ) -> JSONValue? {
    if case .call(let callee, let arguments) = expression.kind, arguments.count == 1,
      arguments[0].label == "rawValue", makes(callee, .declared(id, []), in: scope),
      let bits = arguments[0].value.integer, !shape.isCodedByNames
    {
      return .number(JSONNumber(bits))
    }
    guard let chosen = members(expression, typeName: self[id].name.last ?? "", unions: shape.unions) else {
      return nil
    }
    let found = shape.flags.filter { chosen.contains($0.name) }
    guard found.count == chosen.count else { return nil }
    if shape.isCodedByNames { return .array(found.map { .string($0.name) }) }
    var bits = 0
    for flag in found {
      guard let bit = flag.bits else { return nil }
      bits |= bit
    }
    return .number(JSONNumber(bits))
  }

  /// The flags that an array literal, a member or an empty initializer means.
  private func members(
    _ expression: Expression, typeName: String, unions: [String: [String]]
  ) -> Set<String>? {
    switch expression.kind {
    case .array(let elements):
      var names: Set<String> = []
      for element in elements {
        guard let found = members(element, typeName: typeName, unions: unions) else { return nil }
        names.formUnion(found)
      }
      return names
    case .call(let callee, []):
      let name = callee.memberName ?? callee.soleName
      return name == "init" || name == typeName ? [] : nil
    default:
      guard let name = expression.memberName else { return nil }
      return Set(unions[name] ?? [name])
    }
  }

  /// How a struct's initial value overrides its properties' own.
  enum Overrides {
    /// The properties have their own initial values, but for those given here.
    case given([String: Expression])
    /// Only running the code tells.
    case unknown
  }

  /// What an initial value says about the properties of a struct.
  func overrides(_ expression: Expression, of id: ID, in scope: TypeScope) -> Overrides {
    guard case .call(let callee, let arguments) = expression.kind, makes(callee, .declared(id, []), in: scope)
    else { return .unknown }
    guard isMadeFromProperties(id, withArguments: !arguments.isEmpty) else { return .unknown }
    var given: [String: Expression] = [:]
    for argument in arguments {
      guard let label = argument.label else { return .unknown }
      given[label] = argument.value
    }
    return .given(given)
  }

  /// Whether initializing a struct gives its properties their initial values, and the arguments, and no others.
  func isMadeFromProperties(_ id: ID, withArguments: Bool) -> Bool {
    var declared: [InitializerDeclaration] = []
    for (file, type) in declarations(of: id) {
      declared += type.initializers.filter { !$0.isDecoding && program.isActive($0.clause, in: file) }
    }
    guard let own = declaration(of: id) else { return false }
    if withArguments { return declared.isEmpty }
    let plain = declared.filter { $0.parameters.end - $0.parameters.start == 2 }
    if plain.isEmpty { return own.initializers.allSatisfy(\.isDecoding) }
    return plain.allSatisfy(\.isEmpty)
  }

  private func object(
    _ expression: Expression, _ id: ID, _ arguments: [ValueType], in scope: TypeScope, depth: Int
  ) -> JSONValue? {
    guard case .given(let given) = overrides(expression, of: id, in: scope) else { return nil }
    var object = JSONObject()
    let inner = TypeScope(
      type: self[id].name, file: self[id].place.file, generics: genericArguments(of: id, arguments))
    for property in codedProperties(of: id) {
      let source = program.files[property.file]
      guard property.declaration.prefix.attributes.isEmpty else { return nil }
      let initial: Expression? =
        property.declaration.value.isEmpty ? nil : Expression.read(property.declaration.value, in: source)
      let type: ValueType? =
        property.declaration.type.isEmpty
        ? initial.flatMap { infer($0, in: inner) }
        : resolve(TypeReference.read(property.declaration.type, in: source), in: inner)
      guard let type else { return nil }
      let override = given[property.name]
      guard let chosen = override ?? initial else {
        guard type.isOptional else { return nil }
        object[property.key] = .null
        continue
      }
      let place = override == nil ? inner : scope
      guard let value = value(of: chosen, as: type, in: place, depth: depth + 1) else { return nil }
      object[property.key] = value
    }
    return .object(object)
  }

  /// What the generic parameters of a type stand for.
  func genericArguments(of id: ID, _ arguments: [ValueType]) -> [String: ValueType] {
    Dictionary(zip(self[id].generics, arguments), uniquingKeysWith: { first, _ in first })
  }
}

extension Expression {
  /// The name that this is, if it has one part only.
  fileprivate var soleName: String? {
    if case .path(let names) = kind, names.count == 1 { names[0].text } else { nil }
  }
}
