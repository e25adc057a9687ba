/// Converts schemas to sections and settings. It keeps track of the path for errors.
package struct SettingReader {
  /// The keys that lead to the schema being read.
  var keys: [String] = []

  package init() {}

  /// Reads the outermost section, without its dialect and rules.
  mutating func root(_ schema: JSONSchema) throws(FormSchemaError) -> FormSection {
    if case .type(let types)? = schema.keywords.first(where: { $0.name == "type" }), types != [.object] {
      throw error(.wrongValue(expected: "\"object\", as the outermost schema is a section"), "type")
    }
    return try section(key: "", title: FormSection.rootTitle, schema)
  }

  /// Reads a schema under a key.
  mutating func item(
    key: String, _ schema: JSONSchema
  ) throws(FormSchemaError) -> FormItem {
    schema.describesSection
      ? .section(try section(key: key, title: key, schema)) : .setting(try setting(key: key, schema))
  }

  package mutating func section(
    key: String, title: String, _ schema: JSONSchema
  ) throws(FormSchemaError) -> FormSection {
    var section = FormSection(key: key, title: title)
    for keyword in schema.keywords {
      switch keyword {
      case .title(let text): section.title = text
      case .description(let text): section.help = text
      case .type([.object]): break
      case .properties(let properties): section.items = try items(properties)
      case .setting(var setting):
        section.header = setting.header
        section.footer = setting.footer
        section.details = setting.details
        section.actions = setting.actions
        section.order = setting.order
        section.formerKeys = setting.was.compactMap(\.text)
        section.keywords = setting.keywords
        (setting.header, setting.footer, setting.order, setting.was) = (nil, nil, nil, [])
        (setting.details, setting.actions, setting.keywords) = ([], [], [])
        try checkEmpty(setting, noun: "a section")
      default: section.otherKeywords[keyword.name] = keyword.json
      }
    }
    return section
  }

  private mutating func items(
    _ properties: [SchemaKeyword.Named]
  ) throws(FormSchemaError) -> [FormItem] {
    var items: [FormItem] = []
    items.reserveCapacity(properties.count)
    keys.append("properties")
    for property in properties {
      keys.append(property.name)
      items.append(try item(key: property.name, property.schema))
      keys.removeLast()
    }
    keys.removeLast()
    return items
  }

  package mutating func setting(
    key: String, _ schema: JSONSchema
  ) throws(FormSchemaError) -> FormSetting {
    var title = key
    var help = ""
    var defaultValue: JSONValue?
    var values = FormShape.Values(kind: .json)
    var extras = SettingKeyword()
    var rest: [SchemaKeyword] = []
    for keyword in schema.keywords {
      switch keyword {
      case .title(let text): title = text
      case .description(let text): help = text
      case .defaultValue(let value): defaultValue = value
      case .readOnly(let flag): values.traits.set(.readOnly, flag)
      case .writeOnly(let flag): values.traits.set(.secret, flag)
      case .deprecated(let flag): values.traits.set(.deprecated, flag)
      case .setting(let value):
        extras = value
      default: rest.append(keyword)
      }
    }
    values.traits.set(.requiresRestart, extras.requiresRestart)
    values.traits.set(.advanced, extras.advanced)
    values.traits.set(.skipped, extras.skipSetting)
    values.sideEffects = extras.sideEffects
    values.unit = extras.unit
    values.choicesHook = extras.choices
    values.formerKeys = extras.was.compactMap(\.text)
    values.keywords = extras.keywords
    values.order = extras.order

    let found = try kind(JSONSchema(keywords: rest), extras)
    values.kind = found.kind
    values.isOptional = found.isOptional
    if extras.choices != nil, !found.kind.canHaveChoicesHook {
      throw error(.notApplicable(to: found.kind.noun), SettingKeyword.name, "choices")
    }
    for keyword in found.rest { values.otherKeywords[keyword.name] = keyword.json }
    if case .object(var section) = found.kind {
      section.key = extras.object?.key ?? key
      section.title = extras.object?.title ?? title
      section.help = extras.object?.help ?? help
      section.order = extras.object?.order
      values.kind = .object(section)
    }
    return FormSetting(
      key: key, title: FormText(title), help: FormText(help), defaultValue: defaultValue,
      shape: FormShape(values))
  }
}

extension SettingReader {
  func error(_ reason: FormSchemaError.Reason, _ more: String...) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys + more), reason: reason)
  }
}

// MARK: - Kinds

extension SettingReader {
  /// The kind that a schema's type and limits describe.
  struct Found {
    var kind: FormKind
    var isOptional = false
    /// The keywords that the kind doesn't write, or writes with another value.
    var rest: [SchemaKeyword]
  }

  private mutating func kind(
    _ schema: JSONSchema, _ extras: SettingKeyword
  ) throws(FormSchemaError) -> Found {
    let types = schema.types
    if let list = try ChoiceReader.choices(of: schema, at: keys) {
      try checkUnused(extras, noun: "a choice")
      return choice(list, schema)
    }
    if let found = try variants(schema, extras) { return found }
    var found = Found(kind: .json, isOptional: types.count > 1 && types.contains(.null), rest: [])
    var consumed: Set<String> = []
    switch types.filter({ $0 != .null }).sorted() {
    case [.boolean]: found.kind = .boolean
    case [.integer]: found.kind = .integer(try numberLimits(schema, extras))
    case [.number], [.integer, .number]: found.kind = .number(try numberLimits(schema, extras))
    case [.string]: found.kind = .string(schema.textLimits(extras))
    case [.array] where !schema.has("prefixItems"):
      let (element, isExact) = try element(schema.items, "items")
      found.kind = .list(element, schema.listLimits(extras))
      if extras.flags, case .choice(let choices) = element { found.kind = .flags(choices) }
      if isExact { consumed.insert("items") }
    case [.object]:
      if let properties = schema.properties {
        let section = FormSection(
          key: "", title: "", header: extras.header, footer: extras.footer, items: try items(properties))
        found.kind = .object(section)
        consumed.insert("properties")
      } else if schema.additionalProperties != .never {
        let (element, isExact) = try element(schema.additionalProperties, "additionalProperties")
        found.kind = .dictionary(element)
        if isExact { consumed.insert("additionalProperties") }
      }
    default: break
    }
    if case .json = found.kind { found.isOptional = types == JSONType.anyOrNull }
    try checkApplicable(extras, to: found.kind)
    found.rest = schema.keywords(notWrittenBy: found.kind, isOptional: found.isOptional, consumed)
    return found
  }

  private func choice(_ list: ChoiceReader.List, _ schema: JSONSchema) -> Found {
    let types = schema.types
    let isOptional = list.allowsNull && (types.isEmpty || types.contains(.null))
    let values = list.choices.map(\.value) + (isOptional ? [.null] : [])
    let isImplied = values.allSatisfy { value in types.contains { $0.includes(JSONType(of: value)) } }
    let rest = schema.keywords.filter { keyword in
      if case .valueDescriptions = keyword { return false }
      return keyword.name != list.keyword && !(isImplied && keyword.name == "type")
    }
    return Found(kind: .choice(list.choices), isOptional: isOptional, rest: rest)
  }

  /// Reads the schema of a list's or a dictionary's elements. The result is exact if the kind would be written as the same
  /// schema.
  private mutating func element(
    _ schema: JSONSchema?, _ keyword: String
  ) throws(FormSchemaError) -> (kind: FormKind, isExact: Bool) {
    guard let schema else { return (.json, true) }
    keys.append(keyword)
    defer { keys.removeLast() }
    return try element(schema)
  }

  /// Reads the schema of an element or of an alternative.
  mutating func element(_ schema: JSONSchema) throws(FormSchemaError) -> (kind: FormKind, isExact: Bool) {
    var extras = SettingKeyword()
    var strings: [SchemaKeyword] = []
    var rest: [SchemaKeyword] = []
    for keyword in schema.keywords {
      switch keyword {
      case .title, .description: strings.append(keyword)
      case .setting(let value):
        extras = value
      default: rest.append(keyword)
      }
    }
    var own = extras
    own.clearKindMembers()
    try checkEmpty(own, noun: "an element")
    let found = try kind(JSONSchema(keywords: rest), extras)
    guard case .object(var section) = found.kind, !found.isOptional else {
      return (
        found.isOptional ? .json : found.kind, !found.isOptional && found.rest.isEmpty && strings.isEmpty
      )
    }
    for text in strings {
      if case .title(let title) = text { section.title = title }
      if case .description(let help) = text { section.help = help }
    }
    section.key = extras.object?.key ?? ""
    section.order = extras.object?.order
    for keyword in found.rest { section.otherKeywords[keyword.name] = keyword.json }
    return (.object(section), true)
  }

  private func numberLimits(
    _ schema: JSONSchema, _ extras: SettingKeyword
  ) throws(FormSchemaError) -> NumberLimits {
    var limits = schema.range
    let multiple = schema.multipleOf
    if multiple != nil, extras.step != nil {
      throw error(.notApplicable(to: "a setting with multipleOf"), SettingKeyword.name, "step")
    }
    if let step = extras.step {
      limits.step = step
    } else if let multiple, limits.countsFromZero(multiple) {
      limits.step = multiple
    }
    return limits
  }
}

extension FormTraits {
  fileprivate mutating func set(_ trait: FormTraits, _ isSet: Bool) {
    if isSet { insert(trait) } else { remove(trait) }
  }
}
