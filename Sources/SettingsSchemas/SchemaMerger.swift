/// Merges the schemas of a bundle that describe the same value.
///
/// `{"$ref": "port", "title": "Public port"}` with the definition
/// `{"type": "integer", "title": "Port", "maximum": 65535}` is one setting for a person: an integer up to 65 535 whose
/// title is "Public port". The keywords nearer to the value win where they describe it (`title`, `default`); limits are
/// combined.
///
/// A definition can contain itself: a tree of menus. While it is merged, its name is in `open`; a reference to an open
/// definition stays a reference, and what it leads to is read when a person opens that level. The same goes for
/// definitions of objects that only a part refers to (`deferred`): large schemas are mostly parts that few files use.
///
/// Two steps for two users:
///
/// | step | result | used for |
/// |---|---|---|
/// | ``merged(_:open:)`` | one level: keywords, and properties that are still several schemas | deciding whether it is a section |
/// | ``complete(_:place:open:)`` | all levels, as one schema | reading the kind of a setting |
///
/// A section is only merged; its properties are then merged one by one. Completing it first would do the work twice.
///
/// Cost: linear in what is merged. `sizeLimit` bounds that for the whole form, because a definition is merged again for
/// every reference to it.
struct SchemaMerger {
  /// The names of the definitions that are merged into a schema, or into a schema around it.
  typealias Names = Set<String>

  /// The number of schemas that references may add to a form. Beyond it, references stay references, and parts aren't
  /// described.
  private static let sizeLimit = 20_000
  /// The number of definitions that can be merged into each other. A longer chain would exhaust the stack.
  private static let chainLimit = 200
  /// The maximum nesting of the parts of a setting that are described. A part below that is edited as JSON.
  private static let depthLimit = 32

  /// The schema with its definitions, and the places that can't be used.
  private let bundle: SchemaBundle
  /// The compiled definitions, by which defaults are checked.
  private let library: SchemaLibrary
  /// Which definitions hold secrets. Finding out walks over the whole schema, so it is done at the first question.
  private lazy var secrets = SecretDefinitions(bundle.source)
  /// The number of schemas that have been merged, by this merger in all.
  private var size = 0
  /// How many parts the part being described is inside of.
  private var depth = 0
  /// The defaults inside settings that violate their own limits. A setting's own default is checked by
  /// ``SourceFormReader``.
  private(set) var warnings: [FormSchemaError] = []

  init(_ bundle: SchemaBundle, library: SchemaLibrary) {
    self.bundle = bundle
    self.library = library
  }

  /// Merges schemas for the same value.
  ///
  /// A reference to one of the open definitions would repeat without end, so it stays a reference.
  ///
  /// The result includes what alternatives and conditions add; see ``addAlternatives(to:_:open:)``.
  ///
  /// - Parameter open: Receives the names of the definitions that were merged. The caller passes them on for the parts
  ///   of the value, and starts with the former names for the next value.
  mutating func merged(_ schemas: [PlacedSchema], open: inout Names) -> MergedSchema {
    var merged = MergedSchema()
    for schema in schemas { add(schema, to: &merged, open: &open) }
    addAlternatives(to: &merged, schemas[0].place, open: open)
    return merged
  }

  /// Adds a schema, and then everything that it refers to, so that the keywords nearer to the value come first.
  ///
  /// A reference that isn't followed is kept as a schema of its own: a kind can still be read from it.
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
        // The title of a whole document, such as "package.json", is a name for files. A member with the same schema needs its own.
        if place.keys.isEmpty, !placed.place.keys.isEmpty {
          definition.schema.keywords.removeAll { $0.name == "title" }
        }
        add(definition, to: &merged, open: &open)
      case .list(.allOf, let schemas):
        for (index, schema) in schemas.enumerated() {
          add(placed.part(schema, keys: "allOf", String(index)), to: &merged, open: &open)
        }
      default: break
      }
    }
  }

  /// Merges schemas, and the schemas for the parts of the value.
  ///
  /// The parts of the keywords that only the check needs, such as `not` and `if`, stay as they are.
  mutating func complete(_ merged: MergedSchema, place: SchemaPlace, open: Names) -> JSONSchema {
    var schema = merged.schema
    schema.keywords = schema.keywords.map { keyword in
      keyword.mapping { keys, schema in
        let part = [place.part(schema, keys: keys)]
        return switch keyword {
        case .schema(.additionalProperties, .never): schema
        case .schema(.items, _), .schema(.additionalProperties, _), .table(.patternProperties, _):
          self.part(part, open: open)
        // Alternatives and elements of a tuple are never deferred: to tell them apart, a reader has to know their kinds.
        case .list(.oneOf, _), .list(.anyOf, _), .list(.prefixItems, _): described(part, open: open)
        default: schema
        }
      }
    }
    if merged.properties == nil, schema.types.contains(.object), let entries = schema.onlyEntries,
      schema[.additionalProperties] == .never || !secrets.holdsSecrets(entries)
    {
      // All keys are edited like keys that match the pattern. If other keys are allowed, their values must not be masked like these.
      schema.keywords.removeAll { $0.name == "patternProperties" || $0.name == "additionalProperties" }
      schema.keywords.append(
        .schema(.additionalProperties, part([place.part(entries, keys: ["patternProperties"])], open: open)))
    }
    if let properties = merged.properties {
      schema.keywords.append(
        .table(
          .properties,
          properties.map { property in
            SchemaKeyword.Named(name: property.name, schema: part(property.schemas, open: open))
          }))
      let conditional = merged.conditionalMembers
      if !conditional.isEmpty { schema.keywords.append(.conditionalMembers(conditional)) }
    }
    return schema
  }

  /// Returns a part that is a reference to a definition of objects; `nil` for any other part.
  ///
  /// Such a part stays a reference; the definition is read when a person opens the part. A schema often refers to its
  /// largest definitions from several places that few files use.
  ///
  /// A definition of text or numbers is read at once: its kind is small, and the row shows it. So is one with a
  /// default, which is checked when the form opens.
  private func deferred(_ schemas: [PlacedSchema]) -> JSONSchema? {
    guard schemas.count == 1, let name = schemas[0].schema.soleReference,
      let definition = bundle.source.definitions[name], definition.onlyDescribesObjects,
      !schemas[0].schema.keywords.contains(where: \.isDefault)
    else { return nil }
    return schemas[0].schema
  }

  /// Merges and completes the schemas of a part, unless it is deferred.
  private mutating func part(_ schemas: [PlacedSchema], open: Names) -> JSONSchema {
    deferred(schemas) ?? described(schemas, open: open)
  }

  /// Merges and completes the schemas of a part.
  ///
  /// A part beyond a limit is only put together with `allOf`. No kind describes that, so it is edited as JSON and checked as it stands. A wrong
  /// default falls away.
  private mutating func described(_ schemas: [PlacedSchema], open: Names) -> JSONSchema {
    guard size < Self.sizeLimit, depth < Self.depthLimit else {
      return JSONSchema(keywords: [.list(.allOf, schemas.map(\.schema))])
    }
    depth += 1
    defer { depth -= 1 }
    var open = open
    let merged = merged(schemas, open: &open)
    var schema = complete(merged, place: schemas[0].place, open: open)
    guard let problem = problemOfDefault(of: schema) else { return schema }
    let path = SettingPath(schemas[0].place.keys + ["default"])
    warnings.append(FormSchemaError(path: path, reason: .defaultValue(problem.message)))
    schema["default"] = nil
    return schema
  }

  /// Returns the first error of the default; `nil` for a valid default, or without one.
  ///
  /// The message doesn't show a secret value.
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
  /// Whether all values are objects, and none of them has a default. The answer is only about the schema's own
  /// keywords: a definition that is itself a reference isn't followed.
  fileprivate var onlyDescribesObjects: Bool { types == [.object] && !keywords.contains(where: \.isDefault) }

  /// The schema of the members of an object whose keys all match one pattern; `nil` for several patterns, or if other
  /// keys have a schema of their own.
  ///
  /// `{"patternProperties": {"^[a-z]+$": S}, "additionalProperties": false}` is edited as a dictionary of `S`; the
  /// check refuses a key that the pattern doesn't match.
  fileprivate var onlyEntries: JSONSchema? {
    guard self[.additionalProperties] == nil || self[.additionalProperties] == .never,
      let named = self[.patternProperties]
    else {
      return nil
    }
    return named.count == 1 ? named[0].schema : nil
  }
}

extension [SchemaKeyword] {
  /// The schemas that apply to a value while a condition holds, and the names of their keywords.
  ///
  /// `then` and `else` without an `if` beside them mean nothing (JSON Schema Core 2020-12, section 10.2.2), and give
  /// none.
  var conditionalSchemas: [(keyword: String, schema: JSONSchema, condition: MemberCondition)] {
    var condition: JSONSchema?
    for case .schema(.if, let schema) in self { condition = schema }
    return flatMap { keyword -> [(keyword: String, schema: JSONSchema, condition: MemberCondition)] in
      switch (keyword, condition) {
      case (.schema(.then, let schema), let condition?): [(keyword.name, schema, .meets(condition))]
      case (.schema(.else, let schema), let condition?): [(keyword.name, schema, .violates(condition))]
      case (.table(.dependentSchemas, let schemas), _):
        schemas.map { (keyword.name, $0.schema, .hasKey($0.name)) }
      default: []
      }
    }
  }
}
