import SettingsEditing

/// A line of text that a person types on top of a page: the comment above a value, or the message of an apply.
///
/// A comment can have several lines; then it is edited in the editor of several lines.
struct PromptScreen: Screen, LinePage {
  let name: String
  var line: LineEditor
  /// Whether the text can go on in the editor of several lines.
  private let canGrow: Bool
  private let accept: @MainActor (String) -> [EditorAction]

  let keyContext = KeyContext.prompt

  init(
    _ name: String, _ text: String, canGrow: Bool = false,
    accept: @escaping @MainActor (String) -> [EditorAction]
  ) {
    (self.name, line, self.canGrow, self.accept) = (name, LineEditor(text), canGrow, accept)
  }

  nonisolated static let keys = PageKeys<PromptScreen>(
    "The text",
    [
      .accept("Accept the text") { page, _ in [.pop] + page.accept(page.line.text) },
      .leave("Keep the old text", hint: "Cancel"),
      .init(.newLine, keys: "Alt-Enter ^O", title: "Go on in an editor of several lines") { page, _ in
        guard page.canGrow else { return [.note("The message of a version has one line.")] }
        let (name, line, accept) = (page.name, page.line, page.accept)
        return [.pop, .open { _ in TextScreen(name, line.text, typed: line, accept: accept) }]
      },
    ], .line, editor: KeyMap.besideText)

  /// What is typed line by line for no text, because an empty line goes back.
  static let emptyText = "\"\""

  func page(_ context: ScreenContext) -> PlainPage {
    PlainPage(lines: Self.lines(about: name, line.text), prompt: "\(name): ")
  }

  static func lines(about name: String, _ text: String) -> [String] {
    [
      text.isEmpty ? "There is no text yet." : "\(name): \(text)",
      "Type the whole text, or \(emptyText) for none. An empty line keeps it.",
    ]
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

extension EditorAction {
  /// Asks for the comment above a value. An empty comment is removed.
  static func comment(above path: SettingPath) -> Self {
    .open { context in
      let old = context.core.shownDocument?.comment(at: path) ?? ""
      let accept: @MainActor (String) -> [EditorAction] = { text in
        // A comment that was only looked at isn't written again, so its marks and blanks stay as somebody wrote them.
        text.trimmed == old ? [] : [.edit(.comment(String(text.trimmed), above: path))]
      }
      return old.contains(where: \.isNewline)
        ? TextScreen("Comment", old, accept: accept)
        : PromptScreen("Comment", old, canGrow: true, accept: accept)
    }
  }
}
