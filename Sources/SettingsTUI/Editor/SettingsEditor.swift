import Settings

/// The settings editor in the terminal.
///
/// Open it from a command of your program, such as `trend settings`. It shows the sections and settings of a store with their help, checks
/// what is typed, shows the review, and applies the changes with the hooks and participants of the store:
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
/// It is a guest in your process: it never exits, restores the terminal after any ending, and returns an ``EditorOutcome``. While it waits
/// for keys, the task is suspended, so other tasks continue, also on the main actor. Don't write to the terminal in the meantime.
///
/// The full screen needs a terminal of at least 40 columns and 10 lines. For screen readers and for input from a pipe, run it with
/// ``EditorStyle/plain``.
///
/// It is isolated to the main actor. A process has one terminal, so there is one editor at a time. Cost: the editor draws only what has
/// changed.
@MainActor
public enum SettingsEditor {
  /// Shows the editor until somebody leaves it, and always restores the terminal.
  ///
  /// The outcome contains what was applied, and whether the user wants a restart. Changes that were neither applied nor discarded are still
  /// staged in the model, and are shown when the editor is opened again with it. If the store has layers, the user can edit another file of
  /// them instead.
  ///
  /// Canceling the task ends the editor with ``EditorOutcome/Ending/cancelled``. Signals that ask the process to end, such as `SIGTERM`,
  /// end the editor, too, and leave the rest to your program.
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

  /// Runs one session after the other: a session can hand over to the next session, which edits another layer.
  private static func run(
    _ model: FormViewModel, options: EditorOptions,
    session: @MainActor (FormViewModel, EditorOptions) async throws(EditorError) -> EditorOutcome
  ) async throws(EditorError) -> EditorOutcome {
    var (next, options) = (model, options)
    var outcome = try await session(next, options)
    var applied = outcome.applied
    var stores = [outcome.model?.store ?? next.store]
    while let continuation = outcome.continuation {
      takeBack(outcome.model, into: next)
      let store = continuation.store
      _ = await store.rollBackIfExpired()
      store.scheduleRollback()
      next = FormViewModel(store)
      options.start = continuation.focus
      outcome = try await session(next, options)
      stores.append(outcome.model?.store ?? store)
      applied += outcome.applied
    }
    takeBack(outcome.model, into: next)
    outcome.model = nil
    outcome.applied = applied
    outcome.stores = stores
    return outcome
  }

  /// Gives a model what the editor has stored and staged, if the editor has listed members of the file in a model of its own.
  static func takeBack(_ edited: FormViewModel?, into model: FormViewModel) {
    guard let edited, edited !== model else { return }
    // If the content can't be read, the model hears of it when it can be read again.
    _ = try? model.refresh()
    model.take(edited.draft)
  }
}
