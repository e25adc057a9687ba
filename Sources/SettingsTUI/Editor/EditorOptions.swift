import Settings

/// How the editor is to open.
public struct EditorOptions: Sendable {
  /// The setting that has the focus first; `nil` for the form's first one.
  public var start: SettingPath?
  /// Whether clicks and the wheel are for the editor; the terminal's own selecting then takes Shift.
  public var usesMouse: Bool
  /// Which key does what.
  public var keys: EditorKeys
  /// The form's file, to be named in commands for `settings-tui`; `nil` if the settings file names it.
  public var formPath: String?
  /// Who is at the terminal, for the history; `nil` means the user's login name.
  public var author: String?
  /// Where changes that are not applied are kept, in case that the process or the terminal ends.
  public var recovery: Recovery

  /// Where changes that are not applied are kept.
  public enum Recovery: Hashable, Sendable {
    /// In `$XDG_STATE_HOME/settings-tui/recovery`, for settings that are in a file.
    case standard
    /// In a folder of the app's choice, given from the root; it is made if it is not there.
    case folder(String)
    /// Nowhere.
    case none
  }

  /// Makes options.
  public init(
    start: SettingPath? = nil, usesMouse: Bool = true, keys: EditorKeys = .standard,
    formPath: String? = nil, author: String? = nil, recovery: Recovery = .standard
  ) {
    self.start = start
    self.usesMouse = usesMouse
    self.keys = keys
    self.formPath = formPath
    self.author = author
    self.recovery = recovery
  }
}
