extension FormSchema {
  /// Parses a form from the text of a JSON Schema 2020-12 document; comments are allowed.
  ///
  /// A setting that no kind of a form describes (a union of types, `anyOf`, `patternProperties`) becomes a setting that is
  /// edited as JSON and is checked against its schema. References inside the document are replaced by their targets.
  ///
  /// Cost: linear in the size of the document.
  ///
  /// - Throws: ``FormSchemaError`` for the first error, with its position in the text: a malformed keyword, a keyword that a
  ///   form doesn't support (`unevaluatedProperties`, a recursive `$ref`), or contradictory limits or defaults.
  public init(parsing bytes: [UInt8]) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self = try FormReader.form(document)
    guard !rules.isEmpty, let error = FormIndex(self).ruleError else { return }
    throw error.located(in: document)
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
}

extension FormIndex {
  /// Parses a form from the text of a JSON Schema 2020-12 document, as `FormSchema` does, and prepares it.
  ///
  /// - Throws: ``FormSchemaError`` for the first error, with its position in the text.
  public init(parsing bytes: [UInt8]) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self.init(try FormReader.form(document))
    // The rules are compiled only here.
    if let ruleError { throw ruleError.located(in: document) }
  }
}

extension FormSchemaError {
  /// Returns the error with its position in the form's text.
  func located(in document: JSONDocument) -> FormSchemaError {
    var error = self
    error.position = document.positionOfNearest(to: path)
    return error
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

  /// Returns the position of the value at a path, or of the nearest value around it.
  package func positionOfNearest(to path: SettingPath) -> SourcePosition {
    var path = path
    while true {
      if let node = node(at: path) { return node.position }
      guard let parent = path.parent else { return root.position }
      path = parent
    }
  }
}
