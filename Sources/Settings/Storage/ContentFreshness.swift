/// How current content that is read has to be.
enum ContentFreshness: Comparable {
  /// It includes everything that was stored before the last element of the storage's `changes()`.
  case asSignaled
  /// It includes everything that was stored before the call.
  case now
}

extension SettingsStorage {
  /// Returns the stored content; `nil` if nothing is stored.
  func read(_ freshness: ContentFreshness) throws(StorageError) -> StoredContent? {
    if freshness == .asSignaled, let builtIn { return try builtIn.readAsSignaled() }
    return try read()
  }
}
