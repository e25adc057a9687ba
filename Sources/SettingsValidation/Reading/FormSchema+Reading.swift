extension FormSchema {
  /// Parses a form from the text of a JSON Schema; comments are allowed.
  ///
  /// The schema can be of draft 4, 6, 7, 2019-09 or 2020-12, as `$schema` names it. A part that can't be used, such as a keyword with
  /// a value of a wrong type, is one of the ``warnings``, and its setting is edited as JSON. So is a setting that no kind of a form
  /// describes, such as a recursive one. Values are checked by the whole schema.
  ///
  /// Cost: linear in the size of the document, and of the form.
  ///
  /// - Throws: ``FormSchemaError`` with its position if the text isn't JSON, or for a faulty rule.
  public init(parsing bytes: [UInt8]) throws(FormSchemaError) {
    try self.init(parsing: bytes, at: "", .none)
  }

  /// Parses a form, and finds the other documents that it refers to.
  ///
  /// - Parameter address: The address of the form, to which its references are relative.
  package init(
    parsing bytes: [UInt8], at address: String, _ documents: SchemaDocuments
  ) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self = try Self.reading(document, at: address, documents)
    guard !rules.isEmpty, let error = FormIndex(self).ruleError else { return }
    throw error.located(in: document)
  }

  /// Parses a form that this library has written, without any part that can't be used.
  ///
  /// - Throws: ``FormSchemaError`` for the first error, with its position in the text: a malformed keyword, a keyword that such a
  ///   form doesn't have (`unevaluatedProperties`, a recursive `$ref`), or contradictory limits or defaults.
  package init(written bytes: [UInt8]) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self = try FormReader.form(document)
    guard !rules.isEmpty, let error = FormIndex(self).ruleError else { return }
    throw error.located(in: document)
  }

  /// Reads a form of this library, or else any JSON Schema.
  fileprivate static func reading(
    _ document: JSONDocument, at address: String, _ documents: SchemaDocuments
  ) throws(FormSchemaError) -> FormSchema {
    do throws(FormSchemaError) {
      if let form = try FormReader.completeForm(document) { return form }
    } catch {
      // Not a form of this library.
    }
    return try SourceFormReader.form(document, at: address, documents)
  }

  /// The form as the text of a JSON Schema document, the same for equal forms with the same definitions.
  public var bytes: [UInt8] { json.bytes(.pretty(indent: 2)) + [UInt8(ascii: "\n")] }

  /// Removes the keywords of the outermost schema that aren't part of a section: the dialect, which must be the supported one,
  /// and the rules.
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

  /// Removes the keyword of the layers from the outermost schema.
  static func takeLayers(from object: inout JSONObject) throws(FormSchemaError) -> FormLayers? {
    guard let value = object[FormLayers.keyword] else { return nil }
    object[FormLayers.keyword] = nil
    return try FormLayers(value)
  }
}

extension FormIndex {
  /// Parses a form from the text of a JSON Schema, as `FormSchema` does, and prepares it.
  ///
  /// - Throws: ``FormSchemaError`` with its position if the text isn't JSON, or for a faulty rule.
  public init(parsing bytes: [UInt8]) throws(FormSchemaError) {
    try self.init(parsing: bytes, at: "", .none)
  }

  /// Parses a form, finds the other documents that it refers to, and prepares it.
  package init(
    parsing bytes: [UInt8], at address: String, _ documents: SchemaDocuments
  ) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self.init(try FormSchema.reading(document, at: address, documents))
    // The rules are compiled only here.
    if let ruleError { throw ruleError.located(in: document) }
  }
}

extension JSONDocument {
  fileprivate init(ofForm bytes: [UInt8]) throws(FormSchemaError) {
    do throws(JSONParseError) {
      try self.init(parsing: bytes)
    } catch {
      let isTooDeep = if case .tooDeep = error.reason { true } else { false }
      throw FormSchemaError(
        path: .root, position: error.position, reason: isTooDeep ? .tooLarge : .notJSON(error.message))
    }
  }
}
