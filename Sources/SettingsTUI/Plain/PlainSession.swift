import CTerminal
import Settings
import SettingsSystem

/// The loop between standard input and output and the plain editor.
@MainActor
final class PlainSession {
  private let editor: PlainEditor
  private let form: UntypedViewModel
  private let events: AsyncStream<PlainEvent>
  private let continuation: AsyncStream<PlainEvent>.Continuation
  private let sources: PlainEvents
  private var asked = PlainAnswer(text: "", prompt: "")
  private let keeper: RecoveryKeeper?
  private var isStoring = false
  private var ticking: Task<Void, Never>?

  /// Begins to listen.
  init(_ form: UntypedViewModel, options: EditorOptions) throws(EditorError) {
    let (events, continuation) = AsyncStream.makeStream(of: PlainEvent.self)
    sources = try PlainEvents(input: Self.input.descriptor, to: continuation)
    self.events = events
    self.continuation = continuation
    self.form = form
    editor = PlainEditor(
      form, options: options, visible: VisibleText(isASCIIOnly: !cterminal_expects_utf8()))
    keeper = RecoveryKeeper(options.recovery, of: form) { continuation.yield(.notKept) }
  }

  /// Stops listening, and shows again what is typed.
  func close() {
    continuation.finish()
    sources.cancel()
    Self.input.setEcho(true)
  }

  /// Runs until the editor is left, or there are no more lines.
  func run() async -> EditorOutcome {
    for leftover in keeper?.leftovers() ?? [] where !editor.offer(leftover) { keeper?.remove(leftover) }
    say(editor.start())
    startTicking()
    defer { ticking?.cancel() }
    var changeCount = editor.context.changeCount
    // What came while something was being stored: its outcome is not to be lost.
    var waiting: [PlainEvent] = []
    for await event in events {
      if case .stored(let report) = event {
        isStoring = false
        say(editor.finish(report))
      } else {
        waiting.append(event)
      }
      while !isStoring, editor.outcome == nil, !waiting.isEmpty { perform(waiting.removeFirst()) }
      if let outcome = editor.outcome { return kept(outcome) }
      if editor.context.changeCount != changeCount {
        changeCount = editor.context.changeCount
        keeper?.noteChange()
      }
      startTicking()
    }
    // The task was cancelled: nobody waits for the editor any more.
    say(editor.end(.cancelled))
    return kept(editor.outcome ?? EditorOutcome(ending: .cancelled, stagedCount: form.stagedCount))
  }

  /// The outcome, once what is still staged is safe.
  private func kept(_ outcome: EditorOutcome) -> EditorOutcome {
    var outcome = outcome
    outcome.isKept = (keeper?.saveNow() ?? false) && form.hasChanges
    return outcome
  }

  private func perform(_ event: PlainEvent) {
    switch event {
    case .line(let line): say(answer(line))
    case .ended: say(editor.end(.inputEnded))
    case .signal(let number): say(editor.end(.signal(number)))
    case .continued:
      Self.input.setEcho(!asked.asksSecret)
      Self.output.show(asked.prompt)
    case .tick:
      if let news = editor.tick() { interrupt(news) }
    case .notKept:
      interrupt("Changes cannot be kept for the case of a crash: their folder cannot be written.\n")
    case .stored: break
    }
  }

  private func answer(_ line: String) -> PlainAnswer {
    if let news = editor.takeStored() { Self.output.show(news) }
    return editor.take(line)
  }

  private func say(_ answer: PlainAnswer) {
    // The line break behind a secret was hidden with it.
    let start = asked.asksSecret && Self.input.isTerminal ? "\n" : ""
    asked = answer
    Self.input.setEcho(!answer.asksSecret)
    Self.output.show(start + answer.text + answer.prompt)
    switch answer.effect {
    case .settle(let leftover)?:
      if keeper?.saveNow() ?? false { keeper?.remove(leftover) }
    case let effect? where effect.isStoring:
      isStoring = true
      Task { [form, continuation] in
        if let report = await effect.store(in: form) { continuation.yield(.stored(report)) }
      }
    default: break
    }
  }

  /// Tells something while a person may be typing, and asks again.
  private func interrupt(_ news: String) {
    Self.output.show("\n" + news + asked.prompt)
  }

  /// Wakes the loop when there is something to tell by itself; while nothing is, nothing wakes it.
  private func startTicking() {
    ticking?.cancel()
    ticking = nil
    guard let pause = editor.nextTick else { return }
    ticking = Task { [continuation] in
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      continuation.yield(.tick)
    }
  }

  private static let input = ByteStream.standardInput
  private static let output = ByteStream.standardOutput
}
