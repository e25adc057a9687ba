/// The types that names denote.
extension TypeTable {
  /// Returns the type that a reference denotes.
  func resolve(_ reference: TypeReference, in scope: TypeScope, depth: Int = 0) -> ValueType {
    guard depth < TokenReader.maximumDepth else { return .other }
    switch reference {
    case .other: return .other
    case .optional(let wrapped):
      let type = resolve(wrapped, in: scope, depth: depth + 1)
      return type.isOptional ? type : .optional(type)
    case .array(let element):
      return .list(resolve(element, in: scope, depth: depth + 1), isUnique: false)
    case .dictionary(let key, let value):
      let key = resolve(key, in: scope, depth: depth + 1)
      let value = resolve(value, in: scope, depth: depth + 1)
      if key == .string { return .dictionary(value) }
      return isObjectKey(key) ? .keyed(by: key, value) : .other
    case .named(let names): return resolve(names, in: scope, depth: depth)
    }
  }

  private func resolve(_ names: [TypeReference.Name], in scope: TypeScope, depth: Int) -> ValueType {
    guard depth < TokenReader.maximumDepth else { return .other }
    guard let first = names.first, let last = names.last else { return .other }
    if names.count == 1, let argument = scope.generics[first.text] { return argument }
    if first.text == "Self" {
      let full = scope.type.map { TypeReference.Name(text: $0) } + names.dropFirst()
      return resolve(full, in: TypeScope(type: [], file: scope.file), depth: depth + 1)
    }
    let strings = names.map(\.text)
    if let id = entry(named: strings, from: scope.type, in: scope.file) {
      return .declared(id, last.arguments.map { resolve($0, in: scope, depth: depth + 1) })
    }
    if names.count > 1, last.text == "Options",
      case .declared(let id, _) = resolve(Array(names.dropLast()), in: scope, depth: depth + 1),
      bindsOptions(id)
    {
      return .options(id)
    }
    if let alias = alias(named: strings, from: scope.type, in: scope.file) {
      let inner = TypeScope(type: alias.scope, file: alias.file, generics: scope.generics)
      return resolve(alias.type, in: inner, depth: depth + 1)
    }
    if names.count > 1 {
      if let id = entry(named: strings, ofModuleSeenIn: scope.file) {
        return .declared(id, last.arguments.map { resolve($0, in: scope, depth: depth + 1) })
      }
      if Self.modules.contains(first.text) {
        let isHidden = entry(named: [first.text], from: scope.type, in: scope.file) != nil
        return names.count == 2 && !isHidden
          ? resolveStandard(last, in: scope, depth: depth + 1) : .other
      }
      if let alias = alias(named: [first.text], from: scope.type, in: scope.file),
        case .named(let target) = alias.type
      {
        let inner = TypeScope(type: alias.scope, file: alias.file)
        return resolve(target + names.dropFirst(), in: inner, depth: depth + 1)
      }
      let isType = entry(named: [first.text], from: scope.type, in: scope.file) != nil
      // A name that isn't a type is a module.
      let file = TypeScope(type: [], file: scope.file)
      return isType ? .other : resolve(Array(names.dropFirst()), in: file, depth: depth + 1)
    }
    return resolveStandard(first, in: scope, depth: depth)
  }

  /// Whether dictionaries with keys of a type are coded as objects.
  private func isObjectKey(_ type: ValueType) -> Bool {
    switch type {
    case .integer(.int): return true
    case .declared(let id, _):
      guard self[id].keyword == .enum, conformances(of: id).contains("CodingKeyRepresentable"),
        !converts("codingKey", id), enumShape(of: id)?.coding == .rawValue
      else { return false }
      let raw = rawType(ofEnum: id)
      return raw == .string || raw == .integer(.int)
    default: return false
    }
  }

  /// The modules whose types are known by name.
  private static let modules: Set<String> = ["Swift", "Foundation", "FoundationEssentials"]

  private func resolveStandard(_ name: TypeReference.Name, in scope: TypeScope, depth: Int) -> ValueType {
    let arguments = name.arguments
    switch (name.text, arguments.count) {
    case ("Optional", 1): return resolve(.optional(arguments[0]), in: scope, depth: depth + 1)
    case ("Array", 1), ("ContiguousArray", 1), ("ArraySlice", 1):
      return resolve(.array(arguments[0]), in: scope, depth: depth + 1)
    case ("Set", 1):
      return .list(resolve(arguments[0], in: scope, depth: depth + 1), isUnique: true)
    case ("ClosedRange", 1), ("Range", 1):
      let bound = resolve(arguments[0], in: scope, depth: depth + 1)
      switch bound {
      case .integer, .number: return .range(bound)
      default: return .other
      }
    case ("Dictionary", 2):
      return resolve(.dictionary(arguments[0], arguments[1]), in: scope, depth: depth + 1)
    case (_, 0): return ValueType.standard(name.text) ?? .other
    default: return .other
    }
  }
}
