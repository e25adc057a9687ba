/// Merges the schemas of a bundle that describe the same value.
struct SchemaMerger {
  /// The names of the definitions that are merged into a schema, or into a schema around it.
  typealias Names = Set<String>

  /// The number of schemas that references may add to a form.
  private static let sizeLimit = 20_000

  private let bundle: SchemaBundle
  private var size = 0

  init(_ bundle: SchemaBundle) {
    self.bundle = bundle
  }

  /// Merges schemas for the same value.
  ///
  /// A reference to one of the open definitions would repeat without end, so it stays a reference.
  ///
  /// - Parameter open: Receives the names of the definitions that were merged.
  mutating func merged(_ schemas: [PlacedSchema], _ open: inout Names) -> MergedSchema {
    var merged = MergedSchema()
    for schema in schemas { add(schema, to: &merged, &open) }
    return merged
  }

  private mutating func add(_ placed: PlacedSchema, to merged: inout MergedSchema, _ open: inout Names) {
    size += 1
    var own = placed
    own.schema.keywords.removeAll { $0.name == "$ref" || $0.name == "allOf" }
    merged.add(own)
    for keyword in placed.schema.keywords {
      switch keyword {
      case .reference(let name):
        guard let target = bundle.source.definitions[name], let place = bundle.origins[name],
          size < Self.sizeLimit, open.insert(name).inserted
        else {
          merged.add(unmerged: JSONSchema(keywords: [keyword]))
          continue
        }
        add(PlacedSchema(schema: target, place: place), to: &merged, &open)
      case .allOf(let schemas):
        for (index, schema) in schemas.enumerated() {
          add(placed.part(schema, "allOf", String(index)), to: &merged, &open)
        }
      default: break
      }
    }
  }

  /// Merges schemas, and the schemas for the parts of the value.
  mutating func complete(_ merged: MergedSchema, _ place: SchemaPlace, _ open: Names) -> JSONSchema {
    var schema = merged.schema
    schema.keywords = schema.keywords.map { keyword in
      switch keyword {
      case .items(let schema): .items(part(schema, place, open, "items"))
      case .additionalProperties(let schema) where schema != .never:
        .additionalProperties(part(schema, place, open, "additionalProperties"))
      case .oneOf(let schemas):
        .oneOf(schemas.enumerated().map { part($0.element, place, open, "oneOf", String($0.offset)) })
      default: keyword
      }
    }
    if let properties = merged.properties {
      schema.keywords.append(
        .properties(
          properties.map { property in
            SchemaKeyword.Named(name: property.name, schema: part(property.schemas, open))
          }))
    }
    return schema
  }

  private mutating func part(
    _ schema: JSONSchema, _ place: SchemaPlace, _ open: Names, _ keys: String...
  ) -> JSONSchema {
    let place = SchemaPlace(document: place.document, keys: place.keys + keys)
    return part([PlacedSchema(schema: schema, place: place)], open)
  }

  private mutating func part(_ schemas: [PlacedSchema], _ open: Names) -> JSONSchema {
    // A part that can't be used is checked, but not described.
    guard size < Self.sizeLimit, !schemas.contains(where: { bundle.faultyPlaces.contains($0.place) }) else {
      return JSONSchema(keywords: [.allOf(schemas.map(\.schema))])
    }
    var open = open
    let merged = merged(schemas, &open)
    return complete(merged, schemas[0].place, open)
  }
}
