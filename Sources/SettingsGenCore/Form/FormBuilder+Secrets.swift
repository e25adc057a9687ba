/// Secrets in values whose parts a form does not know.
extension FormBuilder {
  /// Whether a type that is edited as JSON has something inside that is annotated as secret.
  ///
  /// The form can't say where in the JSON it stands, so the whole value has to be secret.
  func holdsSecret(_ type: ValueType) -> Bool {
    var seen: Set<TypeTable.ID> = []
    return holdsSecret(type, &seen)
  }

  private func holdsSecret(_ type: ValueType, _ seen: inout Set<TypeTable.ID>) -> Bool {
    switch type {
    case .optional(let inner), .list(let inner, _), .dictionary(let inner): return holdsSecret(inner, &seen)
    case .declared(let id, let arguments):
      for argument in arguments where holdsSecret(argument, &seen) { return true }
      return holdsSecret(id, &seen)
    case .boolean, .integer, .number, .string, .text, .options, .other: return false
    }
  }

  private func holdsSecret(_ id: TypeTable.ID, _ seen: inout Set<TypeTable.ID>) -> Bool {
    guard seen.insert(id).inserted else { return false }
    let scope = TypeScope(type: table[id].name, file: table[id].place.file, generics: [:])
    for (file, type) in table.declarations(of: id) {
      for property in type.properties
      where !property.prefix.isStatic && table.program.isActive(property.clause, in: file) {
        if saysSecret(property.comments, property.prefix, in: file) { return true }
        let coded = TypeTable.CodedProperty(
          declaration: property, file: file, name: table.program.files[file].name(property.name), key: "")
        if let type = table.type(of: coded, in: scope), holdsSecret(type, &seen) { return true }
        if namesSecret(property.type, in: scope, file, &seen) { return true }
      }
      for item in type.cases where table.program.isActive(item.clause, in: file) {
        if saysSecret(item.comments, item.prefix, in: file) { return true }
        if namesSecret(item.associated, in: scope, file, &seen) { return true }
      }
    }
    return false
  }

  /// Whether a type that is named somewhere in a range of the source has a secret inside.
  private func namesSecret(
    _ range: SourceRange, in scope: TypeScope, _ file: Int, _ seen: inout Set<TypeTable.ID>
  ) -> Bool {
    guard !range.isEmpty else { return false }
    var reader = TokenReader(table.program.files[file], range)
    while !reader.isAtEnd {
      if reader.kind == .identifier {
        let name = table.program.files[file].name(reader.token.range)
        if let id = table.entry(named: [name], from: scope.type, in: file), holdsSecret(id, &seen) {
          return true
        }
      }
      reader.advance()
    }
    return false
  }

  private func saysSecret(_ comments: AttachedComments, _ prefix: DeclarationPrefix, in file: Int) -> Bool {
    table.program.annotations(of: comments, startingAt: prefix.start, in: file).contains { annotation in
      annotation.key == AnnotationKey.secret.rawValue && annotation.value != .bool(false)
    }
  }
}
