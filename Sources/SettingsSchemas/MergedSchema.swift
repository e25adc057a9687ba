/// A schema and its place.
struct PlacedSchema {
  var schema: JSONSchema
  var place: SchemaPlace

  /// Returns a schema inside this schema.
  func part(_ schema: JSONSchema, keys: String...) -> PlacedSchema { place.part(schema, keys: keys) }
}

extension SchemaPlace {
  /// Returns a schema inside the one at this place.
  func part(_ schema: JSONSchema, keys: [String]) -> PlacedSchema {
    PlacedSchema(schema: schema, place: SchemaPlace(document: document, keys: self.keys + keys))
  }
}

/// Several schemas for the same value as one: the targets of references and the schemas of `allOf` merged with the keywords beside them.
///
/// A value that meets the schemas meets the merged one. The converse isn't certain: what other members an object can have is left out if
/// several schemas name members.
struct MergedSchema {
  /// A property with the schemas that describe it.
  struct Property {
    let name: String
    var schemas: [PlacedSchema]
  }

  /// The keywords except `properties`.
  private(set) var keywords: [SchemaKeyword] = []
  /// The properties; `nil` if no schema names any.
  private(set) var properties: [Property]?
  /// Schemas that can't be merged with others.
  private(set) var unmerged: [JSONSchema] = []
  /// The conditions of the properties that other schemas add; any of them suffices.
  private var conditions: [ExactText: [MemberCondition]] = [:]
  private var positions: [ExactText: Int] = [:]
  /// Whether a schema that was added names members.
  private var namesMembers = false

  /// The merged schema, without its properties.
  var schema: JSONSchema {
    var keywords = keywords
    if !unmerged.isEmpty { keywords.append(.allOf(unmerged)) }
    return JSONSchema(keywords: keywords)
  }

  /// Removes the properties. What remains describes only other members.
  mutating func removeProperties() {
    properties = []
    positions = [:]
  }

  /// Returns the conditions under which the schema has a property, any of which suffices; empty for no condition.
  func conditions(of property: String) -> [MemberCondition] { conditions[ExactText(property)] ?? [] }

  /// The properties that the schema has only under conditions.
  var conditionalMembers: [ConditionalMember] {
    conditions.isEmpty
      ? []
      : (properties ?? []).compactMap { property in
        let conditions = conditions(of: property.name)
        return conditions.isEmpty ? nil : ConditionalMember(key: property.name, conditions: conditions)
      }
  }

  mutating func add(_ condition: MemberCondition, of property: String) {
    conditions[ExactText(property), default: []].append(condition)
  }

  func hasProperty(_ name: String) -> Bool { positions[ExactText(name)] != nil }

  mutating func add(property name: String, _ schema: PlacedSchema) {
    add([SchemaKeyword.Named(name: name, schema: schema.schema)]) { _ in schema.place }
  }

  /// Adds keywords, and the properties of the schema that has them.
  mutating func add(_ others: [SchemaKeyword], properties: [Property]?) {
    for keyword in others { add(keyword) }
    for property in properties ?? [] {
      for schema in property.schemas { add(property: property.name, schema) }
    }
  }

  /// Adds the types of values, unless others are known.
  mutating func add(type types: [JSONType]) {
    if schema.types.isEmpty { keywords.append(.type(types)) }
  }

  /// Adds the schema of elements, unless the elements have a schema already.
  mutating func addItems(_ items: JSONSchema) {
    if schema.items == nil { keywords.append(.items(items)) }
  }

  mutating func remove(_ keyword: String) { keywords.removeAll { $0.name == keyword } }

  mutating func replace(_ name: String, with keyword: SchemaKeyword) {
    remove(name)
    add(keyword)
  }

  /// Adds a schema that can't be merged.
  mutating func add(unmerged schema: JSONSchema) { unmerged.append(schema) }

  /// Adds keywords of one schema, without references and `allOf`.
  mutating func add(_ layer: PlacedSchema) {
    var layerKeywords = layer.schema.keywords
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
      if case .properties(let properties) = keyword {
        add(properties) { layer.part(JSONSchema(keywords: []), keys: "properties", $0).place }
      } else {
        add(keyword)
      }
    }
  }

  /// Adds what one schema says about the members that it doesn't name.
  ///
  /// `false` for other members would also forbid the members that another schema names, so it is left out if several schemas name
  /// members. A schema for other members stays, unless two schemas have such keywords: then neither describes the other members
  /// alone.
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

  /// Keywords that belong together: `then` means nothing without the `if` beside it. If two schemas both have a keyword of a group, the
  /// second schema's whole group stays a schema of its own, in `allOf`.
  private static let groups: [Set<String>] = [
    ["if", "then", "else"], ["contains", "minContains", "maxContains"],
    ["items", "prefixItems", "unevaluatedItems"], ["patternProperties"],
    ["anyOf"], ["oneOf"], ["not"], ["propertyNames"], ["dependentRequired"], ["dependentSchemas"],
  ]

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
  fileprivate var namesMembers: Bool {
    switch self {
    case .properties, .patternProperties: true
    default: false
    }
  }

  /// Whether the keyword is about members that no other keyword names.
  fileprivate var limitsOtherMembers: Bool {
    switch self {
    case .additionalProperties, .unevaluatedProperties: true
    default: false
    }
  }

  /// Whether the keyword forbids members that no other keyword names.
  fileprivate var forbidsOtherMembers: Bool {
    switch self {
    case .additionalProperties(let schema), .unevaluatedProperties(let schema): schema == .never
    default: false
    }
  }

  /// Returns the keyword that means the same as two keywords of its name together; `nil` if no single keyword does.
  fileprivate func merged(with other: SchemaKeyword) -> SchemaKeyword? {
    switch (self, other) {
    // Annotations: the outer one describes the place, the inner only the type.
    case (.title, _), (.description, _), (.defaultValue, _), (.readOnly, _), (.deprecated, _), (.setting, _),
      (.other, _):
      self
    case (.conditionalMembers(let left), .conditionalMembers(let right)): .conditionalMembers(left + right)
    case (.valueDescriptions(let left), .valueDescriptions(let right)): .valueDescriptions(left + right)
    case (.writeOnly(let left), .writeOnly(let right)): .writeOnly(left || right)
    case (.type(let left), .type(let right)): Self.common(left, right).map(SchemaKeyword.type)
    case (.minimum(let left), .minimum(let right)): .minimum(max(left, right))
    case (.exclusiveMinimum(let left), .exclusiveMinimum(let right)): .exclusiveMinimum(max(left, right))
    case (.maximum(let left), .maximum(let right)): .maximum(min(left, right))
    case (.exclusiveMaximum(let left), .exclusiveMaximum(let right)): .exclusiveMaximum(min(left, right))
    case (.minLength(let left), .minLength(let right)): .minLength(max(left, right))
    case (.maxLength(let left), .maxLength(let right)): .maxLength(min(left, right))
    case (.minItems(let left), .minItems(let right)): .minItems(max(left, right))
    case (.maxItems(let left), .maxItems(let right)): .maxItems(min(left, right))
    case (.minProperties(let left), .minProperties(let right)): .minProperties(max(left, right))
    case (.maxProperties(let left), .maxProperties(let right)): .maxProperties(min(left, right))
    case (.uniqueItems(let left), .uniqueItems(let right)): .uniqueItems(left || right)
    case (.required(let left), .required(let right)):
      .required(left + right.filter { !left.contains($0) })
    case (.enumeration(let left), .enumeration(let right)):
      .enumeration(left.filter(right.contains))
    default: self == other ? self : nil
    }
  }

  private static func common(_ left: [JSONType], _ right: [JSONType]) -> [JSONType]? {
    var common = left.filter { type in right.contains { $0.includes(type) } }
    common += right.filter { type in !common.contains(type) && left.contains { $0.includes(type) } }
    return common.isEmpty ? nil : common
  }
}

extension JSONSchema {
  /// The name of the definition that alone describes the values; `nil` if other keywords constrain them, too.
  var soleReference: String? {
    var name: String?
    for keyword in keywords {
      switch keyword {
      case .title, .description, .defaultValue, .readOnly, .writeOnly, .deprecated, .other: continue
      case .reference(let reference) where name == nil: name = reference
      case .allOf(let schemas) where name == nil && schemas.count == 1:
        guard let reference = schemas[0].soleReference else { return nil }
        name = reference
      default: return nil
      }
    }
    return name
  }

  /// The types of the values; without `type`, the types that the other keywords are about.
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
  var splitFromParts: (outer: JSONSchema, parts: [SchemaKeyword]) {
    var outer: [SchemaKeyword] = []
    var parts: [SchemaKeyword] = []
    let listsChoices = (try? ChoiceReader.choices(of: self, at: [])) != nil
    for keyword in keywords {
      switch keyword {
      case .properties(let properties):
        outer.append(.properties([]))
        if !properties.isEmpty { parts.append(keyword) }
      case .oneOf where listsChoices: outer.append(keyword)
      case .items, .prefixItems, .patternProperties, .additionalProperties, .oneOf, .anyOf, .allOf:
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

  /// The keyword and the schemas of alternatives; `nil` unless there is exactly one such keyword.
  var alternatives: (keyword: String, schemas: [JSONSchema])? {
    var found: (keyword: String, schemas: [JSONSchema])?
    for keyword in keywords {
      switch keyword {
      case .anyOf(let schemas), .oneOf(let schemas):
        if found != nil { return nil }
        found = (keyword.name, schemas)
      default: break
      }
    }
    return found
  }

  /// Whether the schema describes members under keys that it doesn't list.
  var describesEntries: Bool {
    if let others = additionalProperties, others != .never, !others.keywords.isEmpty { return true }
    return !patternProperties.isEmpty
  }

  /// Whether an object can have members that the schema doesn't describe.
  var allowsNewMembers: Bool {
    additionalProperties != .never
      && !keywords.contains { if case .unevaluatedProperties(.never) = $0 { true } else { false } }
  }

  var prefixItems: [JSONSchema] {
    for case .prefixItems(let schemas) in keywords { return schemas }
    return []
  }

  var patternProperties: [SchemaKeyword.Named] {
    for case .patternProperties(let schemas) in keywords { return schemas }
    return []
  }

  /// The description; `nil` if the schema has none.
  var help: String? {
    for case .description(let text) in keywords { return text }
    return nil
  }

  /// The attributes of the setting that JSON Schema has no keyword for.
  var setting: SettingKeyword {
    for case .setting(let setting) in keywords { return setting }
    return SettingKeyword()
  }

  var numberLimits: NumberLimits {
    var limits = range
    if let multiple = multipleOf { limits.takeMultiple(of: multiple) }
    return limits
  }
}

extension SchemaKeyword {
  /// The type that the keyword is about; `nil` for a keyword about values of all types.
  fileprivate var impliedType: JSONType? {
    switch self {
    case .properties, .patternProperties, .additionalProperties, .propertyNames, .minProperties,
      .maxProperties, .required, .dependentRequired:
      .object
    case .items, .prefixItems, .minItems, .maxItems, .uniqueItems, .contains: .array
    case .minLength, .maxLength, .pattern, .format, .contentEncoding: .string
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: .number
    default: nil
    }
  }
}
