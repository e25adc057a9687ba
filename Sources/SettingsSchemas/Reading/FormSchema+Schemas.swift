extension FormSchema {
  /// Parses a form from the text of a JSON Schema of any author; comments are allowed.
  ///
  /// The schema can be of draft 4, 6, 7, 2019-09 or 2020-12, as `$schema` names it. A part that can't be used, such as a keyword with
  /// a value of a wrong type, is one of the ``warnings``, and its setting is edited as JSON. So is a setting that no kind of a form
  /// describes, such as a recursive one. Values are checked by the whole schema.
  ///
  /// Cost: linear in the size of the document, and of the form.
  ///
  /// - Throws: ``FormSchemaError`` with its position if the text isn't JSON, or for a faulty rule.
  public init(parsingSchema bytes: [UInt8]) throws(FormSchemaError) {
    try self.init(parsingSchema: bytes, at: "", .none)
  }

  /// Parses a form, and finds the other documents that it refers to.
  ///
  /// - Parameter address: The address of the form, to which its references are relative.
  package init(
    parsingSchema bytes: [UInt8], at address: String, _ documents: SchemaDocuments
  ) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self = try Self.reading(document, at: address, documents)
    try checkRules(in: document)
  }

  /// Reads a form of this library, or else any JSON Schema.
  fileprivate static func reading(
    _ document: JSONDocument, at address: String, _ documents: SchemaDocuments
  ) throws(FormSchemaError) -> FormSchema {
    if let form = FormSchema(complete: document) { return form }
    return try SourceFormReader.form(document, at: address, documents)
  }
}

extension FormIndex {
  /// Parses a form, finds the other documents that it refers to, and prepares it, as `FormSchema` does.
  package init(
    parsingSchema bytes: [UInt8], at address: String = "", _ documents: SchemaDocuments = .none
  ) throws(FormSchemaError) {
    let document = try JSONDocument(ofForm: bytes)
    self.init(try FormSchema.reading(document, at: address, documents))
    // The rules are compiled only here.
    if let ruleError { throw ruleError.located(in: document) }
  }
}
