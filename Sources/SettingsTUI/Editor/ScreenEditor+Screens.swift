import Settings

extension ScreenEditor {
  /// Creates the screen that an action opens.
  func screen(for destination: Destination) -> any Screen {
    switch destination {
    case .search: SearchScreen(context)
    case .goTo: GoToScreen()
    case .key(let section, let old): NewKeyScreen(in: section, renaming: old, context)
    case .copy(let setting, let section): CopyScreen(setting, section, context)
    case .copyPart(let path, let value): CopyScreen(path, value: value, context)
    case .tree(let path): TreeScreen(context, at: path)
    case .layers: LayersScreen(context)
    case .problems: ProblemsScreen(context)
    case .filePath(let purpose): FilePathScreen(purpose)
    case .why(let path): WhyScreen(path)
    case .details(let entry): LinesScreen(detailsOf: entry)
    case .collection(let place): CollectionScreen(place)
    case .text(let place): TextScreen(place, context)
    case .picker(let place, let choices): PickerScreen(place, choices, context)
    case .offered(let place, let hook): OfferedScreen(place, .app(hook: hook), context)
    case .suggested(let place): OfferedScreen(place, .form, context)
    case .checklist(let place, let choices): ChecklistScreen(place, choices, context)
    case .review(let thenLeave): ReviewScreen(context, thenLeave: thenLeave)
    case .rollback(let entry, let review): ReviewScreen(context, entry, review)
    case .history(let entries): HistoryScreen(entries)
    case .changes(let entry): LinesScreen(changesOf: entry, context)
    case .question(let question): DialogScreen(question)
    }
  }
}
