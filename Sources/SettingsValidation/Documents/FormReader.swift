/// Reads a form from the nodes of a document, one setting after the other.
///
/// A form of many settings consists mostly of sections and strings. Sections are read from the document; only one
/// setting's schema is in memory at a time. The strings stay in the document. The meaning of the other keywords of a
/// setting or a section is determined once for all that have the same spelling of these keywords, by ``SchemaReader``,
/// ``SettingReader`` and ``FormCheck``.
///
///     "smooth": { "type": "boolean", "title": "Smooth", "default": true }
///     "border": { "type": "boolean", "title": "Border", "default": false }
///
/// The first setting is read completely, and its shape is stored under the spelling `"type": "boolean"`. For the second
/// one, only the title is noted and the default is decoded and checked. So the meaning of keywords is worked out once
/// for each shape, and not once for each of 100 000 settings.
///
/// What isn't as simple goes the slower way: a struct that is a setting, a definition with a title of its own. The result is the same
/// either way.
struct FormReader {
  /// The keys that lead to the schema being read. The errors of the parts are relative to it.
  private var keys: [String] = []
  /// The regular expressions of the form, compiled once for the check of all shapes.
  private let library = SchemaLibrary()
  /// Reads the keywords of shapes. It checks regular expressions, which compiles them into the library.
  private var schemaReader: SchemaReader
  /// Makes settings and sections of keywords.
  private var settingReader = SettingReader()
  /// Finds contradictions in shapes and wrong defaults.
  private var check: FormCheck
  /// The number of sections around the schema that is being read.
  private var depth = 0
  /// The members of the schema that is being read. The next schema that is read replaces them.
  private var parts: SchemaParts
  /// The document's definitions, which take the place of references to them.
  private let definitions: JSONObject
  /// The shapes seen so far, by the spelling of their keywords.
  private var shapes: [Spelling: FormShape] = [:]
  /// The sections seen so far, without keys, titles, help and items, by the spelling of their other keywords.
  private var sections: [Spelling: FormSection] = [:]
  /// Where the first item is, root included, that doesn't represent its whole schema.
  private var extra: [String]?

  /// The text of the keywords that settings with one shape share. Another order of the same keywords is another
  /// spelling, whose shape is determined again.
  private struct Spelling: Hashable {
    let bytes: [UInt8]

    /// Hashes eight bytes at a time, which takes less time than the hash of an array.
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBufferPointer {
        hasher.combine(JSONBytes.hash($0, from: 0, to: $0.count, seed: JSONBytes.hashSeed))
      }
    }
  }

  private init(_ document: JSONDocument) {
    parts = SchemaParts(of: document)
    definitions = document.root[SharedSchemas.keyword]?.value.object ?? [:]
    schemaReader = SchemaReader(patterns: library.patterns, definitions: definitions)
    check = FormCheck(library)
  }

  /// Reads a form and checks everything except its rules.
  ///
  /// - Returns: The form, and where the document first says more than the form represents. A person can have extended it beyond what this
  ///   library writes.
  /// - Throws: The first error in the order of the document, with its position. Inside a definition, it is that of the reference.
  static func form(_ document: JSONDocument) throws(FormSchemaError) -> (
    form: FormSchema, extra: SettingPath?
  ) {
    var reader = FormReader(document)
    do throws(FormSchemaError) {
      let form = try reader.form(document.root)
      return (form, reader.extra.map { SettingPath($0) })
    } catch {
      var error = error
      error.path = SettingPath(reader.keys + error.path.keys)
      throw error.located(in: document)
    }
  }

  /// Reads the outermost schema. What belongs to the form and not to its root section is taken out first: version,
  /// rules, migrations, layers, definitions.
  private mutating func form(_ root: JSONNode) throws(FormSchemaError) -> FormSchema {
    guard root.kind == .object else {
      throw FormSchemaError(path: .root, reason: .wrongValue(expected: "an object"))
    }
    var (object, properties) = split(root, without: SharedSchemas.keyword)
    try FormSchema.checkVersion(object.take(FormSchema.versionKeyword))
    try FormSchema.checkDialect(object.take("$schema"))
    var ruleReader = RuleReader(at: [FormSchema.rulesKeyword])
    let rules = try object.take(FormSchema.rulesKeyword).map { value throws(FormSchemaError) in
      try ruleReader.rules(value)
    }
    // The migrations have no code: only the app can run them.
    let migrations = try object.take(FormMigration.keyword).map(FormMigration.migrations)
    let skipped = try object.take(FormSchema.skippedKeyword).map(FormSchema.skippedPaths)
    let layers = try object.take(FormLayers.keyword).map(FormLayers.init)
    // Somebody has published the form. References in it are relative to the document anyway.
    let address = object.take("$id")
    var section = try settingReader.root(try schemaReader.schema(.object(object)))
    note(isComplete: section.isComplete)
    section.otherKeywords["$id"] = address.map { .other("$id", $0) }
    // The items are read one by one, so only the keywords of the root itself are decoded above.
    if let properties { section.items = try items(properties) }
    var form = FormSchema(root: section, rules: rules ?? [])
    form.definitions = definitions
    form.migrations = migrations ?? []
    form.skipped = skipped ?? []
    form.layers = layers
    return form
  }

  /// Reads the items of an object whose keys are known to be distinct.
  ///
  /// - Throws: ``FormSchemaError`` for the first error, and for sections that are nested deeper than 256 levels.
  private mutating func items(_ properties: JSONNode) throws(FormSchemaError) -> [FormItem] {
    guard depth < SchemaReader.depthLimit else { throw schemaReader.error(.tooLarge) }
    depth += 1
    keys.append("properties")
    var items: [FormItem] = []
    items.reserveCapacity(properties.count)
    for (key, node) in properties.members {
      keys.append(key)
      items.append(try item(key: key, node))
      keys.removeLast()
    }
    keys.removeLast()
    depth -= 1
    return items
  }

  /// Reads a section or a setting: by its parts if that is possible, or else from its whole schema.
  private mutating func item(key: String, _ node: JSONNode) throws(FormSchemaError) -> FormItem {
    if parts.read(node) {
      if let properties = parts.properties {
        // What the fast way can't read falls through to the slow one, which reports errors, too.
        if let section = try section(key: key, properties) { return .section(section) }
      } else if let setting = try setting(key: key) {
        return .setting(setting)
      }
    }
    let item = try settingReader.item(key: key, try schemaReader.schema(node.value))
    switch item {
    case .section(let section): try check.section(section)
    case .setting(let setting):
      try check.shape(setting.shape)
      try check.defaultValue(of: setting)
    }
    note(isComplete: item.isComplete)
    return item
  }

  /// Notes the item that is being read, if it is the first one that doesn't represent its whole schema.
  private mutating func note(isComplete: Bool) {
    if !isComplete, extra == nil { extra = keys }
  }

  /// Returns the members of a schema except its properties, and its properties; returns no properties if they can't be read one
  /// by one.
  ///
  /// - Parameter other: A further member to leave out.
  private func split(
    _ node: JSONNode, without other: String? = nil
  ) -> (object: JSONObject, properties: JSONNode?) {
    let properties = node["properties"].flatMap { $0.kind == .object ? $0 : nil }
    var members: [JSONObject.Member] = []
    for (key, value) in node.members where (properties == nil || key != "properties") && key != other {
      members.append(JSONObject.Member(key: key, value: value.value))
    }
    return (JSONObject(distinct: members), properties)
  }
}

// MARK: - Sections

extension FormReader {
  /// Reads a section whose items can be read one by one from its properties; returns `nil` for any other schema: with a
  /// default, which only a setting can have, or with a title that isn't text.
  private mutating func section(key: String, _ properties: JSONNode) throws(FormSchemaError) -> FormSection? {
    guard properties.kind == .object, parts.defaultValue == nil,
      let title = parts.title.text(else: key, cutTo: InputLimits.titleLength),
      let help = parts.help.text(else: "", cutTo: InputLimits.helpLength),
      var section = try sectionPrototype()
    else { return nil }
    section.key = key
    section.title = title.string
    section.help = help.string
    section.items = try items(properties)
    return section
  }

  /// Determines a section's properties from the other keywords; returns `nil` for a struct that is a setting. Computed
  /// once for all sections with the same spelling.
  private mutating func sectionPrototype() throws(FormSchemaError) -> FormSection? {
    if let prototype = sections[Spelling(bytes: parts.spelling)] { return prototype }
    var schema = try schemaReader.schema(.object(parts.rest))
    // Whether this is a section depends on its having properties, which have been taken out.
    schema.keywords.append(.table(.properties, []))
    guard schema.describesSection else { return nil }
    let prototype = try settingReader.section(key: "", title: "", schema)
    note(isComplete: prototype.hasCompleteKeywords)
    sections[Spelling(bytes: parts.spelling)] = prototype
    return prototype
  }
}

// MARK: - Settings

extension FormReader {
  /// Reads a setting whose shape doesn't depend on its title and help; returns `nil` for any other schema.
  private mutating func setting(key: String) throws(FormSchemaError) -> FormSetting? {
    guard let shape = try shape(), let title = parts.title.text(else: key, cutTo: InputLimits.titleLength),
      let help = parts.help.text(else: "", cutTo: InputLimits.helpLength)
    else { return nil }
    let setting = FormSetting(
      key: key, title: title, help: help, defaultValue: parts.defaultValue.map(\.value), shape: shape)
    try check.defaultValue(of: setting)
    return setting
  }

  /// Determines the shape from the other keywords; returns `nil` for a struct, which has its own title, help and key.
  /// Computed and checked once for all settings with the same spelling.
  private mutating func shape() throws(FormSchemaError) -> FormShape? {
    if let shape = shapes[Spelling(bytes: parts.spelling)] { return shape }
    let schema = try schemaReader.schema(.object(parts.rest))
    // A definition can have a title, help or a default, too.
    guard !schema.describesSection, !["title", "description", "default"].contains(where: schema.has) else {
      return nil
    }
    let setting = try settingReader.setting(key: "", schema)
    let shape = setting.shape
    if case .object = shape.values.kind { return nil }
    try check.shape(shape)
    note(isComplete: setting.isComplete)
    shapes[Spelling(bytes: parts.spelling)] = shape
    return shape
  }
}

extension JSONObject {
  /// Removes a member, and returns its value.
  fileprivate mutating func take(_ key: String) -> JSONValue? {
    defer { self[key] = nil }
    return self[key]
  }
}

extension JSONNode? {
  /// Returns the string of a keyword, or a default if the keyword is missing; `nil` for a value that isn't a string.
  fileprivate func text(else text: String, cutTo limit: Int) -> FormText? {
    map { FormText($0, cutTo: limit) } ?? FormText(text)
  }
}

extension FormSchemaError {
  /// Returns the error with the position of the value at its path in the form's text, or of the nearest value around it.
  package func located(in document: JSONDocument) -> FormSchemaError {
    var error = self
    error.position = document.positionOfNearest(to: path)
    return error
  }
}

extension JSONDocument {
  /// Returns the position of the value at a path, or of the nearest value around it: for a missing key, the position of
  /// the object.
  package func positionOfNearest(to path: SettingPath) -> SourcePosition {
    var path = path
    while true {
      if let node = node(at: path) { return node.position }
      guard let parent = path.parent else { return root.position }
      path = parent
    }
  }
}
