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
    return PlainAnswer(text: "", prompt: "", effect: .open(layer: layer.name, focus: nil))
  }

  /// Adds a member to the section, and asks what to do with it.
  func add(_ key: String) -> PlainAnswer {
    guard let section = questions.compactMap(\.section).last.map({ core.outline.nodes[$0].path }) else {
      return ask([])
    }
    let path = section.appending(key)
    guard core.index.unlistedMember(at: path) == path else {
      let sentence =
        core.index.section(at: section)?.items.contains { $0.key == key } == true
        ? "\(key) is in the list already." : "This section doesn't take the key \(key)."
      return ask([sentence], listing: false)
    }
    do throws(StoreError) {
      try keepingPlace { () throws(StoreError) in try core.list([path]) }
    } catch {
      return ask(["\(error)"], listing: false)
    }
    if let position = core.index.position(of: path) { questions.append(.setting(position)) }
    return ask([])
  }

  /// Lists the members that the file has now, if they aren't those in the lists.
  func listMembersAgain() {
    guard core.hasOutdatedList else { return }
    // What can't be read now is listed after the next change.
    try? keepingPlace { () throws(StoreError) in try core.list() }
  }

  /// Lists other members, and finds the sections and settings of the open questions again by their paths.
  func keepingPlace<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let (outline, index) = (core.outline, core.index)
    try body()
    questions = questions.compactMap { question in
      switch question {
      case .section(let node): core.outline.node(at: outline.nodes[node].path).map { .section($0) }
      case .setting(let position): core.index.position(of: index.settings[position].path).map { .setting($0) }
      case .value(let position): core.index.position(of: index.settings[position].path).map { .value($0) }
      case .found: nil
      default: question
      }
    }
  }

  /// Handles the store that another editor continues with, or why it can't be opened; `nil` if the file isn't a layer.
  func finishOpening(
    _ focus: SettingPath?, _ result: Result<UntypedStore?, StoreError>
  ) -> PlainAnswer {
    switch result {
    case .success(let store?):
      outcome = core.outcome(EditorContinuation(store: store, focus: focus))
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
