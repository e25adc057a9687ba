/// One of the values that a setting can have, with its texts.
public struct FormChoice: Hashable, Sendable {
  /// The value in the document.
  public var value: JSONValue
  /// The name that people read.
  public var title: String
  /// The meaning of the choice; may be empty.
  public var help: String
  /// Whether the choice still works but is deprecated.
  public var isDeprecated: Bool

  /// Creates a choice.
  public init(value: JSONValue, title: String, help: String = "", isDeprecated: Bool = false) {
    self.value = value
    self.title = title
    self.help = help
    self.isDeprecated = isDeprecated
  }
}
