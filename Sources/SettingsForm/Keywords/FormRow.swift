/// A row of a section that isn't a setting: the running app provides its text, or runs it.
package struct FormRow: Hashable, Sendable {
  /// The name of the app's hook.
  package var name: String
  /// The name that people read.
  package var title: String

  /// Creates a row.
  package init(name: String, title: String) {
    self.name = name
    self.title = title
  }
}
