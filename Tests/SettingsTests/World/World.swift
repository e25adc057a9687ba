import Dispatch
import Foundation
import Synchronization
import TestSupport

@testable import Settings
@testable import SettingsSystem

/// A simulated world: a machine with a disk and clocks, several apps that share a settings file, and another program that saves it.
///
/// Each app runs on a thread of its own, and only one of them at a time. Before each system call, a random generator decides which of them
/// goes on, whether the other program takes a step, and what goes wrong. So a seed determines everything that happens:
///
///     app 0     open… apply a = 11 ────┐                ┌── … done                    ┌── confirm…
///     app 1                            └─ apply c = 12 ─┘         ┌─ killed           │
///     program                                           └─ saves ─┘        power lost ┘ and on again
///
/// Everything that apps and the program achieve is noted. At the end, ``judge()`` compares it with the file and its history.
final class World: Sendable {
  /// What this world does wrong, so that the test proves that it would be noticed.
  enum Plant: CaseIterable, Sendable {
    /// `fsync` of a file, or of a folder, does nothing.
    case contentNotDurable, namesNotDurable
    /// Each lock succeeds.
    case lockNotTaken
    /// IDs repeat.
    case equalIDs
    /// The content is compared before the step in which the file is replaced, and not in it.
    case comparedTooEarly
    /// The content, or the end of the log, isn't compared.
    case contentNotCompared, logNotCompared
    /// The record is written when the file has its new content.
    case recordAfterFile
    /// The second participant doesn't hear that an apply is aborted.
    case abortLost
    /// The timer of a confirmation isn't started.
    case timerNotStarted
    /// The clock that can be set decides about confirmations.
    case wallClock
    /// The disk space for a rollback isn't reserved.
    case noReservation
  }

  /// What became of a change that an app has asked for.
  enum Apply: Sendable {
    /// It is unknown, because the app was killed.
    case unknown
    case done(ConfirmationID?)
    /// The file has the value already: the other program has read it while it was visible for a moment, and saved it.
    case copied
    case refused(ApplyError)
  }

  /// What was asked for about an apply that waits.
  struct Decisions: Sendable {
    var isConfirmed = false
    var isCanceled = false
    /// How often somebody has tried to confirm it, or to cancel it.
    var tries = 0
  }

  /// A save of the other program.
  struct Saved: Sendable {
    let content: [UInt8]
    var isDurable: Bool
  }

  struct State {
    var random: SeededRandom
    var trace: [String] = []
    var violations: [String] = []

    // The machine.
    var machine: SimulatedFileSystem.Machine
    var elapsed: Int64 = 0
    var wallOffset: Int64 = 0
    var boot = 1
    var bootTime: Int64 = 0

    // The epoch.
    var epoch: WorldPlan.Epoch
    var step = 0
    var alive: [Int] = []
    var gone: Set<Int> = []
    var failing: [Int: Int32] = [:]
    /// The apps a call of which has failed since they were started.
    var hadFailure: Set<Int> = []
    /// The last step in which the disk was full.
    var lastFull = -1
    var stickiness = 8
    var pace = 20
    var whenOver: CheckedContinuation<Void, Never>?

    // The other program.
    var saves: [Save] = []
    var saving: (content: [UInt8], opened: Int?)?
    /// The last step in which the file was missing or incomplete because of the other program.
    var lastInterference = -1
    /// The files that the other program has written.
    var foreignFiles: Set<Int> = []
    /// The changes of the disk that the last look at the file has seen.
    var seenChanges = -1

    // What was achieved.
    var nextNumber = 10
    var applies: [Int: Apply] = [:]
    var decisions: [ConfirmationID: Decisions] = [:]
    /// When the applies with a time limit expire by the clock that can't be set, and in which boot. The last one has the number of them as ID.
    var limits: [ConfirmationID: (boot: Int, end: Int64)] = [:]
    var saved: [Saved] = []
    var known: Set<[UInt8]> = []
  }

  static let path = SimulatedDisk.file
  /// The number of the process that looks at the disk without taking part.
  static let observer = -1
  /// Calls that change nothing, which a story can do without.
  private static let harmless: Set = [
    "lstat", "open", "openat", "fstat", "fstatat", "read", "readdir", "close",
  ]

  let plan: WorldPlan
  let plant: Plant?
  let isTracing: Bool
  let processors: [Processor]
  /// Where the settings are, if they are in no file.
  let memory: MemoryStorage?
  let state: Mutex<State>

  init(_ plan: WorldPlan, plant: Plant? = nil, isTracing: Bool = false, on processors: [Processor]) {
    (self.plan, self.plant, self.isTracing, self.processors) = (plan, plant, isTracing, processors)
    let text = plan.hasContent ? #"{"a": 1, "c": 2}"# : nil
    let content = text.map { Array($0.utf8) }
    memory = plan.place == .memory ? MemoryStorage(text) : nil
    let machine = SimulatedFileSystem.Machine(SimulatedDisk(content: content))
    var state = State(
      random: SeededRandom(seed: plan.seed), machine: machine, epoch: plan.epochs[0])
    if let content { state.known.insert(content) }
    self.state = Mutex(state)
  }

  /// Lets everything happen, and returns what is wrong.
  func run() async -> [String] {
    for epoch in plan.epochs {
      await run(epoch)
      endEpoch(epoch)
    }
    await judge()
    return state.withLock { $0.violations }
  }

  private func run(_ epoch: WorldPlan.Epoch) async {
    let machine = state.withLock { state in
      state.epoch = epoch
      (state.step, state.lastInterference, state.lastFull, state.seenChanges) = (0, -1, -1, -1)
      state.alive = Array(epoch.apps.indices)
      (state.gone, state.failing, state.hadFailure) = ([], [:], [])
      state.saves = epoch.saves.reversed()
      state.stickiness = state.random.pick([2, 5, 15, 60])
      state.pace = state.random.pick([5, 20, 60])
      return state.machine
    }
    let apps = epoch.apps.enumerated().map { number, app in
      WorldApp(app, number, in: self, on: machine)
    }
    await withCheckedContinuation { over in
      let first = state.withLock { state in
        state.whenOver = over
        return state.alive.randomElement(using: &state.random)
      }
      for app in apps { Task(executorPreference: processors[app.number]) { await app.run() } }
      if let first { processors[first].seat.signal() } else { over.resume() }
    }
    state.withLock { state in while !state.saves.isEmpty { state.save() } }
  }

  /// Restarts the machine if its power is lost.
  private func endEpoch(_ epoch: WorldPlan.Epoch) {
    state.withLock { state in
      var disk = state.machine.state.withLock { $0.disk }
      guard let call = epoch.powerLoss, state.step >= call else {
        // All processes have ended.
        state.machine = SimulatedFileSystem.Machine(disk)
        return
      }
      let wasSaving = state.saving != nil || state.saved.contains { !$0.isDurable }
      disk = disk.diskAfterCrash(using: &state.random)
      state.note("power on, with \(disk.content.text)")
      state.saving = nil
      state.saved.removeAll { !$0.isDurable }
      state.boot += 1
      state.bootTime = state.elapsed
      state.elapsed += 20_000
      if disk.content.flatMap({ JSONObject(parsing: $0) }) == nil,
        plan.hasContent || disk.content != nil
      {
        let isForeign = disk.names[Self.path].map(state.foreignFiles.contains) ?? false
        if !isForeign, !wasSaving {
          state.violations.append("after a power loss, the file has \(disk.content.text)")
        }
        // Somebody writes it again.
        let content = state.contentOfSave(over: nil)
        var opened: Int?
        Save.rename.step(0, of: content, on: &disk, &opened)
      }
      disk.synchronizeAll()
      if let content = disk.content { state.known.insert(content) }
      state.machine = SimulatedFileSystem.Machine(disk)
    }
  }

  // MARK: - Turns

  /// Lets others go on before a call of an app, and returns when the app may make it. Throws if the app was killed, or if the call fails.
  func turn(_ app: Int, _ call: String, _ milliseconds: Int) throws(SystemCallError) {
    let next = state.withLock { state in
      if isTracing, !Self.harmless.contains(call) { state.note("\(app) \(call)") }
      return state.next(after: app, call, pausing: milliseconds)
    }
    if next != app {
      processors[next].seat.signal()
      processors[app].seat.wait()
    }
    try state.withLock { state throws(SystemCallError) in
      guard !state.gone.contains(app) else { throw SystemCallError(call: call, code: EIO) }
      guard let code = state.failing.removeValue(forKey: app) else { return }
      state.note("\(app) \(call) fails: \(code)")
      throw SystemCallError(call: call, code: code)
    }
  }

  /// Ends an app, and lets another one go on.
  func end(_ app: Int) {
    let (next, over) = state.withLock { state in
      state.alive.removeAll { $0 == app }
      return (
        state.alive.randomElement(using: &state.random), state.alive.isEmpty ? state.whenOver : nil
      )
    }
    if let next { processors[next].seat.signal() }
    over?.resume()
  }

  func isGone(_ app: Int) -> Bool { state.withLock { $0.gone.contains(app) } }

  var now: Moment {
    state.withLock { state in
      var moment = Moment(
        wall: WallTime(milliseconds: 1_000_000_000_000 + state.elapsed + state.wallOffset))
      if plant != .wallClock {
        moment.sinceBoot = Moment.SinceBoot(
          boot: "\(state.boot)", milliseconds: state.elapsed - state.bootTime)
      }
      return moment
    }
  }
}

extension World.State {
  /// Records what happens, for the story of a history that shows a fault.
  mutating func note(_ event: String) { trace.append(event) }

  /// Decides what happens before the next call of an app, and who goes on.
  fileprivate mutating func next(after app: Int, _ call: String, pausing milliseconds: Int) -> Int {
    step += 1
    elapsed += Int64(milliseconds)
    guard !gone.contains(app) else { return app }
    if let trouble = epoch.troubles[step] { begin(trouble) }
    if step == epoch.powerLoss {
      note("power lost")
      gone = Set(alive)
      saves = []
    }
    look()
    // Most happens in a pause, and a renaming is where it matters.
    let isRename = call.hasPrefix("rename")
    if !saves.isEmpty, random.once(in: milliseconds > 0 ? 2 : isRename ? 4 : pace) {
      save()
      look()
    }
    guard milliseconds > 0 || random.once(in: isRename ? 3 : stickiness) else { return app }
    return alive.filter { $0 != app }.randomElement(using: &random) ?? app
  }

  private mutating func begin(_ trouble: WorldPlan.Trouble) {
    note("\(trouble)")
    switch trouble {
    case .kill(let app):
      guard alive.contains(app) else { return }
      gone.insert(app)
      machine.state.withLock { $0.end(app) }
    case .failure(let app, let code):
      guard alive.contains(app) else { return }
      failing[app] = code
      hadFailure.insert(app)
    case .fullDisk:
      machine.state.withLock { machine in
        // Nobody takes the room that a rollback has just freed.
        guard machine.capacity == nil else { return }
        let disk = machine.disk
        machine.capacity = Set(disk.names.values).union(machine.open.values.map(\.file))
          .reduce(0) { $0 + disk.space(of: $1) }
      }
    case .room: machine.state.withLock { $0.capacity = nil }
    case .clock(let seconds): wallOffset += Int64(seconds) * 1_000
    }
  }

  /// Checks that the file is whole.
  private mutating func look() {
    if saving != nil { lastInterference = step }
    let seen = seenChanges
    let (changes, isFull, content) = machine.state.withLock { machine in
      let changes = machine.disk.changes
      return (changes, machine.capacity != nil, changes == seen ? nil : machine.disk.content)
    }
    if isFull { lastFull = step }
    seenChanges = changes
    guard saving == nil, let content, !known.contains(content) else { return }
    if JSONObject(parsing: content) == nil {
      violations.append("the file has \(Optional(content).text)")
    }
    known.insert(content)
  }

  // MARK: - The other program

  /// Lets the other program take its next step.
  fileprivate mutating func save() {
    guard let style = saves.last else { return }
    var disk = machine.state.withLock { $0.disk }
    let isFirst = saving == nil
    let content = saving?.content ?? contentOfSave(over: disk.content)
    var opened = saving?.opened
    note(
      "the other program: \(style), \(isFirst ? "first" : "second") step, \(Optional(content).text)"
    )
    // What it replaces is lost by its own doing.
    if style != .inPlace || !isFirst {
      let lost = opened.flatMap { disk.files[$0]?.bytes } ?? disk.content
      saved.removeAll { $0.content == lost }
    }
    style.step(isFirst ? 0 : 1, of: content, on: &disk, &opened)
    lastInterference = step
    if isFirst, style.steps == 2, style == .backup || opened != nil {
      saving = (content, opened)
    } else {
      if style == .rename || style == .backup || !isFirst {
        let file = opened ?? disk.names[World.path]
        if let file { foreignFiles.insert(file) }
        let isDurable = Bool.random(using: &random)
        if isDurable {
          if let file { disk.synchronize(file) }
          if let folder = disk.names[SimulatedDisk.folder] { disk.synchronize(folder) }
        }
        saved.append(World.Saved(content: content, isDurable: isDurable))
      }
      known.insert(content)
      saving = nil
      saves.removeLast()
    }
    if let opened { foreignFiles.insert(opened) }
    let changed = disk
    machine.state.withLock { $0.disk = changed }
  }

  /// Returns the content that a person makes of what the program has read: one more setting, with a number that nothing else has.
  mutating func contentOfSave(over content: [UInt8]?) -> [UInt8] {
    var object = content.flatMap { JSONObject(parsing: $0) } ?? ["a": 1, "c": 2]
    object["s"] = .number(JSONNumber(nextNumber))
    nextNumber += 1
    let bytes = Array(JSONValue.object(object).description.utf8)
    known.insert(bytes)
    return bytes
  }
}

extension [UInt8]? {
  /// The content as text, for messages.
  var text: String { map { String(decoding: $0, as: UTF8.self) } ?? "no content" }
}

/// A thread for an app, which runs only when it has its turn.
final class Processor: TaskExecutor, Sendable {
  /// What is to be done; `nil` ends the thread.
  private let jobs = Mutex<[UnownedJob?]>([])
  private let isDue = DispatchSemaphore(value: 0)
  /// Signaled when the app on it may go on.
  let seat = DispatchSemaphore(value: 0)

  init() throws(SystemCallError) {
    try SystemThread.start { [self] in
      while true {
        isDue.wait()
        guard let job = jobs.withLock({ $0.removeFirst() }) else { return }
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }

  /// Ends the thread.
  func end() { add(nil) }

  private func add(_ job: UnownedJob?) {
    jobs.withLock { $0.append(job) }
    isDue.signal()
  }

  /// Waits for the turn.
  func takeSeat() { seat.wait() }
}
