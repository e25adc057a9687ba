import SettingsJSON

/// Names with descriptions as two indented columns.
enum TextColumns {
  static func text(_ lines: [(name: String, help: String)]) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { "  \($0.padded(to: width))  \($1)" }.joined(separator: "\n")
  }
}
