import Foundation
import Settings
import SettingsEtcd
import Synchronization

/// The daemon: performs what ``Engine`` decides, and follows its settings.
package actor Daemon {
  package enum Event: Sendable {
    case engine(Engine.Event)
    /// The process uses other settings.
    case changed([SettingChange])
    /// Another process has stored settings that this one doesn't use.
    case rejected(RejectedContent)
    /// The problems of the files and variables other than the settings file.
    case layers([SettingsLayerProblem])
    /// The health of all daemons with their settings has been determined.
    case judged(FleetMember.Judgment)
    case stop(signal: String)
    /// The time that polls have to finish is over.
    case drained
  }

  private let store: SettingsStore<PollerSettings>
  private let place: Place
  private let log: Log
  private let client = PollClient()
  private let server: StatusServer?
  /// This daemon as one of many; `nil` if its settings are in a file.
  private let member: FleetMember?
  private let inbox: AsyncStream<Event>.Continuation
  private let events: AsyncStream<Event>

  private let start = ContinuousClock.now
  private var random = SystemRandomNumberGenerator()
  private var engine: Engine
  private var status: DaemonStatus
  private var polls: [UInt64: Task<Void, Never>] = [:]
  private var lastPollID: UInt64 = 0
  private var timer: Task<Void, Never>?
  private var isRoundRequested = false
  private var lines: [LogLine] = []
  /// The apply that waits for its confirmation, if the daemon's health decides about it.
  private var unconfirmed: UnconfirmedApply?
  private var lastReport: FleetMember.Report?

  /// Opens the settings, the log and the status server.
  ///
  /// - Parameters:
  ///   - options: The command-line options of settings.
  ///   - refresh: When to look at the settings file, apart from `SIGHUP`.
  package init(_ place: Place, options: [String] = [], refresh: SettingsRefreshPolicy = .automatic) throws {
    self.place = place
    // The status of the last daemon isn't that of this one.
    try? FileManager.default.removeItem(atPath: place.status)
    (events, inbox) = AsyncStream.makeStream(of: Event.self)
    log = try Log(PollerSettings.Logging())
    var layers = SettingsLayers.standard(app: "poller", arguments: options)
    if let fleet = place.settings.fleet { layers.written = fleet }
    store = try SettingsStore(
      layers, hooks: DaemonHooks(log: log, inbox: inbox),
      options: StoreOptions(refresh: refresh, reloadsOnHangup: true))
    member = place.settings.fleet.map { [store] in FleetMember(of: store.untyped, in: $0) }
    if let unknown = store.remainingArguments.first { throw UnknownOption(name: unknown) }
    let settings = store.values
    log.adopt(settings.log)
    try log.open(settings.log.file)
    server = settings.server.isEnabled ? try StatusServer(settings.server) : nil
    engine = Engine(settings)
    status = DaemonStatus(startedAt: .now, fleet: settings.fleet)
    status.revision = store.untyped.revision?.description
  }

  /// Tells the daemon that something has happened; can be called from any isolation.
  package nonisolated func send(_ event: Event) {
    inbox.yield(event)
  }

  /// Runs until a `stop` event, and until the running polls have finished.
  package func run() async {
    let following = follow()
    defer { for task in following { task.cancel() } }
    if let member { report(await member.join()) }
    let membership = member.map { [inbox] member in
      Task { await member.run { inbox.yield(.judged($0)) } }
    }
    report(started)
    perform(engine.handle(.tick, at: now, using: &random))
    // All daemons decide about an apply, also one that starts in the meantime.
    if member != nil { awaitConfirmation(engine.settings.applying.confirmedBy) }
    publish()
    for await event in events {
      await handle(event)
      publish()
      if engine.isStopping, engine.runningCount == 0 { break }
    }
    timer?.cancel()
    for poll in polls.values { poll.cancel() }
    membership?.cancel()
    await membership?.value
    log.write(LogLine(.info, "stopped"))
  }

  /// Logs a line after the event. The status is published by then, so that a program that reads the line finds it.
  private func report(_ line: LogLine) { lines.append(line) }

  private var started: LogLine {
    let port = server.map { ", status at port \($0.port)" } ?? ""
    let (targets, workers) = (engine.states.count, engine.settings.polling.workers)
    let counts = [(targets, "target"), (workers, "worker")].map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
    return LogLine(.info, "started: \(counts.joined(separator: ", "))\(port)")
  }

  /// Passes on what happens to the settings.
  private func follow() -> [Task<Void, Never>] {
    let (changes, rejections, layers) = (store.changes(), store.rejections(), store.layerProblemChanges())
    let paths = store.changes(of: \.server.path)
    let (inbox, server) = (inbox, server)
    return [
      Task { for await change in changes { inbox.yield(.changed(change)) } },
      Task { for await rejected in rejections { inbox.yield(.rejected(rejected)) } },
      Task { for await problems in layers { inbox.yield(.layers(problems)) } },
      Task { for await path in paths { server?.path = path } },
    ]
  }

  private func handle(_ event: Event) async {
    switch event {
    case .engine(let event):
      if case .pollAll = event { isRoundRequested = true }
      perform(engine.handle(event, at: now, using: &random))
      if member == nil, engine.health == .healthy { confirm() }
    case .changed(let changes): takeOver(changes)
    case .rejected(let rejected):
      status.rejected = "\(rejected)"
      status.rejectedRevision = rejected.revision?.description
      report(LogLine(.problems, "rejected: \(rejected)"))
    case .layers(let problems):
      for problem in problems { report(LogLine(.problems, "layer: \(problem)")) }
    case .judged(.healthy(let revision)):
      if isInUse(revision) { confirm() }
    case .judged(.unhealthy(let revision, let member, let reason)):
      if isInUse(revision) { await cancel(because: "\(member) isn't healthy: \(reason)") }
    case .stop(let signal):
      guard !engine.isStopping else { return }
      report(LogLine(.info, "stopping: \(signal), \(engine.runningCount) polls in flight"))
      perform(engine.handle(.stop, at: now, using: &random))
      let (inbox, limit) = (inbox, engine.settings.polling.drainTime)
      Task {
        try await Task.sleep(for: limit)
        inbox.yield(.drained)
      }
    case .drained:
      inbox.finish()
    }
  }

  // MARK: - Settings

  private func takeOver(_ changes: [SettingChange]) {
    let settings = store.values
    let restarts = store.pendingRestart
    let known = status.restartPending.compactMap { try? SettingPath(parsing: $0) }
    for line in ChangeReport.takenOver(changes) + ChangeReport.restarts(from: known, to: restarts) {
      report(line)
    }
    status.restartPending = restarts.map(\.description)
    status.revision = store.untyped.revision?.description
    (status.rejected, status.rejectedRevision) = (nil, nil)
    status.fleet = settings.fleet
    perform(engine.handle(.settings(settings), at: now, using: &random))
    awaitConfirmation(settings.applying.confirmedBy)
  }

  /// If the settings were applied for a limited time, polls all targets, so that their state shows whether the settings work.
  private func awaitConfirmation(_ confirmer: PollerSettings.Confirmer) {
    unconfirmed = nil
    do {
      guard let pending = try store.pendingConfirmation() else { return }
      report(LogLine(.info, "waiting for confirmation: \(pending.id)"))
      // Of many daemons, each one that isn't healthy cancels the apply, also if a person is to confirm it.
      guard confirmer == .daemon || member != nil else { return }
      unconfirmed = UnconfirmedApply(id: pending.id, isConfirmedByHealth: confirmer == .daemon)
      perform(engine.handle(.pollAll, at: now, using: &random))
    } catch {
      report(LogLine(.problems, "can't read the history: \(error)"))
    }
  }

  private func isInUse(_ revision: SettingsRevision) -> Bool { status.revision == revision.description }

  private func confirm() {
    guard let apply = unconfirmed, apply.isConfirmedByHealth else { return }
    unconfirmed = nil
    do {
      try store.confirm(apply.id)
      report(LogLine(.info, "confirmed: \(apply.id)"))
    } catch {
      reportUnlessDecided("not confirmed", error)
    }
  }

  private func cancel(because reason: String) async {
    guard let apply = unconfirmed else { return }
    unconfirmed = nil
    do {
      try await store.cancel(apply.id)
      report(LogLine(.problems, "rolled back: \(apply.id), because \(reason)"))
    } catch {
      reportUnlessDecided("not rolled back", error)
    }
  }

  /// Another daemon may have confirmed or canceled an apply already.
  private func reportUnlessDecided(_ failure: String, _ error: ApplyError) {
    if case .nothingPending = error, member != nil { return }
    report(LogLine(.problems, "\(failure): \(error)"))
  }

  // MARK: - Effects

  private var now: Engine.Time {
    let hour = Calendar.current.component(.hour, from: .now)
    return Engine.Time(elapsed: ContinuousClock.now - start, hour: hour)
  }

  private func perform(_ effects: [Engine.Effect]) {
    for effect in effects {
      switch effect {
      case .log(let line): report(line)
      case .poll(let target): poll(target)
      case .alert(let text): alert(text)
      }
    }
    schedule()
  }

  private func poll(_ target: PollerSettings.Target) {
    lastPollID += 1
    let (id, settings) = (lastPollID, engine.settings)
    polls[id] = Task {
      let result = await client.poll(target, settings)
      finish(id, target, result)
    }
  }

  private func finish(_ id: UInt64, _ target: PollerSettings.Target, _ result: PollResult) {
    polls[id] = nil
    status.pollCount += 1
    status.lastPoll = .now
    inbox.yield(.engine(.finished(target, result)))
  }

  private func alert(_ text: String) {
    guard let webhook = engine.settings.alerts.webhook else { return }
    Task {
      let result = await client.post(text, to: webhook)
      log.write(LogLine(.polls, "webhook: \(result)"))
    }
  }

  /// Wakes the daemon when the next poll is due.
  private func schedule() {
    timer?.cancel()
    guard let due = engine.nextDue else { return }
    let (inbox, date) = (inbox, start + due)
    timer = Task {
      // A canceled timer was replaced.
      guard (try? await Task.sleep(until: date, clock: .continuous)) != nil else { return }
      inbox.yield(.engine(.tick))
    }
  }

  /// Tells other processes the status, and then writes the lines of the log.
  private func publish() {
    let health = engine.health
    if health != status.health { report(LogLine(.info, "health: \(health)")) }
    status.health = health
    if isRoundRequested, health != .starting {
      isRoundRequested = false
      status.roundCount += 1
    }
    status.targets = engine.states.map { state in
      DaemonStatus.Target(
        name: state.target.name, phase: state.phase, last: state.last?.description,
        availability: state.availability)
    }
    do {
      let json = try status.json()
      server?.body = String(decoding: json, as: UTF8.self)
      try json.write(to: URL(fileURLWithPath: place.status), options: .atomic)
    } catch {
      report(LogLine(.problems, "can't write the status: \(error)"))
    }
    tellOthers()
    for line in lines { log.write(line) }
    lines = []
    log.adopt(engine.settings.log)
  }
}

extension Daemon {
  /// An apply that waits for its confirmation.
  private struct UnconfirmedApply {
    var id: ConfirmationID
    /// Whether the daemon confirms it once it is healthy.
    var isConfirmedByHealth: Bool
  }

  /// Tells the other daemons whether this one works with its settings, if that has changed.
  private func tellOthers() {
    let new = FleetMember.Report(status)
    guard let member, new != lastReport else { return }
    lastReport = new
    member.report(new)
  }
}

/// An option that no setting has.
package struct UnknownOption: Error {
  package let name: String
}
