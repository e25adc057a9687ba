/// The result of a commit.
public enum CommitResult: Hashable, Sendable {
  /// The content is stored, or removed; `isDurable` indicates whether it is known to survive a crash.
  case committed(Revision?, isDurable: Bool)
  /// Other content has been stored; nothing was written.
  case conflict(current: StoredContent?)
}
