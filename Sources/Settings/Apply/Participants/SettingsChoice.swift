/// A value that the running app offers for a setting.
///
/// ```swift
/// func columns() async throws -> [SettingsChoice] {
///   try table.columns.map { SettingsChoice($0.name, title: $0.label) }
/// }
/// ```
public struct SettingsChoice: Hashable, Sendable {
  /// The value in the document.
  package let value: JSONValue
  /// The name that people read.
  package let title: String
  /// The meaning of the choice; may be empty.
  package let help: String

  /// Creates a choice of a string; its title is the string by default.
  public init(_ value: String, title: String? = nil, help: String = "") {
    self.init(.string(value), title: title ?? value, help: help)
  }

  /// Creates a choice of a whole number; its title is the number by default.
  public init(_ value: some BinaryInteger, title: String? = nil, help: String = "") {
    self.init(.number(JSONNumber(value)), title: title ?? value.description, help: help)
  }

  /// Creates a choice of any value.
  public init(_ value: JSONValue, title: String, help: String = "") {
    self.value = value
    self.title = title
    self.help = help
  }
}
