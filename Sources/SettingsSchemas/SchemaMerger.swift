/// Merges the schemas of a bundle that describe the same value.
///
/// `{"$ref": "port", "title": "Public port"}` with the definition `{"type": "integer", "title": "Port", "maximum": 65535}` is one setting
/// for a person: an integer up to 65 535 whose title is "Public port". The keywords nearer to the value win where they describe it
/// (`title`, `default`); limits are combined.
///
/// A definition can contain itself: a tree of menus. While it is merged, its name is in `open`; a reference to an open definition stays a
/// reference, and what it leads to is read when a person opens that level. The same goes for definitions of objects that only a part refers
/// to (`deferred`): large schemas are mostly parts that few files use.
struct SchemaMerger {
  /// The names of the definitions that are merged into a schema, or into a schema around it.
  typealias Names = Set<String>

  /// The number of schemas that references may add to a form.
  private static let sizeLimit = 20_000
  /// The number of definitions that can be merged into each other. A longer chain would exhaust the stack.
  private static let chainLimit = 200
  /// The maximum nesting of the parts of a setting that are described.
  private static let depthLimit = 32

  private let bundle: SchemaBundle
  private let library: SchemaLibrary
  private lazy var secrets = SecretDefinitions(bundle.source)
  private var size = 0
  private var depth = 0
  /// The defaults inside settings that violate their own limits.
  private(set) var warnings: [FormSchemaError] = []

  init(_ bundle: SchemaBundle, library: SchemaLibrary) {
    self.bundle = bundle
    self.library = library
  }

  /// Merges schemas for the same value.
  ///
  /// A reference to one of the open definitions would repeat without end, so it stays a reference.
  ///
  /// - Parameter open: Receives the names of the definitions that were merged.
  mutating func merged(_ schemas: [PlacedSchema], open: inout Names) -> MergedSchema {
    var merged = MergedSchema()
    for schema in schemas { add(schema, to: &merged, open: &open) }
    addAlternatives(to: &merged, schemas[0].place, open: open)
    return merged
  }

  private mutating func add(_ placed: PlacedSchema, to merged: inout MergedSchema, open: inout Names) {
    size += 1
    var own = placed
    own.schema.keywords.removeAll { $0.name == "$ref" || $0.name == "allOf" }
    merged.add(own)
    for keyword in placed.schema.keywords {
      switch keyword {
      case .reference(let name):
        guard let target = bundle.source.definitions[name], let place = bundle.origins[name],
          size < Self.sizeLimit, open.count < Self.chainLimit, open.insert(name).inserted
        else {
          merged.add(unmerged: JSONSchema(keywords: [keyword]))
          continue
        }
        var definition = PlacedSchema(schema: target, place: place)
        // The title of a whole document names files, not the member whose value is like one.
        if place.keys.isEmpty, !placed.place.keys.isEmpty {
          definition.schema.keywords.removeAll { $0.name == "title" }
        }
        add(definition, to: &merged, open: &open)
      case .allOf(let schemas):
        for (index, schema) in schemas.enumerated() {
          add(placed.part(schema, keys: "allOf", String(index)), to: &merged, open: &open)
        }
      default: break
      }
    }
  }

  /// Merges schemas, and the schemas for the parts of the value.
  mutating func complete(_ merged: MergedSchema, place: SchemaPlace, open: Names) -> JSONSchema {
    var schema = merged.schema
    schema.keywords = schema.keywords.map { keyword in
      switch keyword {
      case .items(let schema): .items(part(schema, place: place, open: open, keys: "items"))
      case .additionalProperties(let schema) where schema != .never:
        .additionalProperties(part(schema, place: place, open: open, keys: "additionalProperties"))
      case .oneOf(let schemas): .oneOf(parts(schemas, place: place, open: open, keyword: keyword.name))
      case .anyOf(let schemas): .anyOf(parts(schemas, place: place, open: open, keyword: keyword.name))
      case .prefixItems(let schemas):
        .prefixItems(parts(schemas, place: place, open: open, keyword: keyword.name))
      case .patternProperties(let schemas):
        .patternProperties(
          schemas.map { named in
            let schema = part(named.schema, place: place, open: open, keys: keyword.name, named.name)
            return SchemaKeyword.Named(name: named.name, schema: schema)
          })
      default: keyword
      }
    }
    if merged.properties == nil, schema.types.contains(.object), let entries = schema.onlyEntries,
      schema.additionalProperties == .never || !secrets.holdsSecrets(entries)
    {
      // All keys are edited like keys that match the pattern. If other keys are allowed, their values must not be masked like these.
      schema.keywords.removeAll { $0.name == "patternProperties" || $0.name == "additionalProperties" }
      schema.keywords.append(
        .additionalProperties(part(entries, place: place, open: open, keys: "patternProperties")))
    }
    if let properties = merged.properties {
      schema.keywords.append(
        .properties(
          properties.map { property in
            SchemaKeyword.Named(name: property.name, schema: part(property.schemas, open: open))
          }))
      let conditional = merged.conditionalMembers
      if !conditional.isEmpty { schema.keywords.append(.conditionalMembers(conditional)) }
    }
    return schema
  }

  private mutating func parts(
    _ schemas: [JSONSchema], place: SchemaPlace, open: Names, keyword: String
  ) -> [JSONSchema] {
    schemas.enumerated().map {
      described([place.part($0.element, keys: [keyword, String($0.offset)])], open: open)
    }
  }

  /// Returns a part that is a reference to a definition of objects; `nil` for any other part.
  ///
  /// Such a part stays a reference; the definition is read when a person opens the part. A schema often refers to its largest definitions
  /// from several places that few files use.
  private func deferred(_ schemas: [PlacedSchema]) -> JSONSchema? {
    guard schemas.count == 1, let name = schemas[0].schema.soleReference, let place = bundle.origins[name],
      let definition = bundle.source.definitions[name], definition.onlyDescribesObjects,
      !bundle.faultyPlaces.contains(place), !schemas[0].schema.keywords.contains(where: \.isDefault)
    else { return nil }
    return schemas[0].schema
  }

  private mutating func part(
    _ schema: JSONSchema, place: SchemaPlace, open: Names, keys: String...
  ) -> JSONSchema {
    part([place.part(schema, keys: keys)], open: open)
  }

  private mutating func part(_ schemas: [PlacedSchema], open: Names) -> JSONSchema {
    deferred(schemas) ?? described(schemas, open: open)
  }

  private mutating func described(_ schemas: [PlacedSchema], open: Names) -> JSONSchema {
    // A part that can't be used is checked, but not described.
    guard size < Self.sizeLimit, depth < Self.depthLimit,
      !schemas.contains(where: { bundle.faultyPlaces.contains($0.place) })
    else {
      return JSONSchema(keywords: [.allOf(schemas.map(\.schema))])
    }
    depth += 1
    defer { depth -= 1 }
    var open = open
    let merged = merged(schemas, open: &open)
    let schema = complete(merged, place: schemas[0].place, open: open)
    guard let problem = problemOfDefault(of: schema) else { return schema }
    let path = SettingPath(schemas[0].place.keys + ["default"])
    warnings.append(FormSchemaError(path: path, reason: .defaultValue(problem.message)))
    return JSONSchema(keywords: [.allOf(schemas.map(\.schema))])
  }

  /// Returns the first error of the default; `nil` for a valid default, or without one.
  private mutating func problemOfDefault(of schema: JSONSchema) -> FormProblem? {
    for case .defaultValue(let value) in schema.keywords {
      let compiled = CompiledSchema(schema, library: library)
      var probe = SchemaChecker.probe
      // The secrets of all definitions are collected only for a problem.
      guard value.hasProblems(compiled, with: &probe) else { continue }
      let secrecy = Secrecy(of: schema, in: secrets)
      return compiled.problems(of: value, secrecy: secrecy).first { $0.severity == .error }
    }
    return nil
  }
}

extension SchemaKeyword {
  fileprivate var isDefault: Bool { if case .defaultValue = self { true } else { false } }
}

extension JSONSchema {
  /// Whether all values are objects, and none of them has a default.
  fileprivate var onlyDescribesObjects: Bool { types == [.object] && !keywords.contains(where: \.isDefault) }

  /// The schema of the members of an object whose keys all match one pattern.
  fileprivate var onlyEntries: JSONSchema? {
    guard additionalProperties == nil || additionalProperties == .never else { return nil }
    for case .patternProperties(let schemas) in keywords where schemas.count == 1 { return schemas[0].schema }
    return nil
  }
}

extension [SchemaKeyword] {
  /// The schemas that apply to a value while a condition holds, and the names of their keywords.
  var conditionalSchemas: [(keyword: String, schema: JSONSchema, condition: MemberCondition)] {
    var condition: JSONSchema?
    for case .if(let schema) in self { condition = schema }
    return flatMap { keyword -> [(keyword: String, schema: JSONSchema, condition: MemberCondition)] in
      switch (keyword, condition) {
      case (.then(let schema), let condition?): [(keyword.name, schema, .meets(condition))]
      case (.else(let schema), let condition?): [(keyword.name, schema, .violates(condition))]
      case (.dependentSchemas(let schemas), _):
        schemas.map { (keyword.name, $0.schema, .hasKey($0.name)) }
      default: []
      }
    }
  }
}
