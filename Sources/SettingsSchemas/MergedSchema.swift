/// A schema and its place.
///
/// Merging puts schemas together that stand at several places. Each keeps its own, for the path of a warning and to ask
/// whether the place is faulty.
struct PlacedSchema {
  var schema: JSONSchema
  var place: SchemaPlace

  /// Returns a schema inside this schema, at the keys that lead from this one to it, such as `allOf`, `0`.
  func part(_ schema: JSONSchema, keys: String...) -> PlacedSchema { place.part(schema, keys: keys) }
}

extension SchemaPlace {
  /// Returns a schema inside the one at this place.
  func part(_ schema: JSONSchema, keys: [String]) -> PlacedSchema {
    PlacedSchema(schema: schema, place: SchemaPlace(document: document, keys: self.keys + keys))
  }
}

/// Several schemas for the same value as one: the targets of references and the schemas of `allOf` merged with the
/// keywords beside them.
///
///     {"title": "Public port", "maximum": 9000}   outer, added first
///     {"title": "Port", "type": "integer", "maximum": 65535}
///       ─▶ {"title": "Public port", "type": "integer", "maximum": 9000}
///
/// A value that meets the schemas meets the merged one. The converse isn't certain: what other members an object can
/// have is left out if several schemas name members.
///
/// That direction is what an editor needs. A merged schema that refused a value of the schemas would keep a person from
/// entering it; one that accepts too much is corrected by the check, which uses the schemas themselves.
///
/// Properties are kept apart from the other keywords, and unmerged: each with all the schemas for it and their places.
/// They are merged when the reader comes to that property, because only their merged schema tells whether it is a
/// section or a setting.
///
/// A schema is added after the schemas nearer to the value. `SchemaMerger` makes one for each section and each setting.
struct MergedSchema {
  /// A property with the schemas that describe it, in the order in which they were added. All of them apply.
  struct Property {
    let name: String
    var schemas: [PlacedSchema]
  }

  /// The keywords except `properties`.
  private(set) var keywords: [SchemaKeyword] = []
  /// The properties in the order in which the schemas name them; `nil` if no schema names any. `properties: {}` is an
  /// empty list, and makes an object a section.
  private(set) var properties: [Property]?
  /// Schemas that can't be merged with others: references that stay references, and keywords that can't be combined,
  /// such as two patterns.
  private(set) var unmerged: [JSONSchema] = []
  /// The conditions of the properties that other schemas add; any of them suffices.
  ///
  /// The key is an ``ExactText``, because two keys that look alike (`é` as one character or two) are different members
  /// in JSON and equal as Swift strings.
  private var conditions: [ExactText: [MemberCondition]] = [:]
  /// The positions in ``properties``, so that adding a property takes constant time.
  private var positions: [ExactText: Int] = [:]
  /// Whether a schema that was added names members. From then on, `additionalProperties: false` of another schema is left out, because it
  /// would forbid these members.
  private var namesMembers = false

  /// The merged schema, without its properties. What couldn't be merged is in `allOf`.
  var schema: JSONSchema {
    var keywords = keywords
    if !unmerged.isEmpty { keywords.append(.list(.allOf, unmerged)) }
    return JSONSchema(keywords: keywords)
  }

  /// Removes the properties. What remains describes only other members.
  mutating func removeProperties() {
    properties = []
    positions = [:]
  }

  /// Returns the conditions of a property: the schema has the property if any of them holds. Empty if there is no condition.
  func conditions(of property: String) -> [MemberCondition] { conditions[ExactText(property)] ?? [] }

  /// The properties that the schema has only under conditions. The fields of an object that is opened as one value are
  /// hidden by these; for a section, the form has rules.
  var conditionalMembers: [ConditionalMember] {
    conditions.isEmpty
      ? []
      : (properties ?? []).compactMap { property in
        let conditions = conditions(of: property.name)
        return conditions.isEmpty ? nil : ConditionalMember(key: property.name, conditions: conditions)
      }
  }

  /// Adds a condition under which the schema has a property. The property is shown while any of its conditions holds.
  mutating func add(_ condition: MemberCondition, of property: String) {
    conditions[ExactText(property), default: []].append(condition)
  }

  /// Whether one of the schemas names a property.
  func hasProperty(_ name: String) -> Bool { positions[ExactText(name)] != nil }

  /// Adds a schema for a property, after the ones that it has.
  mutating func add(property name: String, _ schema: PlacedSchema) {
    add([SchemaKeyword.Named(name: name, schema: schema.schema)]) { _ in schema.place }
  }

  /// Adds keywords, and the properties of the schema that has them. Used for the one alternative that a value has
  /// besides `null`.
  mutating func add(_ others: [SchemaKeyword], properties: [Property]?) {
    for keyword in others { add(keyword) }
    for property in properties ?? [] {
      for schema in property.schemas { add(property: property.name, schema) }
    }
  }

  /// Adds the types of values that alternatives have in common, unless the schema itself tells the types.
  mutating func add(type types: [JSONType]) {
    if schema.types.isEmpty { keywords.append(.type(types)) }
  }

  /// Adds the schema of elements, unless the elements have a schema already.
  mutating func addItems(_ items: JSONSchema) {
    if schema[.items] == nil { keywords.append(.schema(.items, items)) }
  }

  /// Removes a keyword, by its name in JSON Schema. Schemas that couldn't be merged keep theirs.
  mutating func remove(_ keyword: String) { keywords.removeAll { $0.name == keyword } }

  /// Puts one keyword in the place of another; combines it with a keyword of its own name.
  mutating func replace(_ name: String, with keyword: SchemaKeyword) {
    remove(name)
    add(keyword)
  }

  /// Adds a schema that can't be merged.
  mutating func add(unmerged schema: JSONSchema) { unmerged.append(schema) }

  /// Adds keywords of one schema, without references and `allOf`, which the merger follows by itself.
  ///
  /// A keyword that exists already is combined with the new one if a single keyword can say both. Otherwise, the new
  /// one stays a schema of its own in `allOf`. Example: `{"maximum": 5, "pattern": "a"}` and then
  /// `{"maximum": 3, "pattern": "b"}` → `{"maximum": 3, "pattern": "a", "allOf": [{"pattern": "b"}]}`.
  mutating func add(_ layer: PlacedSchema) {
    // How a value is shown and edited follows from what can be used.
    var layerKeywords = layer.schema.keywords.filter { $0 != .unusable }
    for group in Self.groups {
      let isInGroup = { (keyword: SchemaKeyword) in group.contains(keyword.name) }
      guard keywords.contains(where: isInGroup), layerKeywords.contains(where: isInGroup) else { continue }
      unmerged.append(JSONSchema(keywords: layerKeywords.filter(isInGroup)))
      layerKeywords.removeAll(where: isInGroup)
    }
    let others = layerKeywords.filter(\.limitsOtherMembers)
    layerKeywords.removeAll(where: \.limitsOtherMembers)
    addLimits(others, namesMembers: layerKeywords.contains(where: \.namesMembers))
    for keyword in layerKeywords {
      if case .table(.properties, let properties) = keyword {
        add(properties) { layer.part(JSONSchema(keywords: []), keys: "properties", $0).place }
      } else {
        add(keyword)
      }
    }
  }

  /// Adds what one schema says about the members that it doesn't name.
  ///
  /// `false` for other members would also forbid the members that another schema names, so it is left out if several
  /// schemas name members. A schema for other members stays, unless two schemas have such keywords: then neither
  /// describes the other members alone.
  ///
  /// | first schema | second schema | kept |
  /// |---|---|---|
  /// | `{"properties": {"a": A}, "additionalProperties": false}` | `{"properties": {"b": B}}` | neither: `b` has to be editable |
  /// | `{"additionalProperties": S}` | `{"properties": {"b": B}}` | `S` for other members |
  /// | `{"additionalProperties": S}` | `{"additionalProperties": T}` | neither |
  ///
  /// By the letter of JSON Schema, the first row allows no `b`. The check still says so.
  private mutating func addLimits(_ others: [SchemaKeyword], namesMembers: Bool) {
    guard namesMembers || !others.isEmpty else { return }
    if others.isEmpty {
      keywords.removeAll(where: \.forbidsOtherMembers)
    } else {
      let isLimited = keywords.contains(where: \.limitsOtherMembers)
      keywords.removeAll(where: \.limitsOtherMembers)
      if !isLimited { keywords += others.filter { !self.namesMembers || !$0.forbidsOtherMembers } }
    }
    self.namesMembers = true
  }

  /// Keywords that belong together: `then` means nothing without the `if` beside it. If two schemas both have a keyword
  /// of a group, the second schema's whole group stays a schema of its own, in `allOf`.
  ///
  /// Joining the keywords of two groups would change their meaning: an `if` of one schema would decide about the `then`
  /// of the other, and `items` would begin behind the `prefixItems` of the other.
  private static let groups: [Set<String>] = [
    ["if", "then", "else"], ["contains", "minContains", "maxContains"],
    ["items", "prefixItems", "unevaluatedItems"], ["patternProperties"],
    ["anyOf"], ["oneOf"], ["not"], ["propertyNames"], ["dependentRequired"], ["dependentSchemas"],
  ]

  /// Adds schemas of properties, in linear time even for 20 000 conditional schemas that each add one.
  private mutating func add(_ named: [SchemaKeyword.Named], at place: (String) -> SchemaPlace) {
    // The list is emptied while it changes; a second reference would make the change copy it.
    var merged = properties ?? []
    properties = nil
    for property in named {
      let schema = PlacedSchema(schema: property.schema, place: place(property.name))
      if let position = positions[ExactText(property.name)] {
        merged[position].schemas.append(schema)
      } else {
        positions[ExactText(property.name)] = merged.count
        merged.append(Property(name: property.name, schemas: [schema]))
      }
    }
    properties = merged
  }

  /// Adds a keyword, or combines it with the one of the same name.
  ///
  /// A keyword that JSON Schema doesn't define replaces only the keyword of its own name: `errorMessage` of the outer schema replaces
  /// `errorMessage` of the inner one, and leaves its `examples`.
  private mutating func add(_ keyword: SchemaKeyword) {
    let index =
      if case .other(let name, _) = keyword {
        keywords.firstIndex { $0.name == name }
      } else {
        keywords.firstIndex { $0.name == keyword.name }
      }
    guard let index else { return keywords.append(keyword) }
    if let merged = keywords[index].merged(with: keyword) {
      keywords[index] = merged
    } else {
      unmerged.append(JSONSchema(keywords: [keyword]))
    }
  }
}

extension SchemaKeyword {
  /// Whether the keyword lists members, by their keys or by patterns.
  fileprivate var namesMembers: Bool {
    switch self {
    case .table(.properties, _), .table(.patternProperties, _): true
    default: false
    }
  }

  /// Whether the keyword is about members that no other keyword names.
  fileprivate var limitsOtherMembers: Bool {
    switch self {
    case .schema(.additionalProperties, _), .schema(.unevaluatedProperties, _): true
    default: false
    }
  }

  /// Whether the keyword forbids members that no other keyword names.
  fileprivate var forbidsOtherMembers: Bool {
    switch self {
    case .schema(.additionalProperties, let schema), .schema(.unevaluatedProperties, let schema):
      schema == .never
    default: false
    }
  }

}

extension JSONSchema {
  /// The name of the definition that alone describes the values; `nil` if other keywords constrain them, too.
  ///
  /// `{"$ref": "node", "title": "Root"}` and `{"allOf": [{"$ref": "node"}]}` have one. The second spelling is usual in
  /// draft 7, where a title beside a reference is officially ignored.
  var soleReference: String? {
    var name: String?
    for keyword in keywords {
      switch keyword {
      case .setting, .valueDescriptions, .conditionalMembers: return nil
      case _ where keyword.isAnnotation: continue
      case .reference(let reference) where name == nil: name = reference
      case .list(.allOf, let schemas) where name == nil && schemas.count == 1:
        guard let reference = schemas[0].soleReference else { return nil }
        name = reference
      default: return nil
      }
    }
    return name
  }

  /// The types of the values; without `type`, the types that the other keywords are about.
  ///
  /// By JSON Schema, `{"minimum": 3}` allows any text. Its author thinks of a number, so the setting is edited as one,
  /// and text that a file has is still valid.
  var impliedTypes: [JSONType] {
    let types = types
    guard types.isEmpty else { return types }
    var implied: [JSONType] = []
    for keyword in keywords {
      guard let type = keyword.impliedType, !implied.contains(type) else { continue }
      implied.append(type)
    }
    return implied
  }

  /// The schema without the keywords about parts of a value, and these keywords.
  ///
  /// The reader of settings sees only the outer schema, because it refuses parts that no form of this library has;
  /// `SourceKindReader` reads the parts leniently, and they stay in the setting for the check. An empty `properties` is
  /// left in the outer schema as the sign of an object.
  var splitFromParts: (outer: JSONSchema, parts: [SchemaKeyword]) {
    var outer: [SchemaKeyword] = []
    var parts: [SchemaKeyword] = []
    let listsChoices = (try? ChoiceReader.choices(of: self, at: [])) != nil
    for keyword in keywords {
      switch keyword {
      case .table(.properties, let properties):
        outer.append(.table(.properties, []))
        if !properties.isEmpty { parts.append(keyword) }
      case .list(.oneOf, _) where listsChoices: outer.append(keyword)
      case .schema(.items, _), .schema(.additionalProperties, _), .table(.patternProperties, _), .list:
        parts.append(keyword)
      case .setting(var setting):
        // The elements tell whether these apply.
        (setting.flags, setting.range) = (false, false)
        if !setting.isEmpty { outer.append(.setting(setting)) }
      default: outer.append(keyword)
      }
    }
    return (JSONSchema(keywords: outer), parts)
  }

  /// The keyword and the schemas of alternatives; `nil` unless there is exactly one such keyword. With both `anyOf` and
  /// `oneOf`, a value has to belong to a combination, which can't be offered as a choice.
  var alternatives: (keyword: String, schemas: [JSONSchema])? {
    var found: (keyword: String, schemas: [JSONSchema])?
    for keyword in keywords {
      switch keyword {
      case .list(.anyOf, let schemas), .list(.oneOf, let schemas):
        if found != nil { return nil }
        found = (keyword.name, schemas)
      default: break
      }
    }
    return found
  }

  /// Whether the schema describes members under keys that it doesn't list. `additionalProperties: true` describes
  /// nothing; `{"type": "integer"}` does.
  var describesEntries: Bool {
    if let others = self[.additionalProperties], others != .never,
      others.keywords.contains(where: { $0 != .unusable })
    {
      return true
    }
    return self[.patternProperties]?.isEmpty == false
  }

  /// Whether an object can have members that the schema doesn't describe. This is the case unless the schema says
  /// `false`: JSON Schema allows all keys by default.
  var allowsNewMembers: Bool {
    self[.additionalProperties] != .never && self[.unevaluatedProperties] != .never
  }

  /// The attributes of the setting that JSON Schema has no keyword for.
  var setting: SettingKeyword {
    for case .setting(let setting) in keywords { return setting }
    return SettingKeyword()
  }
}
