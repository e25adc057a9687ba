/// What a store knows of the stored content, what the process uses of it, and what the store is doing: a state machine without effects.
///
/// Each event is a function that changes the state and returns what has to be done: observers to notify, tasks to resume. ``StoreEngine``
/// calls it under a lock, and does that. So what may follow what is decided here alone, and tests go through any order of events without
/// files, tasks or clocks.
///
/// ### Content
///
/// Four snapshots can differ for a while:
///
///     storage ──hasRead──▶ snapshot ──valid? decodable?──▶ takingEffect ──side effects have run──▶ accepted ──▶ values
///                              │                                │
///                              └────── no ──▶ rejected ◀── a side effect failed
///
/// `snapshot` is what drafts are based on and what `saved` shows; `accepted` is what the app uses. Usually all are the same. If another
/// process stores something that this app can't decode, `snapshot` moves on and `accepted` stays.
///
/// ### Activity
///
/// Only one activity at a time calls participants and side effects:
///
///     idle ──beginApply──────▶ applying ──end──▶ idle; then the deferred refresh, then the tasks that wait
///       └────beginAccepting──▶ accepting ──end──▶ idle
///
/// Older content must never replace newer content, so content is accepted only in an activity: an apply accepts what was read before it,
/// and settles at its end what was read in the meantime.
struct StoreState {
  enum Activity: Equatable {
    case idle
    /// A refresh that is requested during an apply is deferred to its end.
    case applying(dueRefresh: StorageFreshness?)
    /// The side effects of other processes' changes run. An apply waits for their end, because it would run side effects at the same time.
    case accepting
  }

  /// The stored content when it was last read.
  private(set) var snapshot: Snapshot
  /// The content that the process uses: the stored content, unless that was rejected or its side effects still run.
  private(set) var accepted: Snapshot
  /// The stored content that participants and side effects put into effect now; `nil` at any other time, and from the moment in which the
  /// old content is restored.
  private var takingEffect: Snapshot?
  /// The content that was read last, if the process doesn't use it. By it, the same content isn't checked and reported again.
  private(set) var rejected: RejectedContent?
  private(set) var activity = Activity.idle
  /// Resume the tasks that wait for the end of the activity.
  private(set) var waiting: [@Sendable () -> Void] = []
  /// The changes that require a restart, for the app's hook after the activity. The hook may end the process, so it comes last.
  private var restarts: [[SettingChange]] = []
  /// Why the values of an earlier version couldn't be stored when the store was opened; `nil` if they could, or weren't to be.
  var unstoredMigrations: ApplyError?

  /// Begins with content that was read and is in use.
  init(_ snapshot: Snapshot) {
    (self.snapshot, accepted) = (snapshot, snapshot)
  }

  // MARK: - What there is

  /// The content whose values the app sees: the content in use or, while participants commit and side effects run, the new content.
  var effective: Snapshot { takingEffect ?? accepted }

  /// The stored content as it was last read or, while an apply puts it into effect, as this store has stored it. `saved` shows it.
  var stored: Snapshot { takingEffect ?? snapshot }

  /// The content in use, and the content that was read last, if that is neither in use nor rejected; otherwise `nil`.
  var unsettled: (inUse: Snapshot, read: Snapshot)? {
    let isUnsettled =
      switch rejected {
      case nil: snapshot.identity != accepted.identity
      // A storage that can't be read is read again at its next change.
      case .some(let rejected) where rejected.isUnreadable: false
      case .some(let rejected): snapshot.identity != rejected.identity
      }
    return isUnsettled ? (accepted, snapshot) : nil
  }

  /// Returns the content whose values the process has while the base is stored: the base, unless the app can't use it. So participants and
  /// side effects with the app's types can decode what was before a person corrects an invalid file.
  func inUse(over base: Snapshot) -> Snapshot {
    guard let rejected, rejected.identity == base.identity, case .unusable = rejected.reason else {
      return base
    }
    return accepted
  }

  // MARK: - Reading, using, rejecting

  /// New content was read. It is refused, and `false` is returned, if the store itself has stored something while it was being read: then
  /// it is older than what is known, and the storage has to be read again.
  ///
  /// - Parameter old: The content from before the read.
  mutating func hasRead(_ new: Snapshot, after old: Snapshot) -> Bool {
    guard snapshot.identity == old.identity else { return false }
    // Rule groups might have been switched since the content was read.
    snapshot = new.current
    return true
  }

  /// The storage can be read. What was rejected because it couldn't is no longer rejected.
  mutating func canRead() {
    if rejected?.isUnreadable == true { rejected = nil }
  }

  /// The store has stored content. Returns whether the base of the apply was in use, so that its changes are those of the values.
  mutating func hasStored(_ new: Snapshot, over base: Snapshot) -> Bool {
    snapshot = new.current
    return accepted.identity == base.identity
  }

  /// Puts content into use, and returns what observers have to hear; `nil` for nothing.
  ///
  /// - Parameter changes: The changes since the content in use, if they are known.
  mutating func use(_ new: Snapshot, changes: [SettingChange]?) -> UsedContent? {
    let old = accepted
    let new = new.current
    (accepted, rejected) = (new, nil)
    guard new.identity != old.identity || changes != nil else { return nil }
    let changes = changes ?? new.changes(since: old) + new.derivedChanges(since: old)
    // Observers get effective values only.
    let effective = changes.filter { $0.overriddenBy == nil }
    return effective.isEmpty && !changes.isEmpty ? nil : UsedContent(snapshot: new, changes: effective)
  }

  /// Leaves the content in use that is used, and returns whether observers haven't heard of the rejection.
  mutating func reject(_ content: RejectedContent) -> Bool {
    defer { rejected = content }
    return rejected != content
  }

  /// Uses other content than what is stored when the app starts. If the watch has read newer content already, that is settled as any other.
  ///
  /// - Parameter stored: The stored content, which is rejected for the reason.
  mutating func start(
    with content: Snapshot, insteadOf stored: Snapshot, because reason: RejectedContent.Reason
  ) {
    guard snapshot.identity == stored.identity else { return }
    (accepted, rejected) = (content, RejectedContent(stored.identity, reason: reason))
  }

  /// The inputs of the rules have changed. Returns the changes of derived values in the content in use.
  mutating func evaluateRules() -> UsedContent {
    let old = accepted
    (snapshot, accepted) = (snapshot.current, old.current)
    return UsedContent(snapshot: accepted, changes: accepted.derivedChanges(since: old))
  }

  /// Participants and side effects put content into effect from now on: the app's values already come from it. `nil` returns to the values
  /// of the content in use.
  mutating func putIntoEffect(_ content: Snapshot?) { takingEffect = content }

  // MARK: - Activities

  /// Begins an apply if the store is idle; returns the activity that was found.
  mutating func beginApply() -> Activity {
    defer { if activity == .idle { activity = .applying(dueRefresh: nil) } }
    return activity
  }

  /// Begins to accept what other processes have stored; returns `false` if the store is busy. Its activity then accepts the content at its
  /// end.
  mutating func beginAccepting() -> Bool {
    guard activity == .idle else { return false }
    activity = .accepting
    return true
  }

  /// Defers a refresh to the end of an apply; returns `false` if there is none. Of two refreshes, the more current one counts for both.
  mutating func deferRefresh(_ freshness: StorageFreshness) -> Bool {
    guard case .applying(let due) = activity else { return false }
    activity = .applying(dueRefresh: due.map { max($0, freshness) } ?? freshness)
    return true
  }

  /// Keeps a task that waits for the end of the activity; returns `false` if there is nothing to wait for.
  mutating func wait(_ resume: @escaping @Sendable () -> Void) -> Bool {
    guard activity != .idle else { return false }
    waiting.append(resume)
    return true
  }

  /// Ends the activity, and returns what it has deferred: a refresh, and the tasks to resume after it.
  mutating func end() -> (dueRefresh: StorageFreshness?, waiting: [@Sendable () -> Void]) {
    defer { (activity, waiting) = (.idle, []) }
    guard case .applying(let dueRefresh) = activity else { return (nil, waiting) }
    return (dueRefresh, waiting)
  }

  /// Notes changes for which the app is asked to restart once the activity has ended.
  mutating func requestRestart(for changes: [SettingChange]) {
    if !changes.isEmpty { restarts.append(changes) }
  }

  /// Returns the noted changes, of each apply apart, and forgets them.
  mutating func takeRestarts() -> [[SettingChange]] {
    defer { restarts = [] }
    return restarts
  }
}
