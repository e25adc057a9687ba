extension Secrecy {
  /// Determines the secrecy of a value that a schema describes.
  ///
  /// Cost: linear in the size of the schema.
  init(_ schema: JSONSchema) {
    guard !schema.keywords.contains(.writeOnly(true)) else {
      self = .whole
      return
    }
    var parts = Parts()
    var others: [Secrecy] = []
    for keyword in schema.keywords {
      switch keyword {
      case .properties(let properties): parts.add(properties)
      case .patternProperties(let properties):
        parts.patterns += properties.map {
          Parts.Pattern(keys: try? TextPattern($0.name), secrecy: Secrecy($0.schema))
        }
      case .additionalProperties(let schema): parts.additional = Secrecy(schema)
      case .prefixItems(let schemas): parts.prefix = schemas.map(Secrecy.init)
      case .items(let schema): parts.items = Secrecy(schema)
      case .contains(let schema): parts.contained = Secrecy(schema)
      case .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas): others += schemas.map(Secrecy.init)
      case .if(let schema), .then(let schema), .else(let schema): others.append(Secrecy(schema))
      case .dependentSchemas(let schemas): others += schemas.map { Secrecy($0.schema) }
      // A negated schema never describes a value.
      default: break
      }
    }
    let types = schema.possibleTypes
    var alternatives = [Alternative(types: types, parts: parts)]
    for (other, allowed) in zip(others, schema.inPlaceTypes) {
      alternatives += other.alternatives.map { alternative in
        var alternative = alternative
        alternative.types.formIntersection(allowed)
        return alternative
      }
    }
    self.init(
      alternatives: alternatives, types: types,
      holdsSecrets: parts.holdsSecrets || others.contains(where: \.holdsSecrets))
  }
}

extension Secrecy.Parts {
  fileprivate mutating func add(_ named: [SchemaKeyword.Named]) {
    properties.reserveCapacity(named.count)
    for property in named { properties[ExactText(property.name)] = Secrecy(property.schema) }
    for property in named {
      for key in property.schema.formerKeys { formerKeys[ExactText(key), default: []].append(property.name) }
    }
  }
}

extension JSONSchema {
  /// The types that the subschemas for the value itself allow, in the order of the keywords.
  fileprivate var inPlaceTypes: [JSONTypeSet] {
    keywords.flatMap { keyword -> [JSONTypeSet] in
      switch keyword {
      case .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas): schemas.map(\.possibleTypes)
      case .if(let schema), .then(let schema), .else(let schema): [schema.possibleTypes]
      case .dependentSchemas(let schemas): schemas.map(\.schema.possibleTypes)
      default: []
      }
    }
  }

  /// The types that values can have, estimated: without the keyword `type`, keywords imply the type that they apply to.
  fileprivate var possibleTypes: JSONTypeSet {
    var types = JSONTypeSet.all
    var implied: JSONTypeSet = []
    for keyword in keywords {
      switch keyword {
      case .never: return []
      case .type(let named): types.formIntersection(JSONTypeSet(named))
      case .const(let value): types.formIntersection(JSONTypeSet(JSONType(of: value)))
      case .enumeration(let values): types.formIntersection(JSONTypeSet(values.map(JSONType.init(of:))))
      case .allOf(let schemas): for schema in schemas { types.formIntersection(schema.possibleTypes) }
      case .anyOf(let schemas), .oneOf(let schemas):
        types.formIntersection(schemas.reduce(into: []) { $0.formUnion($1.possibleTypes) })
      case .properties, .patternProperties, .additionalProperties: implied.formUnion([.object, .null])
      case .prefixItems, .items, .contains: implied.formUnion([.array, .null])
      default: break
      }
    }
    let namesTypes = types != .all
    return namesTypes || implied.isEmpty ? types : implied
  }
}
