/// What became of a commit.
public enum CommitResult: Hashable, Sendable {
  /// The content is stored, or removed; `isDurable` tells whether it is known to survive a crash.
  case committed(Revision?, isDurable: Bool)
  /// Something else has been stored since; nothing was written.
  case conflict(current: StoredContent?)
}
