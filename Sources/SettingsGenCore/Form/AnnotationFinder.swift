/// Finds annotations in values that are edited as JSON.
///
/// A form can't express where in the JSON a secret is, so the whole value has to be secret; nor where a value was in earlier versions.
struct AnnotationFinder {
  let table: TypeTable
  private let key: AnnotationKey
  private var seen: Set<TypeTable.ID> = []

  /// Whether a value of a type can contain something with an annotation.
  static func finds(_ key: AnnotationKey, in type: ValueType, of table: TypeTable) -> Bool {
    var finder = AnnotationFinder(table: table, key: key)
    return finder.finds(in: type)
  }

  private init(table: TypeTable, key: AnnotationKey) {
    (self.table, self.key) = (table, key)
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
        if isAnnotated(property, in: file) { return true }
        if let type = Evaluator(table, in: scope).type(of: property), finds(in: type) { return true }
        if finds(inNamesOf: property.type, in: scope) { return true }
      }
      for item in type.cases where table.program.isActive(item.clause, in: file) {
        if isAnnotated(item, in: file) || item.values?.contains(where: { isAnnotated($0, in: file) }) ?? false
          || finds(inNamesOf: item.associated, in: scope)
        {
          return true
        }
      }
    }
    return false
  }

  /// Whether a type that is named anywhere in a range of the source contains the annotation.
  private mutating func finds(inNamesOf range: SourceRange, in scope: TypeScope) -> Bool {
    for name in table.program.files[scope.file].names(range) {
      if let id = table.entry(named: [name], from: scope.type, in: scope.file), finds(in: id) { return true }
    }
    return false
  }

  private func isAnnotated(_ declaration: some AnnotatedDeclaration, in file: Int) -> Bool {
    table.program.annotations(of: declaration, in: file).contains { annotation in
      annotation.key == key.rawValue && annotation.value != .bool(false)
    }
  }
}
