import Settings

/// The editor without a terminal: events go in, effects and frames come out.
@MainActor
final class EditorModel {
  let context: EditorContext
  var browse: BrowseScreen
  /// What is on top of the main screen.
  var screens: [any Screen] = []
  private var frame: Frame?
  var applying: AfterApply?
  var editing: ExternalEditing?
  private var isRollingBack = false
  private(set) var outcome: EditorOutcome?
  private(set) var applied: [SettingChange] = []

  init(_ form: UntypedViewModel, options: EditorOptions = EditorOptions()) {
    context = EditorContext(form, options)
    context.updatePending()
    browse = BrowseScreen(context, at: options.start)
  }

  private var top: any Screen { screens.last ?? browse }
  private var keyMap: KeyMap { context.keys[top.keyContext] }

  // MARK: Events

  /// Takes what a person did, and what the system said.
  func update(_ event: TerminalEvent) -> [EditorEffect] {
    switch event {
    case .input(let events): return events.flatMap(update)
    case .resized: return []
    case .stopRequested: return [.suspend]
    case .continued: return [.repaint]
    case .ended(let signal):
      if let dialog = screens.last as? DialogScreen { for action in dialog.whenEnded { _ = perform(action) } }
      return close(.signal(signal))
    }
  }

  private func update(_ event: InputEvent) -> [EditorEffect] {
    guard outcome == nil else { return [] }
    if isTooSmall { return updateBlindly(event) }
    // While changes are being applied nothing can be changed; the keys that belong to the terminal work.
    if applying != nil {
      if case .key(let key) = event { return performOnTerminal(keyMap.command(for: key)) ?? [] }
      return []
    }
    context.message = nil
    switch event {
    case .key(let key): return press(key)
    case .paste(let text): return perform { $0.insert(text, context) }
    case .mouse(let mouse): return use(mouse)
    }
  }

  /// What nobody can see is not changed: only leaving without changes and stopping work.
  private func updateBlindly(_ event: InputEvent) -> [EditorEffect] {
    guard case .key(let key) = event else { return [] }
    if let effects = performOnTerminal(keyMap.command(for: key)) { return effects }
    let leaves = key == .control("c") || key == Key("q")
    return leaves && !context.form.hasChanges && screens.isEmpty && browse.field == nil ? close(.left) : []
  }

  private func press(_ key: Key) -> [EditorEffect] {
    guard let command = keyMap.command(for: key) else {
      guard case .character(let character) = key.code, key.modifiers.isEmpty else { return [] }
      return perform { $0.insert(String(character), context) }
    }
    if let effects = performOnTerminal(command) { return effects }
    if command == .showKeys {
      screens.append(LinesScreen(keysOf: top.name, keyMap))
      return []
    }
    return perform { $0.perform(command, context) }
  }

  private func performOnTerminal(_ command: Command?) -> [EditorEffect]? {
    switch command {
    case .suspend: [.suspend]
    case .redraw: [.repaint]
    default: nil
    }
  }

  private func use(_ mouse: InputEvent.Mouse) -> [EditorEffect] {
    let target = frame?.target(at: mouse.place)
    switch mouse.action {
    case .press:
      guard let target else { return [] }
      return perform { $0.click(target, context) }
    case .scrollUp, .scrollDown:
      let rows = mouse.action == .scrollUp ? -3 : 3
      return perform {
        $0.scroll(by: rows, over: target, context)
        return []
      }
    }
  }

  // MARK: Actions

  /// Has the top screen do something, then does what it asks.
  private func perform(_ body: (inout any Screen) -> [ScreenAction]) -> [EditorEffect] {
    var screen = top
    let actions = body(&screen)
    if screens.isEmpty {
      if let changed = screen as? BrowseScreen { browse = changed }
    } else {
      screens[screens.count - 1] = screen
    }
    browse.update(context)
    return actions.flatMap(perform)
  }

  func perform(_ action: ScreenAction) -> [EditorEffect] {
    switch action {
    case .push(let screen): screens.append(screen)
    case .pop: _ = screens.popLast()
    case .go(let position):
      screens.removeAll()
      browse.go(to: position, context)
      browse.isStepping = true
    case .goSection(let node):
      screens.removeAll()
      browse.go(toSection: node, context)
    case .copy(let text): return [.copy(text)]
    case .edit(let subject):
      editing = subject
      return [.edit(subject.given, fileName: subject.subject.fileName)]
    case .stage(let values): stage(values)
    case .settle(let leftover): return [.settle(leftover)]
    case .say(let message): context.message = message
    case .perform(let command): return perform { $0.perform(command, context) }
    case .apply(let leavingOut, let options, let next):
      applying = next
      isRollingBack = false
      context.failure = nil
      return [.apply(leavingOut: leavingOut, options)]
    case .rollBack(let entry, let review, let options):
      applying = .stay
      isRollingBack = true
      context.failure = nil
      return [.rollBack(entry, review, options)]
    case .confirm: confirm()
    case .takeBack(let next): return takeBack(then: next)
    case .quit: return context.pending == nil ? quit() : askAboutPending()
    case .quitUnconfirmed: return quit()
    case .discardAndLeave:
      context.form.discard()
      return close(.left)
    }
    return []
  }

  /// Says something that nobody asked for.
  func say(_ message: EditorContext.Message) { context.message = message }

  /// How often something was staged or taken back.
  var changeCount: Int { context.changeCount }

  func quit() -> [EditorEffect] {
    let count = context.form.stagedCount
    guard context.form.hasChanges else { return close(.left) }
    screens.append(
      DialogScreen(
        name: "Leave",
        text: "\(count) change\(count == 1 ? " is" : "s are") not applied. What should happen to "
          + "\(count == 1 ? "it" : "them")?",
        buttons: [
          .init(title: "Apply…", key: "a", actions: [.push(ReviewScreen(context, thenLeave: true))]),
          .init(title: "Discard", key: "d", actions: [.discardAndLeave]),
          .init(title: "Stay", key: "s", actions: []),
        ]))
    return []
  }

  private func close(_ ending: EditorOutcome.Ending, wantsRestart: Bool = false) -> [EditorEffect] {
    outcome = EditorOutcome(
      ending: ending, applied: applied, wantsRestart: wantsRestart, stagedCount: context.form.stagedCount)
    return [.close]
  }

  /// Hears how an apply went.
  func finishApply(_ result: Result<ApplyOutcome, ApplyError>) -> [EditorEffect] {
    guard let next = applying, outcome == nil else { return [] }
    applying = nil
    context.changedAnything()
    browse.update(context)
    switch result {
    case .failure(let error):
      context.failure = String(describing: error)
      // The review is made anew: what is stored may be another now.
      if let review = screens.last as? ReviewScreen {
        screens[screens.count - 1] = review.afterFailure(context)
      }
      context.updatePending()
      // A failure after the content was stored leaves nothing staged; then its own sentence says so.
      if context.form.hasChanges {
        context.message = .init("Nothing was applied; all changes are still here.", .problem)
      }
      return []
    case .success(let done):
      applied += done.changes
      screens.removeAll()
      context.updatePending()
      context.message = context.message(of: done, isRollback: isRollingBack)
      isRollingBack = false
      switch next {
      case .stay: return []
      case .restart where !context.form.hasChanges: return close(.left, wantsRestart: true)
      case .leave where !context.form.hasChanges:
        return context.pending == nil ? close(.left) : askAboutPending()
      case .leave: return quit()
      case .restart:
        // Changes were left out: leaving now would lose them silently.
        return quit()
      }
    }
  }

  /// Takes over what somebody else has stored; what is staged stays on top.
  func takeStored(_ changes: [SettingChange] = []) {
    guard applying == nil, outcome == nil else { return }
    context.updatePending()
    let before = context.form.draft.revision
    do throws(StoreError) {
      try context.form.refresh()
    } catch {
      context.message = .init(error.description, .problem)
      return
    }
    guard context.form.draft.revision != before else { return }
    context.changedAnything()
    if let review = screens.last as? ReviewScreen {
      screens[screens.count - 1] = review.afterFailure(context)
    }
    browse.update(context)
    context.highlight(changes.map(\.path))
    sayStored(changes.count)
  }

  // MARK: Frames

  /// Does a part of what the next key will need, while nobody waits; `false` if there is nothing left to do.
  func prepareForKeys() -> Bool { top.prepareForKeys(context) }

  private var isTooSmall: Bool {
    guard let size = frame?.grid.size else { return false }
    return size.width < Size.smallest.width || size.height < Size.smallest.height
  }

  /// Draws what there is to see.
  func render(_ size: Size, _ glyphs: Glyphs) -> Frame {
    context.glyphs = glyphs
    var frame = Frame(size, glyphs: glyphs)
    if size.width < Size.smallest.width || size.height < Size.smallest.height {
      drawTooSmall(&frame)
    } else {
      let first = screens.lastIndex { !$0.isDialog }
      if first == nil { browse.draw(in: &frame, context) }
      for index in (first ?? 0)..<screens.count {
        frame.dropTargets()
        screens[index].draw(in: &frame, context)
      }
      if applying != nil { drawApplying(&frame) }
    }
    self.frame = frame
    return frame
  }

  private func drawTooSmall(_ frame: inout Frame) {
    let area = frame.area
    let text = "Enlarge the window to \(Size.smallest.width)×\(Size.smallest.height)."
    let note = context.form.hasChanges ? " No change is lost." : ""
    let ascii = frame.glyphs.visible.isASCIIOnly
    let shown = ascii ? (text + note).replacing("×", with: "x") : text + note
    let lines = frame.glyphs.visible.wrap(shown, columns: area.width, atMost: area.height)
    for (index, line) in lines.enumerated() { frame.draw(line, x: 0, y: index, columns: area.width) }
  }

  private func drawApplying(_ frame: inout Frame) {
    frame.dropTargets()
    let text = "Applying\(frame.glyphs.dash)"
    let inner = frame.drawBox(frame.area.centered(width: 24, height: 3), title: "")
    frame.draw(text, x: inner.x, y: inner.y, columns: inner.width)
    frame.cursor = Point(x: inner.x, y: inner.y)
  }
}
