/// How current content that is read has to be.
enum ContentFreshness: Comparable {
  /// It includes everything that was stored before the call, as far as the status of the content shows that. A change within the same
  /// tick of the clock may be missing, so this is for a commit, which compares the content itself.
  case asKnown
  /// It includes everything that was stored before the last element of the storage's `changes()`.
  case asSignaled
  /// It includes everything that was stored before the call.
  case now
}

extension SettingsStorage {
  /// Returns the stored content; `nil` if nothing is stored.
  func read(_ freshness: ContentFreshness) throws(StorageError) -> StoredContent? {
    guard freshness != .now, let builtIn else { return try read() }
    return try freshness == .asKnown ? builtIn.readAsKnown() : builtIn.readAsSignaled()
  }
}
