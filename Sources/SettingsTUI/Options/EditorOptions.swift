import Settings

/// Options of the editor.
public struct EditorOptions: Sendable {
  /// The setting that has the focus at first, or the section whose first setting has; `nil` for the first setting of the form.
  package var start: SettingPath?
  /// Whether the editor handles the mouse. If it does, selecting text in the terminal needs Shift.
  package var usesMouse: Bool
  /// The keys of the editor's commands.
  package var keys: EditorKeys
  /// The path of the form's file for copied `settings-tui` commands; `nil` if the settings file names its form.
  package var formPath: String?
  /// The author that the history records; `nil` for the user's login name.
  package var author: String?
  /// Where the draft is saved in case the process or the terminal ends.
  package var recovery: Recovery
  /// Why a form that the file names isn't used; `nil` if it is, or if the file names none.
  package var formWarning: String?

  /// Where the draft is saved in case the process or the terminal ends.
  public enum Recovery: Hashable, Sendable {
    /// In `$XDG_STATE_HOME/settings-tui/recovery`, for settings in a file.
    case standard
    /// In a folder, by its absolute path; it is created if needed.
    case folder(String)
    /// The draft isn't saved.
    case none
  }

  /// Creates options.
  ///
  /// - Parameters:
  ///   - start: The setting that has the focus at first, or the section whose first setting has; `nil` for the first setting of the
  ///     form.
  ///   - usesMouse: Whether the editor handles the mouse. If it does, selecting text in the terminal needs Shift.
  ///   - keys: The keys of the editor's commands.
  ///   - author: The author that the history records; `nil` for the user's login name.
  ///   - recovery: Where the draft is saved in case the process or the terminal ends.
  public init(
    start: SettingPath? = nil, usesMouse: Bool = true, keys: EditorKeys = .standard, author: String? = nil,
    recovery: Recovery = .standard
  ) {
    self.start = start
    self.usesMouse = usesMouse
    self.keys = keys
    self.author = author
    self.recovery = recovery
  }
}
