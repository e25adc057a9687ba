import SettingsForm

/// A storage's log, read as the history of its content.
///
/// Whether an apply waits for its confirmation is what the latest records say: there is no other journal that could
/// disagree with them.
struct SettingsLog: Sendable {
  /// Where the log stands.
  struct State: Sendable {
    /// The number of the last record; 0 for none.
    var head = 0
    /// The number and the identity of the last content that is on record.
    var version: (number: Int, revision: Revision?)?
    /// The apply that waits for its confirmation.
    var pending: PendingConfirmation?
  }

  private let storage: any SettingsStorage

  init(of storage: any SettingsStorage) {
    self.storage = storage
  }

  /// Where the log stands. Cost: reads the header of one record, or of a few.
  func state() throws(StorageError) -> State {
    let numbers = try storage.logNumbers()
    var state = State(head: numbers.last ?? 0)
    var isDecided = false
    for number in numbers.reversed() {
      // A record that was cut short was never acknowledged; one that is damaged says nothing any more.
      guard let header = try header(number) else { continue }
      switch header.kind {
      case .confirm: isDecided = true
      case .version(let kind):
        if !isDecided, kind != .outside {
          state.pending = header.confirmation
          isDecided = true
        }
        if state.version == nil { state.version = (number, header.revision) }
      }
      if isDecided, state.version != nil { break }
    }
    return state
  }

  /// The versions, newest first; the first is what is stored now.
  ///
  /// - Parameter outside: what another program has changed since the last content on record.
  func entries(
    now revision: Revision?, outside: (State) -> [SettingChange] = { _ in [] }
  ) throws(StorageError) -> [HistoryEntry] {
    let state = try state()
    let pending = state.pending
    var entries: [HistoryEntry] = []
    for number in try storage.logNumbers().reversed() {
      guard let header = try header(number), case .version(let kind) = header.kind else { continue }
      entries.append(
        HistoryEntry(
          id: number, kind: kind, revision: header.revision, time: header.time, author: header.author,
          message: header.message, changes: header.changes, changeCount: header.changeCount,
          confirmation: header.confirmation.flatMap { $0.id == pending?.id ? $0 : nil }))
    }
    if entries.first.map({ $0.revision != revision }) ?? (revision != nil) {
      let changes = outside(state)
      entries.insert(
        HistoryEntry(
          id: 0, kind: .outside, revision: revision, time: .now, author: "", message: nil,
          changes: HistoryEntry.Change.listed(changes), changeCount: changes.count, confirmation: nil), at: 0)
    }
    return entries
  }

  /// The content of a version; `nil` within if nothing was stored then, `nil` if the record is gone or damaged.
  func content(of number: Int) throws(StorageError) -> [UInt8]?? {
    guard let record = try storage.logRecord(number), let header = LogHeader(line: record.header),
      case .version = header.kind
    else { return nil }
    guard let revision = header.revision else { return .some(nil) }
    guard Revision(of: record.content) == revision else { return nil }
    return .some(record.content)
  }

  private func header(_ number: Int) throws(StorageError) -> LogHeader? {
    try storage.logHeader(number).flatMap(LogHeader.init(line:))
  }
}
