import Synchronization

@testable import Settings
@testable import SettingsSystem

// What the apps of a world tell it, and what must be true at the end.

extension World {
  var step: Int { state.withLock { $0.step } }
  var elapsed: Int64 { state.withLock { $0.elapsed } }

  func note(_ event: String) { if isTracing { state.withLock { $0.note(event) } } }
  func report(_ violation: String) { state.withLock { $0.violations.append(violation) } }

  /// Whether an app may report an error of the storage: it is gone, a call has failed, the disk was full, or the other program was saving.
  func isExcused(_ app: Int, since step: Int) -> Bool {
    hasFailed(app) || state.withLock { max($0.lastInterference, $0.lastFull) >= step }
  }

  func hasFailed(_ app: Int) -> Bool {
    state.withLock { $0.gone.contains(app) || $0.hadFailure.contains(app) }
  }

  func pass(seconds: Int) { state.withLock { $0.elapsed += Int64(seconds) * 1_000 } }

  /// Makes the ID of an apply with a time limit.
  func makeConfirmationID(for seconds: Int) -> ConfirmationID {
    state.withLock { state in
      let id = ConfirmationID(UInt32(state.limits.count + 1))
      state.limits[id] = (state.boot, state.elapsed + Int64(seconds) * 1_000)
      return id
    }
  }

  /// Begins a change, and returns the number that it is to set.
  func beginApply() -> Int {
    state.withLock { state in
      state.nextNumber += 1
      state.applies[state.nextNumber - 1] = .unknown
      return state.nextNumber - 1
    }
  }

  func endApply(_ value: Int, _ result: Apply) {
    if isTracing { note("\(value): \(result)") }
    state.withLock { $0.applies[value] = result }
  }

  /// The applies with a time limit that have succeeded.
  var acknowledged: [ConfirmationID] {
    state.withLock { state in
      state.applies.values.compactMap { if case .done(let id) = $0 { id } else { nil } }
    }
  }

  func beginDecision(on id: ConfirmationID) {
    state.withLock { $0.decisions[id, default: Decisions()].tries += 1 }
  }

  func endDecision(on id: ConfirmationID, isConfirmed: Bool) {
    state.withLock { state in
      if isConfirmed {
        state.decisions[id]?.isConfirmed = true
      } else {
        state.decisions[id]?.isCanceled = true
      }
    }
  }

  /// Returns the time that an apply has left by the clock that can't be set; `nil` after a restart.
  func timeLeft(of id: ConfirmationID) -> Int64? {
    state.withLock { state in
      state.limits[id].flatMap { $0.boot == state.boot ? $0.end - state.elapsed : nil }
    }
  }

  /// Whether an apply must still wait: it has succeeded and has time left, no other one with a time limit has begun since, and nobody has
  /// decided about it but somebody who has tried it a number of times.
  func mustWait(_ id: ConfirmationID, tries: Int = 0) -> Bool {
    (timeLeft(of: id) ?? 0) > 0 && acknowledged.contains(id)
      && state.withLock { state in
        id == ConfirmationID(UInt32(state.limits.count)) && state.decisions[id]?.tries ?? 0 == tries
      }
  }

  /// Expects that the last apply with a time limit still waits, if it must.
  func expectNothingEarly() {
    let (id, machine) = state.withLock { state in
      // Only a clock that was set can make it early.
      (state.wallOffset == 0 ? nil : ConfirmationID(UInt32(state.limits.count)), state.machine)
    }
    guard let id, memory == nil, mustWait(id) else { return }
    let storage = FileStorage(
      Self.path, fileSystem: SimulatedFileSystem(of: Self.observer, on: machine) { _, _ in })
    if let state = try? SettingsLog(of: storage).state(), state.pending?.id != id {
      report("\(id) is taken back before its time")
    }
  }

  // MARK: - The end

  /// A version on record.
  private struct Version {
    let number: Int
    let header: LogHeader
    let content: [UInt8]?

    var values: JSONObject { content.flatMap { JSONObject(parsing: $0) } ?? [:] }
  }

  /// Opens everything again when all time limits are over, applies a last change, and compares the file and its history with what was
  /// achieved.
  func judge() async {
    pass(seconds: 100_000)
    let machine = state.withLock { state in
      SimulatedFileSystem.Machine(state.machine.state.withLock { $0.disk })
    }
    let fileSystem = SimulatedFileSystem(of: 0, on: machine) { _, _ in }
    let storage: any SettingsStorage = memory ?? FileStorage(Self.path, fileSystem: fileSystem)
    do {
      var environment = SettingsTestClock().environment
      environment.now = { self.now }
      environment.start = { _ in Task {} }
      let store = try StoreEngine(
        form: WorldApp.form, layers: SettingsLayers(storage: storage), participants: [], hooks: nil,
        options: StoreOptions(refresh: .manual), environment: environment, check: nil)
      let value = beginApply()
      let outcome = try await store.set(["c"], .number(JSONNumber(value)))
      endApply(value, .done(nil))
      if !outcome.isDurable { report("the last apply isn't durable") }
      try judge(try records(in: storage), storage)
    } catch {
      report("at the end: \(error)")
    }
    let disk = fileSystem.disk
    let known = [Self.path, SimulatedDisk.history, Save.backupName, Save.temporaryName]
    let left = disk.names.keys.filter {
      FileLocation($0).folder == SimulatedDisk.folder && !known.contains($0)
    }
    if !(disk.unfinished + left).isEmpty {
      report("at the end, there are \(disk.unfinished + left)")
    }
  }

  private func records(in storage: any SettingsStorage) throws -> [(
    header: LogHeader, record: StorageRecord, number: Int
  )] {
    try storage.logNumbers().compactMap { number in
      guard case .found(let record) = try storage.logRecord(number),
        let header = LogHeader(line: record.header)
      else {
        report("record \(number) is damaged")
        return nil
      }
      return (header, record, number)
    }
  }

  private func judge(
    _ records: [(header: LogHeader, record: StorageRecord, number: Int)],
    _ storage: any SettingsStorage
  ) throws {
    let (applies, decided, saved, known) = state.withLock {
      ($0.applies, $0.decisions, $0.saved, $0.known)
    }
    var versions: [Int: [UInt8]?] = [:]
    var last: Version?
    var pending: PendingConfirmation?
    var confirmed: Set<ConfirmationID> = []
    var reverted: Set<ConfirmationID> = []
    var superseded: Set<ConfirmationID> = []
    var found: [Int: Int] = [:]
    for (header, record, number) in records {
      let content: [UInt8]?
      switch record.content {
      case .note:
        if let pending { confirmed.insert(pending.id) }
        pending = nil
        continue
      case .removal: content = nil
      case .version(let bytes): content = bytes
      }
      let version = Version(number: number, header: header, content: content)
      switch header.kind {
      case .outside?:
        if let content, !known.contains(content) {
          report("record \(number) has content that nobody has saved: \(Optional(content).text)")
        }
      case .apply?:
        if let pending, header.confirmation == nil {
          report("\(number) was applied while \(pending.id) waited")
        }
        if let pending { superseded.insert(pending.id) }
        pending = header.confirmation
        judgeChanges(of: version, since: last)
        for change in header.changes {
          if let value: Int = change.new?.integer() { found[value, default: 0] += 1 }
        }
      case .revert? where header.isAfterFailure: pending = header.confirmation
      case .revert?:
        guard let waiting = pending else {
          report("record \(number) takes back what doesn't wait")
          break
        }
        if let former = waiting.restores.map({ versions[$0] ?? nil }) ?? .some(nil),
          former != content
        {
          report("record \(number) restores \(content.text) instead of \(former.text)")
        }
        reverted.insert(waiting.id)
        pending = nil
      case .rollback?:
        if let pending { report("\(number) was rolled back while \(pending.id) waited") }
        if !versions.values.contains(content) {
          report("record \(number) restores no version: \(content.text)")
        }
      case .damaged?, nil: report("record \(number) is of no kind")
      }
      versions[number] = .some(content)
      last = version
    }
    if let pending { report("\(pending.id) still waits") }
    let content = try storage.read()?.bytes
    if last?.content != content {
      report("the file has \(content.text), the history ends with \((last?.content).text)")
    }

    for (value, apply) in applies.sorted(by: { $0.key < $1.key }) {
      let count = found[value, default: 0]
      switch apply {
      case .done where count != 1:
        report("\(value) was applied, and is \(count) times in the history")
      case .copied where count > 0: report("\(value) was there already, and is in the history as a change")
      case .copied where !known.contains(where: { holds(value, $0) }):
        report("\(value) was there already, and nobody has saved it")
      case .unknown where count > 1: report("\(value) is \(count) times in the history")
      case .refused(.commitFailed) where count > 1:
        report("\(value) failed, and is \(count) times in the history")
      case .refused(.commitFailed), .refused(.confirmationExpired), .refused(.confirmationCanceled):
        break
      case .refused(.storage(.storage(.notRestored))): break
      case .refused(let error) where count > 0:
        report("\(value) was refused, and is in the history: \(error)")
      default: break
      }
      guard case .done(let id?) = apply else { continue }
      let decisions = decided[id] ?? Decisions()
      if decisions.isConfirmed, !confirmed.contains(id) { report("\(id) was confirmed, and isn't") }
      if decisions.isCanceled, !reverted.contains(id) { report("\(id) was canceled, and isn't") }
      if decisions.tries == 0, confirmed.contains(id) {
        report("\(id) is confirmed, and nobody has done that")
      }
      if confirmed.union(reverted).union(superseded).isDisjoint(with: [id]) {
        report("\(id) is neither kept nor taken back")
      }
    }
    for save in saved where !versions.values.contains(save.content) {
      report("the other program's save is lost: \(Optional(save.content).text)")
    }
  }

  private func holds(_ value: Int, _ content: [UInt8]) -> Bool {
    guard let object = JSONObject(parsing: content) else { return false }
    return ["a", "c"].contains { object[$0]?.integer() == value }
  }

  /// Checks that a version differs from the one before in its changes and in nothing else.
  private func judgeChanges(of version: Version, since last: Version?) {
    var expected = last?.values ?? [:]
    for change in version.header.changes {
      guard let key = change.path.keys.first else { continue }
      expected[key] = change.new
    }
    if expected != version.values {
      report("record \(version.number) has \(version.content.text) after \((last?.content).text)")
    }
  }
}
