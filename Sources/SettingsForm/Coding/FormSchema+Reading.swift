extension FormSchema {
  /// Reads a form from a JSON Schema 2020-12 document.
  ///
  /// What a form has no kind for (a union of types, `anyOf`, `patternProperties`) becomes a setting that is
  /// edited as JSON and still obeys its schema. References inside the document are replaced by what they
  /// lead to.
  ///
  /// Cost: linear in the size of the document.
  ///
  /// - Throws: ``FormSchemaError`` for the first fault, with its path: a keyword with a value that it can't
  ///   have, a keyword that a form can't obey (`unevaluatedProperties`, a recursive `$ref`), limits or a
  ///   default that contradict each other.
  public init(_ json: JSONValue) throws(FormSchemaError) {
    guard case .object(var object) = try ReferenceInliner.inline(json) else {
      throw FormSchemaError(path: .root, reason: .wrongValue(expected: "an object"))
    }
    let rules = try Self.takeRules(from: &object)
    let patterns = PatternCache()
    var schemaReader = SchemaReader(patterns: patterns)
    let schema = try schemaReader.schema(.object(object))
    var formReader = FormReader()
    self.init(root: try formReader.root(schema), rules: rules)
    try FormCheck.check(self, patterns: patterns)
  }

  /// Takes out of the outermost schema what is none of a section's: the dialect, which has to be ours, and the rules.
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

extension FormSchema {
  /// Reads a form from the text of a JSON Schema 2020-12 document; comments are allowed.
  ///
  /// - Throws: ``FormSchemaError`` for the first fault, with its place in the text.
  public init(parsing bytes: [UInt8]) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    if let form = try? FormStream.form(document, patterns: PatternCache()),
      form.rules.isEmpty || FormIndex(form).ruleError == nil
    {
      self = form
    } else {
      try self.init(document)
    }
  }

  /// Reads a form as a whole, which follows references, and finds the place of the first fault.
  fileprivate init(_ document: JSONDocument) throws(FormSchemaError) {
    do throws(FormSchemaError) {
      try self.init(document.root.value)
    } catch {
      var error = error
      error.position = document.positionOfNearest(to: error.path)
      throw error
    }
  }

  /// The form as the text of a JSON Schema document, the same for equal forms.
  public var bytes: [UInt8] { json.bytes(.pretty(indent: 2)) + [UInt8(ascii: "\n")] }
}

extension FormIndex {
  /// Reads a form from the text of a JSON Schema 2020-12 document, as `FormSchema` does, and prepares it.
  ///
  /// - Throws: ``FormSchemaError`` for the first fault, with its place in the text.
  public init(parsing bytes: [UInt8]) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    if let form = try? FormStream.form(document, patterns: PatternCache()) {
      self.init(form)
      // The rules are made ready once, here; what is wrong with them is found below, with its place.
      if ruleError == nil { return }
    }
    self.init(try FormSchema(document))
  }
}

extension JSONDocument {
  fileprivate init(ofForm bytes: [UInt8]) throws(FormSchemaError) {
    do throws(JSONParseError) {
      try self.init(parsing: bytes)
    } catch {
      throw FormSchemaError(path: .root, position: error.position, reason: .notJSON(error.message))
    }
  }

  /// Where the value at a path stands, or else the nearest one around it.
  package func positionOfNearest(to path: SettingPath) -> SourcePosition {
    var path = path
    while true {
      if let node = node(at: path) { return node.position }
      guard let parent = path.parent else { return root.position }
      path = parent
    }
  }
}
