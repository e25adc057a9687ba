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
      return try await run(model, options) { model, options throws(EditorError) in
        let session = try EditorSession(model, options: options)
        defer { session.close() }
        return await session.run()
      }
    case .plain:
      let input = try PlainInput()
      defer { input.close() }
      return try await run(model, options) { await PlainSession($0, input, options: $1).run() }
    }
  }

  /// Runs one session after the other: a session can hand over to the next one, which edits another layer or uses another form.
  private static func run(
    _ model: UntypedViewModel, _ options: EditorOptions,
    session: @MainActor (UntypedViewModel, EditorOptions) async throws(EditorError) -> EditorOutcome
  ) async throws(EditorError) -> EditorOutcome {
    var (model, options) = (model, options)
    var outcome = try await session(model, options)
    var applied = outcome.applied
    var stores = [model.store]
    while let continuation = outcome.continuation {
      let store = continuation.store
      _ = await store.rollBackIfExpired()
      store.scheduleRollback()
      switch continuation.reason {
      case .entries(let entries):
        model = UntypedViewModel(store, continuing: model.draft)
        options.start = entries.first
      case .layer(_, let focus):
        model = UntypedViewModel(store)
        options.start = focus
      }
      options.continuation = continuation
      stores.append(store)
      outcome = try await session(model, options)
      applied += outcome.applied
    }
    outcome.applied = applied
    outcome.stores = stores
    return outcome
  }
}
