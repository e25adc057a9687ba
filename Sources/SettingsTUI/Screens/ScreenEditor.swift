import SettingsEditing

/// The screen editor without a terminal: events go in, effects and frames come out.
///
///     TerminalEvent ─▶ update ─▶ keyMap ─▶ Command ─▶ top screen ─▶ [EditorAction] ─▶ perform ─▶ [EditorEffect]
///                                                                                       │
///                                                     EditorCore.perform ◀── edits of the draft
///     Size, Glyphs ─▶ render ─▶ Frame
///
/// An action is what a screen asks for, and is performed here at once. An effect is what takes time or needs the terminal (an apply, the app,
/// another program); ``EditorSession`` carries it out and calls one of the `finish…` functions with the result. Since nothing here knows a
/// terminal, a test is a list of events and a comparison of frames.
///
/// Screens lie on top of each other; only the topmost gets input. All are updated after each event, and a screen whose subject has ended (a
/// conflict that was resolved, a file that was closed) removes itself by `isOutdated(_:)`. So no screen has to know who opened it or what
/// closes it.
///
/// A person who types isn't interrupted. While a field is open, a change by another program appears as a message and no question comes up.
@MainActor
final class ScreenEditor {
  let core: EditorCore
  let context: ScreenContext
  /// The main screen, below all others.
  var browse: BrowseScreen
  /// The screens on top of the main one.
  var screens: [any Screen] = []
  private var frame: Frame?
  /// The request in progress; `nil` if no request is.
  var storing: StoringState?
  /// The edit in progress in the external editor.
  private var editing: (edit: ExternalEdit, original: String)?
  var outcome: EditorOutcome?
  /// The draft for which the open screens were last updated; `nil` if no screen is open. They name elements of lists by index, so after a
  /// change by another process, `servers.2` is looked up in this draft and may become `servers.1`.
  private var seen: Draft?

  init(_ model: FormViewModel, options: EditorOptions = EditorOptions()) {
    core = EditorCore(model, options: options)
    context = ScreenContext(core)
    core.listMembers()
    let startsWithSet = options.start == nil && core.isLargeForeignForm
    if startsWithSet { core.show(.set) }
    let unset = core.unsetRequired
    browse = BrowseScreen(context, at: options.start ?? unset.first)
    context.message =
      core.refusal.map { .init($0.description, role: .problem) } ?? .needed(unset) ?? .unused(
        model.store.lastRejected)
      ?? .notice(
        about: core.index.form, warning: options.formWarning)
      ?? core.newSettings.sentence.map {
        .init("\($0); \(context.key(.search, in: .settings)) finds them by @new.", role: .match)
      }
    if startsWithSet, context.message == nil {
      context.message = .init(
        "Only what is set in the file is shown; \(context.key(.showSet, in: .settings)) shows all "
          + "\(core.index.settings.count) settings, \(context.key(.search, in: .settings)) finds any.",
        role: .secondary)
    }
    // A document that is one value has nothing to browse.
    if options.start == nil, let entry = core.index.settings.first, entry.path.isRoot {
      let value = model.value(at: .root)
      if value?.hasParts == true { screens.append(CollectionScreen(ValuePlace(entry).opened(for: value))) }
    }
  }

  /// The screen that gets the input.
  var top: any Screen { screens.last ?? browse }
  var keyMap: KeyMap { context.keys[top.keyContext] }

  // MARK: - Events

  /// Handles an event of the terminal or the system.
  func update(_ event: TerminalEvent) -> [EditorEffect] {
    switch event {
    case .input(let events): return events.flatMap(update)
    case .resized: return []
    case .stopRequested: return [.suspend]
    case .continued: return [.repaint]
    case .ended(let signal):
      for action in top.actionsWhenTerminated(context) { _ = perform(action) }
      return close(.signal(signal))
    }
  }

  /// The pause without a key after which the question on top counts as seen; `nil` if nothing waits for that.
  ///
  /// A question with an answer that loses something ignores what was typed before: type-ahead must not discard unsaved changes.
  var pauseUntilSeen: Duration? {
    guard let question = screens.last as? DialogScreen, !question.isSeen else { return nil }
    return question.pauseUntilSeen
  }

  /// Notes that the question on top has been on the screen before the next key.
  func seeQuestion() {
    guard var question = screens.last as? DialogScreen else { return }
    question.see()
    screens[screens.count - 1] = question
  }

  /// The order of the checks matters: nothing that isn't visible is changed, nothing while an apply works on the draft, and no question is
  /// answered before it was seen. The last message goes with the next input.
  private func update(_ event: InputEvent) -> [EditorEffect] {
    // The session changes the theme; a reply doesn't count as a key.
    if case .background = event { return [] }
    guard outcome == nil else { return [] }
    if frame?.grid.size.isTooSmall == true { return updateUnseen(event) }
    if storing != nil { return updateStoring(event) }
    if pauseUntilSeen != nil { return [] }
    context.message = nil
    switch event {
    case .key(let key): return press(key)
    case .paste(let text): return paste(text)
    case .press(let place): return click(frame?.target(at: place))
    case .scroll where top.keyContext == .field: return []
    case .scroll(let up, let place):
      let target = frame?.target(at: place)
      return send { [context] in
        $0.scroll(by: up ? -3 : 3, over: target, context)
        return []
      }
    case .background: return []
    }
  }

  /// Handles input in a window that is too small to show anything: only suspending, and leaving without changes, work.
  ///
  /// Nothing is visible, so no key may change anything; `q` leaves only if nothing can be lost.
  private func updateUnseen(_ event: InputEvent) -> [EditorEffect] {
    guard case .key(let key) = event else { return [] }
    if let effects = performOnTerminal(keyMap.command(for: key)) { return effects }
    let leaves = key == .control("c") || key == Key("q")
    let losesNothing = screens.allSatisfy { $0 is ListPicker } && browse.field == nil
    return leaves && !core.model.hasChanges && losesNothing ? close(.left) : []
  }

  /// Inserts pasted text where text is typed. It never acts as keys. With several lines, the field of a string grows into the editor of
  /// several lines; in any other field they become one line.
  ///
  /// Otherwise, a pasted `qa` would leave the editor. A secret isn't joined: nobody would see behind the mask that a key of several lines is
  /// broken. If the setting takes several lines, they are kept, although the field is one line; otherwise nothing is inserted.
  private func paste(_ text: String) -> [EditorEffect] {
    let place = top.keyContext
    guard place.takesText else {
      context.message = .init("Pasted text is inserted only where text is typed.", role: .secondary)
      return []
    }
    guard place != .text else { return insert(text) }
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.count > 1 else { return insert(lines.joined()) }
    if let growing = top.preview(of: .newLine, context), growing.first.flatMap(context.refusal) == nil {
      // What is selected is replaced. Blank lines are part of the text; the line break that ends the last line isn't.
      let unix = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      let pasted = unix.hasSuffix("\n") ? String(unix.dropLast()) : unix
      let effects = insert("") + perform(Command.newLine) + insert(pasted)
      context.message = .init(
        "The \(lines.count) pasted lines are edited here; \(context.key(.accept, in: .text)) accepts the text.",
        role: .changed)
      return effects
    }
    guard place == .field, let secret = top.editedPlace, secret.isSecret(holding: core.value(at: secret))
    else {
      let effects = insert(lines.joined(separator: " "))
      context.message = .init("The \(lines.count) pasted lines were joined with spaces.", role: .changed)
      return effects
    }
    guard case .string(let limits) = secret.setting.kind, limits.isMultiline else {
      context.message = .init(
        "The pasted text has \(lines.count) lines, and this secret takes one; nothing was inserted.",
        role: .problem)
      return []
    }
    let effects = insert(text)
    context.message = .init(
      "The \(lines.count) pasted lines were kept; \(context.key(.reveal, in: .field)) shows them.",
      role: .changed)
    return effects
  }

  /// A key without a command is text if it types a character; otherwise nothing happens.
  private func press(_ key: Key) -> [EditorEffect] {
    guard let command = keyMap.command(for: key) else {
      guard case .character(let character) = key.code, key.modifiers.isEmpty else { return [] }
      return insert(String(character))
    }
    return perform(command)
  }

  /// Performs the command of a key or of a clicked hint.
  func perform(_ command: Command) -> [EditorEffect] {
    if let effects = performOnTerminal(command) { return effects }
    switch command {
    case .showKeys: screens.append(LinesScreen(keysOf: top.name, keyMap))
    case .palette: screens.append(PaletteScreen(of: top, context))
    default:
      let title = keyMap.binding(of: command)?.title
      return send { [context] in
        $0.perform(command, in: context) ?? title.map { [.note("“\($0)” doesn't apply here.")] }
      }
    }
    return []
  }

  func insert(_ text: String) -> [EditorEffect] { send { [context] in $0.insert(text, in: context) } }

  /// Types a text in the place of the one in a field.
  func type(_ text: String, accepts: Bool = true) -> [EditorEffect] {
    onTop { top in
      guard var text = top as? TextScreen else { return }
      text.clear()
      top = text
    }
    return perform(Command.caretToEnd) + perform(Command.deleteToStart) + insert(text)
      + (accepts ? perform(Command.accept) : [])
  }

  /// Moves the focus to a row of the page, as it is printed line by line.
  func focus(onRow row: Int) { onTop { [context] in $0.focus(onRow: row, context) } }

  /// Lets the screen on top change itself.
  func onTop<Result>(_ body: (inout any Screen) -> Result) -> Result {
    guard screens.isEmpty else { return body(&screens[screens.count - 1]) }
    var top: any Screen = browse
    defer { if let changed = top as? BrowseScreen { browse = changed } }
    return body(&top)
  }

  func performOnTerminal(_ command: Command?) -> [EditorEffect]? {
    switch command {
    case .suspend: [.suspend]
    case .redraw: [.repaint]
    default: nil
    }
  }

  /// A click acts on the last frame, which is what the person saw. A hint in the last line is pressed like its key. While a field is open,
  /// a click elsewhere does nothing: it would be unclear whether the typed text counts.
  private func click(_ target: Frame.Target?) -> [EditorEffect] {
    if case .hint(let name)? = target { return Command(rawValue: name).map(perform) ?? [] }
    guard let target, top.keyContext != .field else { return [] }
    return send { [context] in $0.click(target, in: context) }
  }

  // MARK: - Actions

  /// Lets the screen on top handle an input, and performs the actions that it returns.
  func send(_ input: (inout any Screen) -> [EditorAction]?) -> [EditorEffect] {
    // The input was meant for a screen that isn't there anymore.
    guard followElements() else {
      updateScreens()
      return []
    }
    // Release this copy of the draft first. Otherwise, the edit would have to copy all staged changes.
    seen = nil
    let effects = (onTop(input) ?? []).flatMap(perform)
    updateScreens()
    return effects
  }

  /// Whether a person edits a value, in a field, in a screen or in another program.
  private var isEditing: Bool {
    editing != nil || core.unstagedText != nil || browse.isEditing || screens.contains(where: \.isEditing)
  }

  /// Lets all screens follow their elements after another process has stored other lists; returns `false` if screens were closed, because
  /// their elements are gone.
  private func followElements() -> Bool {
    guard let old = seen, old.revision != core.model.draft.revision else { return true }
    seen = nil
    let new = core.model.draft
    for index in screens.indices where !screens[index].follow(from: old, to: new) {
      // The screens above it show a part of its value or ask about it, so they are closed, too.
      context.message = .elementGone(isEdited: screens[index...].contains(where: \.isEditing))
      screens.removeSubrange(index...)
      return false
    }
    return true
  }

  /// Updates all screens that depend on the model, and removes those whose subject has ended.
  func updateScreens() {
    _ = followElements()
    screens.removeAll { $0.isOutdated(context) }
    defer {
      seen = screens.isEmpty ? nil : core.model.draft
      if !isEditing { core.begun = nil } else if core.begun == nil { core.begun = core.model.draft }
    }
    // A person who is typing or choosing isn't interrupted.
    if screens.isEmpty, browse.field == nil, storing == nil, core.hasOutdatedList { list() }
    browse.update(context)
    for index in screens.indices { screens[index].update(context) }
    // The question whether to accept the text is on top of the screen with the text.
    core.typedText = screens.reversed().lazy.compactMap { [context] in $0.typedText(context) }.first
  }

  /// Lists the members that drafts of earlier editors added.
  func listMembers(of leftovers: [RecoveryFolder.Leftover]) {
    browse.keepingPlace(context) { core.listMembers(of: leftovers) }
  }

  /// Lists the members that the file has now, and others that are added.
  private func list(_ added: [SettingPath] = []) {
    browse.keepingPlace(context) { core.list(added) }
  }

  /// Performs an action. Its cases are all that a screen can ask for.
  func perform(_ action: EditorAction) -> [EditorEffect] {
    switch action {
    case .open(let makeScreen): screens.append(makeScreen(context))
    case .ask(let question): screens.append(DialogScreen(question))
    case .pop: _ = screens.popLast()
    case .go(.setting(let position), _) where context.outline.skipped.contains(position):
      let title = context.index.settings[position].setting.title
      context.message = Message(
        "\(title) is set by the program; the editor doesn't show it.", role: .secondary)
    case .go(.part(let part), _): return perform(.goPart(part.path, of: part.position))
    case .go(let item, let isStepping):
      screens.removeAll()
      browse.update(context)
      browse.go(to: item, context)
      browse.isStepping = isStepping
    case .goPart(let path, let position):
      let effects = perform(.go(.setting(position)))
      for (place, part) in core.placesToOpen(for: path, of: context.index.settings[position]) {
        var screen = CollectionScreen(place)
        screen.go(to: part, context)
        screens.append(screen)
      }
      return effects
    case .goFound(let items, let current):
      context.found = (items, current)
      return perform(.go(items[current]))
    case .type(let place):
      return send { [context] in
        $0.type(in: place, context)
        return []
      }
    case .continueAfterChoosing(let value, let place):
      return core.actions(afterChoosing: value, at: place).flatMap(perform)
    case .typeText(let text):
      guard top.keyContext == .field else { return [] }
      return perform(Command.deleteToStart) + insert(text)
    case .add(let path):
      screens.removeAll()
      list([path])
      guard let position = core.index.position(of: path) else { break }
      browse.go(to: position, context)
      return perform(Command.activate)
    case .rename(let path, let target):
      screens.removeAll()
      list([target, path])
      context.message = core.perform(.renameMember(path, to: target))
      if let position = core.index.position(of: target) { browse.go(to: position, context) }
    case .editLayer(let path): return editLayer(path)
    case .perform(let command): return perform(command)
    case .change(let change): return send { [context] in change(&$0, context) }
    case .say(let message): context.message = message
    case .edit(.undo) where core.canRollBackApply && !core.model.canUndo:
      return perform(core.rollbackOffer ?? .say(.nothingToUndo))
    case .edit(.undo) where !core.model.canUndo && !core.discardedOffers.isEmpty:
      screens.append(DialogScreen(core.discardedOffers.removeLast().question))
    case .edit(let edit):
      context.failure = nil
      if case .commentIn(let path, let value) = edit {
        let new = core.unlistedPaths(of: value, at: path)
        if !new.isEmpty { list(new) }
      }
      if let message = core.perform(edit) { context.message = message }
    case .show(let filter):
      browse.keepingFocus(context) { $0.show(filter) }
      context.message = filter.message
    case .toggleAdvanced: context.message = browse.keepingFocus(context) { $0.toggleAll() }
    case .stage(let values, let members, let comments):
      if !members.isEmpty { list(members.map(\.path)) }
      core.unstagedText = nil
      context.message = core.perform(.stage(values + core.staged(members), comments: comments))
    case .keepText(let text): core.unstagedText = text
    case .editExternally(let edit):
      // Text that was edited before stays safe while the program runs.
      if let text = edit.unstagedText { core.unstagedText = text }
      let original = edit.text ?? edit.newText(core)
      editing = (edit, original)
      return [.edit(original, fileName: edit.fileName)]
    case .copy(let text): return [.copy(text)]
    case .take(let value, let title):
      core.taken = value
      context.message = .init(
        "Took \(title); \(context.key(.pasteNode, in: .settings)) pastes it.", role: .success)
      return [.copy(value.text(.pretty(indent: 2)))]
    case .write(let copy, let replacing): write(copy, replacing: replacing)
    case .load(let request): return load([request], again: true)
    case .run(let row):
      if core.appRows.start(row.name) { return [.run(action: row.name)] }
      context.message = .init("\(row.title) is running already.", role: .secondary)
    case .cancelActions(let names):
      for name in names { core.appRows.cancel(name) }
      return names.map { .cancel(action: $0) }
    case .store(let request, let next): return store(request, then: next)
    case .confirm: context.message = core.confirm()
    case .cancelConfirmation(let next):
      guard let pending = core.pending else {
        context.message = .nothingPending
        return []
      }
      return store(.cancel(pending.id), then: next)
    case .removeRecovery(let leftover): return [.removeRecovery([leftover])]
    case .discardRecovery(let offer):
      core.discardedOffers.append(offer)
      context.message = .init(
        "Discarded; \(context.key(.undo, in: .settings)) asks again, until you leave the editor.",
        role: .secondary)
    case .printPath(let path):
      core.printedPath = path
      let effects = perform(EditorAction.quit)
      if outcome == nil { core.printedPath = nil }
      return effects
    case .quit:
      let running = core.appRows.running
      if !running.isEmpty { return askAboutActions(running) }
      return core.pending == nil ? quit() : askAboutPending()
    case .quitUnconfirmed: return quit()
    }
    return []
  }

  /// Starts a request. Until its report arrives, the editor accepts no edits (``StoringState``).
  private func store(_ request: StoreRequest, then next: AfterStoring) -> [EditorEffect] {
    storing = StoringState(then: next)
    context.failure = nil
    return [.store(request)]
  }

  /// Handles the text that the external editor left.
  func finishEditing(_ result: ExternalEditor.Result) -> [EditorEffect] {
    guard let editing, outcome == nil else { return [] }
    self.editing = nil
    let effects = editing.edit.finish(result, original: editing.original, in: core).flatMap(perform)
    updateScreens()
    return effects
  }

  /// Offers the changes in a recovery file; returns `false` if there are no changes to offer.
  func offer(_ leftover: RecoveryFolder.Leftover) -> Bool {
    guard let offer = RecoveryOffer(leftover, core: core) else { return false }
    screens.append(DialogScreen(offer.question))
    return true
  }

  // MARK: - Frames

  /// Does a part of the work that the next key will need; returns `false` if there is nothing left to do.
  func prepareForKeys() -> Bool { top.prepareForKeys(context) }

  /// Draws the screens.
  func render(_ size: Size, glyphs: Glyphs) -> Frame {
    if context.glyphs != glyphs { context.glyphs = glyphs }
    var frame = Frame(size, glyphs: glyphs)
    if size.isTooSmall {
      drawTooSmall(&frame)
    } else {
      let first = screens.lastIndex { !$0.isDialog }
      let message = context.message
      // Only the screen on top shows the message, which may take several lines.
      if !screens.isEmpty { context.message = nil }
      if first == nil { browse.draw(in: &frame, context) }
      for index in (first ?? 0)..<screens.count {
        if index == screens.count - 1 { context.message = message }
        frame.dropTargets()
        screens[index].draw(in: &frame, context)
      }
      if let storing { storing.draw(in: &frame) }
    }
    self.frame = frame
    return frame
  }

  /// All other keys are off then (``updateUnseen(_:)``), so the text also says that nothing is lost.
  private func drawTooSmall(_ frame: inout Frame) {
    let area = frame.area
    let text = "Enlarge the window to \(Size.smallest.width)×\(Size.smallest.height)."
    let note = core.model.hasChanges ? " No change is lost." : ""
    let ascii = frame.glyphs.visible.isASCIIOnly
    let shown = ascii ? (text + note).replacing("×", with: "x") : text + note
    let lines = frame.glyphs.visible.wrap(shown, columns: area.width, atMost: area.height)
    for (index, line) in lines.enumerated() { frame.draw(line, x: 0, y: index, columns: area.width) }
  }
}

extension ScreenEditor {
  /// Leaves the editor, or asks what to do with staged changes.
  func quit() -> [EditorEffect] {
    guard core.model.hasChanges else { return close(.left) }
    let count = core.model.stagedCount
    return ask(
      "Leave",
      text:
        "\(Phrase.count(count, noun: "change is", nouns: "changes are")) not applied. What should happen to "
        + "\(count == 1 ? "it" : "them")?",
      buttons: [
        .init("Apply…", key: "a", actions: [.open { ReviewScreen($0, thenLeave: true) }]),
        .init("Discard", key: "d", actions: [.edit(.discard), .quitUnconfirmed], loses: true),
        .init("Stay", key: "s"),
      ])
  }

  func ask(
    _ name: String, text: String, about subject: Question.Subject? = nil, buttons: [Question.Button]
  ) -> [EditorEffect] {
    perform(.ask(Question(name: name, text: text, buttons: buttons, subject: subject)))
  }

  /// Records how the editor ended, and asks the session to close. The editor ignores what happens after that.
  func close(_ ending: EditorOutcome.Ending, wantsRestart: Bool = false) -> [EditorEffect] {
    outcome = core.outcome(ending, wantsRestart: wantsRestart)
    // Until now, the discarding could be undone. If a signal ends the editor, the next start asks again.
    let discarded = ending == .left ? core.discardedOffers.map(\.leftover) : []
    return discarded.isEmpty ? [.close] : [.removeRecovery(discarded), .close]
  }
}
