/// One keyword of JSON Schema 2020-12 with its value (<https://json-schema.org/draft/2020-12/json-schema-validation>).
///
/// A schema is a list of these values. What isn't known is kept as ``other(_:_:)``, so nothing is lost between reading
/// and writing. Three cases exist only in memory: ``valueDescriptions(_:)`` and ``conditionalMembers(_:)`` are
/// conclusions from other keywords, which are written instead, and ``unusable`` is what is left of others.
///
/// Keywords with values of one form are one case, with the name beside the value: what reads, writes or walks over all
/// of them names the case, and what is about one of them names it.
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

  /// A keyword whose value is a string.
  package enum Text: String, Sendable {
    case title, description
    /// A regular expression of ECMA-262 that matches anywhere in the string, unless it has `^` and `$`.
    case pattern
    case format
    // In JSON Schema, this is only a hint, too. A form of this library checks `base64`.
    case contentEncoding
  }

  /// A keyword that is true or false.
  package enum Flag: String, Sendable {
    /// An editor shows the value and doesn't change it. The check ignores the keyword: a document can have any valid
    /// value.
    case readOnly
    /// The value is a secret, such as a password: it is masked wherever it would be shown, and left out of problems. Any
    /// schema around or beside that sets it suffices.
    case writeOnly
    /// A value is still valid, but causes a warning.
    case deprecated
    /// No two elements are equal: `[1, 1.0]` isn't valid.
    case uniqueItems
  }

  /// A limit of numbers. Of two limits at the same end, the narrower one counts: see ``JSONSchema/range``.
  package enum Limit: String, Sendable {
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum
    /// The number is a whole number of these steps, counted from zero, and computed in decimal: 0.3 is a multiple of 0.1.
    case multipleOf
  }

  /// A limit of what a value has several of.
  package enum Count: String, CaseIterable, Sendable {
    /// Lengths are numbers of Unicode scalars, and not of characters or bytes: `é` has one or two, depending on how it is
    /// encoded.
    case minLength, maxLength
    case minItems, maxItems
    // Both have an effect only beside `contains`.
    case minContains, maxContains
    case minProperties, maxProperties

    /// The kind of the values that the limit is about; `nil` beside `contains`.
    var kind: JSONNode.Kind? {
      switch self {
      case .minLength, .maxLength: .string
      case .minItems, .maxItems: .array
      case .minProperties, .maxProperties: .object
      case .minContains, .maxContains: nil
      }
    }

    package var isUpper: Bool {
      self == .maxLength || self == .maxItems || self == .maxContains || self == .maxProperties
    }
  }

  /// A keyword whose value is a schema.
  package enum Single: String, Sendable {
    /// The schema of all elements behind those of `prefixItems`.
    case items
    case contains, unevaluatedItems
    /// The schema of members that neither `properties` nor `patternProperties` beside it describes. Keywords inside of
    /// `allOf` don't count.
    case additionalProperties
    /// The schema of members that no keyword has looked at, also counting those inside of `allOf`, references and met
    /// alternatives.
    case unevaluatedProperties
    case propertyNames
    // `then` and `else` have an effect only beside `if`.
    case not, `if`, then, `else`
  }

  /// A keyword whose value is a list of schemas.
  package enum List: String, Sendable {
    /// The schemas of the first elements, one each. A list can be shorter.
    case prefixItems
    case allOf, anyOf, oneOf
  }

  /// A keyword whose value has schemas under names.
  package enum Table: String, Sendable {
    case properties
    /// The schemas of members whose keys match a regular expression. A key can match several, and be among `properties`,
    /// too; then all of these apply.
    case patternProperties
    /// Further schemas for the object itself, each of which applies if the object has a key.
    case dependentSchemas
  }

  case text(Text, String)
  case flag(Flag, Bool)
  case limit(Limit, JSONNumber)
  case count(Count, Int)
  case schema(Single, JSONSchema)
  case list(List, [JSONSchema])
  case table(Table, [Named])

  case defaultValue(JSONValue)
  /// The attributes that JSON Schema has no keyword for, `x-setting`. It is indirect, so the keywords of other cases
  /// don't take its space.
  indirect case setting(SettingKeyword)
  /// What a person reads about the values of `enum`, from the keywords of other editors. It isn't written: those keywords stay.
  case valueDescriptions([ValueDescription])
  /// The members that are described only under conditions, which other keywords express. It isn't written.
  case conditionalMembers([ConditionalMember])
  /// Stands for keywords that can't be used, such as a reference to a missing document. Whether a value meets them isn't known, so a value
  /// is neither refused because it doesn't nor, inside of `not`, because it does. It isn't written.
  case unusable

  /// No value is valid: the schema `false`, or `"not": {}` beside other keywords.
  case never
  /// The value has one of the types; `integer` is any number without a fraction, also `1.0`.
  case type([JSONType])
  case const(JSONValue)
  /// The value is equal to one of these. Numbers are compared by value.
  case enumeration([JSONValue])
  case required([String])
  case dependentRequired([Dependency])
  /// A reference to a definition, by the definition's name.
  case reference(String)

  /// A keyword that doesn't constrain values: an unknown one, a malformed one of a foreign schema, or an annotation
  /// such as `$comment`.
  case other(String, JSONValue)

  /// A keyword whose value is a schema. `not` with an empty schema, which refuses every value, is ``never``: so is the schema
  /// `false` written as an object.
  package init(_ keyword: Single, _ schema: JSONSchema) {
    self = keyword == .not && schema.keywords.isEmpty ? .never : .schema(keyword, schema)
  }

  /// The keyword as JSON Schema spells it. ``never`` is written as `not`, if other keywords are beside it.
  ///
  /// A schema that was read has each name once, so a keyword can be found and replaced by it.
  package var name: String {
    switch self {
    case .text(let keyword, _): keyword.rawValue
    case .flag(let keyword, _): keyword.rawValue
    case .limit(let keyword, _): keyword.rawValue
    case .count(let keyword, _): keyword.rawValue
    case .schema(let keyword, _): keyword.rawValue
    case .list(let keyword, _): keyword.rawValue
    case .table(let keyword, _): keyword.rawValue
    case .defaultValue: "default"
    case .setting: SettingKeyword.name
    case .valueDescriptions: "valueDescriptions"
    case .conditionalMembers: "conditionalMembers"
    case .unusable: "unusable"
    case .never: "not"
    case .type: "type"
    case .const: "const"
    case .enumeration: "enum"
    case .required: "required"
    case .dependentRequired: "dependentRequired"
    case .reference: "$ref"
    case .other(let name, _): name
    }
  }

  /// The type that the keyword is about; `nil` for a keyword about values of all types.
  ///
  /// JSON Schema lets a keyword accept every value of another type: `minLength` is about strings, and 5 meets it.
  package var impliedType: JSONType? {
    switch self {
    case .text(.pattern, _), .text(.format, _), .text(.contentEncoding, _), .count(.minLength, _),
      .count(.maxLength, _):
      .string
    case .limit: .number
    case .count(.minProperties, _), .count(.maxProperties, _), .table(.properties, _),
      .table(.patternProperties, _),
      .schema(.additionalProperties, _), .schema(.propertyNames, _), .required, .dependentRequired:
      .object
    case .count(.minItems, _), .count(.maxItems, _), .flag(.uniqueItems, _), .list(.prefixItems, _),
      .schema(.items, _),
      .schema(.contains, _):
      .array
    default: nil
    }
  }

  /// Whether the keyword says nothing about which values are valid.
  package var isAnnotation: Bool {
    switch self {
    case .text(.title, _), .text(.description, _), .defaultValue, .flag(.readOnly, _), .flag(.writeOnly, _),
      .flag(.deprecated, _), .setting, .valueDescriptions, .conditionalMembers, .unusable, .other:
      true
    default: false
    }
  }
}

extension SchemaKeyword {
  /// All schemas directly inside the keyword, also those that describe no value, such as the schema of `not`.
  ///
  /// A walk over these reaches every schema once; references aren't followed, so it ends for a recursive schema, too.
  package var schemas: [JSONSchema] {
    switch self {
    case .schema(_, let schema): [schema]
    case .list(_, let schemas): schemas
    case .table(_, let named): named.map(\.schema)
    default: []
    }
  }

  /// The schemas of the keyword that describe the same value as the schema around them, also a negated one.
  ///
  /// They don't step into the value: `allOf` describes the same object once more, `properties` its members. The
  /// difference decides whether a check ends: a circle of schemas in place never would, and a circle through
  /// `properties` ends with the value.
  package var schemasInPlace: [JSONSchema] { isInPlace ? schemas : [] }

  private var isInPlace: Bool {
    switch self {
    case .schema(.not, _), .schema(.if, _), .schema(.then, _), .schema(.else, _): true
    case .list(let keyword, _): keyword != .prefixItems
    case .table(let keyword, _): keyword == .dependentSchemas
    default: false
    }
  }

  /// The keyword with each of ``schemasInPlace`` replaced; keywords without such schemas stay as they are.
  package func mappingInPlace(_ transform: (JSONSchema) -> JSONSchema) -> SchemaKeyword {
    guard isInPlace else { return self }
    return mapping { _, schema in transform(schema) }
  }

  /// The keyword with each of ``schemas`` replaced.
  ///
  /// - Parameter transform: Gets the keys that lead to the schema, with the keyword.
  package func mapping(_ transform: ([String], JSONSchema) -> JSONSchema) -> SchemaKeyword {
    switch self {
    case .schema(let keyword, let schema): .schema(keyword, transform([name], schema))
    case .list(let keyword, let schemas):
      .list(keyword, schemas.enumerated().map { transform([name, String($0.offset)], $0.element) })
    case .table(let keyword, let named):
      .table(keyword, named.map { Named(name: $0.name, schema: transform([name, $0.name], $0.schema)) })
    default: self
    }
  }

  /// The keyword's value as JSON; `nil` if there is nothing to write: for an empty `x-setting`, and for a conclusion
  /// from other keywords.
  package var json: JSONValue? {
    switch self {
    case .text(_, let text): .string(text)
    case .flag(_, let value): .bool(value)
    case .limit(_, let number): .number(number)
    case .count(_, let count): .number(JSONNumber(count))
    case .schema(_, let schema): schema.json
    case .list(_, let schemas): .array(schemas.map(\.json))
    case .table(_, let named):
      .object(JSONObject(distinct: named.map { JSONObject.Member(key: $0.name, value: $0.schema.json) }))
    case .defaultValue(let value), .const(let value), .other(_, let value): value
    case .setting(let setting): setting.isEmpty ? nil : .object(setting.json)
    case .valueDescriptions, .conditionalMembers, .unusable: nil
    case .never: .object([:])
    // One type is a string and several are a list, as people write them.
    case .type(let types):
      types.count == 1 ? .string(types[0].rawValue) : .array(types.map { .string($0.rawValue) })
    case .enumeration(let values): .array(values)
    case .required(let keys): .array(keys.map(JSONValue.string))
    case .dependentRequired(let dependencies):
      .object(
        JSONObject(
          distinct: dependencies.map {
            JSONObject.Member(key: $0.key, value: .array($0.required.map(JSONValue.string)))
          }))
    case .reference(let name): .string(DefinitionReference.text(to: name))
    }
  }
}

/// Combining two keywords of one name.
extension SchemaKeyword {
  /// Returns the keyword that means the same as two keywords of its name together; `nil` if no single keyword does.
  ///
  /// | keyword | result |
  /// |---|---|
  /// | annotations, such as `title` | the first one, from the schema nearer to the value |
  /// | limits | the narrower one |
  /// | `type`, `enum` | the common values |
  /// | `required` | all keys |
  /// | `writeOnly`, `uniqueItems` | `true` if either is |
  /// | others, such as `pattern` and `format` | `nil`, unless both are equal |
  ///
  /// `writeOnly` isn't decided by the outer schema: a secret type stays secret wherever it is used.
  package func merged(with other: SchemaKeyword) -> SchemaKeyword? {
    switch (self, other) {
    case (.conditionalMembers(let left), .conditionalMembers(let right)): .conditionalMembers(left + right)
    case (.valueDescriptions(let left), .valueDescriptions(let right)): .valueDescriptions(left + right)
    case (.flag(.writeOnly, let left), .flag(_, let right)): .flag(.writeOnly, left || right)
    case (.flag(.uniqueItems, let left), .flag(_, let right)): .flag(.uniqueItems, left || right)
    // Annotations: the outer one describes the place, the inner only the type.
    case _ where isAnnotation: self
    case (.type(let left), .type(let right)): Self.common(left, right).map(SchemaKeyword.type)
    case (.limit(.minimum, let left), .limit(_, let right)),
      (.limit(.exclusiveMinimum, let left), .limit(_, let right)):
      left < right ? other : self
    case (.limit(.maximum, let left), .limit(_, let right)),
      (.limit(.exclusiveMaximum, let left), .limit(_, let right)):
      right < left ? other : self
    case (.count(.minContains, _), _), (.count(.maxContains, _), _): self == other ? self : nil
    case (.count(let keyword, let left), .count(_, let right)):
      .count(keyword, keyword.isUpper ? min(left, right) : max(left, right))
    case (.required(let left), .required(let right)):
      .required(left + right.filter { !left.contains($0) })
    case (.enumeration(let left), .enumeration(let right)):
      .enumeration(left.filter(right.contains))
    default: self == other ? self : nil
    }
  }

  /// Returns the types that both lists allow; `nil` if there are none, because an empty `type` isn't a schema.
  ///
  /// A whole number is a number: `["number"]` and `["integer", "string"]` have `integer` in common.
  private static func common(_ left: [JSONType], _ right: [JSONType]) -> [JSONType]? {
    var common = left.filter { type in right.contains { $0.includes(type) } }
    common += right.filter { type in !common.contains(type) && left.contains { $0.includes(type) } }
    return common.isEmpty ? nil : common
  }
}
