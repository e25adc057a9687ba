import Settings

extension PlainEditor {
  /// Lists the layers that the values come from.
  func showLayers() -> PlainAnswer {
    guard model.store.hasOtherLayers else {
      return ask(.noOtherLayers)
    }
    if case .layers = question { questions.removeLast() }
    questions.append(.layers(model.store.layerSummaries.reversed()))
    return ask([])
  }

  /// Opens a layer, unless there are staged changes.
  func edit(_ layer: LayerSummary) -> PlainAnswer {
    switch layer.kind {
    case .written: return back(saying: ["This layer is edited already."])
    case .other: return ask(.noFileLayer)
    case .file: break
    }
    guard !model.hasChanges else {
      return ask(["\(changesText.capitalizedFirst) not applied; apply or undo them first."], listing: false)
    }
    return PlainAnswer(text: "", prompt: "", effect: .open(.layer(layer.name, focus: nil)))
  }

  /// Opens the editor with a form that lists another key of the section, which describes such keys but doesn't list them.
  func add(_ key: String) -> PlainAnswer {
    guard core.listsNewEntries else {
      return ask(["Keys can be added in settings-tui only."], listing: false)
    }
    guard let section = questions.compactMap(\.section).last.map({ core.outline.nodes[$0].path }) else {
      return ask([])
    }
    guard let entry = core.newEntry(at: section.appending(key)) else {
      let sentence =
        core.index.section(at: section)?.items.contains { $0.key == key } == true
        ? "\(key) is in the list already." : "This section doesn't take the key \(key)."
      return ask([sentence], listing: false)
    }
    return PlainAnswer(text: "", prompt: "", effect: .open(.entries([entry])))
  }

  /// Handles the store that another editor continues with, or why it can't be opened; `nil` if the file isn't a layer.
  func finishOpening(
    _ reason: EditorContinuation.Reason, _ result: Result<UntypedStore?, StoreError>
  ) -> PlainAnswer {
    switch result {
    case .success(let store?):
      outcome = core.outcome(reason, on: store)
      return PlainAnswer(text: "", prompt: "")
    case .success(nil): return ask(.noLayer)
    case .failure(let error): return ask(["\(error)"], listing: false)
    }
  }
}

extension PlainEditor.Question {
  /// The section whose items can be chosen; `nil` for any other question.
  fileprivate var section: Int? {
    if case .section(let node) = self { node } else { nil }
  }
}
