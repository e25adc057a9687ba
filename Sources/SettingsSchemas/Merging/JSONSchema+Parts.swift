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

  /// Whether an object may have members that the schema doesn't describe.
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
    if let multiple = multipleOf, limits.countsFromZero(multiple) { limits.step = multiple }
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
