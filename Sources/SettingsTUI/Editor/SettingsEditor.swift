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
  /// that were neither applied nor discarded are still staged in the model.
  ///
  /// - Throws: ``EditorError`` if there is no suitable terminal, which the plain style doesn't need, or if the editor is
  ///   already open.
  public static func run(
    _ model: UntypedViewModel, options: EditorOptions = EditorOptions(), style: EditorStyle = .screen
  ) async throws(EditorError) -> EditorOutcome {
    switch style {
    case .screen:
      let session = try EditorSession(model, options: options)
      defer { session.close() }
      return await session.run()
    case .plain:
      let session = try PlainSession(model, options: options)
      defer { session.close() }
      return await session.run()
    }
  }
}
