import SettingsForm
import SettingsSystem
import Synchronization

// Content that other processes store is read by `refresh()`, which the store's watch calls, and at the start of an apply. New drafts
// are based on it at once. The extension below decides whether the process uses it.

/// Content that another process has stored, with its changes since the content that was read before. The changes are passed on, because
/// computing them again costs a comparison of both documents.
struct ContentChange {
  /// The content that was read before.
  var base: Snapshot.Identity
  var content: Snapshot.Identity
  var changes: [SettingChange]
}

extension StoreEngine {
  /// Reads the stored content again, and returns what other processes have changed since.
  ///
  /// During an apply, it returns no changes, and the content is read again at the end of the apply. Throws `SettingsStoreError` if the
  /// content can't be read; the previous content stays in use then.
  @discardableResult
  package func refresh() throws(SettingsStoreError) -> [SettingChange] { try refresh(.now) }

  @discardableResult
  private func refresh(_ freshness: StorageFreshness) throws(SettingsStoreError) -> [SettingChange] {
    guard !state.withLock({ $0.deferRefresh(freshness) }) else { return [] }
    let change = try readStorage(freshness)
    // The process that applied the change may end before the time to confirm it.
    if change != nil { scheduleRollback() }
    settle(change)
    return change?.changes ?? []
  }

  /// Reads the stored content again, to review or apply something on top of it.
  func refreshToApply() throws(ApplyError) {
    do throws(SettingsStoreError) { try refresh() } catch { throw .storage(error) }
  }

  /// Reads what other processes store as long as the store exists. The task keeps only the storage alive, and ends with the store.
  func startWatching() {
    let watch = Task { [weak self, storage, layers] in
      let others = layers.changes()
      let signals = others.isEmpty ? storage.changes() : merged([storage.changes()] + others)
      // The content might have changed between the opening of the store and the start of the watch.
      self?.refreshIfReadable()
      for await _ in signals { self?.refreshIfReadable(.lastSignal) }
    }
    backgroundWork.withLock { $0.watch = watch }
  }

  /// Reads what other processes store at each `SIGHUP` as long as the store exists.
  func observeHangup() {
    let observer = SignalObserver(.hangUp) { [weak self] in self?.refreshIfReadable() }
    backgroundWork.withLock { $0.hangupObserver = observer }
  }

  /// Reads the stored content again. If it can't be read, the content is rejected, and observers of rejections hear of it.
  func refreshIfReadable(_ freshness: StorageFreshness = .now) {
    _ = try? refresh(freshness)
  }

  /// Reads the stored content again, and notifies the view models; returns `nil` if it is the content that was read before.
  ///
  /// If it can't be read, the content is rejected.
  func readStorage(_ freshness: StorageFreshness = .now) throws(SettingsStoreError) -> ContentChange? {
    let change: ContentChange?
    let problems = layerProblems
    defer {
      let now = layerProblems
      if now != problems { events.layers.notify(now) }
    }
    do throws(SettingsStoreError) {
      change = try reading.withLock { _ throws(SettingsStoreError) in try readLatest(freshness) }
    } catch {
      reject(RejectedContent(nil, reason: .unreadable(error)))
      throw error
    }
    state.withLock { $0.canRead() }
    if let change { events.content.notify(change.changes) }
    return change
  }

  /// Reads the storage until what was read is newer than what the store itself has stored in the meantime.
  ///
  /// Reading takes time, and an apply of this store may commit while it lasts. Replacing the snapshot then would bring back older content.
  /// So it is replaced only if it is still the snapshot from before the read; otherwise the storage is read again.
  private func readLatest(_ freshness: StorageFreshness) throws(SettingsStoreError) -> ContentChange? {
    while true {
      let old = snapshot
      let new = try Snapshot.read(
        storage, layers: layers.reload(freshness), form: form, malformed: malformed,
        schema: layers.layers.schema, last: old, freshness: freshness
      )
      guard new.identity != old.identity else { return nil }
      if state.withLock({ $0.hasRead(new, after: old) }) {
        return ContentChange(
          base: old.identity, content: new.identity, changes: new.changes(since: old))
      }
    }
  }
}

// The process uses content that another process has stored once it is accepted: it has no errors, the app can decode it, and
// the side effects of its changes have run.
//
// A thread that settles while another thread does so waits, because the values have to be current when `refresh()` returns; it doesn't wait
// for side effects.

extension StoreEngine {
  /// The last content that another process has stored, if this process doesn't use it; `nil` if it does.
  package var lastRejected: RejectedContent? { state.withLock { $0.rejected } }

  /// The content that the process uses.
  var accepted: Snapshot { state.withLock { $0.accepted } }

  /// Accepts or rejects the content that was read last: now if no side effect has to run, otherwise in the background.
  ///
  /// If the store is busy, its activity does so before it ends.
  ///
  /// - Parameter change: The changes of the content, if they are known.
  func settle(_ change: ContentChange? = nil) {
    let isPending = settling.withLock { _ in
      guard state.withLock({ $0.unsettled != nil && $0.beginAccepting() }) else { return false }
      if acceptUntilSideEffects(change) != nil { return true }
      endAccepting()
      return false
    }
    guard isPending else { return }
    Task { await asActivity { await self.accept(change) } }
  }

  /// Accepts or rejects the stored content, and first runs the side effects of its changes.
  ///
  /// Call it only as the store's one activity.
  func accept(_ change: ContentChange? = nil) async {
    while let pending = acceptUntilSideEffects(change) {
      let transition = ContentTransition(from: accepted, to: pending.content)
      let failure = await puttingIntoEffect(pending.content) {
        await pending.sideEffects.failure(of: pending.changes, transition)
      }
      if let failure {
        reject(RejectedContent(pending.content.identity, reason: .sideEffectFailed(failure)))
      } else {
        requestRestart(for: pending.changes.filter(\.requiresRestart))
        use(pending.content, changes: pending.changes)
      }
    }
  }

  /// Content that is used once the side effects of its changes have run. Until then, the old values stay in use for everything but the side
  /// effects.
  private struct PendingContent {
    var content: Snapshot
    var changes: [SettingChange]
    var sideEffects: SideEffects
  }

  /// Accepts or rejects the stored content. Stops at content whose changes have side effects, and returns it.
  private func acceptUntilSideEffects(_ known: ContentChange?) -> PendingContent? {
    while let (old, new) = state.withLock({ $0.unsettled }) {
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
          new.changes(since: old)
        }
      let changes = stored + new.derivedChanges(since: old)
      if let sideEffectRunner, haveEffects(changes) {
        return PendingContent(content: new, changes: changes, sideEffects: sideEffectRunner)
      }
      use(new, changes: changes)
    }
    return nil
  }

  /// Returns why the process can't use content; `nil` if it can. Errors that other layers cause count, too.
  func error(of content: Snapshot) -> SettingsStoreError? {
    SettingsStoreError(invalid: content, file: name) ?? undecodable(content)
  }

  private func undecodable(_ content: Snapshot) -> SettingsStoreError? {
    check == nil ? nil : decodingError(of: content.complete).map { undecodable($0, in: content) }
  }

  /// Returns the error for a value that the app can't decode, at the place that the value has: in the file, or in another layer.
  func undecodable(_ error: SettingsDecodingError, in content: Snapshot) -> SettingsStoreError {
    let error = error.hidingSecrets(of: content.document, in: index)
    switch index.entry(containing: error.path).map({ content.origin(of: $0, file: name) }) {
    case .file(name, _)?, .defaultValue?, .rule?, nil:
      return .undecodable(file: name, content.placing(error))
    case let origin?: return .layers([SettingsLayerProblem("\(error)", in: origin, at: error.path)])
    }
  }

  /// Whether changes have effects that take time: side effects, or the hook that asks for a restart.
  private func haveEffects(_ changes: [SettingChange]) -> Bool {
    runsSideEffects && options.sideEffects == .allChanges
      && changes.contains { !$0.sideEffects.isEmpty || $0.requiresRestart }
  }

  // MARK: - Using and rejecting

  /// Puts content into use, and notifies the observers.
  ///
  /// - Parameter changes: The changes since the content in use, if they are known.
  private func use(_ new: Snapshot, changes: [SettingChange]? = nil) {
    // Notify while the lock is held: observers receive commits in order.
    state.withLock { state in if let used = state.use(new, changes: changes) { events.use.notify(used) } }
  }

  /// Puts content that this store has just stored into use. Observers get the changes since the base if the base was in use; otherwise the
  /// changes since the content in use are computed.
  func publish(_ new: Snapshot, changes: [SettingChange], after base: Snapshot) {
    let wasInUse = state.withLock { $0.hasStored(new, over: base) }
    use(new, changes: wasInUse ? changes : nil)
    events.content.notify(changes)
  }

  /// Reads what this store has stored, and puts it into use. Call it after the participants have put it into effect.
  func publishStored() {
    do throws(SettingsStoreError) { _ = try readStorage() } catch { return }
    let content = snapshot
    // Old content is restored whatever the app can read today. The process goes on with the last values that it could read.
    if let error = undecodable(content) {
      reject(RejectedContent(content.identity, reason: .unusable(error)))
    } else {
      use(content)
    }
  }

  func reject(_ content: RejectedContent) {
    if state.withLock({ $0.reject(content) }) { events.rejections.notify(content) }
  }
}

/// Other stores for the same app, on another layer.
extension StoreEngine {
  /// Whether there are layers other than the settings file.
  package var hasOtherLayers: Bool { !(layers.layers.below.isEmpty && layers.layers.above.isEmpty) }

  /// The layers when they were last read, the lowest first; only the settings file if there are no others.
  package var layerSummaries: [LayerSummary] {
    let snapshot = snapshot
    var count = 0
    index.forEachValue(in: snapshot.document) { _, _ in count += 1 }
    let written = LayerSummary(
      .written, name: name, valueCount: count, lockCount: snapshot.layers.writtenLocks.count)
    let others = layers.summaries
    return others.below + [written] + others.above
  }

  /// Opens another file of the layers for editing; returns `nil` if it isn't one of them.
  ///
  /// It has the layers of this store in the same order, the app's participants, and the same rules. If the app runs side effects for
  /// changes of other processes, this store runs them for what the other store changes.
  package func writing(_ path: String) throws(SettingsStoreError) -> StoreEngine? {
    guard let layers = layers.layers.writing(path) else { return nil }
    // This store hears the signal for both, and a person who edits content has to see what is wrong with it.
    var options = options
    (options.reloadsOnHangup, options.startPolicy) = (false, .refuse)
    return try StoreEngine(
      form: StoreForm(index, form.switches.conditions), layers: layers, participants: appParticipants,
      hooks: hooks, options: options, runsSideEffects: runsSideEffects && options.sideEffects == .ownChanges,
      expiryOnOpening: .leaveToCaller, environment: environment, check: check)
  }
}
