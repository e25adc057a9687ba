extension JSONValue {
  /// Parses JSON (RFC 8259).
  ///
  /// - Throws: `JSONParseError` with the position of the error.
  public init(parsing text: String) throws(JSONParseError) {
    try self.init(parsing: text, dialect: .strict)
  }

  /// Parses JSON. A blank string is an error in the strict dialect, and `{}` in the other.
  package init(parsing text: String, dialect: JSONDialect) throws(JSONParseError) {
    self = try JSONDocument(parsing: Array(text.utf8), dialect: dialect).root.value
  }
}
