import SettingsForm
import SettingsSystem

/// The applies of a storage that have to be confirmed, as its log knows them. Asks no participant.
struct Confirmations: Sendable {
  /// A content that was stored again.
  struct Stored {
    let revision: Revision?
    let isDurable: Bool
  }

  private let storage: any SettingsStorage
  private let log: SettingsLog
  private let validator: FormValidator

  init(of storage: any SettingsStorage, validator: FormValidator) {
    self.storage = storage
    self.validator = validator
    log = SettingsLog(of: storage)
  }

  /// The apply that waits; `nil` if none does.
  func pending() throws(ConfirmationError) -> PendingConfirmation? {
    try state().pending
  }

  /// The apply of an id, if it is the one that waits.
  func pending(_ id: ConfirmationID) throws(ConfirmationError) -> PendingConfirmation {
    guard let pending = try pending() else { throw .nothingPending }
    guard pending.id == id else { throw .otherPending(pending) }
    return pending
  }

  /// Keeps what was applied; says whether that is known to survive a crash.
  func confirm(_ id: ConfirmationID) throws(ConfirmationError) -> Bool {
    for _ in 0..<UntypedStore.maxAttempts {
      let content = try content()
      let state = try state()
      guard let pending = state.pending else { throw .nothingPending }
      guard pending.id == id else { throw .otherPending(pending) }
      guard pending.remaining() > .zero else { throw .overdue(id) }
      let header = LogHeader(.confirm, content?.revision, by: Login.name)
      let record = LogRecord(header: header.line, content: .note)
      let commit = StorageCommit(
        content?.bytes, expecting: content?.revision, head: state.head, records: [record])
      if case .committed(_, let isDurable) = try store(commit) { return isDurable }
    }
    throw .contended
  }

  /// Stores the content of before the apply; `nil` if it no longer waits.
  func restorePreviousContent(_ pending: PendingConfirmation) throws(ConfirmationError) -> Stored? {
    for _ in 0..<UntypedStore.maxAttempts {
      let content = try content()
      let state = try state()
      guard state.pending?.id == pending.id else { return nil }
      let bytes = try former(pending)
      let step = LogStep(
        .revert, to: bytes, changes: changes(from: content?.bytes, to: bytes), from: content, state: state,
        outside: externalChanges(to: content, since: state), options: ApplyOptions())
      if case .committed(let revision, let isDurable) = try store(step.commit) {
        return Stored(revision: revision, isDurable: isDurable)
      }
    }
    throw .contended
  }

  /// Takes an apply back whose time is over; says what still waits.
  func settle() -> PendingConfirmation? {
    guard let pending = try? pending() else { return nil }
    guard pending.remaining() == .zero else { return pending }
    _ = try? restorePreviousContent(pending)
    return try? self.pending()
  }

  /// The content of before the apply; `nil` if there was none.
  func former(_ pending: PendingConfirmation) throws(ConfirmationError) -> [UInt8]? {
    guard let number = pending.restores else { return nil }
    let content: [UInt8]??
    do throws(StorageError) { content = try log.content(of: number) } catch {
      throw .storage(.storage(error))
    }
    guard let content else { throw .damaged(pending) }
    return content
  }

  /// What another program has changed since the last content on record; nothing if there is no such content, or if one
  /// of the two can't be read.
  func externalChanges(to content: StoredContent?, since state: SettingsLog.State) -> [SettingChange] {
    guard let version = state.version, version.revision != content?.revision,
      let former = try? log.content(of: version.number)
    else { return [] }
    return changes(from: former, to: content?.bytes)
  }

  /// What the history lists; nothing if one of the contents is no JSON.
  private func changes(from old: [UInt8]?, to new: [UInt8]?) -> [SettingChange] {
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
    do throws(StorageError) {
      return try storage.commit(commit)
    } catch {
      throw .storage(.storage(error))
    }
  }
}
