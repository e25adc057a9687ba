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
  ///   - bytes: The new content.
  ///   - header: Its header. The step adds the revision and the confirmation, which are known only here.
  ///   - external: The changes by that program.
  ///   - form: The form that tells which parts of content of other programs are secret.
  init(
    to bytes: [UInt8]?, _ header: LogHeader, from base: StoredContent?, state: SettingsLog.State,
    external: [SettingChange], options: ApplyOptions, environment: StoreEnvironment, form: StoreForm
  ) {
    let now = environment.now()
    var header = header
    var commit = StorageCommit(bytes, expecting: base?.revision, head: state.head)
    // Only a new file gets a mode, so the form isn't read for any other.
    commit.isPrivate = base == nil && form.index.holdsSecrets
    commit.makeRecordOfSave = { bytes in
      Self.recordOfBase(StoredContent(bytes), changes: [], form: form, at: now.wall)
    }
    guard options.history == .record || options.confirmWithin != nil else {
      (self.commit, confirmation, number) = (commit, nil, state.head)
      return
    }
    var previous = state.version.flatMap { $0.revision == base?.revision ? $0.number : nil }
    if previous == nil {
      commit.records.append(Self.recordOfBase(base, changes: external, form: form, at: now.wall))
      previous = state.head + 1
    }

    confirmation = options.confirmWithin.map { limit in
      PendingConfirmation(
        id: environment.makeConfirmationID(), author: header.author, message: header.message,
        // If this apply supersedes a pending one, both restore the same content: what was stored before the first of them.
        restores: state.pending.map(\.restores) ?? previous, session: Login.session, end: now + limit,
        limit: limit)
    }
    header.revision = commit.newRevision
    header.confirmation = confirmation
    commit.records.append(StorageRecord(header: header.line, content: StorageRecord.Content(bytes)))
    number = state.head + commit.records.count

    // Records that a rollback may restore are kept regardless of the limit.
    let limit = HistoryLimit.oldest(
      of: state.numbers, adding: commit.records.count, size: bytes?.count ?? 0)
    let needed = [confirmation, state.pending].compactMap { $0?.restores }.min()
    commit.oldest = min(limit, needed ?? limit, previous ?? limit)
    if let confirmation {
      commit.reservation = Self.spaceToRollBack(to: base?.bytes, from: bytes)
      commit.confirmationLimit = confirmation.limit
    }
    self.commit = commit
  }

  /// Returns the disk space in bytes that a rollback may need: for the old content, as the file and in a record; for the
  /// content that is stored by then, in another record; and for two headers.
  private static func spaceToRollBack(to old: [UInt8]?, from new: [UInt8]?) -> Int {
    2 * (old?.count ?? 0) + (new?.count ?? 0) + 1 << 18
  }

  /// Creates the record of content that another program has stored or removed. The author is empty: nobody knows who saved.
  static func recordOfBase(
    _ content: StoredContent?, changes: [SettingChange], form: StoreForm, at time: WallTime
  ) -> StorageRecord {
    let header = LogHeader(
      .outside, revision: content?.revision, changes: changes, secrets: form.secretPaths(in: content?.bytes),
      at: time, by: "",
      message: nil)
    return StorageRecord(header: header.line, content: StorageRecord.Content(content?.bytes))
  }
}
