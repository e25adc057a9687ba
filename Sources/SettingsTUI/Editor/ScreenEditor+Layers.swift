import Settings

/// Another editor that continues this one on another layer.
extension ScreenEditor {
  /// Opens another layer, or asks what to do with staged changes.
  func editLayer(_ path: String) -> [EditorEffect] {
    guard core.appRows.running.isEmpty else {
      context.message = .init("Wait for the end of the action, or cancel it.", .problem)
      return []
    }
    guard core.model.hasChanges else {
      return [.open(layer: path, focus: browse.focusedEntry(context)?.path)]
    }
    let count = core.model.stagedCount
    return ask(
      "Another layer",
      "\(Phrase.count(count, "change")) of \(core.model.fileName) \(count == 1 ? "is" : "are") not applied.",
      [
        .init("Review…", key: "r", [.pop, .open(.review(thenLeave: false))]),
        .init("Discard", key: "d", [.edit(.discard), .editLayer(path)], loses: true),
        .init("Stay", key: "s"),
      ])
  }

  /// Handles the problems of other layers.
  func take(_ problems: [LayerProblem]) {
    guard outcome == nil, let message = core.take(problems) else { return }
    context.message = message
    updateScreens()
  }

  /// Handles the store that another editor continues with, or why it can't be opened; `nil` if the file isn't a layer.
  func finishOpening(
    _ focus: SettingPath?, _ result: Result<UntypedStore?, StoreError>
  ) -> [EditorEffect] {
    guard outcome == nil else { return [] }
    switch result {
    case .success(let store?):
      outcome = core.outcome(EditorContinuation(store: store, focus: focus))
      return [.close]
    case .success(nil):
      context.message = .noLayer
    case .failure(let error):
      context.message = .init("\(error)", .problem)
    }
    return []
  }
}
