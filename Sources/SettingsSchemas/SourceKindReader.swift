/// Determines the kinds of values that a merged schema describes.
///
/// The kinds tell an editor what to offer. Values are checked by the schema itself, so a kind can allow more than the
/// schema, but never less.
///
///     merged schema ─▶ choices? ─▶ reference to a recursive definition? ─▶ alternatives? ─▶ types ─▶ kind
///
/// | schema | kind |
/// |---|---|
/// | `{"enum": ["a", "b", null]}` | choice of `a` and `b`, optional |
/// | `{"type": ["integer", "null"], "minimum": 3}` | whole number from 3 on, optional |
/// | `{"minimum": 3}` | number from 3 on, by the keyword |
/// | `{"type": ["string", "integer"]}` | two alternatives, "Text" and "Number" |
/// | `{"type": "object", "additionalProperties": {"type": "integer"}}` | numbers under keys |
/// | `{"items": [{"title": "Host"}, {"title": "Port"}]}` of draft 7 | list with a kind for each place |
/// | `{}` | anything |
///
/// ``SettingReader`` reads forms that this library has written, and can insist on an exact match. Schemas of other authors say the same in
/// a hundred ways, so this type looks for the best kind. The schema is kept beside it in `otherKeywords` and stays the judge of the values.
///
/// The schema has to be complete, as ``SchemaMerger`` makes it: its references are either merged or stay because they
/// are recursive or deferred.
struct SourceKindReader {
  /// A kind, and whether `null` is a value, too: `{"type": ["integer", "null"]}` is a whole number, optional.
  struct Found {
    var kind: FormKind
    var isOptional = false
  }

  /// Makes the kinds of the definitions whose references stayed references.
  private let recursion: RecursiveKinds
  /// Reads the keywords of a setting that aren't about its parts.
  private var settingReader = SettingReader()
  /// The keys from the setting to the schema being read. They are the start of the paths of warnings.
  private var keys: [String] = []
  /// The parts of the schema that can't be used, until they are taken.
  private var warnings: [FormSchemaError] = []

  /// Creates a reader. It can read any number of settings, one after the other.
  init(_ recursion: RecursiveKinds) {
    self.recursion = recursion
  }

  /// Returns the warnings about the settings that were read since the last call. Their paths are relative to the
  /// setting; the caller knows its place.
  mutating func takeWarnings() -> [FormSchemaError] {
    defer { warnings = [] }
    return warnings
  }

  /// Reads a setting.
  ///
  /// Its own keywords are read strictly, and its parts leniently: a minimum above the maximum makes the whole setting
  /// JSON, and at a field only that field.
  ///
  /// - Throws: ``FormSchemaError`` for keywords that contradict the setting itself; parts of it are edited as JSON
  ///   instead.
  mutating func setting(key: String, _ schema: JSONSchema) throws(FormSchemaError) -> FormSetting {
    let (outer, inner) = schema.splitFromParts
    var setting = try settingReader.setting(key: key, outer)
    for keyword in inner { setting.otherKeywords[keyword.name] = keyword }
    setting.traits.insert(.withoutApp)
    let found = kind(schema)
    // A text, number or choice that the strict reader has found is exact, and stays. What it can't know are the insides
    // of lists and objects, and whatever only alternatives describe.
    switch (setting.shape.values.kind, found.kind) {
    case (.object(var section), .object(let described)):
      section.items = described.items
      section.entries = described.entries
      section.isOpen = described.isOpen
      section.conditionalMembers = described.conditionalMembers
      section.otherKeywords = described.otherKeywords
      setting.kind = .object(section)
    case (.json, _), (.list, _), (.dictionary, _), (.object, _):
      setting.kind = found.kind
      setting.isOptional = found.isOptional
      // The schema alone determines which types are allowed.
      if schema.types.isEmpty { setting.otherKeywords["type"] = SchemaKeyword.type(JSONType.anyOrNull) }
    default: break
    }
    return setting
  }

  /// Returns the kind that a schema describes.
  ///
  /// Several types are alternatives. Only whole and other numbers together are one kind, since each whole number is a
  /// number. All types, or none, are anything.
  mutating func kind(_ schema: JSONSchema) -> Found {
    if let choices = try? ChoiceReader.choices(of: schema, at: []) {
      return Found(kind: .choice(choices.choices), isOptional: choices.allowsNull)
    }
    if let name = schema.soleReference { return Found(kind: recursion.kind(of: name)) }
    if let found = alternatives(schema) { return found }
    let types = schema.impliedTypes
    let others = types.filter { $0 != .null }
    let isOptional = types.count > others.count
    if Set(others) == [.integer, .number] {
      return Found(kind: kind(schema, of: .number), isOptional: isOptional)
    }
    guard let first = others.first else { return Found(kind: .anything, isOptional: true) }
    guard others.count > 1 else { return Found(kind: kind(schema, of: first), isOptional: isOptional) }
    // A schema of all types says nothing.
    guard Set(others).count < JSONType.anyOrNull.count - 1 else {
      return Found(kind: .anything, isOptional: isOptional)
    }
    let variants = others.map { type in
      FormVariant(mark: .kind, title: "", kind: kind(schema, of: type))
    }
    return Found(kind: FormVariantList(variants, in: schema[.title]).kind, isOptional: isOptional)
  }

  /// Returns the kind of the schema's values of one type. Keywords about other types have no effect on it.
  private mutating func kind(_ schema: JSONSchema, of type: JSONType) -> FormKind {
    switch type {
    case .array: list(schema)
    case .object: object(schema)
    default: schema.scalarKind(of: type, schema.setting) ?? .json
    }
  }

  /// Returns the kind of lists: flags, a list whose places differ, or an ordinary one.
  ///
  /// With `items: false`, there are no elements behind the places of `prefixItems`, so their number is the most that a
  /// person can add.
  private mutating func list(_ schema: JSONSchema) -> FormKind {
    var limits = ListLimits(schema, schema.setting)
    let rest = schema[.items].flatMap { $0 == .never ? nil : part($0, more: "items") }
    if let places = schema[.prefixItems], !places.isEmpty {
      if schema[.items] == .never { limits.maxCount = min(limits.maxCount ?? .max, places.count) }
      return .list(tuple(places, rest: rest), limits)
    }
    return schema.listKind(of: rest ?? .anything, limits: limits, extras: schema.setting)
  }

  /// Returns the kind of the elements of a list whose first elements have a schema each.
  ///
  /// If all places have the same kind and no titles, it is an ordinary list. The kind of the elements behind the places
  /// is the last variant.
  private mutating func tuple(_ schemas: [JSONSchema], rest: FormKind?) -> FormKind {
    var variants: [FormVariant] = []
    for (position, schema) in schemas.enumerated() {
      let kind = part(schema, more: "prefixItems", String(position))
      variants.append(
        FormVariant(
          mark: .position(position), title: schema[.title] ?? "", help: schema[.description] ?? "", kind: kind
        ))
    }
    if let rest { variants.append(FormVariant(mark: .kind, title: "", kind: rest)) }
    let isUniform = variants.allSatisfy { $0.kind == variants[0].kind && $0.title.isEmpty && $0.help.isEmpty }
    return isUniform ? variants[0].kind : .variants(variants)
  }

  /// Returns the entries that a schema describes beside its properties: one for each pattern of keys, and last the one
  /// for all other keys, if the schema describes these.
  ///
  /// A key that several patterns match is edited by the first one.
  mutating func entries(_ schema: JSONSchema) -> [FormEntries] {
    var entries: [FormEntries] = []
    for named in schema[.patternProperties] ?? [] {
      entries.append(
        FormEntries(pattern: named.name, kind: part(named.schema, more: "patternProperties", named.name)))
    }
    switch schema[.additionalProperties] {
    case nil, JSONSchema.never?: break
    case let others?: entries.append(FormEntries(kind: part(others, more: "additionalProperties")))
    }
    return entries
  }

  /// Returns the kind of objects: a dictionary if all keys are free and have one kind, and otherwise an object with
  /// fields.
  ///
  /// An object that can have no member at all has no kind of its own, and is JSON.
  private mutating func object(_ schema: JSONSchema) -> FormKind {
    let entries = entries(schema)
    guard schema[.properties] != nil || entries.count > 1 || entries.first?.pattern != nil else {
      if schema[.additionalProperties] == .never { return .json }
      return .dictionary(entries.first?.kind ?? .anything)
    }
    var section = FormSection(key: "", title: schema[.title] ?? "", entries: entries)
    section.isOpen = schema.allowsNewMembers
    if let help = schema[.description] { section.help = help }
    for case .conditionalMembers(let members) in schema.keywords { section.conditionalMembers = members }
    // What the object requires of its members as a whole is kept as it is.
    section.otherKeywords.keywords = schema.keywords.filter {
      $0.judgesMembers && $0.name != "properties" || $0.name == "additionalProperties"
    }
    keys.append("properties")
    for property in schema[.properties] ?? [] {
      keys.append(property.name)
      section.items.append(item(property.name, schema: property.schema))
      keys.removeLast()
    }
    keys.removeLast()
    return .object(section)
  }

  /// Reads a field of an object. An object with fields is a group inside of it; with entries, it is a setting that is
  /// opened.
  ///
  /// A field whose schema contradicts itself is edited as JSON, with a warning.
  private mutating func item(_ key: String, schema: JSONSchema) -> FormItem {
    if schema.describesSection, case .object(var section) = object(schema), section.entries.isEmpty {
      section.key = key
      if section.title.isEmpty { section.title = key }
      return .section(section)
    }
    do throws(FormSchemaError) {
      return .setting(try setting(key: key, schema))
    } catch {
      warnings.append(FormSchemaError(path: SettingPath(keys + error.path.keys), reason: error.reason))
      return .setting(FormSetting(key: key, title: key, kind: .json, traits: .withoutApp))
    }
  }

  /// Returns the kind of a part, with the keys to it noted for warnings.
  private mutating func part(_ schema: JSONSchema, more: String...) -> FormKind {
    keys += more
    defer { keys.removeLast(more.count) }
    return kind(schema).kind
  }
}

// MARK: - Alternatives

extension [JSONSchema] {
  /// Whether the types of one of the alternatives allow `null`. By `oneOf`, only one may.
  ///
  /// Beside `type: ["object", "null"]`, alternatives without types allow `null` each, so two of them in `oneOf` refuse
  /// it.
  fileprivate func allowNull(exactlyOnce isExclusive: Bool) -> Bool {
    let count = count { $0.types.isEmpty || $0.types.contains(.null) }
    return isExclusive ? count == 1 : count > 0
  }
}

extension SourceKindReader {
  /// Returns the kind of a value with alternatives; `nil` for a schema whose `anyOf` or `oneOf` only constrains values
  /// of one type.
  ///
  /// In `{"type": "string", "anyOf": [{"minLength": 1}, {"pattern": "^x"}]}`, the alternatives only say more about one
  /// string. A choice between "Text" and "Text" would help nobody.
  ///
  /// `{"type": "null"}` among the alternatives isn't offered as one: it makes the value optional.
  private mutating func alternatives(_ schema: JSONSchema) -> Found? {
    guard schema[.properties] == nil, let (keyword, schemas) = schema.alternatives else { return nil }
    let types = schema.types
    let others = types.filter { $0 != .null }
    if others.count == 1, others != [.object] { return nil }
    var variants: [FormVariant] = []
    var isOptional = types.contains(.null) && schemas.allowNull(exactlyOnce: keyword == "oneOf")
    keys.append(keyword)
    defer { keys.removeLast() }
    for (position, alternative) in schemas.enumerated() {
      if alternative.isNull {
        isOptional = true
        continue
      }
      keys.append(String(position))
      variants.append(variant(alternative, types: types))
      keys.removeLast()
    }
    // Alternatives that all say nothing about a kind, such as two lists of required keys, are no choice.
    guard variants.contains(where: { $0.kind != .anything }) else { return nil }
    return Found(kind: FormVariantList(variants, in: schema[.title]).kind, isOptional: isOptional)
  }

  /// Returns an alternative as a variant. If it says nothing about types, the types that stand beside the alternatives are its types.
  private mutating func variant(_ alternative: JSONSchema, types: [JSONType]) -> FormVariant {
    var alternative = alternative
    if alternative.impliedTypes.isEmpty, !types.isEmpty { alternative.keywords.append(.type(types)) }
    var variant = FormVariant(mark: .kind, title: alternative[.title] ?? "", kind: kind(alternative).kind)
    variant.help = alternative[.description] ?? ""
    variant.isDeprecated = alternative[.deprecated]
    return variant
  }
}

/// Makes the kinds of definitions that contain themselves.
///
/// A tree such as `node: {children: [node]}` has no finite kind. Each use of the definition becomes `.recursive`, whose
/// content is made when a person opens it, one level at a time.
///
///     node ─▶ object {name: text, children: list of .recursive(node)}
///                                                     └─▶ made at the first opening: object {name: text, children: …}
///
/// Definitions that only a part refers to and that describe objects are treated in the same way, recursive or not, to
/// keep the form of a large schema small.
///
/// The bundle and the library live as long as the form, and are never changed, so contents can be made on any thread.
struct RecursiveKinds: Sendable {
  /// The definitions, from which contents are made.
  private let bundle: SchemaBundle
  /// The compiled definitions, for the check of defaults inside of contents.
  private let library: SchemaLibrary

  /// Remembers the definitions; nothing is read yet.
  init(_ bundle: SchemaBundle, library: SchemaLibrary) {
    self.bundle = bundle
    self.library = library
  }

  /// Returns the kind of a definition; its content is determined when it is first needed. A name without a definition
  /// is JSON.
  func kind(of name: String) -> FormKind {
    guard bundle.source.definitions[name] != nil else { return .json }
    return .recursive(RecursiveKind(name: name) { content(of: name) })
  }

  /// Reads a definition with a merger of its own, whose limits start again at 0. Warnings about its parts aren't
  /// reported, because the form was opened long before.
  private func content(of name: String) -> FormKind {
    var merger = SchemaMerger(bundle, library: library)
    let reference = JSONSchema(keywords: [.reference(name)])
    let place = bundle.origins[name] ?? SchemaPlace(document: SchemaPlace.first, keys: [])
    var open: SchemaMerger.Names = []
    let merged = merger.merged([PlacedSchema(schema: reference, place: place)], open: &open)
    var reader = SourceKindReader(self)
    let kind = reader.kind(merger.complete(merged, place: place, open: open)).kind
    // A definition can be nothing but a reference to itself.
    if case .recursive = kind { return .json }
    return kind
  }
}
