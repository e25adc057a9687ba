import Settings

/// The loop between the terminal and the editor's model.
@MainActor
final class EditorSession {
  private let editor: EditorModel
  private let terminal: Terminal
  private let form: FormViewModel
  private let events: AsyncStream<EditorEvent>
  private let continuation: AsyncStream<EditorEvent>.Continuation

  /// Takes over the terminal.
  init(_ form: FormViewModel, options: EditorOptions) throws(EditorError) {
    let (events, continuation) = AsyncStream.makeStream(of: EditorEvent.self)
    terminal = try Terminal(usesMouse: options.usesMouse) { continuation.yield(.terminal($0)) }
    self.events = events
    self.continuation = continuation
    self.form = form
    editor = EditorModel(form, options: options)
  }

  /// Gives the terminal back.
  func close() {
    continuation.finish()
    terminal.close()
  }

  /// Runs until the editor is left.
  func run() async -> EditorOutcome {
    let watch = Task { [form, continuation] in
      for await _ in form.store.changes() { continuation.yield(.stored) }
    }
    defer { watch.cancel() }
    paint()
    for await event in events {
      switch event {
      case .terminal(let event): perform(editor.update(event))
      case .applied(let result): perform(editor.finishApply(result))
      case .stored: editor.takeStored()
      }
      if let outcome = editor.outcome { return outcome }
      paint()
    }
    // The task was cancelled: nobody waits for the editor any more.
    return EditorOutcome(
      ending: .cancelled, applied: editor.applied, wantsRestart: false, stagedCount: form.stagedCount)
  }

  private func paint() {
    terminal.paint(editor.render(terminal.measure(), terminal.glyphs))
  }

  private func perform(_ effects: [EditorEffect]) {
    for effect in effects {
      switch effect {
      case .copy(let text): terminal.copy(text)
      case .suspend: terminal.suspend()
      case .repaint: terminal.resume()
      case .apply(let leavingOut): apply(leavingOut)
      case .close: break
      }
    }
  }

  /// Applies beside the loop, so that the window can still be resized and the process stopped meanwhile.
  private func apply(_ leavingOut: Set<SettingPath>) {
    Task { [form, continuation] in
      let result: Result<ApplyOutcome, ApplyError>
      do throws(ApplyError) {
        result = .success(try await form.apply(leavingOut: leavingOut))
      } catch {
        result = .failure(error)
      }
      continuation.yield(.applied(result))
    }
  }
}
