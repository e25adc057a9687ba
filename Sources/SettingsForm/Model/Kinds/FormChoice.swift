/// One of the values that a setting can have, with its title and help.
package struct FormChoice: Hashable, Sendable {
  /// The value in the document.
  package var value: JSONValue
  /// The name that people read.
  package var title: String
  /// The meaning of the choice; may be empty.
  package var help: String
  /// Whether the choice still works but is deprecated.
  package var isDeprecated: Bool
  /// The values that the choice had in earlier versions.
  package var formerValues: [JSONValue]

  /// Creates a choice.
  package init(
    value: JSONValue, title: String, help: String = "", isDeprecated: Bool = false,
    formerValues: [JSONValue] = []
  ) {
    self.value = value
    self.title = title
    self.help = help
    self.isDeprecated = isDeprecated
    self.formerValues = formerValues
  }
}
