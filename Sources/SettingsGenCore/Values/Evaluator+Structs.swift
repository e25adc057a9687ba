import SettingsForm

/// The values of structs, and of types that are coded by a raw value.
extension Evaluator {
  func declared(_ expression: Expression, _ id: TypeTable.ID, _ arguments: [ValueType]) -> JSONValue? {
    if table[id].keyword == .enum {
      return choice(expression, of: id) ?? variant(expression, of: id, arguments)
    }
    if let shape = table.optionSetShape(of: id) { return flags(expression, shape, of: id) }
    if let raw = table.rawType(ofStruct: id) {
      guard table.storesRawValue(id),
        let given = argument("rawValue", of: expression, initializing: .declared(id, arguments))
      else { return nil }
      return deeper.value(of: given, as: raw)
    }
    return table.isGroup(id) ? object(expression, id, arguments) : nil
  }

  /// Returns the value of `Mode(rawValue: "fast")!`.
  private func choice(_ expression: Expression, of id: TypeTable.ID) -> JSONValue? {
    guard let shape = table.enumShape(of: id), case .forced(let call) = expression.kind,
      let given = argument("rawValue", of: call, initializing: .declared(id, [])),
      let type = table.rawType(ofEnum: id), let raw = deeper.value(of: given, as: type)
    else { return nil }
    return shape.cases.first { $0.value == raw }?.value
  }

  /// The values that an initializer call gives the properties of a struct.
  enum Overrides {
    /// The properties keep their initial values, except those listed here.
    case known([String: Expression])
    /// Only running the program shows the values.
    case unknown
  }

  /// Returns the values that an initial value of a struct gives its properties.
  func overrides(_ expression: Expression, of id: TypeTable.ID) -> Overrides {
    guard case .call(let callee, let arguments) = expression.kind, initializes(callee, .declared(id, [])),
      table.keepsInitialValues(id, withArguments: !arguments.isEmpty)
    else { return .unknown }
    var values: [String: Expression] = [:]
    for argument in arguments {
      guard let label = argument.label else { return .unknown }
      values[label] = argument.value
    }
    return .known(values)
  }

  private func object(
    _ expression: Expression, _ id: TypeTable.ID, _ arguments: [ValueType]
  ) -> JSONValue? {
    guard case .known(let values) = overrides(expression, of: id) else { return nil }
    var object = JSONObject()
    let inner = deeper(in: table.scope(of: id, arguments))
    for property in table.codedProperties(of: id) {
      guard property.declaration.prefix.attributes.isEmpty, let type = inner.type(of: property.declaration)
      else { return nil }
      if let override = values[property.name] {
        guard let value = deeper.value(of: override, as: type) else { return nil }
        object[property.key] = value
      } else if let initial = inner.initialValue(of: property.declaration) {
        guard let value = inner.value(of: initial, as: type) else { return nil }
        object[property.key] = value
      } else {
        guard type.isOptional else { return nil }
        object[property.key] = .null
      }
    }
    return .object(object)
  }
}
