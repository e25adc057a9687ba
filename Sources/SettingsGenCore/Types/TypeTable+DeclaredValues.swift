import SettingsForm

/// The values that initial values of declared types have in a document.
extension TypeTable {
  func declared(
    _ expression: Expression, _ id: ID, _ arguments: [ValueType], in scope: TypeScope, depth: Int
  ) -> JSONValue? {
    if self[id].keyword == .enum { return choice(expression, of: id, in: scope, depth: depth) }
    if let shape = optionSetShape(of: id) { return flags(expression, shape, of: id, in: scope, depth: depth) }
    if let raw = rawType(ofStruct: id) {
      guard keepsRawValue(id), case .call(let callee, let given) = expression.kind, given.count == 1,
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
    return rawProperty(ofStruct: id)
  }

  /// The type of a struct's property `rawValue`.
  func rawProperty(ofStruct id: ID) -> ValueType? {
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

  /// Whether a struct takes its raw value as it is given.
  private func keepsRawValue(_ id: ID) -> Bool {
    for (file, type) in declarations(of: id) {
      let source = program.files[file]
      for property in type.properties where source.matches(property.name, "rawValue") {
        guard property.storage == .stored, property.prefix.attributes.isEmpty, property.value.isEmpty else {
          return false
        }
      }
      for initializer in type.initializers where !initializer.isDecoding {
        let parameters = source.words(initializer.parameters)
        guard parameters.first(where: { $0 != "(" }) == "rawValue" else { continue }
        guard parameters.dropFirst(2).first == ":",
          source.words(initializer.body) == ["{", "self", ".", "rawValue", "=", "rawValue", "}"]
        else { return false }
      }
    }
    return true
  }

  /// The value of an enum's case by its raw value.
  private func choice(_ expression: Expression, of id: ID, in scope: TypeScope, depth: Int) -> JSONValue? {
    guard let shape = enumShape(of: id), case .forced(let call) = expression.kind,
      case .call(let callee, let arguments) = call.kind, arguments.count == 1,
      arguments[0].label == "rawValue", makes(callee, .declared(id, []), in: scope),
      let type = rawType(ofEnum: id),
      let raw = value(of: arguments[0].value, as: type, in: scope, depth: depth + 1)
    else { return nil }
    return shape.cases.first { $0.value == raw }?.value
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
