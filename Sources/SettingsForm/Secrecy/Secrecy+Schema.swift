extension Secrecy {
  /// Determines the secrecy of a value that a schema describes.
  ///
  /// Cost: linear in the size of the schema.
  ///
  /// - Parameter definitions: The definitions that the schema's references lead to. With them, the secrecy of a part is determined
  ///   when it is first asked for.
  init(_ schema: JSONSchema, _ definitions: SecretDefinitions? = nil) {
    func part(_ schema: JSONSchema) -> Secrecy {
      guard let definitions else { return Secrecy(schema) }
      if definitions.holdsSecrets(schema) { return Secrecy(DeferredSecrecy(schema, definitions)) }
      return Secrecy(alternatives: [], types: schema.possibleTypes(definitions), holdsSecrets: false)
    }
    guard !schema.keywords.contains(.writeOnly(true)) else {
      self = .whole
      return
    }
    var parts = Parts()
    var others: [Secrecy] = []
    var unevaluated = Secrecy.none
    for keyword in schema.keywords {
      switch keyword {
      case .properties(let properties): parts.add(properties, part)
      // Without a pattern that can be compiled, every key may match.
      case .patternProperties(let properties):
        parts.patterns += properties.map {
          Parts.Pattern(keys: try? TextPattern($0.name), secrecy: part($0.schema))
        }
      case .additionalProperties(let schema): parts.additional = part(schema)
      case .prefixItems(let schemas): parts.prefix = schemas.map(part)
      case .items(let schema): parts.items = part(schema)
      case .contains(let schema): parts.contained = part(schema)
      // Which members are unevaluated depends on the value, so all members without a name may be.
      case .unevaluatedProperties(let schema):
        parts.additional = Secrecy.any(of: [parts.additional, part(schema)])
      case .unevaluatedItems(let schema): unevaluated = part(schema)
      case .reference(let name):
        if let schema = definitions?.schemas[name] { others.append(Secrecy(schema, definitions)) }
      // A negated schema never describes a value.
      case .not: break
      default: others += keyword.schemasInPlace.map { Secrecy($0, definitions) }
      }
    }
    // An alternative that had another key.
    if let required = schema.required, required.count == 1 {
      for key in schema.formerKeys { parts.formerKeys[ExactText(key), default: []].append(required[0]) }
    }
    if unevaluated.holdsSecrets { parts.contained = Secrecy.any(of: [parts.contained, unevaluated]) }
    let types = schema.possibleTypes(definitions)
    var alternatives = [Alternative(types: types, parts: parts)]
    for (other, allowed) in zip(others, schema.inPlaceTypes(definitions)) {
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
  fileprivate mutating func add(_ named: [SchemaKeyword.Named], _ part: (JSONSchema) -> Secrecy) {
    properties.reserveCapacity(named.count)
    for property in named { properties[ExactText(property.name)] = part(property.schema) }
    for property in named {
      for key in property.schema.formerKeys { formerKeys[ExactText(key), default: []].append(property.name) }
    }
  }
}

extension JSONSchema {
  /// Returns the types that the subschemas for the value itself allow, in the order of the keywords.
  fileprivate func inPlaceTypes(_ definitions: SecretDefinitions?) -> [JSONTypeSet] {
    keywords.flatMap { keyword -> [JSONTypeSet] in
      switch keyword {
      case .reference(let name): definitions?.possibleTypes(of: name).map { [$0] } ?? []
      case .not: []
      default: keyword.schemasInPlace.map { $0.possibleTypes(definitions) }
      }
    }
  }

  /// Returns the types that values can have, estimated: without the keyword `type`, keywords imply the type that they apply to.
  func possibleTypes(_ definitions: SecretDefinitions?) -> JSONTypeSet {
    var types = JSONTypeSet.all
    var implied: JSONTypeSet = []
    for keyword in keywords {
      switch keyword {
      case .never: return []
      case .type(let named): types.formIntersection(JSONTypeSet(named))
      case .const(let value): types.formIntersection(JSONTypeSet(JSONType(of: value)))
      case .enumeration(let values): types.formIntersection(JSONTypeSet(values.map(JSONType.init(of:))))
      case .reference(let name):
        if let known = definitions?.possibleTypes(of: name) { types.formIntersection(known) }
      case .allOf(let schemas):
        for schema in schemas { types.formIntersection(schema.possibleTypes(definitions)) }
      case .anyOf(let schemas), .oneOf(let schemas):
        types.formIntersection(schemas.reduce(into: []) { $0.formUnion($1.possibleTypes(definitions)) })
      case .properties, .patternProperties, .additionalProperties: implied.formUnion([.object, .null])
      case .prefixItems, .items, .contains: implied.formUnion([.array, .null])
      default: break
      }
    }
    let namesTypes = types != .all
    return namesTypes || implied.isEmpty ? types : implied
  }
}
