import SettingsForm
import SettingsSystem
import Synchronization

// What other processes store is read by `refresh()`, which the store's watch calls, and at the start of an apply. What is read is
// the base of drafts at once. The process uses it once it is accepted: it has no errors, the app can decode it, and the side
// effects of its changes have run.

extension UntypedStore {
  /// Reads the stored content again, and returns what other processes have changed since.
  ///
  /// During an apply, it returns no changes, and the content is read again at the end of the apply. Throws `StoreError` if
  /// the content can't be read; the content that was read before stays in use then.
  @discardableResult
  public func refresh() throws(StoreError) -> [SettingChange] {
    let isDeferred = state.withLock { state in
      guard case .applying = state.activity else { return false }
      state.activity = .applying(isRefreshDue: true)
      return true
    }
    return isDeferred ? [] : try reload()
  }

  /// The last content that another process has stored, if this process doesn't use it; `nil` if it does.
  public var lastRejected: RejectedContent? { state.withLock { $0.rejected } }

  /// Returns the contents of other processes that this process doesn't use, from now on.
  public func rejections() -> AsyncStream<RejectedContent> { rejectionObservers.stream() }

  /// The content that the process uses.
  var accepted: Snapshot { state.withLock { $0.accepted } }

  /// Reads what other processes store as long as the store exists.
  func startWatching() {
    let watch = Task { [weak self, storage] in
      let signals = storage.changes()
      // The content may have changed between the opening of the store and the start of the watch.
      self?.refreshIfReadable()
      for await _ in signals { self?.refreshIfReadable() }
    }
    state.withLock { $0.watch = watch }
  }

  /// Reads what other processes store at each `SIGHUP` as long as the store exists.
  func observeHangup() {
    let observer = SignalObserver(.hangUp) { [weak self] in self?.refreshIfReadable() }
    state.withLock { $0.hangupObserver = observer }
  }

  /// Reads the stored content again. If it can't be read, the content is rejected.
  func refreshIfReadable() {
    _ = try? refresh()
  }

  /// Reads the stored content again, also during an apply.
  @discardableResult
  func reload() throws(StoreError) -> [SettingChange] {
    let (new, changes) = try readContent()
    if let changes { contentObservers.notify(changes) }
    settle(new)
    return changes ?? []
  }

  /// Reads the stored content again. If it can't be read, the content that was read before stays in use.
  func reloadIfReadable() {
    _ = try? reload()
  }

  /// Reads the stored content again after this store has changed it, and the participants have put the change into effect.
  func reloadOwn() {
    guard let (new, changes) = try? readContent() else { return }
    if let changes { contentObservers.notify(changes) }
    use(new)
  }

  /// Reads the stored content; the changes are `nil` if it is the content that was read before.
  private func readContent() throws(StoreError) -> (Snapshot, changes: [SettingChange]?) {
    do throws(StoreError) {
      return try reading.withLock { _ throws(StoreError) in
        let old = snapshot
        let new = try Snapshot(of: storage, validator: validator, last: old)
        guard new.revision != old.revision else { return (old, nil) }
        state.withLock { $0.snapshot = new.current(validator) }
        return (new, new.changes(since: old, in: index))
      }
    } catch {
      reject(RejectedContent(revision: nil, reason: .unusable(error)))
      throw error
    }
  }

  // MARK: - Accepting

  /// The result of examining a content.
  private enum Verdict {
    case unusable(StoreError)
    /// The changes since the content in use.
    case usable([SettingChange])
  }

  private func verdict(on new: Snapshot, since old: Snapshot) -> Verdict {
    let errors = new.problems.filter { $0.severity == .error }
    guard errors.isEmpty else { return .unusable(.invalid(file: name, errors)) }
    do throws(SettingsDecodingError) {
      try check(new.complete(in: index))
    } catch {
      return .unusable(.undecodable(file: name, error.hidingSecrets(of: new.document, in: index)))
    }
    return .usable(new.changes(since: old, in: index) + new.derivedChanges(since: old, in: index))
  }

  /// Whether the content that was rejected last is this one; its revision is `nil` if nothing is stored.
  private func isRejected(_ content: Snapshot) -> Bool {
    lastRejected.map(\.revision) == .some(content.revision)
  }

  /// Whether changes have effects that take time.
  private func haveEffects(_ changes: [SettingChange]) -> Bool {
    hooks != nil && sideEffects == .allChanges
      && changes.contains { !$0.sideEffects.isEmpty || $0.requiresRestart }
  }

  /// Accepts or rejects a content that was read, now if no side effect has to run, or else in the background.
  func settle(_ new: Snapshot) {
    let old = state.withLock { state -> Snapshot? in
      switch state.activity {
      // Both accept what was read before they end.
      case .applying, .accepting: nil
      case .idle: state.accepted
      }
    }
    guard let old else { return }
    guard new.revision != old.revision else { return use(new) }
    guard !isRejected(new) else { return }
    switch verdict(on: new, since: old) {
    case .unusable(let error): reject(RejectedContent(revision: new.revision, reason: .unusable(error)))
    case .usable(let changes):
      if haveEffects(changes) { acceptInBackground() } else { use(new, changes) }
    }
  }

  /// Accepts or rejects the stored content, and first runs the side effects of its changes.
  ///
  /// Call it only as the store's one activity.
  func accept() async {
    while true {
      let (old, new) = state.withLock { ($0.accepted, $0.snapshot) }
      guard new.revision != old.revision, !isRejected(new) else { return }
      switch verdict(on: new, since: old) {
      case .unusable(let error):
        reject(RejectedContent(revision: new.revision, reason: .unusable(error)))
      case .usable(let changes):
        if haveEffects(changes), let hooks {
          if let failure = await SideEffects(hooks: hooks).failure(of: changes) {
            reject(RejectedContent(revision: new.revision, reason: .sideEffectFailed(failure)))
            continue
          }
          let restart = changes.filter(\.requiresRestart)
          if !restart.isEmpty { state.withLock { $0.restarts.append(restart) } }
        }
        use(new, changes)
      }
    }
  }

  private func acceptInBackground() {
    guard beginAccepting() else { return }
    Task { [weak self] in
      guard let self else { return }
      await asActivity { await self.accept() }
      endActivity()
      await restartForOthers()
    }
  }

  /// Puts a content into use, and notifies the observers.
  ///
  /// - Parameter changes: The changes since the content in use, if they are known.
  func use(_ new: Snapshot, _ changes: [SettingChange]? = nil) {
    state.withLock { state in
      let old = state.accepted
      // Rule groups may have been switched since the content was read.
      let new = new.current(validator)
      state.accepted = new
      state.rejected = nil
      guard new.revision != old.revision || changes != nil else { return }
      observers.notify(
        new, changes ?? new.changes(since: old, in: index) + new.derivedChanges(since: old, in: index))
    }
  }

  /// Puts a content that this store has stored, on top of a base, into use.
  func publish(_ new: Snapshot, _ changes: [SettingChange], after base: Snapshot) {
    let wasInUse = state.withLock { state in
      state.snapshot = new.current(validator)
      return state.accepted.revision == base.revision
    }
    use(new, wasInUse ? changes : nil)
    contentObservers.notify(changes)
  }

  private func reject(_ content: RejectedContent) {
    let isNew = state.withLock { state in
      defer { state.rejected = content }
      return state.rejected != content
    }
    if isNew { rejectionObservers.notify(content) }
  }
}
