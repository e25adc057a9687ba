import CTerminal
import Dispatch
import SettingsEditing
import SettingsSystem

/// The loop between standard input and output and the plain editor.
///
///     standard input ─▶ lines ─┐
///     signals ─────────────────┤                      busy? ─ a report ends the wait ─┐
///     reports of tasks ────────┼─▶ events ─▶ next ──────┤                              ▼
///     time, app ───────────────┘                      others ─▶ waiting, in order ─▶ PlainEditor ─▶ text
///
/// As in ``EditorSession``, one event is handled after the other. But lines can arrive faster than they are handled, as from a script:
/// while a line waits for a report, the session is busy, and only the events that can end the wait are handled; the others wait in order.
/// So each line refers to the list that the previous line printed, and `3` means the third row that the script has just seen.
@MainActor
final class PlainSession {
  private let editor: PlainEditor
  private let input: PlainInput
  private let work: EditorWork
  private var asked = PlainAnswer()
  /// Whether events wait for the report of a request, or for an action or text of the app.
  private var isBusy = false
  private let reminders = ApplyReminders { PlainSession.output.show($0 + "\n") }

  init(_ model: FormViewModel, input: PlainInput, options: EditorOptions) {
    self.input = input
    editor = PlainEditor(
      model, options: options, visible: VisibleText(isASCIIOnly: !VisibleText.isTerminalUTF8))
    work = EditorWork(editor.core, options: options, events: input.events)
  }

  /// Runs until someone leaves the editor, or the input ends.
  func run() async -> EditorOutcome {
    defer { work.cancel() }
    let leftovers = work.keeper?.leftovers() ?? []
    editor.editor.listMembers(of: leftovers)
    for leftover in leftovers where !editor.offer(leftover) { work.keeper?.remove(leftover) }
    say(editor.start())
    work.observeStore(progressOnly: true)
    settle()
    // Events can have come while the session before this one ended.
    performWaiting()
    if let outcome = editor.outcome { return work.keeping(outcome) }
    while let event = await input.events.next() {
      if !takeReport(event) { input.waiting.append(event) }
      performWaiting()
      if let outcome = editor.outcome { return work.keeping(outcome) }
      settle()
    }
    // The task was canceled.
    say(editor.end(.cancelled))
    return work.keeping(editor.outcome ?? editor.core.outcome(.cancelled))
  }

  /// Keeps what has changed, and waits for the next time at which there is something to say.
  private func settle() {
    work.keepChanges()
    work.stopTicking()
    work.tick(after: editor.nextTick)
  }

  /// Handles the events that came earlier, until one of them makes the session busy or ends it.
  private func performWaiting() {
    while !isBusy, editor.outcome == nil, !input.waiting.isEmpty { perform(input.waiting.removeFirst()) }
  }

  /// Handles a report that other events wait for; returns `false` for another event.
  private func takeReport(_ event: EditorEvent) -> Bool {
    switch event {
    case .stored(let report):
      work.finishStoring()
      reminders.stop()
      finish(editor.finish(report))
    case .late: finish(editor.finishListing())
    case .app(let event):
      if let news = editor.news(event) { Self.output.show(news) }
      finish(editor.take(event))
    case .progress(let progress):
      guard work.hasRequest else { break }
      reminders.take(progress)
      if let news = editor.news(progress) { Self.output.show(news) }
    case .terminal(.ended(signal: Signal.interrupt.rawValue)) where work.isStoring:
      // Participants abort or revert before the request ends.
      _ = work.perform(.cancelStoring)
    case .terminal(.ended(signal: Signal.interrupt.rawValue)):
      // The first Ctrl-C cancels the running actions, and the next Ctrl-C ends the editor.
      let running = editor.core.appRows.running
      if running.isEmpty { return false }
      for action in running {
        editor.core.appRows.cancel(action)
        _ = work.perform(.cancel(action: action))
      }
    case .terminal(.ended(let signal)) where isBusy && editor.core.appRows.isAnyRunning:
      say(editor.end(.signal(signal)))
    default: return false
    }
    return true
  }

  /// Ends the wait with an answer; without one, the wait goes on.
  private func finish(_ answer: PlainAnswer?) {
    guard let answer else { return }
    isBusy = false
    say(answer)
  }

  private func perform(_ event: EditorEvent) {
    switch event {
    case .line(let line):
      if let news = editor.takeStored() { Self.output.show(news) }
      say(editor.take(line))
    case .unusableLine(let reason): say(editor.say("Not taken: \(reason)"))
    case .inputEnded: say(editor.end(.inputEnded))
    case .terminal(.ended(let signal)): say(editor.end(.signal(signal)))
    case .terminal(.continued):
      PlainInput.stream.setEcho(!asked.asksSecret)
      Self.output.show(asked.prompt)
    case .tick: if let news = editor.tick() { interrupt(news) }
    case .notKept(let error): interrupt("\(Message.cannotKeep(error).text)\n")
    default: break
    }
  }

  /// Prints an answer and its prompt, and performs the effect. Until the report of an effect that takes time, other events wait.
  private func say(_ answer: PlainAnswer) {
    // Print the line break, because it was hidden with the secret.
    let start = asked.asksSecret && PlainInput.stream.isTerminal ? "\n" : ""
    asked = answer
    PlainInput.stream.setEcho(!answer.asksSecret)
    Self.output.show(start + answer.text + answer.prompt)
    for effect in answer.effects where work.perform(effect) {
      switch effect {
      case .load:
        // If the app's text is there in time, it is printed as the answer. Otherwise the answer goes out without it, and the text is printed
        // as news when it arrives.
        isBusy = true
        work.send(.late, after: PlainEditor.patience)
      case .run, .store: isBusy = true
      default: break
      }
    }
  }

  /// Prints lines while a person might be typing, and repeats the prompt.
  private func interrupt(_ news: String) {
    Self.output.show("\n" + news + asked.prompt)
  }

  private static let output = ByteStream.standardOutput
}

/// The events of the line-by-line editor: lines and signals, without polling and without blocking the main actor. They outlast a session,
/// because the next session on another layer reads the same input.
///
/// A thread waits for input. A dispatch source can't be used: on Linux, after everything has been read, it doesn't report that
/// the other end of a pipe was closed.
@MainActor
final class PlainInput {
  static let stream = ByteStream.standardInput

  let events = EventQueue<EditorEvent>()
  /// The events that came while a session was busy, or after it had ended.
  var waiting: [EditorEvent] = []
  /// The thread ends when it notices that this end of a pipe is closed.
  private let wakeUp: ByteStream

  /// Starts listening; events are yielded in order.
  init() throws(EditorError) {
    let ends: (reading: ByteStream, writing: ByteStream)
    do throws(SystemCallError) {
      ends = try ByteStream.makePipe()
    } catch {
      throw .noTerminal(.failed(code: error.code))
    }
    let signals = cterminal_catch_signals()
    guard signals >= 0 else {
      let code = SystemCallError.last("pipe").code
      ends.reading.close()
      ends.writing.close()
      throw .noTerminal(.failed(code: code))
    }
    wakeUp = ends.writing
    let listener = Listener(
      input: Self.stream, signals: SignalPipe(ByteStream(signals)), wakeUp: ends.reading,
      events: events)
    DispatchQueue(label: "settings.plain-editor").async { listener.run() }
  }

  /// Stops listening, and makes typed text visible again.
  func close() {
    events.finish()
    wakeUp.close()
    cterminal_release_signals()
    Self.stream.setEcho(true)
  }
}

/// The work of the thread.
private struct Listener: Sendable {
  let input: ByteStream
  let signals: SignalPipe
  let wakeUp: ByteStream
  let events: EventQueue<EditorEvent>

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
      events.add(.inputEnded)
      return false
    }
    return true
  }

  private func tell(_ line: ArraySlice<UInt8>) {
    switch LinePrompt.answer(line, from: input) {
    case .line(let text): events.add(.line(text))
    case .unusable(let reason): events.add(.unusableLine(reason))
    case .ended, .signal: break
    }
  }

  private func readSignals() {
    for signal in signals.waitingSignals() {
      if signal == .stop {
        // Other programs need visible input while this one is stopped.
        input.setEcho(true)
        cterminal_stop_process()
      } else {
        events.add(.terminal(TerminalEvent(signal)))
      }
    }
  }
}
