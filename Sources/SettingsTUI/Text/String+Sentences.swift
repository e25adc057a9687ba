extension String {
  /// The string with an uppercase first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The first line, with an ellipsis if there are more.
  var firstLine: String {
    firstIndex(where: \.isNewline).map { String(self[..<$0]) + "…" } ?? self
  }

  /// The string without the spaces at its end.
  var trimmingTrailingSpaces: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}
