import SettingsForm

/// A storage's log, read as the history of its content.
///
/// The latest records alone determine whether an apply waits for its confirmation: there is no other journal that could
/// disagree with them.
struct SettingsLog: Sendable {
  /// A summary of the log's latest records: all that an apply has to know of the past.
  struct State: Sendable {
    /// The numbers of the records, in ascending order.
    var numbers: [Int] = []
    /// The number of the last record; 0 if there is none.
    var head: Int { numbers.last ?? 0 }
    /// The number and the identity of the last content on record; `nil` if there is none. If the stored content has another identity,
    /// another program has saved.
    package var version: (number: Int, revision: SettingsRevision?)?
    /// The apply that waits for its confirmation, expired or not.
    var pending: PendingConfirmation?
  }

  private let storage: any SettingsStorage
  private let environment: StoreEnvironment

  init(of storage: any SettingsStorage, _ environment: StoreEnvironment = .system) {
    self.storage = storage
    self.environment = environment
  }

  /// Summarizes the latest records. Cost: reads the headers of one or a few records.
  ///
  /// The newest record that says something decides. For
  ///
  ///     12 apply (waits for confirmation a1)    13 outside    14 confirm
  ///
  /// the answer is "nothing is pending", and without record 14 it would be "a1 is pending": a save by another program doesn't confirm
  /// anything. A damaged record ends the search, because it might have been the confirmation, and settings that someone confirmed must not
  /// be rolled back.
  func state(_ freshness: StorageFreshness = .now) throws(SettingsStorageError) -> State {
    let numbers = try storage.logNumbers(freshness)
    var state = State(numbers: numbers)
    var isDecided = false
    for number in numbers.reversed() {
      switch try self.header(number, freshness: freshness) {
      case .missing: continue
      // The damaged record can be a confirmation, so an older record can't decide that one is still pending.
      case .damaged: isDecided = true
      case .found(let header):
        switch header.kind {
        case nil: isDecided = true
        case let kind?:
          // A save by another program neither confirms nor ends an apply, so it decides nothing.
          if !isDecided, kind != .outside {
            // A storage with its own clock decides about the time that is left, not the clocks of this machine.
            state.pending = try header.confirmation.map { pending throws(SettingsStorageError) in
              try storage.timeToConfirm(number).map { pending.ending(at: environment.now() + $0) }
                ?? pending
            }
            isDecided = true
          }
          if state.version == nil { state.version = (number, header.revision) }
        }
      }
      if isDecided, state.version != nil { break }
    }
    // If the head of the log is outdated, the commit fails, and nothing is lost. But an outdated pending confirmation would refuse the
    // apply without a commit, so read the log again.
    if freshness == .lastRead, state.pending != nil { return try self.state(.now) }
    return state
  }

  /// Returns the versions, newest first; the first is the stored content.
  ///
  /// Content that no record has, because another program has stored it since, becomes an entry 0 at the front. A record whose content is
  /// damaged stays in the list, marked. Cost: reads all headers, and all records to know which are damaged.
  ///
  /// - Parameters:
  ///   - revision: The identity of the stored content.
  ///   - now: The time for content that another program has stored.
  ///   - externalChanges: Returns what another program has changed since the last content on record.
  func entries(
    stored revision: SettingsRevision?, at now: WallTime, externalChanges: (State) -> [SettingChange]
  ) throws(SettingsStorageError) -> [SettingsHistoryEntry] {
    let state = try state()
    let pending = state.pending
    var entries: [SettingsHistoryEntry] = []
    for number in state.numbers.reversed() {
      let header: LogHeader
      switch try self.header(number) {
      case .missing: continue
      case .damaged:
        entries.append(.damaged(number))
        continue
      case .found(let found): header = found
      }
      guard let kind = header.kind else { continue }
      entries.append(
        SettingsHistoryEntry(
          id: number, kind: kind, revision: header.revision, time: header.time, author: header.author,
          message: header.message, changes: header.changes, commentedPaths: header.commentedPaths,
          changeCount: header.changeCount,
          upgrades: header.upgrades, agreements: header.agreements,
          confirmation: header.confirmation.flatMap { $0.id == pending?.id ? pending : nil },
          isDamaged: try storage.isRecordDamaged(number), isAfterFailure: header.isAfterFailure))
    }
    if entries.first(where: { $0.kind != .damaged }).map({ $0.revision != revision }) ?? (revision != nil) {
      let changes = externalChanges(state)
      entries.insert(
        SettingsHistoryEntry(
          id: 0, kind: .outside, revision: revision, time: now, author: "", message: nil,
          changes: SettingChange.recorded(changes), changeCount: changes.count, confirmation: nil,
          isDamaged: false, isAfterFailure: false), at: 0)
    }
    return entries
  }

  /// Returns the content of a version: an inner `nil` if nothing was stored then, an outer `nil` if the record is missing
  /// or damaged.
  func content(of number: Int) throws(SettingsStorageError) -> [UInt8]?? {
    guard case .found(let record) = try storage.logRecord(number) else { return nil }
    switch record.content {
    // A place without checksums of its own can have other bytes than the version had.
    case .version(let bytes):
      let revision = LogHeader(line: record.header)?.revision
      return revision == nil || revision == SettingsRevision(of: bytes) ? .some(bytes) : nil
    case .removal: return .some(nil)
    case .note: return nil
    }
  }

  /// Returns the paths of what was secret in any version that was there when the log was last read, by the form that it was stored with.
  /// Cost: reads the headers of all records.
  func secretPaths() throws(SettingsStorageError) -> Set<SettingPath> {
    var paths: Set<SettingPath> = []
    for number in try storage.logNumbers(.lastRead) {
      if case .found(let header) = try self.header(number, freshness: .lastRead) {
        paths.formUnion(header.secrets)
      }
    }
    return paths
  }

  /// Whether a version after a record restored earlier content: another process has rolled back the apply of that record, or a later one.
  func hasReversion(after number: Int) throws(SettingsStorageError) -> Bool {
    for later in try storage.logNumbers() where later > number {
      if case .found(let header) = try self.header(later), header.kind == .revert { return true }
    }
    return false
  }

  /// Returns the header of a record; `damaged` also if its line can't be read. One that is missing was removed since the numbers were read,
  /// which is no fault.
  private func header(
    _ number: Int, freshness: StorageFreshness = .now
  ) throws(SettingsStorageError) -> StorageLookup<LogHeader> {
    switch try storage.logHeader(number, freshness) {
    case .missing: .missing
    case .damaged: .damaged
    case .found(let line): LogHeader(line: line).map { .found($0) } ?? .damaged
    }
  }
}

extension SettingsStorage {
  /// What was secret in a version of the history, by the form that it was stored with. It stays masked when that form is gone.
  ///
  /// Nothing if the history can't be read, because then none of its versions is shown. Cost: reads the headers of all records.
  package var recordedSecrecy: Secrecy { recordedSecrecy { _ in true } }

  /// Returns what was secret in a version of the history at paths that the body accepts.
  package func recordedSecrecy(where isRelevant: (SettingPath) -> Bool) -> Secrecy {
    let paths = (try? SettingsLog(of: self).secretPaths()) ?? []
    return paths.isEmpty ? .none : Secrecy(ofPaths: paths.filter(isRelevant))
  }

  /// Returns the apply that waits for its confirmation, expired or not; `nil` if there is none, or if the history can't be read.
  ///
  /// It needs neither the content nor a form. Cost: reads the headers of one or a few records.
  ///
  /// - Throws: The error of a storage that isn't a file, since that won't answer the next question either.
  package func pendingConfirmation() throws(SettingsStorageError) -> PendingConfirmation? {
    do throws(SettingsStorageError) { return try SettingsLog(of: self).state().pending } catch {
      if case .remote = error { throw error }
      return nil
    }
  }
}

/// A version that replaces the current content, byte for byte.
///
/// What today's form finds wrong with the version becomes a warning and doesn't refuse it: the version was stored once, and a person
/// prefers it to what is stored now. The bytes needn't even be JSON, because another program might have stored them.
///
/// It serves four ends: a rollback on request, the rollback of an apply that wasn't confirmed, a copy of another place's content,
/// and the check of content that another process is about to store. The last two are new here, so an error of the form refuses them.
struct Restoration: Sendable {
  /// Where the bytes come from.
  enum Source {
    case history, elsewhere
  }

  /// The content that it replaces.
  let base: Snapshot
  /// The version's bytes, which are stored as they are; `nil` if nothing was stored: then the content is removed.
  let bytes: [UInt8]?
  let version: Snapshot
  let source: Source

  /// Restores a version from its bytes.
  init(_ bytes: [UInt8]?, from source: Source = .history, over base: Snapshot) {
    self.base = base
    self.source = source
    self.bytes = bytes
    version = Snapshot(ofVersion: bytes, layers: base.layers, form: base.form)
  }

  /// Restores a version that has been read already.
  init(_ version: Snapshot, over base: Snapshot) {
    self.base = base
    self.version = version
    source = .history
    bytes = version.content?.bytes
  }

  /// Reviews what restoring the version changes. Errors in the changed settings are only warnings for a version of the history. The locks of
  /// other layers are obstacles in any case.
  func review(of file: String) -> FormReview {
    let index = base.index
    let isJSON = version.malformed == nil
    let changes = isJSON ? version.changes(since: base) : []
    let refusals = changes.compactMap { base.layers.refusal(at: $0.path) }
    let places = StoredPlaces(index, changed: Set(changes.map(\.path))) { [base, version] entry in
      (old: base.storedValue(of: entry), new: version.storedValue(of: entry))
    }
    let found = [ReviewFinding](version.problems, over: base, places: places)
    var review = FormReview(
      file: file, revision: base.revision, changes: changes,
      derivedChanges: isJSON ? version.derivedChanges(since: base) : [],
      findings: (source == .elsewhere ? found : found.map(\.asWarning))
        + refusals.map(ReviewFinding.obstacle),
      conflicts: [],
      findPatch: PatchFinder { [base, version] in
        isJSON ? index.patch(from: base.read.stored, to: version.read.stored) : []
      })
    if isJSON {
      review.transition = ContentTransition(from: base, to: version)
    } else {
      review.changedLines = ChangedLines.range(from: base.content?.bytes ?? [], to: bytes ?? [])
    }
    return review
  }
}

extension ReviewFinding {
  /// The finding, with a warning in place of an obstacle. A remaining error stays what it is.
  fileprivate var asWarning: ReviewFinding {
    guard case .obstacle(var problem) = self else { return self }
    problem.severity = .warning
    return .warning(problem)
  }
}

/// The services of the system that a store uses besides its storage: the time, timers and random IDs. Tests replace them.
struct StoreEnvironment: Sendable {
  /// Returns the current time by both clocks.
  var now: @Sendable () -> Moment
  /// Returns after a duration; throws if the task is canceled.
  var sleep: @Sendable (Duration) async throws -> Void
  /// Creates the ID of an apply that has to be confirmed.
  var makeConfirmationID: @Sendable () -> ConfirmationID
  /// Starts the timer of a store.
  var start: @Sendable (_ timer: @escaping @Sendable () async -> Void) -> Task<Void, Never> = { timer in
    Task { await timer() }
  }

  /// The system's clocks and random numbers.
  static let system = StoreEnvironment(
    now: { .now }, sleep: { try await Task.sleep(for: $0) },
    makeConfirmationID: { ConfirmationID(.random(in: .min ... .max)) })
}
