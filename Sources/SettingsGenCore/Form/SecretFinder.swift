/// Finds secrets in values that are edited as JSON.
///
/// A form can't express where in the JSON a secret is, so the whole value has to be secret.
struct SecretFinder {
  let table: TypeTable
  private var seen: Set<TypeTable.ID> = []

  /// Whether a value of a type can contain something that is annotated as secret.
  static func finds(in type: ValueType, of table: TypeTable) -> Bool {
    var finder = SecretFinder(table: table)
    return finder.finds(in: type)
  }

  private init(table: TypeTable) {
    self.table = table
  }

  private mutating func finds(in type: ValueType) -> Bool {
    switch type {
    case .optional(let inner), .list(let inner, _), .dictionary(let inner), .keyed(_, let inner):
      return finds(in: inner)
    case .declared(let id, let arguments):
      for argument in arguments where finds(in: argument) { return true }
      return finds(in: id)
    case .boolean, .integer, .number, .string, .text, .range, .options, .other: return false
    }
  }

  private mutating func finds(in id: TypeTable.ID) -> Bool {
    guard seen.insert(id).inserted else { return false }
    for (file, type) in table.declarations(of: id) {
      let scope = table.scope(of: id, in: file)
      for property in type.properties
      where !property.prefix.isStatic && table.program.isActive(property.clause, in: file) {
        if isSecret(property, in: file) { return true }
        if let type = Evaluator(table, in: scope).type(of: property), finds(in: type) { return true }
        if finds(inNamesOf: property.type, in: scope) { return true }
      }
      for item in type.cases where table.program.isActive(item.clause, in: file) {
        if isSecret(item, in: file) || item.values?.contains(where: { isSecret($0, in: file) }) ?? false
          || finds(inNamesOf: item.associated, in: scope)
        {
          return true
        }
      }
    }
    return false
  }

  /// Whether a type that is named anywhere in a range of the source contains a secret.
  private mutating func finds(inNamesOf range: SourceRange, in scope: TypeScope) -> Bool {
    for name in table.program.files[scope.file].names(range) {
      if let id = table.entry(named: [name], from: scope.type, in: scope.file), finds(in: id) { return true }
    }
    return false
  }

  private func isSecret(_ declaration: some AnnotatedDeclaration, in file: Int) -> Bool {
    table.program.annotations(of: declaration, in: file).contains { annotation in
      annotation.key == AnnotationKey.secret.rawValue && annotation.value != .bool(false)
    }
  }
}
