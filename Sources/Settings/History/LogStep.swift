import SettingsSystem

/// A commit, and what the log keeps about it.
struct LogStep: Sendable {
  /// The commit for the storage.
  let commit: StorageCommit
  /// The armed confirmation: it becomes pending when the commit is done.
  let confirmation: PendingConfirmation?
  /// The number of the record of the new content.
  let number: Int

  /// Plans a commit that replaces one content with another.
  ///
  /// If the log doesn't have the replaced content, because another program has stored it or because nothing was stored yet, that
  /// content is recorded first, so that it can be restored.
  ///
  /// - Parameters:
  ///   - secrets: The paths of the secrets in the new content.
  ///   - external: The changes by that program.
  ///   - form: The form that tells which parts of content of other programs are secret.
  init(
    _ kind: HistoryEntry.Kind, to bytes: [UInt8]?, changes: [SettingChange], secrets: [SettingPath],
    from base: StoredContent?, state: SettingsLog.State, external: [SettingChange], options: ApplyOptions,
    environment: StoreEnvironment, form: StoreForm
  ) {
    let now = environment.now()
    let revision = bytes.map(Revision.init(of:))
    let recordOfSave = { @Sendable (bytes: [UInt8]) in
      Self.recordOfBase(StoredContent(bytes), [], form, at: now.wall)
    }
    guard options.history == .record || options.confirmWithin != nil else {
      confirmation = nil
      number = state.head
      commit = StorageCommit(
        bytes, revision, expecting: base?.revision, head: state.head, records: [], oldest: 0,
        makeRecordOfSave: recordOfSave)
      return
    }
    let author = options.author ?? Login.name
    var records: [LogRecord] = []
    var previous = state.version.flatMap { $0.revision == base?.revision ? $0.number : nil }
    if previous == nil {
      records.append(Self.recordOfBase(base, external, form, at: now.wall))
      previous = state.head + 1
    }

    confirmation = options.confirmWithin.map { limit in
      PendingConfirmation(
        id: environment.makeConfirmationID(), author: author, message: options.message,
        // A confirmed apply that supersedes a pending one restores the same content as the pending one.
        restores: state.pending.map(\.restores) ?? previous, session: Login.session, end: now + limit,
        limit: limit)
    }
    let header = LogHeader(
      kind, revision, changes, secrets: secrets, at: now.wall, by: author, message: options.message,
      confirmation: confirmation)
    records.append(LogRecord(header: header.line, content: LogRecord.Content(bytes)))
    number = state.head + records.count

    // Records that a rollback may restore are kept regardless of the limit.
    let limit = HistoryLimit.oldest(head: number, size: bytes?.count ?? 0)
    let needed = [confirmation, state.pending].compactMap { $0?.restores }.min()
    commit = StorageCommit(
      bytes, revision, expecting: base?.revision, head: state.head, records: records,
      oldest: min(limit, needed ?? limit, previous ?? limit),
      reservation: confirmation == nil ? 0 : Self.spaceToRollBack(to: base?.bytes, from: bytes),
      confirmationLimit: confirmation?.limit, makeRecordOfSave: recordOfSave)
  }

  /// Returns the disk space in bytes that a rollback may need: for the old content, as the file and in a record; for the
  /// content that is stored by then, in another record; and for two headers.
  private static func spaceToRollBack(to old: [UInt8]?, from new: [UInt8]?) -> Int {
    2 * (old?.count ?? 0) + (new?.count ?? 0) + 1 << 18
  }

  /// Creates the record of content that another program has stored or removed.
  private static func recordOfBase(
    _ content: StoredContent?, _ changes: [SettingChange], _ form: StoreForm, at time: Timestamp
  ) -> LogRecord {
    let header = LogHeader(
      .outside, content?.revision, changes, secrets: form.secretPaths(in: content?.bytes), at: time, by: "",
      message: nil)
    return LogRecord(header: header.line, content: LogRecord.Content(content?.bytes))
  }
}
