import Settings

extension EditorCore {
  /// Whether the form is a schema of somebody else that offers more settings than a screen shows, and the file sets some of them. Its
  /// first view is what the file has, because the rest is a reference rather than a form to fill in.
  var isLargeForeignForm: Bool {
    index.form.source != nil && !index.form.describesNothing && hasMoreThanScreenful
      && !(Filter.set.settings(in: model) ?? []).isEmpty
  }

  /// Whether there are more settings than a screen shows, or a group of more fields.
  private var hasMoreThanScreenful: Bool {
    index.settings.count > Self.screenful
      || index.settings.contains { entry in
        if case .object(let section) = entry.setting.kind {
          section.items.count > Self.screenful
        } else {
          false
        }
      }
  }

  private static let screenful = 40

  /// Shows the settings that pass a filter.
  func show(_ filter: Filter) {
    self.filter = filter
    // A setting that a person went to is revealed only until the next filter.
    updateRows(revealing: [])
    staleRows = .none
  }

  /// Shows advanced and hidden settings, or hides them again; returns a message that says which.
  func toggleAll() -> Message {
    var visibility = outline.visibility
    visibility.showsAll.toggle()
    visibility.revealed = []
    outline.show(visibility, index)
    return .init(
      visibility.showsAll ? "All settings are shown." : "Advanced and hidden settings are left out.",
      .secondary)
  }

  /// Updates the rows that are out of date.
  func updateOutline() {
    switch staleRows {
    case .none: return
    case .all: updateRows(revealing: outline.visibility.revealed)
    case .hideable:
      var visibility = outline.visibility
      (visibility.hiddenByRules, visibility.hiddenSections) = hiddenByRules()
      outline.show(visibility, index)
    }
    staleRows = .none
  }

  func updateRows(revealing revealed: Set<Int>) {
    let hidden = hiddenByRules()
    outline.show(
      Outline.Visibility(
        showsAll: outline.visibility.showsAll, hiddenByRules: hidden.settings,
        hiddenSections: hidden.sections, only: filter.settings(in: model),
        emptySections: filter == .set ? emptySections : [], revealed: revealed), index)
  }

  /// The sections for which the file has an empty object.
  private var emptySections: Set<Int> {
    Set(index.emptySections(of: model.store.document).compactMap { outline.node(at: $0) })
  }

  /// Returns the settings and sections that rules hide now. Cost: linear in the number of settings that rules can hide.
  private func hiddenByRules() -> (settings: Set<Int>, sections: Set<Int>) {
    var hidden: (settings: Set<Int>, sections: Set<Int>) = ([], [])
    for path in hideable where model.isHidden(path) {
      if let position = index.position(of: path) {
        hidden.settings.insert(position)
      } else if let node = outline.node(at: path) {
        hidden.settings.formUnion(outline.settings(in: node))
        hidden.sections.formUnion(outline.sections(in: node))
      }
    }
    return hidden
  }
}
