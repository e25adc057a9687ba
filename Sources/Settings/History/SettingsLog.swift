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

  /// A record's header, as far as it can be read.
  private enum Header {
    case intact(LogHeader)
    case damaged
    case missing
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
      switch try self.header(number) {
      case .missing: continue
      // It may have been a confirmation, so no older record can tell that one is still pending.
      case .damaged: isDecided = true
      case .intact(let header):
        switch header.kind {
        case .confirm: isDecided = true
        case .version(let kind):
          if !isDecided, kind != .outside {
            state.pending = header.confirmation
            isDecided = true
          }
          if state.version == nil { state.version = (number, header.revision) }
        }
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
      let header: LogHeader
      switch try self.header(number) {
      case .missing: continue
      case .damaged:
        entries.append(.damaged(number))
        continue
      case .intact(let intact): header = intact
      }
      guard case .version(let kind) = header.kind else { continue }
      entries.append(
        HistoryEntry(
          id: number, kind: kind, revision: header.revision, time: header.time, author: header.author,
          message: header.message, changes: header.changes, changeCount: header.changeCount,
          confirmation: header.confirmation.flatMap { $0.id == pending?.id ? $0 : nil },
          isDamaged: try storage.logRecord(number) == .damaged))
    }
    if entries.first(where: { $0.kind != .damaged }).map({ $0.revision != revision }) ?? (revision != nil) {
      let changes = outside(state)
      entries.insert(
        HistoryEntry(
          id: 0, kind: .outside, revision: revision, time: .now, author: "", message: nil,
          changes: HistoryEntry.Change.listed(changes), changeCount: changes.count, confirmation: nil,
          isDamaged: false), at: 0)
    }
    return entries
  }

  /// The content of a version; `nil` within if nothing was stored then, `nil` if the record is gone or damaged.
  func content(of number: Int) throws(StorageError) -> [UInt8]?? {
    guard case .found(let record) = try storage.logRecord(number) else { return nil }
    switch record.content {
    case .version(let bytes): return .some(bytes)
    case .removal: return .some(nil)
    case .note: return nil
    }
  }

  private func header(_ number: Int) throws(StorageError) -> Header {
    switch try storage.logHeader(number) {
    case .missing: .missing
    case .damaged: .damaged
    case .found(let line): LogHeader(line: line).map { .intact($0) } ?? .damaged
    }
  }
}
