import Settings

extension ScreenContext {
  /// Returns the action that goes to the setting at a path or around it, or to a section; `nil` if there is neither.
  func action(goingTo path: SettingPath) -> EditorAction? {
    guard !path.isRoot else { return nil }
    if let entry = index.entry(containing: path), let position = index.position(of: entry.path) {
      return .go(position)
    }
    return outline.node(at: path).map { .goSection($0) }
  }
}
