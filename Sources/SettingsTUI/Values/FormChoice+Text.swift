import Settings

extension FormChoice {
  /// The title, and the help without marks after it.
  var titleWithHelp: String { help.isEmpty ? title : "\(title): \(MarkdownText(help).plain)" }
}
