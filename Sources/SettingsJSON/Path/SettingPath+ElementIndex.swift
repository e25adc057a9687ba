extension SettingPath {
  /// Returns the index that a key of a path is for an array: digits without leading zeros (RFC 6901, section 4); `nil` for any other key.
  package static func elementIndex(_ key: String) -> Int? {
    guard key.utf8.allSatisfy(\.isASCIIDigit), !key.hasPrefix("0") || key == "0" else { return nil }
    return Int(key)
  }
}
