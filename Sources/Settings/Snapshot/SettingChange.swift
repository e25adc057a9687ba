/// What a draft changes in one setting.
public struct SettingChange: Hashable, Sendable {
  /// What happens to the setting's key in the document, as RFC 6902 names it.
  public enum Kind: String, Hashable, Sendable {
    /// The setting gets a value of its own.
    case add
    /// The setting's own value becomes another one.
    case replace
    /// The setting goes back to its default.
    case remove
  }

  /// The setting.
  public let path: SettingPath
  /// The form's description of it.
  public let setting: FormSetting
  /// What happens to its key.
  public let kind: Kind
  /// The value that counted before: the setting's own, or else the default.
  public let old: JSONValue?
  /// The value that counts afterwards.
  public let new: JSONValue?

  /// The setting's name for people.
  public var title: String { setting.title }
  /// Whether the running process keeps the old value until it is started again.
  public var requiresRestart: Bool { setting.traits.contains(.requiresRestart) }
  /// The names of the actions that the change triggers.
  public var sideEffects: [String] { setting.sideEffects }
  /// Whether the values, or parts of them, are masked wherever they would be shown.
  public var isSecret: Bool {
    setting.holdsSecrets && (setting.isSecret || setting.hidesPart(of: old) || setting.hidesPart(of: new))
  }
  /// The old value for people, secrets masked, whole numbers in plain digits.
  public var oldText: String { setting.text(for: setting.inPlainDigits(old)) }
  /// The new value for people, secrets masked, whole numbers in plain digits.
  public var newText: String { setting.text(for: setting.inPlainDigits(new)) }
}

extension SettingChange {
  /// What a rule changes in a setting that is not set itself; `nil` if nothing.
  init?(derived entry: FormIndex.Entry, from old: JSONValue?, to new: JSONValue?) {
    guard old != new else { return nil }
    self.init(path: entry.path, setting: entry.setting, kind: .replace, old: old, new: new)
  }
}
