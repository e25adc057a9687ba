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
      guard let form = try FormSchema(marked: document) else {
        throw FormSchemaError(path: .root, reason: .otherSchema).located(in: document)
      }
      self = form
    } catch {
      var error = error
      // This library never writes the keyword, so the schema is another author's.
      let isForeign = error.reason == .unsupported || error.path.keys.last == "$ref"
      if isForeign || error.reason == .readAsOther { error.reason = .otherSchema }
      throw error
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
    self = try FormReader.form(document).form
    try checkRules(in: document)
  }

  /// Reads a form that has the mark of this library without checking its rules; `nil` for a schema without the mark.
  ///
  /// The reader of any JSON Schema tries this first, because such a form needs no bundling. It checks the rules
  /// afterwards, by ``checkRules(in:)``.
  ///
  /// - Throws: ``FormSchemaError`` for the first error, and for the first item that says more than this library writes.
  package init?(marked document: JSONDocument) throws(FormSchemaError) {
    guard document.root[Self.versionKeyword] != nil else { return nil }
    let (form, extra) = try FormReader.form(document)
    if let extra { throw FormSchemaError(path: extra, reason: .readAsOther).located(in: document) }
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

  /// Throws for a version of the form that this library doesn't know, since it could mean anything by the same keywords.
  static func checkVersion(_ version: JSONValue?) throws(FormSchemaError) {
    guard let version, version != .number(Self.version) else { return }
    throw FormSchemaError(path: [versionKeyword], reason: .otherVersion(version.description))
  }

  /// Throws for another dialect than the one that forms are written in.
  static func checkDialect(_ dialect: JSONValue?) throws(FormSchemaError) {
    guard let dialect, dialect != .string(Self.dialect), dialect != .string(Self.dialect + "#") else {
      return
    }
    throw FormSchemaError(path: ["$schema"], reason: .otherDialect(dialect.description))
  }

  /// Reads the keyword of the paths that the form lacks.
  static func skippedPaths(_ value: JSONValue) throws(FormSchemaError) -> Set<SettingPath> {
    guard let paths = value.elements?.mapAll({ $0.text.flatMap { try? SettingPath(parsing: $0) } }) else {
      throw FormSchemaError(path: [skippedKeyword], reason: .wrongValue(expected: "a list of paths"))
    }
    return Set(paths)
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
    !otherKeywords.combinesSchemas && !otherKeywords.describesOthers && !otherKeywords.hasForeignKeywords
  }
}

extension FormSetting {
  /// Whether the setting represents its whole schema.
  ///
  /// A setting that is edited as JSON can be complete, as for `{}`. For `{"type": ["string", "number"]}` it isn't, because a merged schema
  /// has a better kind for such values.
  var isComplete: Bool {
    kind.isComplete && hasCompleteKeywords
  }

  /// Whether the setting's other keywords only have to be checked. If a merged schema would give them a better kind, the setting isn't
  /// complete.
  private var hasCompleteKeywords: Bool {
    guard !otherKeywords.hasForeignKeywords else { return false }
    return switch kind {
    case .json:
      !otherKeywords.combinesSchemas
        && !["type", "properties", "contentEncoding"].contains(where: otherKeywords.has)
    case .list(.json, _): !otherKeywords.hasAlternatives && !otherKeywords.has("items")
    case .dictionary(.json): !otherKeywords.hasAlternatives && !otherKeywords.has("additionalProperties")
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

extension JSONSchema {
  fileprivate var hasAlternatives: Bool { has("anyOf") || has("oneOf") }

  /// Whether keywords such as `allOf` combine several schemas for the value. Only a merged schema can show these as one.
  fileprivate var combinesSchemas: Bool {
    hasAlternatives || ["allOf", "if", "dependentSchemas", "patternProperties"].contains(where: has)
  }

  fileprivate var describesOthers: Bool {
    self[.additionalProperties].map { !$0.keywords.isEmpty && $0 != .never } ?? false
  }

  /// Whether there are descriptions for other editors, or a format, here or in a schema inside.
  ///
  /// The formats of this library aren't among a setting's other keywords, since a kind writes them. Its forms don't
  /// check any other format, so a schema that has one was written for other programs.
  fileprivate var hasForeignKeywords: Bool {
    keywords.contains { keyword in
      switch keyword {
      case .text(.format, _): true
      case .other(let name, _): EditorKeyword(rawValue: name)?.isText == true
      default: keyword.schemas.contains(where: \.hasForeignKeywords)
      }
    }
  }
}
