/// Reads JSON as JSON Schema. It keeps track of the path for errors.
package struct SchemaReader {
  /// The maximum nesting depth of schemas.
  package static let depthLimit = InputLimits.schemaDepth

  /// The keywords that a reader accepts.
  package enum Vocabulary: Sendable {
    /// The keywords of a form that this library writes, whose references have been replaced with their targets.
    case form
    /// All keywords of JSON Schema 2020-12, with references to definitions only.
    case bundle
  }

  /// The keys that lead to the value being read.
  var keys: [String] = []
  private var depth = 0
  let patterns: PatternCache?
  private let vocabulary: Vocabulary

  /// Creates a reader.
  ///
  /// - Parameter patterns: The cache for regular expressions; without it, they aren't checked.
  package init(patterns: PatternCache?, _ vocabulary: Vocabulary = .form) {
    self.patterns = patterns
    self.vocabulary = vocabulary
  }

  /// Reads a schema: an object, `true` or `false`.
  package mutating func schema(_ json: JSONValue) throws(FormSchemaError) -> JSONSchema {
    guard depth < Self.depthLimit else { throw error(.tooLarge) }
    depth += 1
    defer { depth -= 1 }
    switch json {
    case .bool(true): return JSONSchema(keywords: [])
    case .bool(false): return .never
    case .object(let object):
      var keywords: [SchemaKeyword] = []
      keywords.reserveCapacity(object.members.count)
      for member in object.members {
        keys.append(member.key)
        keywords.append(try keyword(member.key, member.value))
        keys.removeLast()
      }
      return JSONSchema(keywords: keywords)
    case .null, .number, .string, .array: throw wrong("a schema: an object, true or false")
    }
  }

  /// Reads a keyword. A malformed keyword becomes ``SchemaKeyword/other(_:_:)``.
  package mutating func keywordOrOther(_ name: String, _ value: JSONValue) -> SchemaKeyword {
    (try? keyword(name, value)) ?? .other(name, value)
  }

  /// Reads a keyword.
  package mutating func keyword(
    _ name: String, _ value: JSONValue
  ) throws(FormSchemaError) -> SchemaKeyword {
    switch name {
    case "title": .title(try title(value))
    case "description": .description(try help(value))
    case "default": .defaultValue(value)
    case "readOnly": .readOnly(try bool(value))
    case "writeOnly": .writeOnly(try bool(value))
    case "deprecated": .deprecated(try bool(value))
    case SettingKeyword.name: .setting(try setting(value))
    case "type": .type(try types(value))
    case "const": .const(value)
    case "enum": .enumeration(try array(value))
    case "minimum": .minimum(try number(value))
    case "maximum": .maximum(try number(value))
    case "exclusiveMinimum": .exclusiveMinimum(try number(value))
    case "exclusiveMaximum": .exclusiveMaximum(try number(value))
    case "multipleOf": .multipleOf(try positive(value))
    case "minLength": .minLength(try count(value))
    case "maxLength": .maxLength(try count(value))
    case "pattern": .pattern(try pattern(try string(value)))
    case "format": .format(try string(value))
    case "contentEncoding": .contentEncoding(try string(value))
    case "minItems": .minItems(try count(value))
    case "maxItems": .maxItems(try count(value))
    case "uniqueItems": .uniqueItems(try bool(value))
    case "prefixItems": .prefixItems(try schemas(value))
    case "items": .items(try schema(value))
    case "contains": .contains(try schema(value))
    case "minContains": .minContains(try count(value))
    case "maxContains": .maxContains(try count(value))
    case "properties": .properties(try namedSchemas(value))
    case "patternProperties": .patternProperties(try patternSchemas(value))
    case "additionalProperties": .additionalProperties(try schema(value))
    case "propertyNames": .propertyNames(try schema(value))
    case "minProperties": .minProperties(try count(value))
    case "maxProperties": .maxProperties(try count(value))
    case "required": .required(try distinctStrings(value))
    case "dependentRequired": .dependentRequired(try dependencies(value))
    case "dependentSchemas": .dependentSchemas(try namedSchemas(value))
    case "allOf": .allOf(try schemas(value))
    case "anyOf": .anyOf(try schemas(value))
    case "oneOf": .oneOf(try schemas(value))
    case "not": try negation(of: value)
    case "if": .if(try schema(value))
    case "then": .then(try schema(value))
    case "else": .else(try schema(value))
    case "$ref" where vocabulary == .bundle: .reference(try definition(value))
    case "unevaluatedProperties" where vocabulary == .bundle: .unevaluatedProperties(try schema(value))
    case "unevaluatedItems" where vocabulary == .bundle: .unevaluatedItems(try schema(value))
    case "$ref", "$dynamicRef", "unevaluatedProperties", "unevaluatedItems": throw error(.unsupported)
    default: .other(name, value)
    }
  }
}

// MARK: - Lists and tables of schemas

extension SchemaReader {
  private mutating func schemas(_ value: JSONValue) throws(FormSchemaError) -> [JSONSchema] {
    guard case .array(let elements) = value, !elements.isEmpty else {
      throw wrong("a list of at least one schema")
    }
    var schemas: [JSONSchema] = []
    for (index, element) in elements.enumerated() {
      keys.append(String(index))
      schemas.append(try schema(element))
      keys.removeLast()
    }
    return schemas
  }

  private mutating func negation(of value: JSONValue) throws(FormSchemaError) -> SchemaKeyword {
    let schema = try schema(value)
    return schema.keywords.isEmpty ? .never : .not(schema)
  }

  private mutating func namedSchemas(
    _ value: JSONValue
  ) throws(FormSchemaError) -> [SchemaKeyword.Named] {
    let object = try object(value, of: "schemas")
    var schemas: [SchemaKeyword.Named] = []
    schemas.reserveCapacity(object.members.count)
    for member in object.members {
      keys.append(member.key)
      schemas.append(SchemaKeyword.Named(name: member.key, schema: try schema(member.value)))
      keys.removeLast()
    }
    return schemas
  }

  private mutating func patternSchemas(
    _ value: JSONValue
  ) throws(FormSchemaError) -> [SchemaKeyword.Named] {
    let schemas = try namedSchemas(value)
    for schema in schemas {
      keys.append(schema.name)
      _ = try pattern(schema.name)
      keys.removeLast()
    }
    return schemas
  }

  private func definition(_ value: JSONValue) throws(FormSchemaError) -> String {
    guard let name = DefinitionReference.name(in: try string(value)) else {
      throw wrong("a reference to a definition")
    }
    return name
  }

  private mutating func dependencies(
    _ value: JSONValue
  ) throws(FormSchemaError) -> [SchemaKeyword.Dependency] {
    var dependencies: [SchemaKeyword.Dependency] = []
    for member in try object(value, of: "lists of keys").members {
      keys.append(member.key)
      dependencies.append(
        SchemaKeyword.Dependency(key: member.key, required: try distinctStrings(member.value)))
      keys.removeLast()
    }
    return dependencies
  }
}
