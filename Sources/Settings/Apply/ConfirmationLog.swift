import SettingsForm
import SettingsSystem

/// Reads from a storage's log which apply waits for its confirmation, and confirms it or rolls it back. It calls no participants.
///
/// A store uses it while it is being opened, too: an expired apply is rolled back before any value is read, when no participant has started
/// yet.
struct ConfirmationLog: Sendable {
  /// Content that was restored.
  struct Restored {
    let revision: SettingsRevision?
    let isDurable: Bool
  }

  private let storage: any SettingsStorage
  private let log: SettingsLog
  private let form: StoreForm
  private let environment: StoreEnvironment

  init(of storage: any SettingsStorage, form: StoreForm, environment: StoreEnvironment) {
    self.storage = storage
    self.form = form
    self.environment = environment
    log = SettingsLog(of: storage, environment)
  }

  /// Returns the phase of the last apply that has to be confirmed. An expired one is reported, not rolled back.
  func phase(_ freshness: StorageFreshness = .now) throws(ApplyError) -> ConfirmationPhase {
    ConfirmationPhase(of: try state(freshness).pending, at: environment.now())
  }

  /// Keeps what was applied; returns whether that is known to survive a crash.
  ///
  /// It appends a record and leaves the content alone, also if somebody has edited the file since the apply. Throws if no apply with this
  /// ID waits, if its time is over, or if the storage fails. An apply whose old content is damaged can be confirmed at any time, because it
  /// would wait for ever otherwise.
  func confirm(_ id: ConfirmationID) throws(ApplyError) -> Bool {
    var attempts = CommitAttempts()
    while attempts.begin() {
      let content = try content()
      let state = try state()
      let now = environment.now()
      do throws(ApplyError) { try ConfirmationPhase(of: state.pending, at: now).confirming(id) } catch {
        guard error == .expired(id), let pending = state.pending, try isDamaged(pending) else { throw error }
      }
      let header = LogHeader(nil, revision: content?.revision, at: now.wall, by: storage.author)
      let record = StorageRecord(header: header.line, content: .note)
      // The head makes the commit a conflict if another process confirms, cancels or applies in the meantime.
      let commit = StorageCommit(
        content?.bytes, expecting: content?.revision, head: state.head, records: [record])
      if case .committed(_, let isDurable) = try store(commit) { return isDurable }
    }
    throw .contended
  }

  /// Restores the content from before the apply; returns `nil` if the apply no longer waits.
  ///
  /// What another program has saved since the apply is recorded as a version first, so it isn't lost. If the record with the old content is
  /// damaged, it throws, and the new content stays.
  func restorePreviousContent(
    of pending: PendingConfirmation, message: String? = nil
  ) throws(ApplyError) -> Restored? {
    var attempts = CommitAttempts()
    while attempts.begin() {
      let content = try content()
      let state = try state()
      guard state.pending?.id == pending.id else { return nil }
      let bytes = try previousContent(of: pending)
      let header = LogHeader(
        .revert, revision: nil, changes: changes(from: content?.bytes, to: bytes),
        secrets: form.secretPaths(in: bytes), at: environment.now().wall, by: storage.author, message: message
      )
      let step = LogStep(
        to: bytes, header, from: content, state: state, external: externalChanges(to: content, since: state),
        options: ApplyOptions(), environment: environment, form: form)
      if case .committed(let revision, let isDurable) = try store(step.commit) {
        return Restored(revision: revision, isDurable: isDurable)
      }
    }
    throw .contended
  }

  /// Returns the apply that still waits, after the content from before an expired one was restored. A process does this when it opens a
  /// store, because no process may have been running when the time was over.
  func restoringIfExpired() throws(ApplyError) -> PendingConfirmation? {
    switch try phase() {
    case .settled: return nil
    case .pending(let pending): return pending
    case .expired(let pending):
      _ = try restorePreviousContent(of: pending)
      return try state().pending
    }
  }

  /// Returns the content from before the apply; `nil` if nothing was stored. Throws `damaged` if its record is gone or can't be read.
  func previousContent(of pending: PendingConfirmation) throws(ApplyError) -> [UInt8]? {
    guard let number = pending.restores else { return nil }
    guard let content = try content(of: number) else { throw .damaged(pending) }
    return content
  }

  /// Whether the content from before the apply can't be restored by anybody.
  private func isDamaged(_ pending: PendingConfirmation) throws(ApplyError) -> Bool {
    do throws(ApplyError) {
      _ = try previousContent(of: pending)
      return false
    } catch {
      guard case .damaged = error else { throw error }
      return true
    }
  }

  /// Returns the changes that another program has made since the last content on record; empty if there is no such content, or
  /// if either content can't be read.
  func externalChanges(to content: StoredContent?, since state: SettingsLog.State) -> [SettingChange] {
    guard let version = state.version, version.revision != content?.revision,
      let previous = try? log.content(of: version.number)
    else { return [] }
    return changes(from: previous, to: content?.bytes)
  }

  /// Returns the changes that the history lists; empty if either content isn't JSON. The file is compared alone, without the other layers.
  private func changes(from old: [UInt8]?, to new: [UInt8]?) -> [SettingChange] {
    guard let old = try? Snapshot(parsing: old, form: form), let new = try? Snapshot(parsing: new, form: form)
    else { return [] }
    return new.changes(since: old)
  }

  func state(_ freshness: StorageFreshness = .now) throws(ApplyError) -> SettingsLog.State {
    try reached { () throws(SettingsStorageError) in try log.state(freshness) }
  }

  /// Returns the content of a version; `nil` if the log no longer has it or its record is damaged.
  func content(of number: Int) throws(ApplyError) -> [UInt8]?? {
    try reached { () throws(SettingsStorageError) in try log.content(of: number) }
  }

  private func content() throws(ApplyError) -> StoredContent? {
    try reached { () throws(SettingsStorageError) in try storage.read() }
  }

  private func store(_ commit: StorageCommit) throws(ApplyError) -> StorageCommitResult {
    try reached { () throws(SettingsStorageError) in try storage.commit(commit) }
  }

  /// Calls the storage; its error is the error of the apply.
  private func reached<Value>(
    _ body: () throws(SettingsStorageError) -> Value
  ) throws(ApplyError) -> Value {
    do throws(SettingsStorageError) { return try body() } catch { throw .storage(.storage(error)) }
  }
}
