/// One keyword of JSON Schema 2020-12 with its value (<https://json-schema.org/draft/2020-12/json-schema-validation>).
///
/// A schema is a list of these values. What isn't known is kept as ``other(_:_:)``, so nothing is lost between reading
/// and writing. Two cases exist only in memory: ``valueDescriptions(_:)`` and ``conditionalMembers(_:)`` are
/// conclusions from other keywords, which are written instead.
///
/// It is an enum so that each place that handles keywords is a switch that names them all. A new keyword is an error of
/// the compiler there, and not a keyword that is silently ignored by the check or by the secrecy.
package enum SchemaKeyword: Hashable, Sendable {
  /// A schema under a name: a property, or a regular expression for properties. The names of a list differ.
  package struct Named: Hashable, Sendable {
    package let name: String
    package var schema: JSONSchema

    package init(name: String, schema: JSONSchema) {
      self.name = name
      self.schema = schema
    }
  }

  /// Keys that are required if another key is present: `{"user": ["password"]}`.
  package struct Dependency: Hashable, Sendable {
    package let key: String
    package let required: [String]

    package init(key: String, required: [String]) {
      self.key = key
      self.required = required
    }
  }

  // Keywords that a person reads.
  case title(String)
  case description(String)
  case defaultValue(JSONValue)
  /// An editor shows the value and doesn't change it. The check ignores the keyword: a document can have any valid
  /// value.
  case readOnly(Bool)
  /// The value is a secret, such as a password: it is masked wherever it would be shown, and left out of problems. Any
  /// schema around or beside that sets it suffices.
  case writeOnly(Bool)
  /// A value is still valid, but causes a warning.
  case deprecated(Bool)
  /// The attributes that JSON Schema has no keyword for, `x-setting`. It is indirect, so the keywords of other cases
  /// don't take its space.
  indirect case setting(SettingKeyword)
  /// What a person reads about the values of `enum`, from the keywords of other editors. It isn't written: those keywords stay.
  case valueDescriptions([ValueDescription])
  /// The members that are described only under conditions, which other keywords express. It isn't written.
  case conditionalMembers([ConditionalMember])

  // Any value.
  /// No value is valid: the schema `false`, or `"not": {}` beside other keywords.
  case never
  /// The value has one of the types; `integer` is any number without a fraction, also `1.0`.
  case type([JSONType])
  case const(JSONValue)
  /// The value is equal to one of these. Numbers are compared by value.
  case enumeration([JSONValue])

  // Numbers.
  // Of two limits at the same end, the narrower one counts: see `JSONSchema.range`.
  case minimum(JSONNumber)
  case maximum(JSONNumber)
  case exclusiveMinimum(JSONNumber)
  case exclusiveMaximum(JSONNumber)
  /// The number is a whole number of these steps, counted from zero, and computed in decimal: 0.3 is a multiple of 0.1.
  case multipleOf(JSONNumber)

  // Strings.
  /// Lengths are numbers of Unicode scalars, and not of characters or bytes: `é` has one or two, depending on how it is
  /// encoded.
  case minLength(Int)
  case maxLength(Int)
  /// A regular expression of ECMA-262 that matches anywhere in the string, unless it has `^` and `$`.
  case pattern(String)
  case format(String)
  // In JSON Schema, this is only a hint, too. A form of this library checks `base64`.
  case contentEncoding(String)

  // Lists.
  case minItems(Int)
  case maxItems(Int)
  /// No two elements are equal: `[1, 1.0]` isn't valid.
  case uniqueItems(Bool)
  /// The schemas of the first elements, one each. A list can be shorter.
  case prefixItems([JSONSchema])
  /// The schema of all elements behind those of `prefixItems`.
  case items(JSONSchema)
  case unevaluatedItems(JSONSchema)
  case contains(JSONSchema)
  // Both have an effect only beside `contains`.
  case minContains(Int)
  case maxContains(Int)

  // Objects.
  case properties([Named])
  /// The schemas of members whose keys match a regular expression. A key can match several, and be among `properties`,
  /// too; then all of these apply.
  case patternProperties([Named])
  /// The schema of members that neither `properties` nor `patternProperties` beside it describes. Keywords inside of
  /// `allOf` don't count.
  case additionalProperties(JSONSchema)
  /// The schema of members that no keyword has looked at, also counting those inside of `allOf`, references and met
  /// alternatives.
  case unevaluatedProperties(JSONSchema)
  case propertyNames(JSONSchema)
  case minProperties(Int)
  case maxProperties(Int)
  case required([String])
  case dependentRequired([Dependency])
  /// Further schemas for the object itself, each of which applies if the object has a key.
  case dependentSchemas([Named])

  // Combinations.
  /// A reference to a definition, by the definition's name.
  case reference(String)
  case allOf([JSONSchema])
  case anyOf([JSONSchema])
  case oneOf([JSONSchema])
  case not(JSONSchema)
  case `if`(JSONSchema)
  // Both have an effect only beside `if`.
  case then(JSONSchema)
  case `else`(JSONSchema)

  /// A keyword that doesn't constrain values: an unknown one, a malformed one of a foreign schema, or an annotation
  /// such as `$comment`.
  case other(String, JSONValue)

  /// The keyword as JSON Schema spells it. ``never`` is written as `not`, if other keywords are beside it.
  ///
  /// A schema that was read has each name once, so a keyword can be found and replaced by it.
  package var name: String {
    switch self {
    case .title: "title"
    case .description: "description"
    case .defaultValue: "default"
    case .readOnly: "readOnly"
    case .writeOnly: "writeOnly"
    case .deprecated: "deprecated"
    case .setting: SettingKeyword.name
    case .valueDescriptions: "valueDescriptions"
    case .conditionalMembers: "conditionalMembers"
    case .never: "not"
    case .type: "type"
    case .const: "const"
    case .enumeration: "enum"
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .exclusiveMinimum: "exclusiveMinimum"
    case .exclusiveMaximum: "exclusiveMaximum"
    case .multipleOf: "multipleOf"
    case .minLength: "minLength"
    case .maxLength: "maxLength"
    case .pattern: "pattern"
    case .format: "format"
    case .contentEncoding: "contentEncoding"
    case .minItems: "minItems"
    case .maxItems: "maxItems"
    case .uniqueItems: "uniqueItems"
    case .prefixItems: "prefixItems"
    case .items: "items"
    case .unevaluatedItems: "unevaluatedItems"
    case .contains: "contains"
    case .minContains: "minContains"
    case .maxContains: "maxContains"
    case .properties: "properties"
    case .patternProperties: "patternProperties"
    case .additionalProperties: "additionalProperties"
    case .unevaluatedProperties: "unevaluatedProperties"
    case .propertyNames: "propertyNames"
    case .minProperties: "minProperties"
    case .maxProperties: "maxProperties"
    case .required: "required"
    case .dependentRequired: "dependentRequired"
    case .dependentSchemas: "dependentSchemas"
    case .reference: "$ref"
    case .allOf: "allOf"
    case .anyOf: "anyOf"
    case .oneOf: "oneOf"
    case .not: "not"
    case .if: "if"
    case .then: "then"
    case .else: "else"
    case .other(let name, _): name
    }
  }
}

extension SchemaKeyword {
  /// All schemas directly inside the keyword, also those that describe no value, such as the schema of `not`.
  ///
  /// A walk over these reaches every schema once; references aren't followed, so it ends for a recursive schema, too.
  package var schemas: [JSONSchema] {
    switch self {
    case .properties(let schemas), .patternProperties(let schemas): schemas.map(\.schema)
    case .prefixItems(let schemas): schemas
    case .items(let schema), .unevaluatedItems(let schema), .contains(let schema),
      .additionalProperties(let schema), .unevaluatedProperties(let schema), .propertyNames(let schema):
      [schema]
    default: schemasInPlace
    }
  }

  /// The schemas of the keyword that describe the same value as the schema around them, also a negated one.
  ///
  /// They don't step into the value: `allOf` describes the same object once more, `properties` its members. The
  /// difference decides whether a check ends: a circle of schemas in place never would, and a circle through
  /// `properties` ends with the value.
  package var schemasInPlace: [JSONSchema] {
    switch self {
    case .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas): schemas
    case .not(let schema), .if(let schema), .then(let schema), .else(let schema): [schema]
    case .dependentSchemas(let schemas): schemas.map(\.schema)
    default: []
    }
  }

  /// The keyword with each of ``schemasInPlace`` replaced; keywords without such schemas stay as they are.
  package func mappingInPlace(_ transform: (JSONSchema) -> JSONSchema) -> SchemaKeyword {
    switch self {
    case .allOf(let schemas): .allOf(schemas.map(transform))
    case .anyOf(let schemas): .anyOf(schemas.map(transform))
    case .oneOf(let schemas): .oneOf(schemas.map(transform))
    case .not(let schema): .not(transform(schema))
    case .if(let schema): .if(transform(schema))
    case .then(let schema): .then(transform(schema))
    case .else(let schema): .else(transform(schema))
    case .dependentSchemas(let schemas):
      .dependentSchemas(schemas.map { Named(name: $0.name, schema: transform($0.schema)) })
    default: self
    }
  }
}

extension SchemaKeyword {
  /// The keyword's value as JSON; `nil` if there is nothing to write: for an empty `x-setting`, and for a conclusion
  /// from other keywords.
  package var json: JSONValue? {
    switch self {
    case .title(let text), .description(let text), .pattern(let text), .format(let text),
      .contentEncoding(let text):
      .string(text)
    case .defaultValue(let value), .const(let value), .other(_, let value): value
    case .readOnly(let value), .writeOnly(let value), .deprecated(let value), .uniqueItems(let value):
      .bool(value)
    case .setting(let setting): setting.isEmpty ? nil : .object(setting.json)
    case .valueDescriptions, .conditionalMembers: nil
    case .never: .object([:])
    case .type(let types): Self.json(types)
    case .enumeration(let values): .array(values)
    case .minimum(let number), .maximum(let number), .exclusiveMinimum(let number),
      .exclusiveMaximum(let number), .multipleOf(let number):
      .number(number)
    case .minLength(let count), .maxLength(let count), .minItems(let count), .maxItems(let count),
      .minContains(let count), .maxContains(let count), .minProperties(let count),
      .maxProperties(let count):
      .number(JSONNumber(count))
    case .prefixItems(let schemas), .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas):
      .array(schemas.map(\.json))
    case .reference(let name): .string(DefinitionReference.text(to: name))
    case .items(let schema), .contains(let schema), .additionalProperties(let schema),
      .unevaluatedItems(let schema), .unevaluatedProperties(let schema), .propertyNames(let schema),
      .not(let schema), .if(let schema), .then(let schema), .else(let schema):
      schema.json
    case .properties(let schemas), .patternProperties(let schemas), .dependentSchemas(let schemas):
      .object(
        JSONObject(distinct: schemas.map { JSONObject.Member(key: $0.name, value: $0.schema.json) }))
    case .required(let keys): .array(keys.map(JSONValue.string))
    case .dependentRequired(let dependencies):
      .object(
        JSONObject(
          distinct: dependencies.map {
            JSONObject.Member(key: $0.key, value: .array($0.required.map(JSONValue.string)))
          }))
    }
  }

  /// Returns one type as a string and several as a list, as people write them.
  private static func json(_ types: [JSONType]) -> JSONValue {
    if types.count == 1, let only = types.first { return .string(only.rawValue) }
    return .array(types.map { .string($0.rawValue) })
  }
}
