import Settings

extension ScreenContext {
  /// Returns the action that goes to the setting at a path or around it, or to a section; `nil` if there is neither.
  func action(goingTo path: SettingPath) -> EditorAction? {
    guard !path.isRoot else { return nil }
    if let position = index.position(containing: path) {
      return index.settings[position].path == path ? .go(position) : .goPart(path, of: position)
    }
    return outline.node(at: path).map { .goSection($0) }
  }
}

extension SettingSearch.Hit {
  /// The action that goes there.
  var going: EditorAction {
    switch self {
    case .setting(let position): .go(position)
    case .section(let node): .goSection(node)
    }
  }
}
