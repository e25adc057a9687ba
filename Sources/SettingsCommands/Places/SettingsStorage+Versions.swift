import Settings

extension SettingsStorage {
  /// Returns the newest version of the history that is JSON and satisfies a condition; `nil` if there is no such version, or if the
  /// history can't be read.
  func latestDocument(where isWanted: (JSONDocument) -> Bool) -> JSONDocument? {
    guard let numbers = try? logNumbers() else { return nil }
    for number in numbers.reversed() {
      guard case .found(let record)? = try? logRecord(number), case .version(let bytes) = record.content,
        let document = try? JSONDocument(parsingStored: bytes), isWanted(document)
      else { continue }
      return document
    }
    return nil
  }
}
