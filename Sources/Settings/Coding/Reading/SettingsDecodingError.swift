/// The app can't decode a value of the settings file.
public struct SettingsDecodingError: Error, Hashable, Sendable {
  /// The setting.
  public let path: SettingPath
  /// The position of its value in the file; `nil` if it isn't in the file.
  public let position: SourcePosition?
  /// The predicate of a sentence: what was expected and what was found.
  public let reason: String
  /// The path that the value has in the file, if it is of an earlier version; otherwise `nil`.
  var storedPath: SettingPath?
}

extension SettingsDecodingError: CustomStringConvertible {
  /// One sentence that describes the error and what to correct.
  public var description: String {
    "‘\(storedPath ?? path)’\(storedPath == nil ? "" : " (now ‘\(path)’)") \(reason)"
  }
}
