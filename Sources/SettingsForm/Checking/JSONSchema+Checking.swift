extension JSONSchema {
  /// The values of `oneOf`'s schemas if each allows one value only; `nil` otherwise.
  static func choices(_ schemas: [JSONSchema]) -> [JSONValue]? {
    var values: [JSONValue] = []
    values.reserveCapacity(schemas.count)
    for schema in schemas {
      guard let value = schema.const else { return nil }
      let isPlain = schema.keywords.allSatisfy { keyword in
        switch keyword {
        case .const, .title, .description, .deprecated: true
        default: false
        }
      }
      guard isPlain else { return nil }
      values.append(value)
    }
    return values
  }

  /// That a value is none of the choices, if the schema lists choices.
  var choiceReason: FormProblem.Reason? {
    for keyword in keywords {
      switch keyword {
      case .enumeration(let values): return .noChoice(values, nearest: nil)
      case .oneOf(let schemas):
        if let values = Self.choices(schemas) { return .noChoice(values, nearest: nil) }
      default: break
      }
    }
    return nil
  }

  /// Whether keywords beside `properties` say what other members there may be.
  var saysWhatElse: Bool {
    keywords.contains { keyword in
      switch keyword {
      case .additionalProperties, .patternProperties, .allOf, .anyOf, .oneOf, .if, .dependentSchemas: true
      default: false
      }
    }
  }

  var allowsAnyNumber: Bool {
    for case .type(let types) in keywords { return types.contains(.number) }
    return true
  }

  var prefixCount: Int {
    for case .prefixItems(let schemas) in keywords { return schemas.count }
    return 0
  }

  var containsBounds: (min: Int, max: Int) {
    var bounds = (min: 1, max: Int.max)
    for keyword in keywords {
      switch keyword {
      case .minContains(let count): bounds.min = count
      case .maxContains(let count): bounds.max = count
      default: break
      }
    }
    return bounds
  }

  var propertyPatterns: [String] {
    for case .patternProperties(let properties) in keywords { return properties.map(\.name) }
    return []
  }

  var then: JSONSchema? {
    for case .then(let schema) in keywords { return schema }
    return nil
  }

  var `else`: JSONSchema? {
    for case .else(let schema) in keywords { return schema }
    return nil
  }
}
