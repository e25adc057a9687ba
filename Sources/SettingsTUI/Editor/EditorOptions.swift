import Settings

/// How the editor is to open.
public struct EditorOptions: Sendable {
  /// The setting that has the focus first; `nil` for the form's first one.
  public var start: SettingPath?
  /// Whether clicks and the wheel are for the editor; the terminal's own selecting then takes Shift.
  public var usesMouse: Bool
  /// Which key does what.
  public var keys: EditorKeys

  /// Makes options.
  public init(start: SettingPath? = nil, usesMouse: Bool = true, keys: EditorKeys = .standard) {
    self.start = start
    self.usesMouse = usesMouse
    self.keys = keys
  }
}
