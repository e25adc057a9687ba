import Settings

/// The loop between the terminal and the editor's model.
@MainActor
final class EditorSession {
  private let editor: EditorModel
  private let terminal: Terminal
  private let form: UntypedViewModel
  private let events: AsyncStream<EditorEvent>
  private let continuation: AsyncStream<EditorEvent>.Continuation
  private let keeper: RecoveryKeeper?
  private var ticking: Task<Void, Never>?
  /// Whether spare time was asked for.
  private var isPreparing = false

  /// Takes over the terminal.
  init(_ form: UntypedViewModel, options: EditorOptions) throws(EditorError) {
    let (events, continuation) = AsyncStream.makeStream(of: EditorEvent.self)
    terminal = try Terminal(usesMouse: options.usesMouse) { continuation.yield(.terminal($0)) }
    self.events = events
    self.continuation = continuation
    self.form = form
    let editor = EditorModel(form, options: options)
    self.editor = editor
    keeper = RecoveryKeeper(options.recovery, of: form) { continuation.yield(.notKept) }
  }

  /// Gives the terminal back.
  func close() {
    continuation.finish()
    terminal.close()
  }

  /// Runs until the editor is left.
  func run() async -> EditorOutcome {
    let watch = Task { [form, continuation] in
      for await changes in form.store.changes() { continuation.yield(.changed(changes)) }
    }
    defer { watch.cancel() }
    // The newest is asked about first.
    for leftover in (keeper?.leftovers() ?? []).reversed() where !editor.offer(leftover) {
      keeper?.remove(leftover)
    }
    paint()
    startTicking()
    defer { ticking?.cancel() }
    var changeCount = editor.changeCount
    for await event in events {
      switch event {
      case .terminal(let event): perform(editor.update(event))
      case .stored(.applied(let result)): perform(editor.finishApply(result))
      case .stored(.takenBack(let result)): perform(editor.finishTakingBack(result))
      case .changed(let changes): editor.takeStored(changes)
      case .tick:
        ticking = nil
        editor.tick()
      case .spareTime:
        prepareForKeys()
        continue
      case .notKept:
        editor.say(
          .init("Changes cannot be kept for the case of a crash: their folder cannot be written.", .problem))
      }
      if var outcome = editor.outcome {
        outcome.isKept = keep()
        return outcome
      }
      if editor.changeCount != changeCount {
        changeCount = editor.changeCount
        keeper?.noteChange()
      }
      paint()
      startTicking()
    }
    // The task was cancelled: nobody waits for the editor any more.
    var outcome = EditorOutcome(
      ending: .cancelled, applied: editor.applied, wantsRestart: false, stagedCount: form.stagedCount)
    outcome.isKept = keep()
    return outcome
  }

  /// Makes safe what is still staged; `true` if something is and was kept.
  private func keep() -> Bool {
    guard let keeper else { return false }
    let isSafe = keeper.saveNow()
    return isSafe && form.hasChanges
  }

  private func paint() {
    terminal.paint(editor.render(terminal.measure(), terminal.glyphs))
    // Behind all that waits already; nothing is to be done twice at once.
    if !isPreparing { prepareForKeys() }
  }

  /// Prepares for what comes in small parts, so that a key in between waits for one of them at most.
  private func prepareForKeys() {
    isPreparing = editor.prepareForKeys()
    if isPreparing { continuation.yield(.spareTime) }
  }

  private func perform(_ effects: [EditorEffect]) {
    for effect in effects {
      switch effect {
      case .copy(let text): terminal.copy(text)
      case .edit(let text, let fileName):
        // Whatever happens meanwhile, what is staged is safe.
        keeper?.saveNow()
        perform(editor.finishEditing(terminal.lend { ExternalEditor.edit(text, named: fileName) }))
      case .settle(let leftover):
        if keeper?.saveNow() ?? false { keeper?.remove(leftover) }
      case .suspend: terminal.suspend()
      case .repaint: terminal.resume()
      case .apply, .rollBack, .takeBack: store(effect)
      case .close: break
      }
    }
  }

  /// Stores beside the loop, so that the window can still be resized and the process stopped meanwhile.
  private func store(_ effect: EditorEffect) {
    Task { [form, continuation] in
      if let report = await effect.store(in: form) { continuation.yield(.stored(report)) }
    }
  }

  /// Wakes the loop when something on the screen changes by itself; while nothing does, nothing wakes it.
  private func startTicking() {
    guard let pause = editor.nextTick else {
      ticking?.cancel()
      ticking = nil
      return
    }
    guard ticking == nil else { return }
    ticking = Task { [continuation] in
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      continuation.yield(.tick)
    }
  }
}
