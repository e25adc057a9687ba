import CTerminal
import Settings

/// The loop between standard input and output and the plain editor.
@MainActor
final class PlainSession {
  private let editor: PlainEditor
  private let form: FormViewModel
  private let events: AsyncStream<PlainEvent>
  private let continuation: AsyncStream<PlainEvent>.Continuation
  private let sources: PlainEvents
  private var asked = PlainAnswer(text: "", prompt: "")
  private var isApplying = false

  /// Begins to listen.
  init(_ form: FormViewModel) throws(EditorError) {
    let (events, continuation) = AsyncStream.makeStream(of: PlainEvent.self)
    sources = try PlainEvents(input: Self.input, to: continuation)
    self.events = events
    self.continuation = continuation
    self.form = form
    editor = PlainEditor(form, visible: VisibleText(isASCIIOnly: !cterminal_expects_utf8()))
  }

  /// Stops listening, and shows again what is typed.
  func close() {
    continuation.finish()
    sources.cancel()
    Platform.show(typing: true, on: Self.input)
  }

  /// Runs until the editor is left, or there are no more lines.
  func run() async -> EditorOutcome {
    say(editor.start())
    // What came while changes were being applied: their outcome is not to be lost.
    var waiting: [PlainEvent] = []
    for await event in events {
      if case .applied(let result) = event {
        isApplying = false
        say(editor.finishApply(result))
      } else {
        waiting.append(event)
      }
      while !isApplying, editor.outcome == nil, !waiting.isEmpty { perform(waiting.removeFirst()) }
      if let outcome = editor.outcome { return outcome }
    }
    // The task was cancelled: nobody waits for the editor any more.
    say(editor.end(.cancelled))
    return editor.outcome ?? EditorOutcome(ending: .cancelled, stagedCount: form.stagedCount)
  }

  private func perform(_ event: PlainEvent) {
    switch event {
    case .line(let line): say(answer(line))
    case .ended: say(editor.end(.inputEnded))
    case .signal(let number): say(editor.end(.signal(number)))
    case .continued: Platform.write(asked.prompt, to: Self.output)
    case .applied: break
    }
  }

  private func answer(_ line: String) -> PlainAnswer {
    if let news = editor.takeStored() { Platform.write(news, to: Self.output) }
    return editor.take(line)
  }

  private func say(_ answer: PlainAnswer) {
    // The line break behind a secret was hidden with it.
    let start = asked.asksSecret && Platform.isTerminal(Self.input) ? "\n" : ""
    asked = answer
    Platform.show(typing: !answer.asksSecret, on: Self.input)
    Platform.write(start + answer.text + answer.prompt, to: Self.output)
    guard answer.effect == .apply else { return }
    isApplying = true
    apply()
  }

  private func apply() {
    Task { [form, continuation] in
      let result: Result<ApplyOutcome, ApplyError>
      do throws(ApplyError) {
        result = .success(try await form.apply())
      } catch {
        result = .failure(error)
      }
      continuation.yield(.applied(result))
    }
  }

  private static let input: Int32 = 0
  private static let output: Int32 = 1
}
