/// A row of a section that isn't a setting: the running app provides its text, or runs it.
public struct FormRow: Hashable, Sendable {
  /// The name of the app's hook.
  public package(set) var name: String
  /// The name that people read.
  public package(set) var title: String

  /// Creates a row.
  package init(name: String, title: String) {
    self.name = name
    self.title = title
  }
}
