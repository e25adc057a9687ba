/// The schemas of a `oneOf` whose values are objects and are distinguished by the one key that each schema requires.
package struct KeyedAlternatives {
  package struct Alternative {
    package let key: String
    package let schema: JSONSchema
  }

  package private(set) var all: [Alternative] = []
  /// The positions of the alternatives in the `oneOf`.
  package private(set) var positions: [Int] = []
  /// Whether `null` is an alternative, too.
  package private(set) var allowsNull = false

  /// Creates alternatives; returns `nil` if the schemas are distinguished in another way.
  package init?(_ schemas: [JSONSchema]) {
    var keys: Set<ExactText> = []
    for (position, schema) in schemas.enumerated() {
      if schema.isNull {
        if allowsNull { return nil }
        allowsNull = true
        continue
      }
      guard schema.types == [.object], let required = schema.required, required.count == 1,
        schema.properties?.contains(where: { $0.name.hasSameScalars(as: required[0]) }) == true,
        keys.insert(ExactText(required[0])).inserted
      else { return nil }
      all.append(Alternative(key: required[0], schema: schema))
      positions.append(position)
    }
    if all.isEmpty { return nil }
  }
}

extension JSONSchema {
  /// Whether `null` is the only value, as in the schema beside the choices or alternatives of an optional.
  package var isNull: Bool { keywords == [.type([.null])] || keywords == [.const(.null)] }

  /// The keys that an object needs.
  package var required: [String]? {
    for case .required(let keys) in keywords { return keys }
    return nil
  }

  /// The title; `nil` for an alternative without one.
  package var title: String? {
    for case .title(let text) in keywords { return text }
    return nil
  }

  /// The schemas of `oneOf`; `nil` without that keyword.
  package var oneOf: [JSONSchema]? {
    for case .oneOf(let schemas) in keywords { return schemas }
    return nil
  }
}
