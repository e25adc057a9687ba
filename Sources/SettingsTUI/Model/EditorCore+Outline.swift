import Settings

extension EditorCore {
  /// Shows the settings that a filter lets through.
  func show(_ filter: Filter) {
    self.filter = filter
    // A setting that a person went to stays revealed only until the next filter.
    updateRows(revealing: [])
    staleRows = .none
  }

  /// Shows advanced and hidden settings, or hides them again, and reports which.
  func toggleAll() -> Message {
    var visibility = outline.visibility
    visibility.showsAll.toggle()
    visibility.revealed = []
    outline.show(visibility, index)
    return .init(
      visibility.showsAll ? "All settings are shown." : "Advanced and hidden settings are left out.",
      .secondary)
  }

  /// Makes the rows that are out of date again.
  func updateOutline() {
    switch staleRows {
    case .none: return
    case .all: updateRows(revealing: outline.visibility.revealed)
    case .hideable:
      var visibility = outline.visibility
      visibility.hiddenByRules = hiddenByRules()
      outline.show(visibility, index)
    }
    staleRows = .none
  }

  func updateRows(revealing revealed: Set<Int>) {
    outline.show(
      Outline.Visibility(
        showsAll: outline.visibility.showsAll, hiddenByRules: hiddenByRules(),
        only: filter.settings(in: model), revealed: revealed), index)
  }

  /// The settings that rules hide now. Cost: linear in the number of settings that rules can hide.
  private func hiddenByRules() -> Set<Int> {
    var hidden: Set<Int> = []
    for path in hideable where model.isHidden(path) {
      if let position = index.position(of: path) {
        hidden.insert(position)
      } else if let node = outline.node(at: path) {
        hidden.formUnion(outline.settings(in: node))
      }
    }
    return hidden
  }
}
