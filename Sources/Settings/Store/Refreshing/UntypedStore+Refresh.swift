import SettingsForm
import SettingsSystem
import Synchronization

// Content that other processes store is read by `refresh()`, which the store's watch calls, and at the start of an apply. New drafts
// are based on it at once. UntypedStore+Acceptance.swift decides whether the process uses it.

/// Content that another process has stored, with its changes since the content that was read before.
struct ContentChange {
  /// The content that was read before.
  var base: Snapshot.Identity
  var content: Snapshot.Identity
  var changes: [SettingChange]
}

extension UntypedStore {
  /// Reads the stored content again, and returns what other processes have changed since.
  ///
  /// During an apply, it returns no changes, and the content is read again at the end of the apply. Throws `StoreError` if the
  /// content can't be read; the previous content stays in use then.
  @discardableResult
  package func refresh() throws(StoreError) -> [SettingChange] { try refresh(.now) }

  @discardableResult
  private func refresh(_ freshness: ContentFreshness) throws(StoreError) -> [SettingChange] {
    let isDeferred = state.withLock { state in
      guard case .applying(let due) = state.activity else { return false }
      state.activity = .applying(dueRefresh: due.map { max($0, freshness) } ?? freshness)
      return true
    }
    guard !isDeferred else { return [] }
    let change = try readStorage(freshness)
    // The process that applied the change may end before the time to confirm it.
    if change != nil { scheduleRollback() }
    settle(change)
    return change?.changes ?? []
  }

  /// Reads what other processes store as long as the store exists.
  func startWatching() {
    let watch = Task { [weak self, storage, paths = layers.watchedPaths] in
      let signals =
        paths.isEmpty ? storage.changes() : merged([storage.changes(), fileChanges(at: paths)])
      // The content may have changed between the opening of the store and the start of the watch.
      self?.refreshIfReadable()
      for await _ in signals { self?.refreshIfReadable(.asSignaled) }
    }
    state.withLock { $0.watch = watch }
  }

  /// Reads what other processes store at each `SIGHUP` as long as the store exists.
  func observeHangup() {
    let observer = SignalObserver(.hangUp) { [weak self] in self?.refreshIfReadable() }
    state.withLock { $0.hangupObserver = observer }
  }

  /// Reads the stored content again. If it can't be read, the content is rejected.
  func refreshIfReadable(_ freshness: ContentFreshness = .now) {
    _ = try? refresh(freshness)
  }

  /// Reads the stored content again, and notifies the view models; returns `nil` if it is the content that was read before.
  ///
  /// If it can't be read, the content is rejected.
  func readStorage(_ freshness: ContentFreshness = .now) throws(StoreError) -> ContentChange? {
    let change: ContentChange?
    let problems = layerProblems
    defer {
      let now = layerProblems
      if now != problems { layerObservers.notify(now) }
    }
    do throws(StoreError) {
      change = try reading.withLock { _ throws(StoreError) in try readLatest(freshness) }
    } catch {
      reject(RejectedContent(nil, reason: .unreadable(error)))
      throw error
    }
    state.withLock { if $0.rejected?.isUnreadable == true { $0.rejected = nil } }
    if let change { contentObservers.notify(change.changes) }
    return change
  }

  /// Reads the storage until what was read is newer than what the store itself has stored in the meantime.
  private func readLatest(_ freshness: ContentFreshness) throws(StoreError) -> ContentChange? {
    while true {
      let old = snapshot
      let new = try Snapshot.read(
        storage, layers: layers.reload(), form: form, malformed: malformed,
        schema: layers.layers.schema, last: old, freshness
      )
      guard new.identity != old.identity else { return nil }
      let isLatest = state.withLock { state in
        guard state.snapshot.identity == old.identity else { return false }
        state.snapshot = new.current(form)
        return true
      }
      if isLatest {
        return ContentChange(
          base: old.identity, content: new.identity, changes: new.changes(since: old, in: index))
      }
    }
  }
}
