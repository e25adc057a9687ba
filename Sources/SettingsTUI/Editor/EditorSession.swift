import Settings

/// The loop between the terminal and the screen editor.
///
/// Whatever can happen is an event of one stream: keys, signals, reports of requests, changes by other processes, and time. The loop
/// handles one event completely, from the state to the effects and the frame, before it takes the next event. So the editor never has a
/// half-finished state, and needs no lock. Work that takes long runs in tasks; each of them ends with an event.
///
///     terminal ─┐
///     store ────┤                    ┌─ effects ─▶ perform ─▶ tasks ─┐
///     app ──────┼─▶ events ─▶ editor ┤                               │
///     time ─────┤                    └─ frame ───▶ terminal          │
///     tasks ────┴◀───────────────────────────────────────────────────┘
@MainActor
final class EditorSession {
  private let editor: ScreenEditor
  private let terminal: Terminal
  private let events: AsyncStream<EditorEvent>
  private let continuation: AsyncStream<EditorEvent>.Continuation
  private let keeper: RecoveryKeeper?
  private let appRows: AppRowTasks
  /// The store whose changes are reported, and the tasks that report them.
  private var observed: UntypedStore?
  private var reports: [Task<Void, Never>] = []
  private var ticking: Task<Void, Never>?
  /// The wait until a question counts as seen.
  private var seeing: Task<Void, Never>?
  /// The request that changes the stored content.
  private var storing: Task<Void, Never>?
  /// Whether a spare-time event is waiting.
  private var isPreparing = false

  /// Takes over the terminal.
  init(_ model: UntypedViewModel, options: EditorOptions) throws(EditorError) {
    let (events, continuation) = AsyncStream.makeStream(of: EditorEvent.self)
    terminal = try Terminal(usesMouse: options.usesMouse) { continuation.yield(.terminal($0)) }
    self.events = events
    self.continuation = continuation
    editor = ScreenEditor(model, options: options)
    keeper = RecoveryKeeper(
      options.recovery, of: model.store, draft: { [core = editor.core] in core.recoveryDraft },
      onFailure: { continuation.yield(.notKept) })
    appRows = AppRowTasks(model.store.hooks) { continuation.yield(.app($0)) }
  }

  /// Restores the terminal.
  func close() {
    appRows.cancelAll()
    continuation.finish()
    terminal.close()
  }

  /// Runs until someone leaves the editor.
  func run() async -> EditorOutcome {
    let leftovers = keeper?.leftovers() ?? []
    editor.listMembers(of: leftovers)
    observeStore()
    defer { for report in reports { report.cancel() } }
    if model.hasChanges { keeper?.saveNow() }
    // The last screen is on top, so the first question is about the newest leftover first.
    for leftover in leftovers.reversed() where !editor.offer(leftover) {
      keeper?.remove(leftover)
    }
    paint()
    startTicking()
    defer { ticking?.cancel() }
    var state = editor.core.recoveryState
    for await event in events {
      switch event {
      case .terminal(let event): perform(editor.update(event))
      case .stored(let report): perform(editor.finish(report))
      case .changed(let changes): editor.takeStored(changes)
      case .layers(let problems): editor.take(problems)
      case .app(let event): editor.take(event)
      case .progress(let progress): editor.take(progress)
      case .tick:
        ticking = nil
        perform(editor.tick())
      case .spareTime:
        prepareForKeys()
        continue
      case .questionSeen:
        editor.seeQuestion()
      case .notKept:
        editor.context.message = .cannotKeep
      }
      if var outcome = editor.outcome {
        outcome.isKept = keep()
        return outcome
      }
      if editor.core.recoveryState != state {
        state = editor.core.recoveryState
        keeper?.noteChange()
      }
      observeStore()
      paint()
      startTicking()
    }
    // The task was canceled.
    var outcome = editor.core.outcome(.cancelled)
    outcome.isKept = keep()
    return outcome
  }

  private var model: UntypedViewModel { editor.core.model }

  /// Reports what happens to the store. The editor opens it again to list new members.
  private func observeStore() {
    let store = model.store
    guard observed !== store else { return }
    observed = store
    for report in reports { report.cancel() }
    reports = [
      report(store.contentChanges()) { .changed($0) },
      // Content that can't be read doesn't change the stored content.
      report(store.rejections()) { _ in .changed([]) },
      report(store.layerProblemChanges()) { .layers($0) },
      report(store.applyProgress()) { .progress($0) },
    ]
  }

  /// Sends an event for each element of a stream.
  ///
  /// The stream begins with the call, before the first frame, and not when the task first runs, which is after it. So a change that
  /// happens in between has an event, too.
  private func report<Element: Sendable>(
    _ stream: AsyncStream<Element>, as event: @escaping @Sendable (Element) -> EditorEvent
  ) -> Task<Void, Never> {
    Task { [continuation] in
      for await element in stream { continuation.yield(event(element)) }
    }
  }

  /// Saves the changes that are still staged, and text that can't be staged; returns `true` if there are any and they were saved.
  private func keep() -> Bool {
    guard let keeper else { return false }
    let isSafe = keeper.saveNow()
    return isSafe && (model.hasChanges || editor.core.unstagedText != nil)
  }

  private func paint() {
    terminal.paint(editor.render(terminal.measure(), glyphs: terminal.glyphs))
    perform(editor.loadDetails(again: false))
    waitUntilQuestionIsSeen()
    // The event comes after all other waiting events; one is enough.
    if !isPreparing { prepareForKeys() }
  }

  /// Lets the question on top ignore all keys that were pressed before its frame, and those shortly after it if it came up by itself.
  ///
  /// Keys that are still on their way wait in the terminal's input or among the events. The terminal is read now; the event that ends the
  /// wait comes after all of its keys. Each ignored key is followed by another frame, with which the wait starts again.
  private func waitUntilQuestionIsSeen() {
    seeing?.cancel()
    seeing = nil
    guard let pause = editor.pauseUntilSeen else { return }
    terminal.readInput()
    seeing = Task { [continuation] in
      guard (try? await Task.sleep(for: pause)) != nil, !Task.isCancelled else { return }
      continuation.yield(.questionSeen)
    }
  }

  /// Prepares for the next keys in small parts. A key waits for at most one of them.
  private func prepareForKeys() {
    isPreparing = editor.prepareForKeys()
    if isPreparing { continuation.yield(.spareTime) }
  }

  private func perform(_ effects: [EditorEffect]) {
    for effect in effects {
      switch effect {
      case .copy(let text): terminal.copy(text)
      case .loadDetails(let names): names.forEach(appRows.load)
      case .loadChoices(let names): names.forEach(appRows.loadChoices)
      case .run(let action): appRows.run(action)
      case .cancel(let action): appRows.cancel(action)
      case .edit(let text, let fileName):
        // Save now. Then the draft is safe whatever happens while the program runs.
        keeper?.saveNow()
        perform(editor.finishEditing(terminal.lend { ExternalEditor.edit(text, named: fileName) }))
      case .removeRecovery(let leftovers):
        if let keeper, keeper.saveNow() { leftovers.forEach(keeper.remove) }
      case .suspend: terminal.suspend()
      case .repaint: terminal.resume()
      case .store(let request): store(request)
      case .cancelStoring: storing?.cancel()
      case .close: break
      }
    }
  }

  /// Changes the stored content without blocking the loop, so that the window can still be resized and the process stopped.
  private func store(_ request: StoreRequest) {
    storing = Task { [model, continuation] in
      continuation.yield(.stored(await request.perform(on: model)))
    }
  }

  /// Sends an event when something on the screen changes with time.
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

/// An event of the editor's loop.
enum EditorEvent: Sendable {
  /// An event of the terminal or the system.
  case terminal(TerminalEvent)
  /// The report of a request that changed, or should have changed, the stored content.
  case stored(StoreRequest.Report)
  /// This process or another changed the stored content.
  case changed([SettingChange])
  /// The problems of other layers changed.
  case layers([LayerProblem])
  /// A participant or side effect of an apply runs, or reports its progress.
  case progress(ApplyProgress)
  /// The app reports something about a row that it provides.
  case app(AppRowEvent)
  /// Something on the screen has to be updated because time has passed.
  case tick
  /// The question on top was on the screen before the next key.
  case questionSeen
  /// All earlier events have been handled, so there is time to prepare for the next events.
  case spareTime
  /// The draft couldn't be saved for recovery.
  case notKept
}
