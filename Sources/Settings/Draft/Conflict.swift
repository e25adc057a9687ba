/// A setting with a staged value for which another process has stored a different value.
public struct Conflict: Hashable, Sendable {
  /// The value to keep.
  public enum Side: String, Hashable, Sendable {
    /// The staged value.
    case mine
    /// The value that the other process stored.
    case theirs
  }

  /// The setting.
  public let path: SettingPath
  /// The form's description of it.
  package let setting: FormSetting
  /// The value before both changes; `nil` if the setting wasn't set.
  public let base: JSONValue?
  /// The staged value; `nil` to reset the setting.
  public let mine: JSONValue?
  /// The value that the other process stored; `nil` if it reset the setting.
  public let theirs: JSONValue?

  /// The setting's title.
  public var title: String { setting.title }
}
