import CTerminal
import Dispatch
import Settings
import SettingsSystem

/// The loop between standard input and output and the plain editor.
///
///     standard input ─▶ lines ─┐
///     signals ─────────────────┤                      busy? ─ a report ends the wait ─┐
///     reports of tasks ────────┼─▶ events ─▶ for await ─┤                              ▼
///     time, app ───────────────┘                      others ─▶ waiting, in order ─▶ PlainEditor ─▶ text
///
/// As in ``EditorSession``, one event is handled after the other. But lines can arrive faster than they are handled, as from a script:
/// while a line waits for a report, the session is busy, and only the events that can end the wait are handled; the others wait in order.
/// So each line refers to the list that the previous line printed, and `3` means the third row that the script has just seen.
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

  init(_ model: UntypedViewModel, input: PlainInput, options: EditorOptions) {
    self.input = input
    let continuation = input.continuation
    editor = PlainEditor(
      model, options: options, visible: VisibleText(isASCIIOnly: !TerminalEncoding.isUTF8))
    keeper = RecoveryKeeper(
      options.recovery, of: model.store, draft: { [core = editor.core] in core.recoveryDraft },
      onFailure: { continuation.yield(.notKept) })
    appRows = AppRowTasks(model.store.hooks) { continuation.yield(.app($0)) }
  }

  private var model: UntypedViewModel { editor.core.model }

  /// Runs until someone leaves the editor, or the input ends.
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
      // The first Ctrl-C cancels the running actions, and the next Ctrl-C ends the editor.
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
  ///
  /// If the app's text is there in time, it is printed as the answer. Otherwise the answer goes out without it, and the text is printed as
  /// news when it arrives.
  private func waitForApp() {
    isBusy = true
    Task { [continuation = input.continuation] in
      try? await Task.sleep(for: PlainEditor.patience)
      continuation.yield(.late)
    }
  }

  /// Prints lines while a person might be typing, and repeats the prompt.
  private func interrupt(_ news: String) {
    Self.output.show("\n" + news + asked.prompt)
  }

  /// Sends an event when there is perhaps something to print because time has passed.
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

/// An event of the plain editor's loop.
enum PlainEvent: Sendable {
  /// A person typed a line; without its line break.
  case line(String)
  /// The input ended.
  case ended
  /// The process was asked to end; the value is the signal's number.
  case signal(Int32)
  /// The process was stopped and then continued, so the prompt has scrolled away.
  case continued
  /// The report of a request that changed, or should have changed, the stored content.
  case stored(StoreRequest.Report)
  /// A participant or side effect of an apply runs, or reports its progress.
  case progress(ApplyProgress)
  /// The app reports something about a row that it provides.
  case app(AppRowEvent)
  /// The app has taken too long to provide the text in a list.
  case late
  /// There can be something to print, because time has passed.
  case tick
  /// The draft couldn't be saved for recovery.
  case notKept
}

/// Listens for lines and signals, without polling and without blocking the main actor.
///
/// A thread waits for input. A dispatch source can't be used: on Linux, after everything has been read, it doesn't report that
/// the other end of a pipe was closed.
struct PlainEvents: Sendable {
  private let wakeUp: ByteStream

  /// Starts listening; events are yielded in order.
  init(input: Int32, to events: AsyncStream<PlainEvent>.Continuation) throws(EditorError) {
    let ends: (reading: ByteStream, writing: ByteStream)
    do throws(SystemError) {
      ends = try ByteStream.makePipe()
    } catch {
      throw .noTerminal(.failed(code: error.code))
    }
    let signals = cterminal_catch_signals()
    guard signals >= 0 else {
      let code = SystemError.last("pipe").code
      ends.reading.close()
      ends.writing.close()
      throw .noTerminal(.failed(code: code))
    }
    wakeUp = ends.writing
    let listener = Listener(
      input: ByteStream(input), signals: SignalPipe(ByteStream(signals)), wakeUp: ends.reading, events: events
    )
    DispatchQueue(label: "settings.plain-editor").async { listener.run() }
  }

  /// Stops listening.
  func cancel() {
    // The thread notices that the pipe is closed, and ends.
    wakeUp.close()
    cterminal_release_signals()
  }
}

/// The work of the thread.
private struct Listener: Sendable {
  let input: ByteStream
  let signals: SignalPipe
  let wakeUp: ByteStream
  let events: AsyncStream<PlainEvent>.Continuation

  func run() {
    var collected: [UInt8] = []
    var listensToInput = true
    while true {
      let ready = ByteStream.wait(for: [wakeUp, signals.stream] + (listensToInput ? [input] : []))
      if ready.contains(wakeUp) { break }
      if ready.contains(signals.stream) { readSignals() }
      if ready.contains(input) { listensToInput = readLines(&collected) }
    }
    wakeUp.close()
  }

  /// Reads what is available; returns `false` at the end of the input.
  private func readLines(_ collected: inout [UInt8]) -> Bool {
    switch input.readAvailable() {
    case .bytes(let bytes):
      collected += bytes
      let lines = collected.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines.dropLast() { tell(line) }
      collected = Array(lines.last ?? [])
    case .nothingYet: break
    case .ended:
      if !collected.isEmpty { tell(collected[...]) }
      events.yield(.ended)
      return false
    }
    return true
  }

  private func tell(_ line: ArraySlice<UInt8>) {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    events.yield(.line(String(decoding: text, as: UTF8.self)))
  }

  private func readSignals() {
    for signal in signals.waitingSignals() {
      switch signal {
      case .windowChange: break
      case .stop:
        // Other programs need visible input while this one is stopped.
        input.setEcho(true)
        cterminal_stop_process()
      case .resume: events.yield(.continued)
      default: events.yield(.signal(signal.rawValue))
      }
    }
  }
}

/// The events of the plain editor. They outlast a session, because the next session on another layer reads the same input.
@MainActor
final class PlainInput {
  static let stream = ByteStream.standardInput

  let events: AsyncStream<PlainEvent>
  let continuation: AsyncStream<PlainEvent>.Continuation
  private let sources: PlainEvents
  /// The events that came while a session was busy, or after it had ended.
  var waiting: [PlainEvent] = []

  /// Starts listening.
  init() throws(EditorError) {
    let (events, continuation) = AsyncStream.makeStream(of: PlainEvent.self)
    sources = try PlainEvents(input: Self.stream.descriptor, to: continuation)
    self.events = events
    self.continuation = continuation
  }

  /// Stops listening, and makes typed text visible again.
  func close() {
    continuation.finish()
    sources.cancel()
    Self.stream.setEcho(true)
  }
}
