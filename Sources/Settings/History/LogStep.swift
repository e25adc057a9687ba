import SettingsForm
import SettingsSystem

/// A commit, and what the log keeps about it. Planning it is a pure function of what was read, so tests compare steps without a disk.
///
/// Usually the log gets one record: the new version. It gets two if another program has saved since the last record; its content becomes a
/// version of its own before ours:
///
///     log has     12 apply (rev A)
///     file has    rev B, because someone used vi
///     our apply   13 outside (rev B), 14 apply (rev C)
///
/// Both are written in the same step, so no version is missing from the history, and rolling back our apply leads to what that person
/// saved.
struct LogStep: Sendable {
  let commit: StorageCommit
  /// The armed confirmation: it becomes pending when the commit is done. Its ID and its end are fixed before the commit, because they are
  /// in the record.
  let confirmation: PendingConfirmation?
  /// The number of the record of the new content.
  let number: Int

  /// Plans a commit that replaces one content with another.
  ///
  /// If the log doesn't have the replaced content, because another program has stored it or because nothing was stored yet, that content is
  /// recorded first. Otherwise it couldn't be restored.
  ///
  /// - Parameters:
  ///   - secrets: The paths of the secrets in the new content.
  ///   - external: The changes by that program.
  ///   - form: The form that tells which parts of content of other programs are secret.
  init(
    _ kind: SettingsHistoryEntry.Kind, to bytes: [UInt8]?, changes: [SettingChange], secrets: [SettingPath],
    from base: StoredContent?, state: SettingsLog.State, external: [SettingChange], options: ApplyOptions,
    environment: StoreEnvironment, form: StoreForm
  ) {
    let now = environment.now()
    let revision = bytes.map(SettingsRevision.init(of:))
    let recordOfSave = { @Sendable (bytes: [UInt8]) in
      Self.recordOfBase(StoredContent(bytes), changes: [], form: form, at: now.wall)
    }
    guard options.history == .record || options.confirmWithin != nil else {
      confirmation = nil
      number = state.head
      commit = StorageCommit(
        bytes, newRevision: revision, expecting: base?.revision, head: state.head, records: [], oldest: 0,
        makeRecordOfSave: recordOfSave)
      return
    }
    let author = options.author ?? Login.name
    var records: [StorageRecord] = []
    var previous = state.version.flatMap { $0.revision == base?.revision ? $0.number : nil }
    if previous == nil {
      records.append(Self.recordOfBase(base, changes: external, form: form, at: now.wall))
      previous = state.head + 1
    }

    confirmation = options.confirmWithin.map { limit in
      PendingConfirmation(
        id: environment.makeConfirmationID(), author: author, message: options.message,
        // If this apply supersedes a pending one, both restore the same content: what was stored before the first of them.
        restores: state.pending.map(\.restores) ?? previous, session: Login.session, end: now + limit,
        limit: limit)
    }
    let header = LogHeader(
      kind, revision: revision, changes: changes, secrets: secrets, at: now.wall, by: author,
      message: options.message,
      confirmation: confirmation)
    records.append(StorageRecord(header: header.line, content: StorageRecord.Content(bytes)))
    number = state.head + records.count

    // Records that a rollback may restore are kept regardless of the limit.
    let limit = HistoryLimit.oldest(head: number, size: bytes?.count ?? 0)
    let needed = [confirmation, state.pending].compactMap { $0?.restores }.min()
    commit = StorageCommit(
      bytes, newRevision: revision, expecting: base?.revision, head: state.head, records: records,
      oldest: min(limit, needed ?? limit, previous ?? limit),
      reservation: confirmation == nil ? 0 : Self.spaceToRollBack(to: base?.bytes, from: bytes),
      confirmationLimit: confirmation?.limit, makeRecordOfSave: recordOfSave)
  }

  /// Returns the disk space in bytes that a rollback may need: for the old content, as the file and in a record; for the
  /// content that is stored by then, in another record; and for two headers.
  private static func spaceToRollBack(to old: [UInt8]?, from new: [UInt8]?) -> Int {
    2 * (old?.count ?? 0) + (new?.count ?? 0) + 1 << 18
  }

  /// Creates the record of content that another program has stored or removed. The author is empty: nobody knows who saved.
  private static func recordOfBase(
    _ content: StoredContent?, changes: [SettingChange], form: StoreForm, at time: WallTime
  ) -> StorageRecord {
    let header = LogHeader(
      .outside, revision: content?.revision, changes: changes, secrets: form.secretPaths(in: content?.bytes),
      at: time, by: "",
      message: nil)
    return StorageRecord(header: header.line, content: StorageRecord.Content(content?.bytes))
  }
}

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
  func phase() throws(ConfirmationError) -> ConfirmationPhase {
    ConfirmationPhase(of: try state().pending, at: environment.now())
  }

  /// Keeps what was applied; returns whether that is known to survive a crash.
  ///
  /// It appends a record and leaves the content alone, also if somebody has edited the file since the apply. Throws if no apply with this
  /// ID waits, if its time is over, or if the storage fails.
  func confirm(_ id: ConfirmationID) throws(ConfirmationError) -> Bool {
    for _ in 0..<StorageCommit.maxAttempts {
      let content = try content()
      let state = try state()
      let now = environment.now()
      try ConfirmationPhase(of: state.pending, at: now).confirming(id)
      let header = LogHeader(.confirm, revision: content?.revision, at: now.wall, by: Login.name)
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

  /// Rolls back the last apply if it has expired; returns the apply that still waits. A process does this when it opens a store, because no
  /// process may have been running when the time was over.
  func rollBackIfExpired() throws(ConfirmationError) -> PendingConfirmation? {
    switch try phase() {
    case .settled: return nil
    case .pending(let pending): return pending
    case .expired(let pending):
      _ = try restorePreviousContent(of: pending)
      return try state().pending
    }
  }

  /// Returns the content from before the apply; `nil` if nothing was stored. Throws `damaged` if its record is gone or can't be read.
  func previousContent(of pending: PendingConfirmation) throws(ConfirmationError) -> [UInt8]? {
    guard let number = pending.restores else { return nil }
    let content: [UInt8]??
    do throws(SettingsStorageError) { content = try log.content(of: number) } catch {
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

  /// Returns the changes that the history lists; empty if either content isn't JSON. The file is compared alone, without the other layers.
  private func changes(from old: [UInt8]?, to new: [UInt8]?) -> [SettingChange] {
    let validator = form.validator
    guard let old = try? Snapshot(parsing: old, validator: validator),
      let new = try? Snapshot(parsing: new, validator: validator)
    else { return [] }
    return new.changes(since: old, in: validator.index)
  }

  private func state() throws(ConfirmationError) -> SettingsLog.State {
    do throws(SettingsStorageError) { return try log.state() } catch { throw .storage(.storage(error)) }
  }

  private func content() throws(ConfirmationError) -> StoredContent? {
    do throws(SettingsStorageError) { return try storage.read() } catch { throw .storage(.storage(error)) }
  }

  private func store(_ commit: StorageCommit) throws(ConfirmationError) -> StorageCommitResult {
    do throws(SettingsStorageError) { return try storage.commit(commit) } catch {
      throw .storage(.storage(error))
    }
  }
}
