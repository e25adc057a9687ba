/// Where a name stands in the sources: what it means depends on it.
struct TypeScope: Hashable, Sendable {
  /// The full name of the type that the name stands in.
  var type: [String]
  /// The index of the file.
  var file: Int
  /// What the generic parameters stand for.
  var generics: [String: ValueType] = [:]
}
