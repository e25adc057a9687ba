import Settings

/// The settings editor in the terminal.
///
/// ```swift
/// let outcome = try await SettingsEditor.run(viewModel)
/// if outcome.wantsRestart { restart() }
/// ```
@MainActor
public enum SettingsEditor {
  /// Shows the editor until the person leaves it, and gives the terminal back on every path.
  ///
  /// The process is never ended: what was applied, and whether a restart is wanted, is in the outcome. Changes
  /// that were neither applied nor discarded are still staged in the form.
  ///
  /// - Throws: ``EditorError`` if there is no terminal, which the plain style does without, or if the editor is open
  ///   already.
  public static func run(
    _ form: UntypedViewModel, options: EditorOptions = EditorOptions(), style: EditorStyle = .screen
  ) async throws(EditorError) -> EditorOutcome {
    switch style {
    case .screen:
      let session = try EditorSession(form, options: options)
      defer { session.close() }
      return await session.run()
    case .plain:
      let session = try PlainSession(form, options: options)
      defer { session.close() }
      return await session.run()
    }
  }
}
