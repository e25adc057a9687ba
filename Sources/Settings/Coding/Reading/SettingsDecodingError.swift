/// A settings file's value cannot be what the app expects there.
public struct SettingsDecodingError: Error, Hashable, Sendable {
  /// The setting.
  public let path: SettingPath
  /// Where its value stands in the file; `nil` if it isn't there.
  public let position: SourcePosition?
  /// What was expected, and what was found: the end of a sentence.
  public let reason: String
}

extension SettingsDecodingError: CustomStringConvertible {
  /// One sentence that says what to mend.
  public var description: String {
    "‘\(path)’ \(reason)"
  }
}
