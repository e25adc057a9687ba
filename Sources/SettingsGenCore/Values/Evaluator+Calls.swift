/// Calls of initializers, and the types of properties.
extension Evaluator {
  /// Returns the argument of a call that initializes a type with one argument of this label; `nil` for any other expression.
  ///
  /// - Parameter names: The names of the standard library's types that the call may use without generic arguments.
  func argument(
    _ label: String?, of expression: Expression, initializing type: ValueType, names: Set<String> = []
  ) -> Expression? {
    guard case .call(let callee, let arguments) = expression.kind, arguments.count == 1,
      arguments[0].label == label, initializes(callee, type, names: names)
    else { return nil }
    return arguments[0].value
  }

  /// Whether an expression initializes a type without arguments.
  func isEmptyInitializer(_ expression: Expression, of type: ValueType, names: Set<String> = []) -> Bool {
    guard case .call(let callee, []) = expression.kind else { return false }
    return initializes(callee, type, names: names)
  }

  /// Whether the callee of a call is `.init` or names the type.
  func initializes(_ callee: Expression, _ type: ValueType, names: Set<String> = []) -> Bool {
    switch callee.kind {
    case .implicitMember(let name): return name == "init"
    case .type(let reference): return resolve(reference) == type
    case .path(var path):
      if path.count > 1, path.last?.text == "init" { path.removeLast() }
      let isPlain = path.count == 1 && path[0].arguments.isEmpty
      if isPlain, names.contains(path[0].text), !isHidden(path[0].text) { return true }
      let named = resolve(.named(path))
      if case .declared(let left, _) = named, case .declared(let right, _) = type { return left == right }
      return named == type
    default: return false
    }
  }

  /// Returns the initial value of a property that is declared in the scope's file; `nil` if the file declares no such property.
  func initialValue(of property: PropertyDeclaration) -> Expression? {
    property.value.isEmpty ? nil : Expression.read(property.value, in: program.files[scope.file])
  }

  /// Returns the declared or inferred type of a property that is declared in the scope's file.
  func type(of property: PropertyDeclaration) -> ValueType? {
    if property.type.isEmpty { return initialValue(of: property).flatMap(infer) }
    return resolve(TypeReference.read(property.type, in: program.files[scope.file]))
  }
}
