import Synchronization

@testable import Settings
@testable import SettingsSystem

/// An app in a ``World``: a process with a store of the settings file, two participants, a side effect, and a timer while an apply waits.
final class WorldApp: Sendable {
  private struct Timers {
    /// The timers that run, rather than wait for their time.
    var running = 0
    var whenWaiting: CheckedContinuation<Void, Never>?
  }

  /// The form of the settings, whose first setting has a side effect.
  static let form = form(
    #"""
    {"type": "object", "properties": {
      "a": {"type": "integer", "title": "A", "default": 0, "x-setting": {"sideEffects": ["work"]}},
      "c": {"type": "integer", "title": "C", "default": 0},
      "s": {"type": "integer", "title": "S", "default": 0}}}
    """#)
  private static let refusing = form(
    #"{"type": "object", "properties": {"a": {"type": "string", "title": "A"}}, "required": ["z"]}"#
  )
  private static let nothing = form("")

  private static func form(_ text: String) -> StoreForm {
    let form = try? FormSchema(written: Array(text.utf8))
    return StoreForm(FormIndex(form ?? FormSchema(describingNothingIn: nil)))
  }

  let number: Int
  private let plan: WorldPlan.App
  private let world: World
  private let storage: any SettingsStorage
  private let clock = SettingsTestClock()
  private let timers = Mutex(Timers())
  private let participants: [Witness]
  private let hooks = Worker()
  /// The time limit of the current apply in seconds.
  private let limit = Mutex(0)
  /// The last apply for which the store must have a timer.
  private let timed = Mutex<ConfirmationID?>(nil)

  init(
    _ plan: WorldPlan.App, _ number: Int, in world: World, on machine: SimulatedFileSystem.Machine
  ) {
    (self.plan, self.number, self.world) = (plan, number, world)
    let plant = world.plant
    let fraud: [World.Plant: SimulatedFileSystem.Fraud] = [
      .contentNotDurable: .files, .namesNotDurable: .folders, .lockNotTaken: .locks,
      .equalIDs: .numbers,
      .noReservation: .space,
    ]
    let fileSystem = SimulatedFileSystem(
      of: number, on: machine, fraud: plant.flatMap { fraud[$0] } ?? [],
      canExchange: plant != .comparedTooEarly && world.plan.place == .file
    ) { call, milliseconds throws(SystemCallError) in try world.turn(number, call, milliseconds) }
    let isFaulty = [.contentNotCompared, .logNotCompared, .recordAfterFile].contains(plant)
    let file = FileStorage(World.path, fileSystem: fileSystem)
    storage =
      if let memory = world.memory {
        WorldStorage(memory, plant) { call throws(SystemCallError) in
          try world.turn(number, call, 0)
        }
      } else if isFaulty { WorldStorage(file, plant) { _ in } } else { file }
    participants = ["first", "second"].map { Witness(name: $0, losesAbort: plant == .abortLost) }
  }

  /// Does what the plan says, as long as the app isn't killed.
  func run() async {
    world.processors[number].takeSeat()
    var store: StoreEngine?
    for deed in plan.deeds {
      store = store ?? open()
      guard !world.isGone(number) else { break }
      guard let open = store else { continue }
      world.note("\(number) \(deed)")
      if deed == .reopen { store = nil } else { await perform(deed, on: open) }
      await letTimersRun()
    }
    store = nil
    await letTimersRun()
    world.end(number)
  }

  // MARK: - Deeds

  private func open() -> StoreEngine? {
    let start = world.step
    let acknowledged = world.acknowledged
    let form =
      switch plan.form {
      case .own: Self.form
      case .gone: Self.nothing
      case .refusing: Self.refusing
      }
    do throws(SettingsStoreError) {
      let store = try StoreEngine(
        form: form, layers: SettingsLayers(storage: storage), participants: participants, hooks: hooks,
        options: StoreOptions(refresh: .manual), environment: environment, check: nil)
      if store.backgroundWork.withLock({ $0.timer != nil }) {
        let pending = (try? store.pendingConfirmation())?.id
        timed.withLock { $0 = pending.flatMap { acknowledged.contains($0) ? $0 : nil } }
      }
      return store
    } catch {
      if !world.isExcused(number, since: start) {
        world.report("app \(number) can't open the settings: \(error)")
      }
      return nil
    }
  }

  private func perform(_ deed: WorldPlan.Deed, on store: StoreEngine) async {
    let start = world.step
    do throws(ApplyError) {
      switch deed {
      case .apply(let setting, let limit, let failure):
        await apply(setting, limit, failure, to: store)
      case .confirm, .cancel: try await decide(deed, in: store)
      case .rollback:
        let entries: [SettingsHistoryEntry]
        do throws(SettingsStoreError) { entries = try store.history() } catch {
          throw .storage(error)
        }
        if entries.count > 1 { try await store.rollback(to: entries[1]) }
      case .refresh:
        do throws(SettingsStoreError) { try store.refresh() } catch { throw .storage(error) }
        await store.waitForAcceptance()
      case .wait(let seconds):
        world.pass(seconds: seconds)
        let now = world.now
        await letTimersRun()
        try await expectNothingExpired(at: now, in: store)
      case .reopen: break
      }
    } catch {
      report(error, of: "\(deed)", since: start)
    }
    world.note("\(number) has done it")
    guard !world.isGone(number) else { return }
    world.expectNothingEarly()
    for participant in participants {
      if let fault = participant.fault {
        world.report("app \(number), \(participant.name): \(fault)")
      }
    }
  }

  /// Reports an error of the storage that nothing explains. A lock that is held for long is no error of the storage.
  private func report(_ error: ApplyError, of deed: String, since step: Int) {
    guard case .storage(let error) = error, !world.isExcused(number, since: step) else { return }
    if case .storage(.locked) = error { return }
    world.report("app \(number): \(deed): \(error)")
  }

  private func apply(
    _ setting: String, _ limit: Int?, _ failure: WorldPlan.Failure?, to store: StoreEngine
  ) async {
    for (position, participant) in participants.enumerated() {
      participant.fail(
        failure == .preparing(position)
          ? .prepare : failure == .committing(position) ? .commit : nil)
    }
    self.limit.withLock { $0 = limit ?? 0 }
    let value = world.beginApply()
    let result: World.Apply
    let start = world.step
    do throws(ApplyError) {
      let outcome = try await store.set(
        SettingPath([setting]), .number(JSONNumber(value)),
        ApplyOptions(confirmWithin: limit.map { .seconds($0) }))
      // What the disk hasn't acknowledged may be lost.
      result =
        outcome.changes.isEmpty ? .copied : outcome.isDurable ? .done(outcome.confirmation?.id) : .unknown
      if let id = outcome.confirmation?.id { timed.withLock { $0 = id } }
      let runs = hooks.values.count { $0 == value }
      if setting == "a", runs != 1 {
        world.report("the side effect of a = \(value) has run \(runs) times")
      }
    } catch {
      result = .refused(error)
      report(error, of: "\(setting) = \(value)", since: start)
    }
    for participant in participants { participant.fail(nil) }
    if !world.isGone(number) { world.endApply(value, result) }
  }

  /// Confirms or cancels the apply that waits.
  private func decide(_ deed: WorldPlan.Deed, in store: StoreEngine) async throws(ApplyError) {
    guard let pending = try store.pendingConfirmation() else { return }
    let left = world.timeLeft(of: pending.id)
    world.beginDecision(on: pending.id)
    do throws(ApplyError) {
      let isConfirmed = deed == .confirm
      let isDurable =
        if isConfirmed { try store.confirm(pending.id) } else {
          try await store.cancel(pending.id).isDurable
        }
      guard !world.isGone(number), isDurable else { return }
      if isConfirmed, let left, left <= 0 { world.report("\(pending.id) was confirmed too late") }
      world.endDecision(on: pending.id, isConfirmed: isConfirmed)
    } catch {
      if deed == .cancel, !world.hasFailed(number), error.isLackOfSpace {
        world.report("\(pending.id) can't be taken back, because the disk is full")
      }
      let isGone = [.nothingPending, .expired(pending.id)].contains(error)
      if isGone, world.mustWait(pending.id, tries: 1) {
        world.report("\(pending.id) is gone before its time")
      }
      throw error
    }
  }

  /// Expects that the timer of this app, or somebody else, has rolled back what had expired at a moment.
  ///
  /// The timer may come in vain while an apply of another app has taken the place of the one that has expired. If that apply fails, the
  /// expired one waits again, and the timer comes back after a pause of up to 30 s.
  private func expectNothingExpired(at moment: Moment, in store: StoreEngine) async throws(ApplyError) {
    for _ in 0..<3 {
      let start = world.step
      guard case .expired(let pending) = try store.confirmationPhase(),
        pending.remaining(at: moment) == .zero,
        timed.withLock({ $0 == pending.id }), !world.isExcused(number, since: start)
      else { return }
      world.pass(seconds: 30)
      await letTimersRun()
      if world.isGone(number) { return }
    }
    world.report("what has expired still waits")
  }

  // MARK: - Time

  private var environment: StoreEnvironment {
    var environment = clock.environment
    let sleep = environment.sleep
    environment.now = { [world] in world.now }
    environment.makeConfirmationID = { [self] in
      world.makeConfirmationID(for: limit.withLock { $0 })
    }
    environment.start = { [self] timer in
      guard world.plant != .timerNotStarted else { return Task {} }
      timers.withLock { $0.running += 1 }
      return Task(executorPreference: world.processors[number]) { [self] in
        await timer()
        stopTimer()
      }
    }
    environment.sleep = { [self] duration in
      // What limits the time of participants runs elsewhere.
      guard withUnsafeCurrentTask(body: { $0?.unownedTaskExecutor != nil }) else {
        return try await sleep(duration)
      }
      stopTimer()
      defer { timers.withLock { $0.running += 1 } }
      try await sleep(duration)
    }
    return environment
  }

  private func stopTimer() {
    let waiting = timers.withLock { timers in
      timers.running -= 1
      guard timers.running == 0 else { return nil as CheckedContinuation<Void, Never>? }
      defer { timers.whenWaiting = nil }
      return timers.whenWaiting
    }
    waiting?.resume()
  }

  /// Wakes the timers that are due, and waits until all of them wait again.
  private func letTimersRun() async {
    // On this thread, one job comes after the other: a timer that was started goes to sleep now.
    await Task.yield()
    let start = WallTime(milliseconds: 1_000_000)
    clock.advanceNow(by: .milliseconds(world.elapsed) - clock.now.wall.since(start))
    await Task.yield()
    await withCheckedContinuation { continuation in
      let isWaiting = timers.withLock { timers in
        if timers.running > 0 { timers.whenWaiting = continuation }
        return timers.running == 0
      }
      if isWaiting { continuation.resume() }
    }
  }
}

/// A participant that checks the order of its calls.
final class Witness: SettingsParticipant {
  enum Step { case prepare, commit, abort, revert }

  private struct State {
    var last: Step?
    var fault: String?
    var failing: Step?
  }

  let name: String
  private let losesAbort: Bool
  private let state = Mutex(State())

  init(name: String, losesAbort: Bool) {
    self.name = name
    self.losesAbort = losesAbort && name == "second"
  }

  /// What was wrong with the calls, or that what was prepared has no outcome.
  var fault: String? {
    state.withLock { $0.fault ?? ($0.last == .prepare ? "what was prepared has no outcome" : nil) }
  }

  func fail(_ step: Step?) { state.withLock { $0.failing = step } }

  func prepare(_ review: FormReview) async throws {
    try hear(.prepare, after: [nil, .commit, .abort, .revert])
  }
  func commit(_ review: FormReview) async throws { try hear(.commit, after: [.prepare]) }
  func abort(_ review: FormReview) async throws {
    if !losesAbort { try hear(.abort, after: [.prepare]) }
  }
  func revert(_ review: FormReview) async throws { try hear(.revert, after: [.commit]) }

  private func hear(_ step: Step, after allowed: [Step?]) throws {
    let fails = state.withLock { state in
      if !allowed.contains(state.last) {
        state.fault = state.fault ?? "\(step) after \(state.last.map { "\($0)" } ?? "nothing")"
      }
      state.last = step
      defer { if state.failing == step { state.failing = nil } }
      return state.failing == step
    }
    if fails { throw Refusal(description: "no \(step) today") }
  }
}

/// The side effect of an app, which notes the values that it has run for.
private final class Worker: SettingsSideEffects {
  private let ran = Mutex<[Int]>([])

  var values: [Int] { ran.withLock { $0 } }

  func run(_ sideEffect: String, for changes: [SettingChange]) async throws {
    ran.withLock { $0 += changes.compactMap { $0.new?.integer() } }
  }
}

/// A storage with a turn before each call, which may make a mistake.
private struct WorldStorage: SettingsStorage {
  private let base: any SettingsStorage
  private let plant: World.Plant?
  private let turn: @Sendable (_ call: String) throws(SystemCallError) -> Void

  init(
    _ base: any SettingsStorage, _ plant: World.Plant?,
    turn: @escaping @Sendable (_ call: String) throws(SystemCallError) -> Void
  ) {
    (self.base, self.plant, self.turn) = (base, plant, turn)
  }

  var name: String { base.name }

  func read() throws(SettingsStorageError) -> StoredContent? {
    try wait("read")
    return try base.read()
  }
  func logNumbers() throws(SettingsStorageError) -> [Int] {
    try wait("numbers")
    return try base.logNumbers()
  }
  func logHeader(_ number: Int) throws(SettingsStorageError) -> StorageLookup<[UInt8]> {
    try wait("header")
    return try base.logHeader(number)
  }
  func logRecord(_ number: Int) throws(SettingsStorageError) -> StorageLookup<StorageRecord> {
    try wait("record")
    return try base.logRecord(number)
  }
  func changes() -> AsyncStream<Void> { base.changes() }

  func commit(_ commit: StorageCommit) throws(SettingsStorageError) -> StorageCommitResult {
    try wait("commit")
    var commit = commit
    switch plant {
    case .contentNotCompared: commit.revision = try base.read()?.revision
    case .logNotCompared: commit.head = nil
    case .recordAfterFile:
      var record = StorageCommit(
        commit.content, expecting: commit.newRevision, records: commit.records)
      record.oldest = commit.oldest
      commit.records = []
      let result = try base.commit(commit)
      guard case .committed = result else { return result }
      try wait("commit of the record")
      return try base.commit(record)
    default: break
    }
    return try base.commit(commit)
  }

  private func wait(_ call: String) throws(SettingsStorageError) {
    do throws(SystemCallError) { try turn(call) } catch { throw .unreadable(path: name, error) }
  }
}

extension ApplyError {
  /// Whether a file couldn't be written because the disk is full.
  fileprivate var isLackOfSpace: Bool {
    switch self {
    case .storage(.storage(.notWritten(_, let error))),
      .storage(.storage(.historyUnwritable(_, let error))):
      error.isLackOfSpace
    default: false
    }
  }
}
