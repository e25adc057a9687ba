import SettingsEditing
import SettingsSystem

extension ScreenEditor {
  /// Handles input while a request is in progress: nothing can be changed, but the request can be canceled, and the keys of the
  /// terminal work.
  func updateStoring(_ event: InputEvent) -> [EditorEffect] {
    guard case .key(let key) = event else { return [] }
    guard key == .control("c") else { return performOnTerminal(keyMap.command(for: key)) ?? [] }
    storing?.cancel()
    return [.cancelStoring]
  }

  /// Shows what a participant or side effect of the request in progress does.
  func take(_ progress: ApplyProgress) { storing?.take(progress) }

  /// Handles the report of a request that changed, or should have changed, the stored content.
  func finish(_ report: StoreRequest.Report) -> [EditorEffect] {
    guard let next = storing?.next, outcome == nil else { return [] }
    storing = nil
    context.message = core.finish(report)
    defer { updateScreens() }
    switch (report.request, report.result) {
    case (.cancel, .success): return next == .leave ? quit() : []
    case (.cancel, .failure): return []
    case (_, .success):
      screens.removeAll()
      return leave(next)
    case (_, .failure(let error)):
      context.failure = String(describing: error)
      // If an apply fails after the content was stored, there are no staged changes; then the error itself says so.
      context.message = core.model.hasChanges ? .nothingApplied : nil
      return []
    }
  }

  /// Leaves the editor if the user chose that with the apply. Asks first if changes are still staged, because they were left out. Before it
  /// leaves without a restart, it also asks about an apply that waits for a confirmation.
  private func leave(_ next: AfterStoring) -> [EditorEffect] {
    guard next != .stay else { return [] }
    guard !core.model.hasChanges else { return quit() }
    if next == .restart { return close(.left, wantsRestart: true) }
    return core.pending == nil ? close(.left) : askAboutPending()
  }

  /// Asks whether to confirm before leaving. Without a confirmation, the changes are rolled back at the time limit.
  func askAboutPending() -> [EditorEffect] {
    ask(
      "Not confirmed", text: core.pendingText, about: .confirmation,
      buttons: [
        .init("Confirm", key: "c", actions: [.confirm, .quitUnconfirmed]),
        .init("Roll them back", key: "t", actions: [.cancelConfirmation(then: .leave)], loses: true),
        .init("Undecided", key: "u", actions: [.quitUnconfirmed]),
        .init("Stay", key: "s"),
      ])
  }

  // MARK: - Time

  /// The time until something on the screen changes without an event; `nil` if nothing does.
  ///
  /// The screen shows seconds while something runs or waits for a confirmation, text of the app that can change at any time, and the marks
  /// of changed rows for 1.5 s. In all other cases the process sleeps until an event arrives.
  var nextTick: Duration? {
    if storing != nil || core.unreadable != nil { return .seconds(1) }
    if !core.highlighted.isEmpty { return .milliseconds(1500) }
    return core.pending == nil && !showsLiveText ? nil : .seconds(1)
  }

  /// Updates what changes with time.
  ///
  /// A file that can't be read is read again each second, since a file that gets its old content back causes no change that the store would
  /// report.
  func tick() -> [EditorEffect] {
    core.highlighted = []
    guard outcome == nil else { return [] }
    storing?.tick()
    if core.pending != nil, storing == nil, !core.isStillPending { takeStored() }
    // The store doesn't report a file that has its old content again.
    if core.unreadable != nil, storing == nil { takeStored() }
    return loadDetails(again: true)
  }

  // MARK: - Other processes

  /// Rebases the draft onto what another process has stored.
  func takeStored(_ changes: [SettingChange] = []) {
    guard storing == nil, outcome == nil else { return }
    let before = core.unreadable
    switch core.takeStored() {
    case .none:
      // A question about the confirmation can be outdated.
      updateScreens()
      return
    case .confirmed:
      updateScreens()
      context.message = .init("Another process confirmed the changes.", role: .success)
    case .unreadable(let error):
      guard error != before else { return }
      context.message = .init(error.description, role: .problem)
      return
    case .readable:
      context.failure = nil
      context.message = core.readableMessage
      return
    case .deleted:
      updateScreens()
      core.highlighted = Set(changes.map(\.path))
      return showDeletion()
    case .stored:
      // Why an apply has failed was about the content before.
      (context.message, context.failure) = (nil, nil)
      updateScreens()
      core.highlighted = Set(changes.map(\.path))
      // If a screen was closed because its element is gone, it has left a message that must not be replaced.
      let gone = context.message
      showStored(changes.count)
      if let gone { context.message = gone }
    case .rolledBack(let rollback):
      updateScreens()
      core.highlighted = Set(changes.map(\.path))
      // The conflicts of changes that were staged meanwhile come from the rollback, so they need no message of their own.
      showStored(changes.count)
      context.message = rollback
    }
  }

  /// Says that the file was deleted, and what that means.
  private func showDeletion() {
    // A change of a setting that was set in the file is a conflict, which prevents an apply.
    let decision =
      core.summary.allConflicts.isEmpty ? "" : ", after you have resolved the conflicts in the review"
    let next =
      core.model.hasChanges
      ? "an apply creates it again with your changes only\(decision)" : "all settings have their defaults now"
    context.message = .init("The file was deleted; \(next).", role: .problem)
    // A person who is typing isn't interrupted.
    guard core.model.hasChanges, screens.isEmpty, browse.field == nil else { return }
    _ = ask(
      "The file was deleted",
      text:
        "Another process deleted \(core.model.fileName). All settings that were set in it have their defaults now. Your "
        + "\(Phrase.count(core.model.stagedCount, noun: "change stays", nouns: "changes stay")) staged; "
        + "an apply creates the file again\(decision).",
      about: .deletion,
      buttons: [
        .init("Review", key: "r", actions: [.open { ReviewScreen($0) }]),
        .init("Later", key: "a"),
      ])
  }

  /// Shows that the file was changed, and what that means for the draft.
  ///
  /// There are three cases: no change is staged; changes are staged and merge with the new values; or both changed the same setting. Only
  /// the last case asks for a decision.
  private func showStored(_ count: Int) {
    let conflicts = core.model.review().conflicts
    guard let first = conflicts.first else {
      let changes = count == 0 ? "" : " (\(Phrase.count(count, noun: "setting")))"
      let staged = core.model.hasChanges ? "your changes stay on top" : "the new values are shown"
      context.message = .init("Another process changed the file\(changes); \(staged).", role: .changed)
      return
    }
    let others = conflicts.count == 1 ? "" : " and \(conflicts.count - 1) more"
    context.message = .init("Another process changed \(first.setting.title)\(others), too.", role: .problem)
    // A person who is typing isn't interrupted; the title line shows the number of conflicts.
    guard screens.isEmpty, browse.field == nil else { return }
    _ = ask(
      "Changed by another process",
      text: (first.isAboutComment
        ? "\(first.setting.title)\(others) \(conflicts.count == 1 ? "was" : "were") changed in the file, too. "
        : "\(first.setting.title)\(others) \(conflicts.count == 1 ? "has" : "have") another value in the file than here. ")
        + "All other changes are merged.",
      about: .conflict,
      buttons: [
        .init("Decide now", key: "d", actions: [.open { ReviewScreen($0) }]),
        .init("Later", key: "a"),
      ])
  }
}

extension StoringState {
  /// Draws what runs in a box on top of the screens.
  func draw(in frame: inout Frame) {
    frame.dropTargets()
    let title = isCanceled ? "Canceling" : "Applying"
    var lines = [title + frame.glyphs.dash]
    if let text {
      lines.append(text)
      if !isCanceled { lines.append("Ctrl-C cancels.") }
    }
    let width = text == nil ? 24 : min(64, frame.area.width)
    let area = frame.area.centered(width: width, height: min(lines.count + 2, frame.area.height))
    let inner = frame.drawBox(area, title: "")
    frame.draw(lines.map { [Span($0)] }, in: inner)
    frame.cursor = Point(x: inner.x, y: inner.y)
  }
}

extension ScreenEditor {
  /// Writes the draft to another file, or asks whether to replace the file.
  func write(_ copy: DraftCopy, replacing: Bool) {
    switch copy.write(replacing: replacing) {
    case .written(let isPrivate):
      _ = screens.popLast()
      context.message = .saved(copy, isPrivate: isPrivate)
    case .taken:
      _ = ask(
        "Replace the file?", text: "\(copy.path) exists already. Its content will be lost.",
        buttons: [
          .init("Replace", key: "r", actions: [.write(copy, replacing: true)], loses: true),
          .init("Cancel", key: "c"),
        ])
    case .failed(let sentence): context.message = .init(sentence, role: .problem)
    }
  }
}

/// Switching to another layer: this editor ends, and a new one opens on the layer's file.
extension ScreenEditor {
  /// Opens another layer, or asks what to do with staged changes.
  func editLayer(_ path: String) -> [EditorEffect] {
    guard core.appRows.running.isEmpty else {
      context.message = .init("Wait for the end of the action, or cancel it.", role: .problem)
      return []
    }
    guard core.model.hasChanges else {
      do throws(Refusal) {
        outcome = try core.outcome(openingLayer: path, focus: browse.focusedEntry(context)?.path)
        return [.close]
      } catch {
        context.message = .init(error.reason, role: .problem)
        return []
      }
    }
    let count = core.model.stagedCount
    return ask(
      "Another layer",
      text:
        "\(Phrase.count(count, noun: "change")) of \(core.model.fileName) \(count == 1 ? "is" : "are") not applied.",
      buttons: [
        .init("Review…", key: "r", actions: [.pop, .open { ReviewScreen($0) }]),
        .init("Discard", key: "d", actions: [.edit(.discard), .editLayer(path)], loses: true),
        .init("Stay", key: "s"),
      ])
  }

  /// Handles the problems of other layers.
  func take(_ problems: [SettingsLayerProblem]) {
    guard outcome == nil, let message = core.take(problems) else { return }
    context.message = message
    updateScreens()
  }

}

extension ScreenEditor {
  /// Whether text of the app is visible, which can change at any time.
  var showsLiveText: Bool { isBrowseVisible && browse.showsLiveText(context) }

  /// Whether the main screen is visible, perhaps behind a dialog.
  private var isBrowseVisible: Bool { screens.allSatisfy(\.isDialog) }

  /// Loads the visible details, and the unknown choices of visible settings.
  ///
  /// - Parameter again: Whether to load known details again.
  func loadDetails(again: Bool) -> [EditorEffect] {
    guard core.hasApp, isBrowseVisible, outcome == nil else { return [] }
    let requests = browse.visibleRequests(context)
    let details = requests.filter { if case .detail = $0 { true } else { false } }
    return load(details, again: again) + load(requests, again: false)
  }

  /// Requests what the app provides.
  func load(_ requests: [AppRequest], again: Bool) -> [EditorEffect] {
    let unknown = core.hasApp ? core.appRows.startLoading(requests, again: again) : []
    return unknown.isEmpty ? [] : [.load(unknown)]
  }

  /// Handles what the app reports about a row that it provides.
  func take(_ event: AppRowEvent) {
    if let message = core.take(event) { context.message = message }
    for index in screens.indices { screens[index].update(context) }
  }

  /// Asks whether to cancel the running actions before leaving.
  func askAboutActions(_ running: [String]) -> [EditorEffect] {
    let titles = core.outline.appRows.filter { $0.isAction && running.contains($0.name) }.map(\.title)
    let list = Set(titles).sorted().joined(separator: ", ")
    return ask(
      "Still running", text: "\(list) \(running.count == 1 ? "is" : "are") still running.",
      buttons: [
        .init("Cancel and leave", key: "c", actions: [.cancelActions(running), .quit], loses: true),
        .init("Stay", key: "s"),
      ])
  }
}
