import Settings

/// A row that the running app provides.
struct AppRow: Hashable {
  enum Kind {
    /// Shows text of the app.
    case detail
    /// Runs a function of the app.
    case action
  }

  /// The section's position in the outline.
  let node: Int
  let kind: Kind
  /// The name of the app's hook.
  let name: String
  let title: String

  /// Returns the rows of a section, in order.
  static func rows(of section: FormSection, at node: Int) -> [AppRow] {
    section.details.map { AppRow(node: node, kind: .detail, name: $0.name, title: $0.title) }
      + section.actions.map { AppRow(node: node, kind: .action, name: $0.name, title: $0.title) }
  }
}

/// A result of a search.
enum FoundItem: Hashable {
  /// A setting, by its position in the index.
  case setting(Int)
  /// A section, by its position in the outline.
  case section(Int)
  case row(AppRow)
  /// A part of a setting's value.
  case part(FoundPart)
}
