/// Alternatives (`anyOf`, `oneOf`) and conditions as sections and settings.
///
/// The keywords stay, because values are checked by them. In addition, a person sees the settings of all alternatives. What a set of
/// alternatives becomes:
///
/// | alternatives | setting |
/// |---|---|
/// | each lists values | one list of choices |
/// | something, and `null` | the same setting, optional |
/// | several of one type, such as two patterns | a setting of that type; the check says what is wrong |
/// | objects that a constant or a required key tells apart | a choice among objects |
/// | other objects | the members of all of them |
/// | several types | a choice among the types, which ``SourceKindReader`` makes |
///
/// For example, `{"anyOf": [{"const": "auto"}, {"enum": ["on", "off"]}]}` becomes a choice of three values, and
/// `{"anyOf": [{"properties": {"a": A}}, {"properties": {"a": B, "b": C}}]}` an object whose `a` is either `A` or `B`,
/// and which can have a `b`.
///
/// What the alternatives say about their objects as a whole, such as `required`, isn't added: it doesn't apply to the
/// objects of the others.
extension SchemaMerger {
  /// The number of levels of alternatives whose members the outermost section shows. The schema of a dev container
  /// needs three.
  private static let maxAlternativeDepth = 6

  /// One of the alternatives: as it stands, merged with what it refers to, and the types of its values.
  private struct Alternative {
    let placed: PlacedSchema
    let merged: MergedSchema
    let types: Set<JSONType>
  }

  /// Adds what the alternatives of a schema have in common: the type of a single alternative, its limits, or the
  /// members of objects.
  ///
  /// Nothing is added if one of the alternatives says nothing about types, because its values could be anything.
  mutating func addAlternatives(to merged: inout MergedSchema, _ place: SchemaPlace, open: Names) {
    for keyword in merged.keywords {
      switch keyword {
      case .list(.anyOf, let schemas), .list(.oneOf, let schemas):
        add(
          schemas.enumerated().map { place.part($0.element, keys: [keyword.name, String($0.offset)]) },
          of: keyword.name, to: &merged, open: open)
      default: break
      }
    }
    addConditionalMembers(to: &merged, place, open: open)
  }

  /// Adds what the alternatives of one keyword have in common. The steps are the rows of the table above, in their
  /// order.
  private mutating func add(
    _ schemas: [PlacedSchema], of keyword: String, to merged: inout MergedSchema, open: Names
  ) {
    var alternatives: [Alternative] = []
    for schema in schemas {
      var inner = open
      let merged = self.merged([schema], open: &inner)
      guard let types = merged.valueTypes else { return }
      alternatives.append(Alternative(placed: schema, merged: merged, types: types))
    }
    let allowsNull = alternatives.contains { $0.types.contains(.null) }
    let values = alternatives.filter { $0.types != [.null] }
    if let constants = Self.constants(alternatives) {
      return merged.replace(keyword, with: .list(.oneOf, constants))
    }
    if values.count == 1, alternatives.count == 2, let optional = values[0].merged.allowingNull {
      merged.remove(keyword)
      merged.add(optional, properties: values[0].merged.properties)
      return
    }
    let types = values.reduce(into: Set<JSONType>()) { $0.formUnion($1.types) }.subtracting([.null])
    let isNumber = types == [.integer, .number]
    // Alternatives of several types have nothing in common that could be added.
    guard types.count == 1 || isNumber, let type = isNumber ? .number : types.first else { return }
    // A person chooses among objects that can be distinguished.
    if type == .object, merged.properties == nil, values.map(\.merged).areDistinguishable { return }
    merged.add(type: allowsNull ? [type, .null] : [type])
    switch type {
    case .object: addMembers(of: values.map { $0.merged }, areAll: !allowsNull, to: &merged)
    case .array:
      guard let items = values.mapAll(\.merged.items) else { break }
      merged.addItems(items.count == 1 ? items[0] : .any(of: items))
    default: break
    }
  }

  /// Adds the members of those alternatives that are objects. The outermost schema is one section with the settings of
  /// all.
  ///
  /// An alternative can have alternatives of its own: the schema of a dev container nests `image`, `features` and most
  /// others three levels deep. The depth is limited, because each level multiplies the schemas.
  ///
  /// This is done only for the document itself. An inner value with alternatives is a row on which a person chooses.
  mutating func addMembersOfAlternatives(
    to merged: inout MergedSchema, _ place: SchemaPlace, open: Names, depth: Int = 0
  ) {
    guard depth < Self.maxAlternativeDepth else { return }
    for keyword in merged.keywords {
      guard case (let name, let schemas)? = JSONSchema(keywords: [keyword]).alternatives else { continue }
      var found: [MergedSchema] = []
      for (position, schema) in schemas.enumerated() {
        var inner = open
        let part = place.part(schema, keys: [name, String(position)])
        var alternative = self.merged([part], open: &inner)
        addMembersOfAlternatives(to: &alternative, part.place, open: inner, depth: depth + 1)
        found.append(alternative)
      }
      addMembers(of: found, areAll: false, to: &merged)
    }
  }

  /// Adds the members that a schema adds while a condition holds.
  ///
  /// The conditions are noted only for members that the schema doesn't have without them: a condition that narrows a
  /// member that is there anyway doesn't hide it.
  ///
  /// With `{"if": {"properties": {"kind": {"const": "file"}}}, "then": {"properties": {"path": P}}}`, the member `path`
  /// is added with the condition, and a rule hides it for other kinds.
  private mutating func addConditionalMembers(
    to merged: inout MergedSchema, _ place: SchemaPlace, open: Names
  ) {
    var found: [(schema: MergedSchema, condition: MemberCondition)] = []
    for keywords in [merged.keywords] + merged.unmerged.map(\.keywords) {
      for (keyword, schema, condition) in keywords.conditionalSchemas {
        var inner = open
        found.append((self.merged([place.part(schema, keys: [keyword])], open: &inner), condition))
      }
    }
    guard !found.isEmpty else { return }
    let earlier = merged
    addMembers(of: found.map(\.schema), areAll: false, to: &merged)
    for (schema, condition) in found {
      for property in schema.properties ?? [] where !earlier.hasProperty(property.name) {
        merged.add(condition, of: property.name)
      }
    }
  }

  /// Adds the properties of alternatives that are objects.
  ///
  /// A property of several alternatives gets `anyOf` of their schemas. If the schema itself has the property, too, `anyOf` is added to it,
  /// but only if every value belongs to an alternative and each alternative has the property; otherwise, a value could meet none of them
  /// and still be valid.
  ///
  /// - Parameter areAll: Whether each value belongs to one of the alternatives.
  private func addMembers(of alternatives: [MergedSchema], areAll: Bool, to merged: inout MergedSchema) {
    var names: [String] = []
    var schemas: [String: [PlacedSchema]] = [:]
    for alternative in alternatives {
      for property in alternative.properties ?? [] {
        if schemas[property.name] == nil { names.append(property.name) }
        let isOne = property.schemas.count == 1
        let schema =
          isOne
          ? property.schemas[0].schema : JSONSchema(keywords: [.list(.allOf, property.schemas.map(\.schema))])
        schemas[property.name, default: []].append(
          PlacedSchema(schema: schema, place: property.schemas[0].place))
      }
    }
    for name in names {
      let found = schemas[name] ?? []
      guard !merged.hasProperty(name) || areAll && found.count == alternatives.count else { continue }
      merged.add(property: name, PlacedSchema(schema: .any(of: found.map(\.schema)), place: found[0].place))
    }
  }

  /// Returns the alternatives as choices if each lists values, and no value is listed twice.
  ///
  /// A value that two alternatives of `oneOf` list is invalid, so it can't be offered. Each choice keeps the title and
  /// the description of its alternative.
  private static func constants(_ alternatives: [Alternative]) -> [JSONSchema]? {
    var choices: [JSONSchema] = []
    var seen: Set<JSONValue> = []
    for alternative in alternatives {
      guard let listed = alternative.merged.choices else { return nil }
      for choice in listed {
        guard let value = choice.const, seen.insert(value).inserted else { return nil }
      }
      choices += listed
    }
    return choices
  }
}

extension [MergedSchema] {
  /// Whether each object belongs to at most one of the schemas, according to a constant or to the keys that it needs.
  ///
  /// More than 64 schemas aren't compared, since each is compared with each. They become one object with the members of
  /// all.
  fileprivate var areDistinguishable: Bool {
    guard count > 1, count <= 64, allSatisfy({ $0.properties?.isEmpty == false }) else { return false }
    return indices.allSatisfy { left in
      indices.allSatisfy { right in left >= right || self[left].differs(from: self[right]) }
    }
  }
}

extension MergedSchema {
  /// Whether an object can be told to belong to one schema and not to the other: a property has other values in each,
  /// or one schema requires a key that the other doesn't name.
  fileprivate func differs(from other: MergedSchema) -> Bool {
    let constants = constants
    let others = other.constants
    if constants.contains(where: { others[$0.key]?.isDisjoint(with: $0.value) == true }) { return true }
    return (schema.required ?? []).contains { !other.hasProperty($0) }
      || (other.schema.required ?? []).contains { !hasProperty($0) }
  }

  /// The values of the properties that have a constant or a list of values, by key.
  private var constants: [String: Set<JSONValue>] {
    var constants: [String: Set<JSONValue>] = [:]
    for property in properties ?? [] {
      for keyword in property.schemas.flatMap(\.schema.keywords) {
        switch keyword {
        case .const(let value): constants[property.name] = [value]
        case .enumeration(let values): constants[property.name] = Set(values)
        default: break
        }
      }
    }
    return constants
  }
}

extension JSONSchema {
  /// Returns the schema of a value that meets one of several schemas, with the title and the description of the first.
  ///
  /// Equal schemas count once, and a single one is returned as it is: `any(of: [A, A])` is `A`. At least one schema is
  /// needed.
  fileprivate static func any(of schemas: [JSONSchema]) -> JSONSchema {
    var seen: Set<JSONSchema> = []
    let distinct = schemas.filter { seen.insert($0).inserted }
    guard distinct.count > 1 else { return schemas[0] }
    let strings = distinct[0].keywords.filter { $0.name == "title" || $0.name == "description" }
    return JSONSchema(keywords: strings + [.list(.anyOf, distinct)])
  }
}

extension MergedSchema {
  /// The types of values; `nil` if that isn't certain.
  ///
  /// They come from `type`, or from the listed values, or from there being properties. Unlike `impliedTypes`, limits
  /// don't count: `{"minimum": 3}` allows text, and what is added for several alternatives must not refuse it.
  fileprivate var valueTypes: Set<JSONType>? {
    let types = schema.types
    if !types.isEmpty { return Set(types) }
    for keyword in keywords {
      switch keyword {
      case .const(let value): return [JSONType(of: value)]
      case .enumeration(let values): return Set(values.map(JSONType.init(of:)))
      default: break
      }
    }
    return properties == nil ? nil : [.object]
  }

  /// The schema of the elements of a list.
  fileprivate var items: JSONSchema? { schema[.items] }

  /// The schema as choices; `nil` unless it lists values.
  ///
  /// A keyword that could refuse one of the values, such as a pattern beside `enum`, makes it `nil`. If there is a single value, the choice
  /// gets the title and the description of the schema; with several, these describe all of them and are left out.
  ///
  /// `{"enum": ["a", "b"], "enumDescriptions": ["A.", "B."]}` →
  /// `[{"const": "a", "description": "A."}, {"const": "b", "description": "B."}]`
  fileprivate var choices: [JSONSchema]? {
    guard properties == nil else { return nil }
    var choices: [JSONSchema] = []
    var strings: [SchemaKeyword] = []
    for keyword in schema.keywords {
      switch keyword {
      case .const(let value) where choices.isEmpty: choices = [JSONSchema(keywords: [.const(value)])]
      case .enumeration(let values) where choices.isEmpty:
        choices = values.map { JSONSchema(keywords: [.const($0)]) }
      case .type([.null]) where choices.isEmpty: choices = [JSONSchema(keywords: [.const(.null)])]
      case .text(.title, _), .text(.description, _), .flag(.deprecated, _): strings.append(keyword)
      case .type, .other, .valueDescriptions, .conditionalMembers, .unusable, .defaultValue: break
      default: return nil
      }
    }
    for text in schema.valueDescriptions {
      guard let index = choices.firstIndex(where: { $0.const == text.value }) else { continue }
      if let title = text.title { choices[index].keywords.append(.text(.title, title)) }
      if !text.help.isEmpty { choices[index].keywords.append(.text(.description, text.help)) }
    }
    guard choices.count == 1 else { return choices.isEmpty ? nil : choices }
    return [JSONSchema(keywords: choices[0].keywords + strings)]
  }

  /// The keywords of the same schema for a value that can be `null`, too; `nil` if a keyword could refuse `null`.
  ///
  /// Limits can't: `maximum` is about numbers only. `const` becomes an `enum` of two values, since there is no other
  /// way to add one.
  fileprivate var allowingNull: [SchemaKeyword]? {
    guard schema.keywords.count == keywords.count else { return nil }
    var result: [SchemaKeyword] = []
    for keyword in keywords {
      switch keyword {
      case .type(let types): result.append(.type(types.contains(.null) ? types : types + [.null]))
      case .enumeration(let values):
        result.append(.enumeration(values.contains(.null) ? values : values + [.null]))
      case .const(let value): result.append(.enumeration([value, .null]))
      case .list(.oneOf, let schemas) where schemas.allSatisfy { $0.const != nil }:
        result.append(.list(.oneOf, schemas + [JSONSchema(keywords: [.const(.null)])]))
      case .list(.anyOf, _), .list(.oneOf, _), .schema(.not, _), .never, .schema(.if, _), .schema(.then, _),
        .schema(.else, _),
        .reference:
        return nil
      default: result.append(keyword)
      }
    }
    return result
  }
}
