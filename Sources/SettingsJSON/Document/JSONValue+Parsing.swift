extension JSONValue {
  /// Parses JSON (RFC 8259).
  ///
  /// - Throws: `JSONParseError` with the position of the error.
  public init(parsing text: String) throws(JSONParseError) {
    try self.init(parsing: text, dialect: .strict)
  }

  /// Parses JSON. A blank string is an error in the strict dialect, and is read as `{}` in the `jsonc` dialect.
  package init(parsing text: String, dialect: JSONDialect) throws(JSONParseError) {
    self = try JSONDocument(parsing: Array(text.utf8), dialect: dialect).root.value
  }
}

extension JSONObject {
  /// Parses an object; returns `nil` for anything else.
  package init?(parsing bytes: some Collection<UInt8>) {
    guard let object = (try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)))?.object else {
      return nil
    }
    self = object
  }
}
