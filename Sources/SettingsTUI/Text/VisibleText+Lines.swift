extension VisibleText {
  /// A text for a terminal that wraps its own lines: line breaks and tabs stay, other control characters are spelt.
  package static func lines(of text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    let visible = VisibleText(isASCIIOnly: false)
    var shown = ""
    for character in text {
      switch character {
      case "\n", "\t": shown.append(character)
      case "\r\n": shown += "\n"
      default: visible.pieces(of: character) { shown.append($0.character) }
      }
    }
    return shown
  }
}
