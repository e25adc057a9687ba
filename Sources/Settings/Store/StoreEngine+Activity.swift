import Synchronization

// A store has one activity at a time that calls participants and side effects: it applies changes, or it accepts what other
// processes have stored.

/// The stores whose participants and side effects the current task runs. They can't wait for their own store. Child tasks inherit it; a
/// detached task doesn't, and would wait forever for an apply that waits for it.
private enum RunningStores {
  @TaskLocal static var identifiers: Set<ObjectIdentifier> = []
}

extension StoreEngine {
  /// What to do if the store is already applying changes: an apply of a draft is refused, and an update waits.
  enum WhenApplying {
    case refuse
    case wait
  }

  /// Begins an apply, after the side effects of other processes' changes have run.
  ///
  /// Returns `false` if the store is applying changes and the caller doesn't wait, or if the caller is a participant or side
  /// effect of the store.
  func beginApply(_ whenApplying: WhenApplying = .refuse) async -> Bool {
    while true {
      switch state.withLock({ $0.beginApply() }) {
      case .idle: return true
      case .applying where whenApplying == .refuse: return false
      case .applying, .accepting:
        guard !isRunningForThisTask else { return false }
        await waitForEnd()
      }
    }
  }

  /// Ends an apply, or an acceptance with side effects, and takes care of what was deferred: a refresh, content that was read in the
  /// meantime, and tasks that wait.
  func endActivity() {
    let (dueRefresh, waiting) = state.withLock { $0.end() }
    // Settle before the waiting tasks continue: they must find the current content in use, or an acceptance to wait for.
    switch dueRefresh {
    case .now?: refreshIfReadable()
    case nil: settle()
    case .lastSignal?, .lastRead?:
      // The deferred signal is most likely about what this apply has stored itself, so it is read in the background, and nobody waits for
      // it.
      settle()
      Task { [weak self] in self?.refreshIfReadable(.lastSignal) }
    }
    for resume in waiting { resume() }
  }

  /// Ends an acceptance without side effects. A thread that has read new content in the meantime settles it itself.
  func endAccepting() {
    for resume in state.withLock({ $0.end() }).waiting { resume() }
  }

  /// Runs an activity that has begun and calls participants and side effects, and ends it. If their code calls the store, the store
  /// recognizes the task and refuses the call instead of waiting for itself.
  ///
  /// Afterwards informs the app of the changes that require a restart, its own and those of other processes; the hook may apply or end the
  /// process.
  func asActivity<Result>(_ body: () async -> Result) async -> Result {
    let result = await RunningStores.$identifiers.withValue(
      RunningStores.identifiers.union([ObjectIdentifier(self)]), operation: body)
    endActivity()
    for changes in state.withLock({ $0.takeRestarts() }) {
      await (hooks as? any SettingsSideEffects)?.restart(for: changes)
    }
    return result
  }

  /// Begins an apply, runs it as the activity of the store, and ends it; returns `nil` if the store is busy.
  func applying<Value, Failure>(
    _ whenApplying: WhenApplying = .refuse, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    guard await beginApply(whenApplying) else { return nil }
    return try await asActivity { () async -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }.get()
  }

  /// Waits until the side effects of other processes' changes have run. Returns at once in such a side effect.
  func waitForAcceptance() async {
    while !isRunningForThisTask, state.withLock({ $0.activity == .accepting }) { await waitForEnd() }
  }

  /// Runs participants or side effects that put content into effect. Meanwhile the app's `values` already come from the content, so that a
  /// side effect finds them where the app always reads them. Observers hear of the content when it is in effect.
  func puttingIntoEffect<Result, Failure: Error>(
    _ content: Snapshot, body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    state.withLock { $0.putIntoEffect(content) }
    defer { stopPuttingIntoEffect() }
    return try await body()
  }

  /// Returns to the values of the content in use: the old content is restored, and participants revert. Side effects that run again for it
  /// find the old values.
  func stopPuttingIntoEffect() {
    state.withLock { $0.putIntoEffect(nil) }
  }

  /// The content whose values the app sees; see ``StoreState/effective``.
  var effective: Snapshot { state.withLock { $0.effective } }

  /// The stored content, as `saved` shows it; see ``StoreState/stored``.
  var stored: Snapshot { state.withLock { $0.stored } }

  /// Whether the task runs a participant or a side effect of any store.
  static var isInActivity: Bool { !RunningStores.identifiers.isEmpty }

  private var isRunningForThisTask: Bool { RunningStores.identifiers.contains(ObjectIdentifier(self)) }

  private func waitForEnd() async {
    await withCheckedContinuation { continuation in
      if !state.withLock({ $0.wait { continuation.resume() } }) { continuation.resume() }
    }
  }
}
