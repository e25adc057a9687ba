import SettingsEditing

/// A page, or a field in one, with a line in which a person types: a value, a key, a path, a comment, a query.
@MainActor
protocol LinePage {
  var line: LineEditor { get set }
  /// Whether what is deleted from the line stays in it: it may be a secret, which must not be visible in another line.
  var keepsDeleted: Bool { get }
  /// Called after each key and text in the line.
  mutating func lineChanged(_ context: ScreenContext)
}

extension LinePage {
  var keepsDeleted: Bool { false }
  mutating func lineChanged(_ context: ScreenContext) {}

  /// Inserts typed or pasted text.
  mutating func type(_ text: String, _ context: ScreenContext) {
    line.insert(text)
    lineChanged(context)
  }
}

extension LinePage where Self: Screen {
  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    type(text, context)
    return []
  }
}

extension PageKeys.Group where Page: LinePage {
  static var line: Self {
    .init(KeyMap.line) { page, command, context in
      let isDone =
        page.keepsDeleted
        ? page.line.perform(command) : page.line.perform(command, sharing: &context.core.killed)
      if isDone { page.lineChanged(context) }
      return []
    }
  }
}
