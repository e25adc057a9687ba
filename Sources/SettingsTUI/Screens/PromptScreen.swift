import SettingsEditing

/// A line of text that a person types on top of a page: the comment above a value, or the message of an apply.
///
/// The line breaks of a text of several lines are characters of the line, which the field shows as it shows other control characters. So a
/// word can be corrected in it, and its lines stay.
struct PromptScreen: Screen, LinePage {
  let name: String
  var line: LineEditor
  private let accept: @MainActor (String) -> [EditorAction]

  let keyContext = KeyContext.prompt

  init(_ name: String, _ text: String, accept: @escaping @MainActor (String) -> [EditorAction]) {
    (self.name, line, self.accept) = (name, LineEditor(text), accept)
  }

  /// Asks for the comment above a value. An empty comment is removed.
  init(commentAbove path: SettingPath, _ context: ScreenContext) {
    let old = context.core.shownDocument?.comment(at: path) ?? ""
    self.init("Comment", old) { text in
      // A comment that was only looked at isn't written again, so its marks and blanks stay as somebody wrote them.
      text.trimmed == old ? [] : [.edit(.comment(String(text.trimmed), above: path))]
    }
  }

  nonisolated static let keys = PageKeys<PromptScreen>(
    "The text",
    [
      .accept("Accept the text") { page, _ in [.pop] + page.accept(page.line.text) },
      .leave("Keep the old text", hint: "Cancel"),
    ], .line, editor: KeyMap.besideText)

  /// What is typed line by line for no text, because an empty line goes back.
  static let emptyText = "\"\""

  func page(_ context: ScreenContext) -> PlainPage {
    PlainPage(
      lines: [
        line.text.isEmpty ? "There is no text yet." : "\(name): \(line.text)",
        "Type the whole text, or \(Self.emptyText) for none. An empty line keeps it.",
      ], prompt: "\(name): ")
  }

  /// The line is above the hints.
  func draw(in frame: inout Frame, _ context: ScreenContext) {
    let area = Rect(x: 0, y: frame.area.maxY - 2, width: frame.area.width, height: 1)
    let label = "\(name): "
    frame.clear(area)
    frame.draw(label, x: 1, y: area.y, columns: label.count, style: Style(.heading))
    frame.drawHints(keyContext, context: context)
    frame.drawField(line, x: 1 + label.count, y: area.y, columns: max(8, area.width - label.count - 2))
  }
}
