/// One of the values that a setting can have.
public struct FormChoice: Hashable, Sendable {
  /// The value in the document.
  public var value: JSONValue
  /// The name that people read.
  public var title: String
  /// What the choice means; empty if there is nothing to say.
  public var help: String
  /// Whether the choice works still but is on its way out.
  public var isDeprecated: Bool

  /// Makes a choice.
  public init(value: JSONValue, title: String, help: String = "", isDeprecated: Bool = false) {
    self.value = value
    self.title = title
    self.help = help
    self.isDeprecated = isDeprecated
  }
}
