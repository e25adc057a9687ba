/// A setting that is staged with one value while somebody else has stored another one.
public struct Conflict: Hashable, Sendable {
  /// The two values to choose from.
  public enum Side: String, Hashable, Sendable {
    /// The staged value.
    case mine
    /// The value that was stored meanwhile.
    case theirs
  }

  /// The setting.
  public let path: SettingPath
  /// The form's description of it.
  public let setting: FormSetting
  /// The value that both sides started from; `nil` if the setting was not set.
  public let base: JSONValue?
  /// The staged value; `nil` to reset the setting.
  public let mine: JSONValue?
  /// The value stored meanwhile; `nil` if it was reset.
  public let theirs: JSONValue?
}
