import SettingsForm

/// The values of enums with associated values.
extension Evaluator {
  /// Returns the value of `.file(path: "x")`.
  func variant(_ expression: Expression, of id: TypeTable.ID, _ arguments: [ValueType]) -> JSONValue? {
    guard case .call(let callee, let given) = expression.kind, let name = caseName(callee, of: id),
      let item = table.variantShape(of: id)?.cases.first(where: { $0.name == name })
    else { return nil }
    return variant(item, given[...], in: table.scope(of: id, arguments))
  }

  /// Returns the value of a case without associated values.
  func plainVariant(named name: String, of id: TypeTable.ID) -> JSONValue? {
    let item = table.variantShape(of: id)?.cases.first { $0.name == name }
    guard let item, item.declaration.associated.isEmpty else { return nil }
    return .object([item.key: .object([:])])
  }

  private func variant(
    _ item: VariantShape.Case, _ given: ArraySlice<Expression.Argument>, in scope: TypeScope
  ) -> JSONValue? {
    var rest = given
    var object = JSONObject()
    let inner = deeper(in: scope)
    for value in item.values {
      let type = inner.resolve(value.type)
      let json: JSONValue?
      if let argument = rest.first, argument.label == value.label {
        rest.removeFirst()
        json = deeper.value(of: argument.value, as: type)
      } else {
        json = value.initial.flatMap { inner.value(of: $0, as: type) }
      }
      guard let key = value.key else { continue }
      guard let json else { return nil }
      object[key] = json
    }
    return rest.isEmpty ? .object([item.key: .object(object)]) : nil
  }

  /// Returns the name of the case that a callee denotes; `nil` for any other function.
  private func caseName(_ callee: Expression, of id: TypeTable.ID) -> String? {
    switch callee.kind {
    case .implicitMember(let name): return name
    case .path(let names) where names.count > 1:
      guard case .declared(id, _) = resolve(.named(Array(names.dropLast()))) else { return nil }
      return names.last?.text
    default: return nil
    }
  }
}
