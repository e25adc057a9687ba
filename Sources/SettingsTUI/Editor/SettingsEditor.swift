import Settings

/// The settings editor in the terminal.
///
/// ```swift
/// let outcome = try await SettingsEditor.run(viewModel)
/// if outcome.wantsRestart { restart() }
/// ```
@MainActor
public enum SettingsEditor {
  /// Shows the editor until the person leaves it, and always restores the terminal.
  ///
  /// The editor never ends the process: the outcome contains what was applied, and whether the person wants a restart. Changes
  /// that were neither applied nor discarded are still staged in the model. If the store has layers, the person can edit another
  /// file of them instead.
  ///
  /// - Throws: ``EditorError`` if there is no suitable terminal, which the plain style doesn't need, or if the editor is
  ///   already open.
  public static func run(
    _ model: UntypedViewModel, options: EditorOptions = EditorOptions(), style: EditorStyle = .screen
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
    _ model: UntypedViewModel, options: EditorOptions,
    session: @MainActor (UntypedViewModel, EditorOptions) async throws(EditorError) -> EditorOutcome
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
      next = UntypedViewModel(store)
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
  static func takeBack(_ edited: UntypedViewModel?, into model: UntypedViewModel) {
    guard let edited, edited !== model else { return }
    // If the content can't be read, the model hears of it when it can be read again.
    _ = try? model.refresh()
    model.take(edited.draft)
  }
}
