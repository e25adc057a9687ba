import SettingsForm
import SettingsSystem

/// The confirmations of a storage, as its log records them. It involves no participants.
struct ConfirmationLog: Sendable {
  /// Content that was restored.
  struct Restored {
    let revision: Revision?
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

  /// Returns the phase of the last apply that has to be confirmed.
  func phase() throws(ConfirmationError) -> ConfirmationPhase {
    ConfirmationPhase(of: try state().pending, at: environment.now())
  }

  /// Keeps what was applied; returns whether that is known to survive a crash.
  func confirm(_ id: ConfirmationID) throws(ConfirmationError) -> Bool {
    for _ in 0..<StorageCommit.maxAttempts {
      let content = try content()
      let state = try state()
      let now = environment.now()
      try ConfirmationPhase(of: state.pending, at: now).confirming(id)
      let header = LogHeader(.confirm, content?.revision, at: now.wall, by: Login.name)
      let record = LogRecord(header: header.line, content: .note)
      // The head makes the commit a conflict if another process confirms, cancels or applies in the meantime.
      let commit = StorageCommit(
        content?.bytes, expecting: content?.revision, head: state.head, records: [record])
      if case .committed(_, let isDurable) = try store(commit) { return isDurable }
    }
    throw .contended
  }

  /// Restores the content from before the apply; returns `nil` if the apply no longer waits.
  func restorePreviousContent(of pending: PendingConfirmation) throws(ConfirmationError) -> Restored? {
    for _ in 0..<StorageCommit.maxAttempts {
      let content = try content()
      let state = try state()
      guard state.pending?.id == pending.id else { return nil }
      let bytes = try previousContent(of: pending)
      let step = LogStep(
        .revert, to: bytes, changes: changes(from: content?.bytes, to: bytes),
        secrets: form.secretPaths(in: bytes), from: content, state: state,
        external: externalChanges(to: content, since: state), options: ApplyOptions(),
        environment: environment, form: form)
      if case .committed(let revision, let isDurable) = try store(step.commit) {
        return Restored(revision: revision, isDurable: isDurable)
      }
    }
    throw .contended
  }

  /// Rolls back an expired apply; returns the apply that still waits.
  func rollBackIfExpired() throws(ConfirmationError) -> PendingConfirmation? {
    switch try phase() {
    case .settled: return nil
    case .pending(let pending): return pending
    case .expired(let pending):
      _ = try restorePreviousContent(of: pending)
      return try state().pending
    }
  }

  /// Returns the content from before the apply; `nil` if nothing was stored.
  func previousContent(of pending: PendingConfirmation) throws(ConfirmationError) -> [UInt8]? {
    guard let number = pending.restores else { return nil }
    let content: [UInt8]??
    do throws(StorageError) { content = try log.content(of: number) } catch {
      throw .storage(.storage(error))
    }
    guard let content else { throw .damaged(pending) }
    return content
  }

  /// Returns the changes that another program has made since the last content on record; empty if there is no such content, or
  /// if either content can't be read.
  func externalChanges(to content: StoredContent?, since state: SettingsLog.State) -> [SettingChange] {
    guard let version = state.version, version.revision != content?.revision,
      let previous = try? log.content(of: version.number)
    else { return [] }
    return changes(from: previous, to: content?.bytes)
  }

  /// Returns the changes that the history lists; empty if either content isn't JSON.
  private func changes(from old: [UInt8]?, to new: [UInt8]?) -> [SettingChange] {
    let validator = form.validator
    guard let old = try? Snapshot(parsing: old, validator: validator),
      let new = try? Snapshot(parsing: new, validator: validator)
    else { return [] }
    return new.changes(since: old, in: validator.index)
  }

  private func state() throws(ConfirmationError) -> SettingsLog.State {
    do throws(StorageError) { return try log.state() } catch { throw .storage(.storage(error)) }
  }

  private func content() throws(ConfirmationError) -> StoredContent? {
    do throws(StorageError) { return try storage.read() } catch { throw .storage(.storage(error)) }
  }

  private func store(_ commit: StorageCommit) throws(ConfirmationError) -> CommitResult {
    do throws(StorageError) { return try storage.commit(commit) } catch { throw .storage(.storage(error)) }
  }
}
