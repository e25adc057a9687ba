import SettingsSystem

/// A commit and what the log keeps of it.
struct LogStep: Sendable {
  /// What the storage is to do.
  let commit: StorageCommit
  /// What takes it back unless it is confirmed.
  let confirmation: PendingConfirmation?
  /// The number of the record of the new content.
  let number: Int

  /// Plans a commit that leads from a content to another.
  ///
  /// A content that the log does not know, because another program stored it, goes on record first: it can be brought
  /// back, too.
  ///
  /// - Parameter outside: what that program has changed.
  init(
    _ kind: HistoryEntry.Kind, to bytes: [UInt8]?, changes: [SettingChange], from base: StoredContent?,
    state: SettingsLog.State, outside: [SettingChange], options: ApplyOptions
  ) {
    let revision = bytes.map(Revision.init(of:))
    guard options.history == .record || options.confirmWithin != nil else {
      confirmation = nil
      number = state.head
      commit = StorageCommit(
        bytes, revision, expecting: base?.revision, head: state.head, records: [], oldest: 0,
        makeRecordOfSave: Self.recordOfSave)
      return
    }
    let author = options.author ?? Login.name
    var records: [LogRecord] = []
    var former = state.version.flatMap { $0.revision == base?.revision ? $0.number : nil }
    if former == nil, let base {
      let header = LogHeader(.outside, base.revision, outside, by: "", message: nil)
      records.append(LogRecord(header: header.line, content: .version(base.bytes)))
      former = state.head + 1
    }

    confirmation = options.confirmWithin.map { time in
      PendingConfirmation(
        id: .new(), author: author, message: options.message,
        // A second apply before the confirmation of the first goes back to where the first does.
        restores: state.pending.map(\.restores) ?? former, session: Login.session, end: .now + time,
        limit: time)
    }
    let header = LogHeader(
      kind, revision, changes, by: author, message: options.message,
      confirmation: confirmation)
    records.append(LogRecord(header: header.line, content: LogRecord.Content(bytes)))
    number = state.head + records.count

    let limit = HistoryLimit.oldest(head: state.head + records.count, size: bytes?.count ?? 0)
    let needed = [confirmation, state.pending].compactMap { $0?.restores }.min()
    commit = StorageCommit(
      bytes, revision, expecting: base?.revision, head: state.head, records: records,
      oldest: min(limit, needed ?? limit, former ?? limit),
      reservation: confirmation == nil ? 0 : Self.spaceToRollBack(to: base?.bytes, from: bytes),
      makeRecordOfSave: Self.recordOfSave)
  }

  /// How much disk space the way back may take, in bytes: the old content as the file and in a record, the content that is there by
  /// then in another record, and two headers.
  private static func spaceToRollBack(to old: [UInt8]?, from new: [UInt8]?) -> Int {
    2 * (old?.count ?? 0) + (new?.count ?? 0) + 1 << 18
  }

  /// The record of a save of another program that an earlier commit displaced.
  @Sendable static func recordOfSave(_ bytes: [UInt8]) -> LogRecord {
    let header = LogHeader(.outside, Revision(of: bytes), [], by: "", message: nil)
    return LogRecord(header: header.line, content: .version(bytes))
  }
}
