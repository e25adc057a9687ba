extension FormSchema {
  /// Parses a form that this library has written: the text of ``SettingsForm/FormSchema/json``, or an exported form; comments are allowed.
  ///
  /// Any other JSON Schema is read by `FormSchema(parsingSchema:)` of the library `SettingsSchemas`.
  ///
  /// Cost: linear in the size of the document.
  ///
  /// - Throws: ``FormSchemaError`` with its position if the text isn't JSON, for a schema that says more than such a form represents,
  ///   for one without the mark of such a form (`"x-form": 1`), and for a faulty rule.
  public init(parsing bytes: [UInt8]) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    do throws(FormSchemaError) {
      guard let form = try FormReader.completeForm(document) else {
        throw FormSchemaError(path: .root, reason: .otherSchema)
      }
      self = form
    } catch {
      var error = error
      // This library never writes the keyword, so the schema is another author's.
      if error.reason == .unsupported { error.reason = .otherSchema }
      throw error.located(in: document)
    }
    try checkRules(in: document)
  }

  /// Parses a form that this library has written, and refuses every part that it can't use. An app reads its own form from the generated
  /// code with it. A mistake there is an error, and doesn't become a setting that is edited as JSON.
  ///
  /// - Throws: ``FormSchemaError`` for the first error, with its position in the text: a malformed keyword, a keyword
  ///   that such a form doesn't have (`unevaluatedProperties`, a recursive `$ref`), or contradictory limits or
  ///   defaults.
  package init(written bytes: [UInt8]) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self = try FormReader.form(document)
    try checkRules(in: document)
  }

  /// Reads a form of this library without checking its rules; `nil` for any other JSON Schema.
  ///
  /// The reader of any JSON Schema tries this first, because such a form needs no bundling. It checks the rules
  /// afterwards, by ``checkRules(in:)``.
  package init?(complete document: JSONDocument) {
    guard let form = try? FormReader.completeForm(document) else { return nil }
    self = form
  }

  /// Throws the error of a faulty rule, with its position in the text.
  ///
  /// Cost: makes an index, if there are rules.
  package func checkRules(in document: JSONDocument) throws(FormSchemaError) {
    guard !rules.isEmpty, let error = FormIndex(self).ruleError else { return }
    throw error.located(in: document)
  }

  /// The form as the text of a JSON Schema document, the same for equal forms with the same definitions.
  package var bytes: [UInt8] { json.bytes(.pretty(indent: 2)) + [UInt8(ascii: "\n")] }

  /// Removes the mark of a form of this library from the outermost schema, and returns whether it was there.
  ///
  /// - Throws: ``FormSchemaError`` for a version that this library doesn't know, since it could mean anything by the
  ///   same keywords.
  static func takeVersion(from object: inout JSONObject) throws(FormSchemaError) -> Bool {
    guard let version = object[versionKeyword] else { return false }
    guard version == .number(Self.version) else {
      throw FormSchemaError(path: [versionKeyword], reason: .otherVersion(version.description))
    }
    object[versionKeyword] = nil
    return true
  }

  /// Removes the keywords of the outermost schema that aren't part of a section: the dialect, which must be the
  /// supported one, and the rules.
  ///
  /// - Throws: ``FormSchemaError`` for another dialect, and for a malformed rule.
  static func takeRules(from object: inout JSONObject) throws(FormSchemaError) -> [FormRule] {
    switch object["$schema"] {
    case nil, .string(Self.dialect)?, .string(Self.dialect + "#")?: object["$schema"] = nil
    case let other?:
      throw FormSchemaError(path: ["$schema"], reason: .otherDialect(other.description))
    }
    guard let value = object[Self.rulesKeyword] else { return [] }
    object[Self.rulesKeyword] = nil
    var reader = RuleReader(at: [Self.rulesKeyword])
    return try reader.rules(value)
  }

  /// Removes the keyword of the migrations from the outermost schema. The migrations have no code: only the app can run
  /// them.
  static func takeMigrations(from object: inout JSONObject) throws(FormSchemaError) -> [FormMigration] {
    guard let value = object[FormMigration.keyword] else { return [] }
    object[FormMigration.keyword] = nil
    return try FormMigration.migrations(value)
  }

  static func takeSkipped(from object: inout JSONObject) throws(FormSchemaError) -> Set<SettingPath> {
    guard let value = object[skippedKeyword] else { return [] }
    object[skippedKeyword] = nil
    let elements: [JSONValue]? = if case .array(let elements) = value { elements } else { nil }
    let paths = elements?.mapAll { $0.text.flatMap { try? SettingPath(parsing: $0) } }
    guard let paths else {
      throw FormSchemaError(path: [skippedKeyword], reason: .wrongValue(expected: "a list of paths"))
    }
    return Set(paths)
  }

  static func takeLayers(from object: inout JSONObject) throws(FormSchemaError) -> FormLayers? {
    guard let value = object[FormLayers.keyword] else { return nil }
    object[FormLayers.keyword] = nil
    return try FormLayers(value)
  }
}

extension JSONDocument {
  /// Parses the text of a form.
  ///
  /// - Throws: ``FormSchemaError`` for text that isn't JSON, so that callers have one kind of error for forms.
  package init(ofForm bytes: [UInt8]) throws(FormSchemaError) {
    do throws(JSONParseError) {
      try self.init(parsing: bytes)
    } catch {
      let isTooDeep = if case .tooDeep = error.reason { true } else { false }
      throw FormSchemaError(
        path: .root, position: error.position, reason: isTooDeep ? .tooLarge : .notJSON(error.message))
    }
  }
}

// A form that the library wrote represents its whole schema. A foreign schema can describe more, which only a merged schema
// represents, other formats, and descriptions for other editors.

extension FormItem {
  /// Whether the item represents its whole schema.
  var isComplete: Bool {
    switch self {
    case .section(let section): section.isComplete
    case .setting(let setting): setting.isComplete
    }
  }
}

extension FormSection {
  /// Whether the section and its items represent their whole schema.
  var isComplete: Bool { hasCompleteKeywords && items.allSatisfy(\.isComplete) }

  /// Whether the section's own keywords describe no further values, as those for other members or for alternatives without keys do.
  /// `required` and `minProperties` are fine: they are checked with the section.
  var hasCompleteKeywords: Bool {
    otherKeywords.members.isEmpty
      || !otherKeywords.combinesSchemas && !otherKeywords.describesOthers
        && !otherKeywords.hasForeignKeywords
  }
}

extension FormSetting {
  /// Whether the setting represents its whole schema.
  ///
  /// A setting that is edited as JSON can be complete, as for `{}`. For `{"type": ["string", "number"]}` it isn't, because a merged schema
  /// has a better kind for such values.
  var isComplete: Bool {
    kind.isComplete && (otherKeywords.members.isEmpty || hasCompleteKeywords)
  }

  /// Whether the setting's other keywords only have to be checked. If a merged schema would give them a better kind, the setting isn't
  /// complete.
  private var hasCompleteKeywords: Bool {
    guard !otherKeywords.hasForeignKeywords else { return false }
    return switch kind {
    case .json:
      !otherKeywords.combinesSchemas
        && !otherKeywords.has(["type", "properties", "contentEncoding"])
    case .list(.json, _): !otherKeywords.hasAlternatives && !otherKeywords.has(["items"])
    case .dictionary(.json): !otherKeywords.hasAlternatives && !otherKeywords.has(["additionalProperties"])
    case .object: !otherKeywords.describesOthers
    default: true
    }
  }
}

extension FormKind {
  /// Whether everything inside the kind represents its whole schema.
  fileprivate var isComplete: Bool {
    switch parts {
    case .elements(let element), .entries(let element): element.isComplete
    case .fields(let section): section.isComplete
    case .alternatives(let variants): variants.allSatisfy(\.kind.isComplete)
    case .none, .definition: true
    }
  }
}

extension JSONObject {
  var hasAlternatives: Bool { has(["anyOf", "oneOf"]) }

  /// Whether keywords such as `allOf` combine several schemas for the value. Only a merged schema can show these as one.
  fileprivate var combinesSchemas: Bool {
    hasAlternatives || has(["allOf", "if", "dependentSchemas", "patternProperties"])
  }

  fileprivate var describesOthers: Bool {
    if case .object? = self["additionalProperties"] { true } else { false }
  }

  /// Whether there are descriptions for other editors, or a format, among the members or anywhere inside them.
  ///
  /// The formats of this library aren't among a setting's other keywords, since a kind writes them. Its forms don't
  /// check any other format, so a schema that has one was written for other programs.
  fileprivate var hasForeignKeywords: Bool {
    members.contains { member in
      EditorKeyword(rawValue: member.key)?.isText == true || member.key == "format"
        || member.value.hasForeignKeywords
    }
  }

  /// Whether one of several keys is present.
  fileprivate func has(_ keys: [String]) -> Bool { keys.contains { self[$0] != nil } }
}

extension JSONValue {
  fileprivate var hasForeignKeywords: Bool {
    switch self {
    case .object(let object): object.hasForeignKeywords
    case .array(let elements): elements.contains(where: \.hasForeignKeywords)
    case .null, .bool, .number, .string: false
    }
  }
}
