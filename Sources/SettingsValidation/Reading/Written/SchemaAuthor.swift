/// What the schemas of a form tell about their author: this library, or another one.
///
/// The difference matters where only this library's forms are strict. A value that doesn't match a format is valid for other
/// authors, and so are any value in place of a section without a type and any key of a document whose keys aren't described.
struct SchemaAuthor {
  /// Whether a section isn't of the type `object`. This library always writes the type.
  var hasUntypedSections = false
  /// Whether the outermost section has no `properties`. This library writes them even if they are empty.
  var hasNoProperties = false
  /// Whether a setting with a format has no title. This library writes a title for each setting.
  var hasUntitledFormats = false
  /// Whether a keyword of this library is used. A person who writes a form by hand may leave out titles and empty properties.
  var usesOwnKeyword = false

  /// Whether this library can have written the schemas.
  var canBeThisLibrary: Bool {
    !hasUntypedSections && (usesOwnKeyword || !hasUntitledFormats && !hasNoProperties)
  }
}
