/// Counts the settings inside of values by their types, each type once.
///
/// A form contains the settings of a type once for each use of the type. If each type of a chain uses the next one twice, their
/// number grows exponentially, so they are counted before they are built.
struct ValueSizes {
  /// The largest number of settings inside of a value.
  static let maximum = 10_000

  private var sizes: [ValueType: Int] = [:]

  /// The number of settings and sections in values of a type, or ``FormBuilder/maximumCount`` if there are more.
  mutating func size(of type: ValueType, in table: TypeTable) -> Int {
    switch type {
    case .optional(let inner), .list(let inner, _), .dictionary(let inner), .keyed(_, let inner):
      return size(of: inner, in: table)
    case .declared(let id, let arguments):
      if let size = sizes[type] { return size }
      // A type that contains itself isn't described there.
      sizes[type] = 1
      let inner = parts(of: id, arguments, table).reduce(1) { sum, part in
        min(sum + size(of: part, in: table), FormBuilder.maximumCount + 1)
      }
      sizes[type] = inner
      return inner
    case .boolean, .integer, .number, .string, .text, .range, .options, .other: return 1
    }
  }

  private func parts(of id: TypeTable.ID, _ arguments: [ValueType], _ table: TypeTable) -> [ValueType] {
    let scope = table.scope(of: id, arguments)
    if table.isGroup(id) {
      return table.codedProperties(of: id).compactMap { property in
        Evaluator(table, in: scope).type(of: property.declaration)
      }
    }
    return table.variantShape(of: id)?.cases.flatMap { item in
      item.values.map { table.resolve($0.type, in: scope) }
    } ?? []
  }
}
