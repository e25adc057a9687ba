import CTerminal
import Settings
import SettingsSystem

/// The loop between standard input and output and the plain editor.
///
/// As in ``EditorSession``, one event is handled after the other. But lines can arrive faster than they are handled, as from a script:
/// while a line waits for a report, the session is busy, and only the events that can end the wait are handled; the others wait in
/// order. So each line refers to the list that the previous line printed.
@MainActor
final class PlainSession {
  private let editor: PlainEditor
  private let input: PlainInput
  private var asked = PlainAnswer(text: "", prompt: "")
  private let keeper: RecoveryKeeper?
  private let appRows: AppRowTasks
  /// Whether events wait for the report of a request, or for an action or text of the app.
  private var isBusy = false
  /// The request that changes the stored content.
  private var storing: Task<Void, Never>?
  private var ticking: Task<Void, Never>?
  /// The store whose applies are reported, and the task that reports their steps.
  private var observed: UntypedStore?
  private var steps: Task<Void, Never>?
  private let reminders = ApplyReminders { PlainSession.output.show($0 + "\n") }

  init(_ model: UntypedViewModel, _ input: PlainInput, options: EditorOptions) {
    self.input = input
    let continuation = input.continuation
    editor = PlainEditor(
      model, options: options, visible: VisibleText(isASCIIOnly: !cterminal_expects_utf8()))
    keeper = RecoveryKeeper(
      options.recovery, of: model.store, draft: { [core = editor.core] in core.recoveryDraft },
      onFailure: { continuation.yield(.notKept) })
    appRows = AppRowTasks(model.store.hooks) { continuation.yield(.app($0)) }
  }

  private var model: UntypedViewModel { editor.core.model }

  /// Runs until the person leaves the editor, or the input ends.
  func run() async -> EditorOutcome {
    defer { appRows.cancelAll() }
    let leftovers = keeper?.leftovers() ?? []
    editor.keepingPlace { editor.core.listMembers(of: leftovers) }
    for leftover in leftovers where !editor.offer(leftover) { keeper?.remove(leftover) }
    say(editor.start())
    startTicking()
    observeStore()
    defer {
      ticking?.cancel()
      steps?.cancel()
    }
    var state = editor.core.recoveryState
    performWaiting()
    if let outcome = editor.outcome { return kept(outcome) }
    for await event in input.events {
      if !takeReport(event) { input.waiting.append(event) }
      performWaiting()
      if let outcome = editor.outcome { return kept(outcome) }
      if editor.core.recoveryState != state {
        state = editor.core.recoveryState
        keeper?.noteChange()
      }
      observeStore()
      startTicking()
    }
    // The task was canceled.
    say(editor.end(.cancelled))
    return kept(editor.outcome ?? editor.core.outcome(.cancelled))
  }

  /// Reports the steps of applies. The editor opens the store again to list new members.
  private func observeStore() {
    let store = model.store
    guard observed !== store else { return }
    observed = store
    steps?.cancel()
    steps = Task { [continuation = input.continuation] in
      for await step in store.applyProgress() { continuation.yield(.progress(step)) }
    }
  }

  /// Handles the events that came earlier, until one of them makes the session busy or ends it.
  private func performWaiting() {
    while !isBusy, editor.outcome == nil, !input.waiting.isEmpty { perform(input.waiting.removeFirst()) }
  }

  /// Handles a report that other events wait for; returns `false` for another event.
  private func takeReport(_ event: PlainEvent) -> Bool {
    switch event {
    case .stored(let report):
      storing = nil
      reminders.stop()
      finish(editor.finish(report))
    case .late:
      if let answer = editor.finishListing() { finish(answer) }
    case .app(let event):
      if let news = editor.news(event) { Self.output.show(news) }
      if let answer = editor.take(event) { finish(answer) }
    case .progress(let progress):
      guard storing != nil else { break }
      reminders.take(progress)
      if let news = editor.news(progress) { Self.output.show(news) }
    case .signal(let number) where Signal(rawValue: number) == .interrupt && storing?.isCancelled == false:
      // Participants abort or revert before the request ends.
      storing?.cancel()
    case .signal(let number) where Signal(rawValue: number) == .interrupt:
      // The first Ctrl-C cancels the running actions, and the next one ends the editor.
      let running = editor.core.appRows.running
      if running.isEmpty { return false }
      for action in running {
        editor.core.appRows.cancel(action)
        appRows.cancel(action)
      }
    case .signal(let number) where isBusy && editor.core.appRows.isAnyRunning:
      say(editor.end(.signal(number)))
    default: return false
    }
    return true
  }

  private func finish(_ answer: PlainAnswer) {
    isBusy = false
    say(answer)
  }

  /// Saves the staged changes, and returns the outcome with the result.
  private func kept(_ outcome: EditorOutcome) -> EditorOutcome {
    var outcome = outcome
    outcome.isKept = (keeper?.saveNow() ?? false) && model.hasChanges
    return outcome
  }

  private func perform(_ event: PlainEvent) {
    switch event {
    case .line(let line): say(answer(line))
    case .ended: say(editor.end(.inputEnded))
    case .signal(let number): say(editor.end(.signal(number)))
    case .continued:
      PlainInput.stream.setEcho(!asked.asksSecret)
      Self.output.show(asked.prompt)
    case .tick:
      if let news = editor.tick() { interrupt(news) }
    case .notKept:
      interrupt("\(Message.cannotKeep.text)\n")
    case .stored, .progress, .app, .late: break
    }
  }

  private func answer(_ line: String) -> PlainAnswer {
    if let news = editor.takeStored() { Self.output.show(news) }
    return editor.take(line)
  }

  private func say(_ answer: PlainAnswer) {
    // Print the line break, because it was hidden with the secret.
    let start = asked.asksSecret && PlainInput.stream.isTerminal ? "\n" : ""
    asked = answer
    PlainInput.stream.setEcho(!answer.asksSecret)
    Self.output.show(start + answer.text + answer.prompt)
    switch answer.effect {
    case .removeRecovery(let leftovers)?:
      if let keeper, keeper.saveNow() { leftovers.forEach(keeper.remove) }
    case .loadDetails(let names)?:
      names.forEach(appRows.load)
      waitForApp()
    case .loadChoices(let names)?:
      names.forEach(appRows.loadChoices)
      waitForApp()
    case .read(let path)?:
      let result = Result { () throws(DocumentChanges.Unreadable) in try LoadedFile.read(path) }
      say(editor.finishReading(path, result))
    case .write(let copy)?: say(editor.finishWriting(copy, copy.write()))
    case .open(let layer, let focus)?:
      say(editor.finishOpening(focus, Result { () throws(StoreError) in try model.store.writing(layer) }))
    case .run(let action)?:
      isBusy = true
      appRows.run(action)
    case .store(let request)?:
      isBusy = true
      storing = Task { [model, continuation = input.continuation] in
        continuation.yield(.stored(await request.perform(on: model)))
      }
    default: break
    }
  }

  /// Makes other events wait for text of the app, for a short time.
  private func waitForApp() {
    isBusy = true
    Task { [continuation = input.continuation] in
      try? await Task.sleep(for: PlainEditor.patience)
      continuation.yield(.late)
    }
  }

  /// Prints lines while a person may be typing, and repeats the prompt.
  private func interrupt(_ news: String) {
    Self.output.show("\n" + news + asked.prompt)
  }

  /// Sends an event when there may be something to print because time has passed.
  private func startTicking() {
    ticking?.cancel()
    ticking = nil
    guard let pause = editor.nextTick else { return }
    ticking = Task { [continuation = input.continuation] in
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      continuation.yield(.tick)
    }
  }

  private static let output = ByteStream.standardOutput
}
