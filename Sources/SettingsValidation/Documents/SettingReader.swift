/// Converts schemas to sections and settings. It keeps track of the path for errors.
///
/// A JSON Schema says which values are valid; a form says how a person edits them. The reader asks for each schema
/// whether it is exactly what some kind would write: an integer with limits, a list, alternatives distinguished by a
/// key. If so, the setting is of that kind, and keywords that the kind doesn't have are kept beside it. If not, the
/// kind is `json`: the value is edited as text, and still checked by the schema as it is written. So an unusual schema
/// costs comfort, and never correctness.
///
///     {"type": ["integer", "null"], "minimum": 1, "title": "Port", "x-unit": 3}
///       ─▶ title "Port" · kind .integer(1...) · isOptional · otherKeywords {"x-unit": 3}
///
/// Writing the setting gives the same schema again. That is the test for "exactly what some kind would write", and it
/// is made keyword by keyword (``JSONSchema/keywords(notWrittenBy:isOptional:_:)``).
///
/// An attribute that doesn't apply to its kind is an error, in a form that an app or a person has written: `multiline`
/// for a number is a mistake that nobody would notice otherwise.
package struct SettingReader {
  /// The keys that lead to the schema being read.
  var keys: [String] = []

  /// Creates a reader that begins at the root. It can read any number of settings, one after the other.
  package init() {}

  /// Reads the outermost section, without its dialect and rules.
  ///
  /// - Throws: ``FormSchemaError`` if its type isn't an object: a form has settings under keys.
  mutating func root(_ schema: JSONSchema) throws(FormSchemaError) -> FormSection {
    if case .type(let types)? = schema.keywords.first(where: { $0.name == "type" }), types != [.object] {
      throw error(.wrongValue(expected: "\"object\", as the outermost schema is a section"), more: "type")
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

  /// Reads a section. Keywords that a section doesn't have, such as `required`, stay as they are and are checked for
  /// its object.
  ///
  /// - Parameter title: The title of a schema without one.
  package mutating func section(
    key: String, title: String, _ schema: JSONSchema
  ) throws(FormSchemaError) -> FormSection {
    var section = FormSection(key: key, title: title)
    for keyword in schema.keywords {
      switch keyword {
      case .text(.title, let text): section.title = text
      case .text(.description, let text): section.help = text
      case .type([.object]): break
      case .table(.properties, let properties): section.items = try items(properties)
      // What a section has is taken out; anything that is left isn't for sections, and is an error.
      case .setting(var setting):
        section.formerKeys = try formerKeys(setting)
        setting.was = []
        section.attributes = setting.takeSectionAttributes()
        try checkEmpty(setting, noun: "a section")
      default: section.otherKeywords.keywords.append(keyword)
      }
    }
    return section
  }

  /// Reads the items of a section that isn't read from a document part by part.
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

  /// Reads a setting: first what describes it, then its kind from what is left.
  ///
  /// - Throws: ``FormSchemaError`` for an attribute that doesn't apply to the kind, and for a faulty list of choices.
  package mutating func setting(
    key: String, _ schema: JSONSchema
  ) throws(FormSchemaError) -> FormSetting {
    var title = key
    var help = ""
    var defaultValue: JSONValue?
    var values = FormShape.Values(kind: .json)
    // Keywords that describe the setting are taken; the rest says what is valid, and decides the kind.
    var extras = SettingKeyword()
    var rest: [SchemaKeyword] = []
    for keyword in schema.keywords {
      switch keyword {
      case .text(.title, let text): title = text
      case .text(.description, let text): help = text
      case .defaultValue(let value): defaultValue = value
      case .flag(.readOnly, let flag): values.traits.set(.readOnly, isSet: flag)
      case .flag(.writeOnly, let flag): values.traits.set(.secret, isSet: flag)
      case .flag(.deprecated, let flag): values.traits.set(.deprecated, isSet: flag)
      case .setting(let value):
        extras = value
      default: rest.append(keyword)
      }
    }
    values.traits.set(.requiresRestart, isSet: extras.requiresRestart)
    values.traits.set(.advanced, isSet: extras.advanced)
    values.traits.set(.codedByApp, isSet: extras.codedByApp)
    values.traits.set(.skipped, isSet: extras.skipSetting)
    values.formerKeys = try formerKeys(extras)
    var own = extras
    own.clearKindMembers()
    values.attributes = own.attributes

    let found = try kind(JSONSchema(keywords: rest), extras: extras)
    values.kind = found.kind
    values.isOptional = found.isOptional
    // A hook offers values for a field in which one value is typed, so it needs such a field.
    if extras.choicesHook != nil, !found.kind.canHaveChoicesHook {
      throw error(.notApplicable(to: found.kind.words.noun), more: SettingKeyword.name, "choices")
    }
    values.otherKeywords.keywords = found.rest
    // A struct has the setting's title unless the mark gives it one of its own.
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
  /// Returns the former names of a setting or a section. Only former values of a choice are of other types.
  private func formerKeys(_ extras: SettingKeyword) throws(FormSchemaError) -> [String] {
    let names = extras.was.compactMap(\.text)
    guard names.count == extras.was.count else {
      throw error(.wrongValue(expected: "a name or a list of names"), more: SettingKeyword.name, "was")
    }
    return names
  }

  /// Returns an error at the schema that is being read, or at keys inside it.
  func error(_ reason: FormSchemaError.Reason, more: String...) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys + more), reason: reason)
  }
}

// MARK: - Kinds

extension SettingReader {
  /// The kind that a schema's type and limits describe, and what it leaves over.
  ///
  /// For `{"type": ["integer", "null"], "minimum": 1, "not": {"const": 3}}`, the kind is whole numbers from 1 on,
  /// optional, and `not` is left over.
  struct Found {
    var kind: FormKind
    var isOptional = false
    /// The keywords that the kind doesn't write, or writes with another value.
    var rest: [SchemaKeyword]
  }

  /// Returns the kind of a schema.
  ///
  /// The order matters: choices first (a list of values says more than a type), then alternatives, then the type with
  /// its limits. `null` beside one other type makes the setting optional; a mix of other types is edited as JSON.
  private mutating func kind(
    _ schema: JSONSchema, extras: SettingKeyword
  ) throws(FormSchemaError) -> Found {
    let types = schema.types
    if let list = try ChoiceReader.choices(of: schema, at: keys) {
      try checkUnused(extras, noun: "a choice")
      return choice(list, schema: schema)
    }
    if let found = try variants(schema, extras: extras) { return found }
    var found = Found(kind: .json, isOptional: types.count > 1 && types.contains(.null), rest: [])
    var consumed: Set<String> = []
    switch types.filter({ $0 != .null }).sorted() {
    case [.integer, .number]: found.kind = schema.scalarKind(of: .number, extras) ?? .json
    // A tuple has no kind here; a merged schema describes its positions.
    case [.array] where !schema.has("prefixItems"):
      let (element, isExact) = try element(schema[.items], keyword: "items")
      found.kind = schema.listKind(of: element, limits: ListLimits(schema, extras), extras: extras)
      if isExact { consumed.insert("items") }
    case [.object]:
      if let properties = schema[.properties] {
        let section = FormSection(
          key: "", title: "",
          attributes: SettingKeyword.Attributes(header: extras.header, footer: extras.footer),
          items: try items(properties))
        found.kind = .object(section)
        consumed.insert("properties")
      } else if schema[.additionalProperties] != .never {
        let (element, isExact) = try element(schema[.additionalProperties], keyword: "additionalProperties")
        found.kind = .dictionary(element)
        if isExact { consumed.insert("additionalProperties") }
      }
    case let types where types.count == 1: found.kind = schema.scalarKind(of: types[0], extras) ?? .json
    default: break
    }
    if extras.step != nil, schema[.multipleOf] != nil {
      throw error(.notApplicable(to: "a setting with multipleOf"), more: SettingKeyword.name, "step")
    }
    // An optional of any JSON is written with all types.
    if case .json = found.kind { found.isOptional = types == JSONType.anyOrNull }
    try checkApplicable(extras, to: found.kind)
    found.rest = schema.keywords(notWrittenBy: found.kind, isOptional: found.isOptional, consumed)
    return found
  }

  /// Returns a choice. The `type` beside an `enum` is left out if each listed value has the type anyway.
  private func choice(_ list: ChoiceReader.List, schema: JSONSchema) -> Found {
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

  /// Reads the schema of a list's or a dictionary's elements. The result is exact if the kind would be written as the
  /// same schema. Without a schema, the elements are any JSON.
  private mutating func element(
    _ schema: JSONSchema?, keyword: String
  ) throws(FormSchemaError) -> (kind: FormKind, isExact: Bool) {
    guard let schema else { return (.json, true) }
    keys.append(keyword)
    defer { keys.removeLast() }
    return try element(schema)
  }

  /// Reads the schema of an element or of an alternative.
  ///
  /// An element has no title of its own, unless it is a struct, and can't be optional. If it has more than a kind can
  /// write, the kind is right for editing but not exact, and the keyword of the elements stays beside it.
  mutating func element(_ schema: JSONSchema) throws(FormSchemaError) -> (kind: FormKind, isExact: Bool) {
    var extras = SettingKeyword()
    var strings: [SchemaKeyword] = []
    var rest: [SchemaKeyword] = []
    for keyword in schema.keywords {
      switch keyword {
      case .text(.title, _), .text(.description, _): strings.append(keyword)
      case .setting(let value):
        extras = value
      default: rest.append(keyword)
      }
    }
    var own = extras
    own.clearKindMembers()
    try checkEmpty(own, noun: "an element")
    let found = try kind(JSONSchema(keywords: rest), extras: extras)
    guard case .object(var section) = found.kind, !found.isOptional else {
      return (
        found.isOptional ? .json : found.kind, !found.isOptional && found.rest.isEmpty && strings.isEmpty
      )
    }
    for text in strings {
      if case .text(.title, let title) = text { section.title = title }
      if case .text(.description, let help) = text { section.help = help }
    }
    section.key = extras.object?.key ?? ""
    section.order = extras.object?.order
    section.otherKeywords.keywords = found.rest
    return (.object(section), true)
  }
}

extension FormTraits {
  /// Inserts or removes a trait. `"readOnly": false` is the same as no `readOnly`.
  fileprivate mutating func set(_ trait: FormTraits, isSet: Bool) {
    if isSet { insert(trait) } else { remove(trait) }
  }
}

/// Checks that a setting has only attributes that apply to it.
extension SettingReader {
  /// Throws for attributes of a kind that the setting's kind doesn't have: flags of a set for a list of numbers, a step
  /// for a string.
  func checkApplicable(
    _ extras: SettingKeyword, to kind: FormKind
  ) throws(FormSchemaError) {
    var unused = extras
    switch kind {
    case .integer, .number: unused.step = nil
    case .string(let limits):
      unused.multiline = false
      if limits.format?.isTime == true { (unused.times, unused.jsonEncoder) = (TimeLimits(), false) }
    case .flags: (unused.flags, unused.bits) = (false, [])
    case .list(.integer, _), .list(.number, _): unused.range = false
    case .object: (unused.header, unused.footer, unused.object) = (nil, nil, nil)
    default: break
    }
    try checkUnused(unused, noun: kind.words.noun)
  }

  /// Throws for members that belong to a kind.
  ///
  /// A form with `multiline` for a number is a mistake that nobody would notice otherwise. Attributes of settings, such
  /// as `unit`, pass: they apply to any kind.
  func checkUnused(
    _ extras: SettingKeyword, noun: String
  ) throws(FormSchemaError) {
    guard !extras.isEmpty else { return }
    var others = extras
    others.clearKindMembers()
    guard others != extras else { return }
    let known = others.memberNames
    for name in extras.memberNames where !known.contains(name) {
      throw error(.notApplicable(to: noun), more: SettingKeyword.name, name)
    }
  }

  /// Throws if there is any attribute where none can be, as in an element of a list.
  func checkEmpty(
    _ extras: SettingKeyword, noun: String
  ) throws(FormSchemaError) {
    if !extras.isEmpty, let name = extras.memberNames.first {
      throw error(.notApplicable(to: noun), more: SettingKeyword.name, name)
    }
  }
}

extension SettingKeyword {
  /// Removes the members that belong to a kind rather than to a setting.
  mutating func clearKindMembers() {
    (step, times, multiline, flags, range) = (nil, TimeLimits(), false, false, false)
    (bits, jsonEncoder) = ([], false)
    (attributes.header, attributes.footer, attributes.details, attributes.actions, object) = (
      nil, nil, [], [], nil
    )
  }
}

/// Reads alternatives that are distinguished by a key.
extension SettingReader {
  /// Returns the kind of a `oneOf` whose alternatives are objects, distinguished by the one key that each requires;
  /// `nil` for any other schema.
  ///
  /// It is `nil` as well if one of the alternatives says more about its object than a kind can write, because then the
  /// schema has to stay as it is.
  mutating func variants(_ schema: JSONSchema, extras: SettingKeyword) throws(FormSchemaError) -> Found? {
    let types = schema.types
    guard Set(types).isSubset(of: [.object, .null]), types.isEmpty || types.contains(.object),
      schema.keywords.allSatisfy(\.isPartOfVariants),
      let schemas = schema[.oneOf], let alternatives = KeyedAlternatives(schemas)
    else { return nil }
    var variants: [FormVariant] = []
    keys.append("oneOf")
    defer { keys.removeLast() }
    for (alternative, position) in zip(alternatives.all, alternatives.positions) {
      keys.append(String(position))
      defer { keys.removeLast() }
      guard let variant = try variant(alternative) else { return nil }
      variants.append(variant)
    }
    let isOptional = alternatives.allowsNull && (types.isEmpty || types.contains(.null))
    // Types beside alternatives are left out if the alternatives imply them.
    let isImplied = types.isEmpty || types.contains(.null) == isOptional
    let kind = FormKind.variants(variants)
    try checkApplicable(extras, to: kind)
    let rest = schema.keywords.filter { $0.name != "oneOf" && !(isImplied && $0.name == "type") }
    return Found(kind: kind, isOptional: isOptional, rest: rest)
  }

  /// Reads an alternative; returns `nil` if its schema says anything that a struct's schema wouldn't say.
  private mutating func variant(
    _ alternative: KeyedAlternatives.Alternative
  ) throws(FormSchemaError) -> FormVariant? {
    var variant = FormVariant(mark: .key(alternative.key), title: alternative.key, kind: .json)
    var rest = JSONSchema(keywords: [])
    for keyword in alternative.schema.keywords {
      switch keyword {
      case .text(.title, let text): variant.title = text
      case .text(.description, let text): variant.help = text
      case .flag(.deprecated, let flag): variant.isDeprecated = flag
      case .setting(let setting) where !setting.was.isEmpty:
        variant.formerKeys = setting.was.compactMap(\.text)
      default: rest.keywords.append(keyword)
      }
    }
    let (kind, isExact) = try element(rest)
    // An alternative is written as its struct, so nothing may be left over.
    guard isExact, case .object = kind else { return nil }
    variant.kind = kind
    return variant
  }
}

extension SchemaKeyword {
  /// Whether the keyword can be next to the alternatives of a setting, because it doesn't describe members.
  fileprivate var isPartOfVariants: Bool {
    switch self {
    case .table, .schema(.additionalProperties, _), .list(.allOf, _), .list(.anyOf, _), .const, .enumeration,
      .schema(.if, _):
      false
    default: true
    }
  }
}
