/// One of the values that a setting can have, with its title and help.
public struct FormChoice: Hashable, Sendable {
  /// The value in the document.
  public package(set) var value: JSONValue
  /// The name that people read.
  public package(set) var title: String
  /// The meaning of the choice; may be empty.
  public package(set) var help: String
  /// Whether the choice still works but is deprecated.
  public package(set) var isDeprecated: Bool

  /// Creates a choice.
  package init(value: JSONValue, title: String, help: String = "", isDeprecated: Bool = false) {
    self.value = value
    self.title = title
    self.help = help
    self.isDeprecated = isDeprecated
  }
}
