import SettingsForm
import SettingsSystem
import Synchronization

// The process uses content that another process has stored once it is accepted: it has no errors, the app can decode it, and
// the side effects of its changes have run.
//
// Older content must never replace newer content, so content is accepted only in an activity: an apply accepts what was read
// before it, and settles at its end what was read in the meantime. A thread that settles while another thread does so waits, so
// that the values are current when `refresh()` returns; it doesn't wait for side effects.

extension UntypedStore {
  /// The last content that another process has stored, if this process doesn't use it; `nil` if it does.
  package var lastRejected: RejectedContent? { state.withLock { $0.rejected } }

  /// Returns the content that other processes store from now on and that this process doesn't use.
  package func rejections() -> AsyncStream<RejectedContent> { rejectionObservers.stream() }

  /// The content that the process uses.
  var accepted: Snapshot { state.withLock { $0.accepted } }

  /// Accepts or rejects the content that was read last: now if no side effect has to run, otherwise in the background.
  ///
  /// If the store is busy, its activity does so before it ends.
  ///
  /// - Parameter change: The changes of the content, if they are known.
  func settle(_ change: ContentChange? = nil) {
    let isPending = settling.withLock { _ in
      guard state.withLock({ $0.isUnsettled }), beginAccepting() else { return false }
      if acceptUntilSideEffects(change) != nil { return true }
      endAccepting()
      return false
    }
    guard isPending else { return }
    Task {
      await asActivity { await self.accept(change) }
      endActivity()
      await restartForOthers()
    }
  }

  /// Accepts or rejects the stored content, and first runs the side effects of its changes.
  ///
  /// Call it only as the store's one activity.
  func accept(_ change: ContentChange? = nil) async {
    while let pending = acceptUntilSideEffects(change) {
      let transition = ContentTransition(from: accepted, to: pending.content, in: self.form.index)
      let failure = await puttingIntoEffect(pending.content) {
        await pending.sideEffects.failure(of: pending.changes, transition)
      }
      if let failure {
        reject(RejectedContent(pending.content.identity, reason: .sideEffectFailed(failure)))
      } else {
        let restart = pending.changes.filter(\.requiresRestart)
        if !restart.isEmpty { state.withLock { $0.restarts.append(restart) } }
        use(pending.content, pending.changes)
      }
    }
  }

  /// Content that is used once the side effects of its changes have run.
  private struct PendingContent {
    var content: Snapshot
    var changes: [SettingChange]
    var sideEffects: SideEffects
  }

  /// Accepts or rejects the stored content. Stops at content whose changes have side effects, and returns it.
  private func acceptUntilSideEffects(_ known: ContentChange?) -> PendingContent? {
    while let (old, new) = state.withLock({ $0.isUnsettled ? ($0.accepted, $0.snapshot) : nil }) {
      guard new.identity != old.identity else {
        use(new)
        continue
      }
      if let error = error(of: new) {
        reject(RejectedContent(new.identity, reason: .unusable(error)))
        continue
      }
      let stored =
        if let known, known.base == old.identity, known.content == new.identity {
          known.changes
        } else {
          new.changes(since: old, in: index)
        }
      let changes = stored + new.derivedChanges(since: old, in: index)
      if let sideEffectRunner, haveEffects(changes) {
        return PendingContent(content: new, changes: changes, sideEffects: sideEffectRunner)
      }
      use(new, changes)
    }
    return nil
  }

  /// Returns why the process can't use content; `nil` if it can.
  func error(of content: Snapshot) -> StoreError? {
    StoreError(invalid: content, in: index, file: name) ?? decodingError(of: content)
  }

  private func decodingError(of content: Snapshot) -> StoreError? {
    do throws(SettingsDecodingError) {
      try check?(content.complete(in: index))
      return nil
    } catch {
      return .undecodable(file: name, content.placing(error.hidingSecrets(of: content.document, in: index)))
    }
  }

  /// Whether changes have effects that take time.
  private func haveEffects(_ changes: [SettingChange]) -> Bool {
    sideEffects == .allChanges && changes.contains { !$0.sideEffects.isEmpty || $0.requiresRestart }
  }

  // MARK: - Using and rejecting

  /// Puts content into use, and notifies the observers.
  ///
  /// - Parameter changes: The changes since the content in use, if they are known.
  private func use(_ new: Snapshot, _ changes: [SettingChange]? = nil) {
    state.withLock { state in
      let old = state.accepted
      // Rule groups may have been switched since the content was read.
      let new = new.current(form)
      state.accepted = new
      state.rejected = nil
      guard new.identity != old.identity || changes != nil else { return }
      let changes =
        changes ?? new.changes(since: old, in: index) + new.derivedChanges(since: old, in: index)
      // Observers get effective values only.
      let effective = changes.filter { $0.overriddenBy == nil }
      if effective.isEmpty, !changes.isEmpty { return }
      // Notify while the lock is held, so that observers receive commits in order.
      observers.notify(new, effective)
    }
  }

  /// Puts content that this store has stored on top of a base into use.
  func publish(_ new: Snapshot, _ changes: [SettingChange], after base: Snapshot) {
    let wasInUse = state.withLock { state in
      state.snapshot = new.current(form)
      return state.accepted.identity == base.identity
    }
    use(new, wasInUse ? changes : nil)
    contentObservers.notify(changes)
  }

  /// Reads what this store has stored, and puts it into use. Call it after the participants have put it into effect.
  func publishStored() {
    do throws(StoreError) { _ = try readStorage() } catch { return }
    let content = snapshot
    // Old content is restored whatever the app can read today. The process goes on with the last values that it could read.
    if let error = decodingError(of: content) {
      reject(RejectedContent(content.identity, reason: .unusable(error)))
    } else {
      use(content)
    }
  }

  func reject(_ content: RejectedContent) {
    let isNew = state.withLock { state in
      defer { state.rejected = content }
      return state.rejected != content
    }
    if isNew { rejectionObservers.notify(content) }
  }
}

extension UntypedStore.State {
  /// Whether the content that was read last is neither in use nor rejected.
  fileprivate var isUnsettled: Bool {
    switch rejected {
    case nil: snapshot.identity != accepted.identity
    // A storage that can't be read is read again at its next change.
    case .some(let rejected) where rejected.isUnreadable: false
    case .some(let rejected): snapshot.identity != rejected.identity
    }
  }
}
