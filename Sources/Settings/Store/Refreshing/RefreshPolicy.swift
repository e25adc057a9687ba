/// When a store reads what other processes store.
public enum RefreshPolicy: Hashable, Sendable {
  /// The store watches its storage while it is open, and reads new content at once.
  case automatic
  /// The store reads the storage when it is opened, when it applies, and when `refresh()` is called.
  case manual
}
