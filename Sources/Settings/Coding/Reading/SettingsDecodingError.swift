/// The app can't decode a value of the settings file.
public struct SettingsDecodingError: Error, Hashable, Sendable {
  /// The setting.
  public let path: SettingPath
  /// The position of its value in the file; `nil` if it isn't in the file.
  public let position: SourcePosition?
  /// The predicate of a sentence: what was expected and what was found.
  public let reason: String
}

extension SettingsDecodingError: CustomStringConvertible {
  /// One sentence that describes the error and what to correct.
  public var description: String {
    "‘\(path)’ \(reason)"
  }
}
