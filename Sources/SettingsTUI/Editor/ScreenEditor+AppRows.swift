import Settings

extension ScreenEditor {
  /// Whether text of the app is visible, which can change at any time.
  var showsLiveText: Bool { isBrowseVisible && browse.showsLiveText(context) }

  /// Whether the main screen is visible, perhaps behind a dialog.
  private var isBrowseVisible: Bool { screens.allSatisfy(\.isDialog) }

  /// Loads the visible details, and the unknown choices of visible settings.
  ///
  /// - Parameter again: Whether to load known details again.
  func loadDetails(again: Bool) -> [EditorEffect] {
    guard isBrowseVisible, outcome == nil else { return [] }
    let names = browse.visibleAppRows(context).filter { $0.kind == .detail }.map(\.name)
    let unknown = core.appRows.startLoading(names, again: again)
    return (unknown.isEmpty ? [] : [.loadDetails(unknown)])
      + loadChoices(browse.visibleChoices(context), again: false)
  }

  /// Loads the values that the app offers.
  func loadChoices(_ hooks: [String], again: Bool) -> [EditorEffect] {
    let unknown = core.hasApp ? core.appRows.startLoadingChoices(hooks, again: again) : []
    return unknown.isEmpty ? [] : [.loadChoices(unknown)]
  }

  /// Handles what the app reports about a row that it provides.
  func take(_ event: AppRowEvent) {
    if let message = core.take(event) { context.message = message }
    for index in screens.indices { screens[index].update(context) }
  }

  func run(_ row: AppRow) -> [EditorEffect] {
    if let message = core.start(row) {
      context.message = message
      return []
    }
    return [.run(action: row.name)]
  }

  func cancel(_ actions: [String]) -> [EditorEffect] {
    for action in actions { core.appRows.cancel(action) }
    return actions.map { .cancel(action: $0) }
  }

  /// Asks whether to cancel the running actions before leaving.
  func askAboutActions(_ running: [String]) -> [EditorEffect] {
    let titles = core.outline.appRows.filter { $0.kind == .action && running.contains($0.name) }.map(\.title)
    let list = Set(titles).sorted().joined(separator: ", ")
    return ask(
      "Still running", "\(list) \(running.count == 1 ? "is" : "are") still running.",
      [
        .init("Cancel and leave", key: "c", [.cancelActions(running), .quit], loses: true),
        .init("Stay", key: "s"),
      ])
  }
}
