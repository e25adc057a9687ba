/// The place of a name in the sources, which determines the type or member that it denotes.
struct TypeScope: Hashable, Sendable {
  /// The full name of the type around the name.
  var type: [String]
  /// The index of the file.
  var file: Int
  /// The types that the generic parameters denote.
  var generics: [String: ValueType] = [:]
}
