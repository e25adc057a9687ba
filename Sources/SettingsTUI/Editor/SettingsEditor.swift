import SettingsEditing

/// Lets a person edit the settings of your program in the terminal.
///
/// Open it from a command, such as `trend settings`. It shows the sections and settings of a store with their help, checks what the person
/// types, shows them the review, and applies the changes with your hooks and participants:
///
/// ```swift
/// let model = FormViewModel(store.untyped)
/// do throws(EditorError) {
///   let outcome = try await SettingsEditor.run(model)
///   print("\(outcome.applied.count) settings were changed.")
///   if outcome.wantsRestart { restart() }
/// } catch {
///   print(error)
/// }
/// ```
///
/// The editor is a guest in your process. It never exits, it restores the terminal whatever happens, and it returns an ``EditorOutcome``.
/// While it waits for keys, its task is suspended, so your other tasks go on, also on the main actor. Don't let them write to the terminal.
///
/// The full screen needs 40 columns and 10 lines. For screen readers, and for input from a pipe, run the editor with ``EditorStyle/plain``.
///
/// A process has one terminal, so there is one editor at a time.
@MainActor
public enum SettingsEditor {
  /// Shows the editor until the person leaves it.
  ///
  /// The outcome says what was applied, and whether the person wants a restart. What they have neither applied nor discarded stays staged
  /// in the model; open the editor with it again, and it is there. If the store has layers, the person can also edit another file of them.
  ///
  /// If the task is canceled, the editor ends with ``EditorOutcome/Ending/cancelled``. It also ends after a signal that asks the process to
  /// end, such as `SIGTERM`, and leaves the rest to you.
  ///
  /// - Parameters:
  ///   - model: The draft that is shown and edited.
  ///   - options: Where the editor starts, its keys, the author for the history, and where unfinished changes are saved.
  ///   - style: A full screen, or questions and answers line by line.
  /// - Throws: ``EditorError`` if there is no suitable terminal, which the plain style doesn't need, or if the editor is already open.
  public static func run(
    _ model: FormViewModel, options: EditorOptions = EditorOptions(), style: EditorStyle = .screen
  ) async throws(EditorError) -> EditorOutcome {
    switch style {
    case .screen:
      return try await run(model, options: options) { model, options throws(EditorError) in
        let session = try EditorSession(model, options: options)
        defer { session.close() }
        return await session.run()
      }
    case .plain:
      let input = try PlainInput()
      defer { input.close() }
      return try await run(model, options: options) {
        await PlainSession($0, input: input, options: $1).run()
      }
    }
  }

  /// Opens the settings of your program, and shows the editor until the person leaves it. Use it if your command does nothing but edit.
  ///
  /// ```swift
  /// let outcome = try await SettingsEditor.run(AppSettings.self, layers: .standard(app: "trend"))
  /// ```
  ///
  /// It opens a file with invalid values, too, so that the person can correct them.
  ///
  /// - Parameters:
  ///   - root: The root of the settings.
  ///   - layers: Where the settings are.
  ///   - hooks: What the editor asks of the app, and the side effects of changes; `nil` for none.
  ///   - participants: What takes part in each apply.
  ///   - options: Where the editor starts, its keys, the author for the history, and where unfinished changes are saved.
  ///   - style: A full screen, or questions and answers line by line.
  /// - Throws: `SettingsStoreError` if the settings can't be opened, and otherwise ``EditorError``.
  public static func run<Root: SettingsRoot>(
    _ root: Root.Type, layers: SettingsLayers, hooks: (any SettingsHooks)? = nil,
    participants: [any SettingsParticipant] = [], options: EditorOptions = EditorOptions(),
    style: EditorStyle = .screen
  ) async throws -> EditorOutcome {
    let store = try SettingsStore<Root>(
      layers, hooks: hooks, participants: participants, options: StoreOptions(startPolicy: .defaults))
    return try await run(FormViewModel(store.untyped), options: options, style: style)
  }

  /// Runs one session after the other: a session can hand over to the next session, which edits another layer.
  private static func run(
    _ model: FormViewModel, options: EditorOptions,
    session: @MainActor (FormViewModel, EditorOptions) async throws(EditorError) -> EditorOutcome
  ) async throws(EditorError) -> EditorOutcome {
    var (next, options) = (model, options)
    var outcome = try await session(next, options)
    var applied = outcome.applied
    var stores = [next.store]
    while let continuation = outcome.continuation {
      let store = continuation.store
      _ = try? await store.rollBackIfExpired()
      store.scheduleRollback()
      next = FormViewModel(store)
      options.start = continuation.focus
      outcome = try await session(next, options)
      stores.append(store)
      applied += outcome.applied
    }
    outcome.applied = applied
    outcome.stores = stores
    return outcome
  }
}

/// The loop between the terminal and the screen editor.
///
/// Whatever can happen is an event of one queue: keys, signals, reports of requests, changes by other processes, and time. The loop
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
  private let events = EventQueue<EditorEvent>()
  private let work: EditorWork
  /// The wait until a question counts as seen.
  private var seeing: Task<Void, Never>?
  /// Whether a spare-time event is waiting.
  private var isPreparing = false

  /// Takes over the terminal.
  init(_ model: FormViewModel, options: EditorOptions) throws(EditorError) {
    terminal = try Terminal(usesMouse: options.usesMouse) { [events] in events.add(.terminal($0)) }
    editor = ScreenEditor(model, options: options)
    work = EditorWork(editor.core, options: options, events: events)
  }

  /// Restores the terminal.
  func close() {
    work.cancel()
    events.finish()
    terminal.close()
  }

  /// Runs until someone leaves the editor.
  func run() async -> EditorOutcome {
    let leftovers = work.keeper?.leftovers() ?? []
    editor.listMembers(of: leftovers)
    if editor.core.model.hasChanges { work.keeper?.saveNow() }
    // The last screen is on top, so the first question is about the first leftover.
    for leftover in leftovers.reversed() where !editor.offer(leftover) { work.keeper?.remove(leftover) }
    work.observeStore()
    settle()
    while let event = await events.next() {
      switch event {
      case .terminal(let event): perform(editor.update(event))
      case .stored(let report): perform(editor.finish(report))
      case .changed(let changes): editor.takeStored(changes)
      case .layers(let problems): editor.take(problems)
      case .app(let event): editor.take(event)
      case .progress(let progress): editor.take(progress)
      case .tick:
        work.stopTicking()
        perform(editor.tick())
      case .spareTime:
        prepareForKeys()
        continue
      case .questionSeen: editor.seeQuestion()
      case .notKept(let error): editor.context.message = .cannotKeep(error)
      case .line, .unusableLine, .inputEnded, .late: break
      }
      if let outcome = editor.outcome { return work.keeping(outcome) }
      settle()
    }
    // The task was canceled.
    return work.keeping(editor.core.outcome(.cancelled))
  }

  /// Shows and keeps what an event has changed.
  private func settle() {
    work.keepChanges()
    paint()
    work.tick(after: editor.nextTick)
  }

  /// Draws the next frame, and starts what can be done while nobody types.
  private func paint() {
    terminal.paint(editor.render(terminal.measure(), glyphs: terminal.glyphs))
    perform(editor.loadDetails(again: false))
    waitUntilQuestionIsSeen()
    // The event comes after all other waiting events; one is enough.
    if !isPreparing { prepareForKeys() }
  }

  /// Makes the question on top ignore keys that a person has pressed without seeing it: all keys before its frame, and, if it came up by
  /// itself, keys shortly after.
  ///
  /// Such keys may still wait in the terminal's input or among the events. So the terminal is read now, and the event that ends the wait
  /// comes after all of its keys. An ignored key is followed by another frame, with which the wait starts again.
  private func waitUntilQuestionIsSeen() {
    seeing?.cancel()
    seeing = nil
    guard let pause = editor.pauseUntilSeen else { return }
    terminal.readInput()
    seeing = work.send(.questionSeen, after: pause)
  }

  /// Prepares for the next keys in small parts. A key waits for at most one of them.
  private func prepareForKeys() {
    isPreparing = editor.prepareForKeys()
    if isPreparing { events.add(.spareTime) }
  }

  /// Effects are performed in order. Those that need no terminal are the same for both editors, and belong to ``EditorWork``.
  private func perform(_ effects: [EditorEffect]) {
    for effect in effects where !work.perform(effect) {
      switch effect {
      case .copy(let text): terminal.copy(text)
      case .edit(let text, let fileName):
        // Save now. Then the draft is safe whatever happens while the program runs.
        work.keeper?.saveNow()
        perform(editor.finishEditing(terminal.lend { ExternalEditor.edit(text, named: fileName) }))
      case .suspend: terminal.suspend()
      case .repaint: terminal.resume()
      default: break
      }
    }
  }
}
