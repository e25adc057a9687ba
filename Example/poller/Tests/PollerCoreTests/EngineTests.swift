import PollerCore
import Settings
import Testing

/// The decisions of the daemon, without a clock and a network.
@Suite struct EngineTests {
  /// An engine with its clock.
  private struct Machine {
    var engine: Engine
    var now = Duration.zero
    var hour = 12
    var random = MiddleOfRange()

    init(_ targets: [PollerSettings.Target], _ overrides: (inout PollerSettings) -> Void = { _ in }) {
      var settings = PollerSettings()
      settings.targets = targets
      overrides(&settings)
      engine = Engine(settings)
    }

    /// Returns the effects of an event, without the lines of single polls.
    mutating func handle(_ event: Engine.Event) -> [Engine.Effect] {
      let time = Engine.Time(elapsed: now, hour: hour)
      return engine.handle(event, at: time, using: &random).filter { effect in
        if case .log(let line) = effect { line.level != .polls } else { true }
      }
    }

    /// Lets a target answer, with the polls that begin then left out.
    mutating func answer(_ target: PollerSettings.Target, _ status: Int = 200, after: Duration = .zero)
      -> [Engine.Effect]
    {
      handle(.finished(target, .answered(status: status, bytes: 2, after: after))).filter { effect in
        if case .poll = effect { false } else { true }
      }
    }
  }

  /// Random numbers in the middle of each range: no jitter.
  private struct MiddleOfRange: RandomNumberGenerator {
    mutating func next() -> UInt64 { 1 << 63 }
  }

  private let a = PollerSettings.Target("a", "http://a/")
  private let b = PollerSettings.Target("b", "http://b/")
  private let c = PollerSettings.Target("c", "http://c/")

  @Test("All targets are polled at the start, then one interval after each answer")
  func interval() {
    var machine = Machine([a, b])
    #expect(machine.handle(.tick) == [.poll(a), .poll(b)])
    #expect(machine.engine.nextDue == nil)
    machine.now = .seconds(1)
    #expect(machine.answer(a) == [])
    #expect(machine.engine.nextDue == .seconds(31))
    machine.now = .seconds(31)
    #expect(machine.handle(.tick) == [.poll(a)])
  }

  @Test("No more polls run at a time than there are workers")
  func workers() {
    var machine = Machine([a, b, c]) { $0.polling.workers = 2 }
    #expect(machine.handle(.tick) == [.poll(a), .poll(b)])
    #expect(machine.handle(.tick) == [])
    #expect(machine.handle(.finished(b, .failed(reason: ""))) == [.poll(c)])
  }

  @Test("The most overdue target is polled first, or the first in the list")
  func order() {
    var machine = Machine([a, b, c])
    _ = machine.handle(.tick)
    // Each is due one interval after its answer.
    for (target, seconds) in [(c, 1), (b, 2), (a, 3)] {
      machine.now = .seconds(seconds)
      _ = machine.answer(target)
    }
    func due(_ order: PollerSettings.Order) -> [Int] {
      Schedule.due(machine.engine.states, at: .seconds(32), idleWorkers: 2, order)
    }
    #expect(due(.mostOverdue) == [2, 1] && due(.listed) == [1, 2])
  }

  @Test("Failures in a row make the interval longer, up to a limit; a success makes it normal again")
  func backoff() {
    let polling = PollerSettings().polling
    func pause(_ failures: Int, _ chance: Double = 0) -> Duration {
      Schedule.pause(for: a, failures: failures, chance: chance, polling)
    }
    #expect(
      [0, 1, 2, 3, 4, 5, 100].map { pause($0) } == [30, 60, 120, 240, 300, 300, 300].map { .seconds($0) })
    #expect(pause(0, 1) == .seconds(33) && pause(0, -1) == .seconds(27))
    var off = polling
    off.backoff.isEnabled = false
    #expect(Schedule.pause(for: a, failures: 9, chance: 0, off) == .seconds(30))
    var fast = a
    fast.interval = .milliseconds(50)
    #expect(Schedule.pause(for: fast, failures: 0, chance: 0, polling) == polling.minimumInterval)
  }

  @Test("A target is down after three failures, and up again after one success")
  func judging() {
    var machine = Machine([a])
    #expect(machine.answer(a) == [])
    for _ in 1...2 { #expect(machine.answer(a, 500) == []) }
    #expect(machine.answer(a, 500) == [.log(LogLine(.problems, "state: a down"))])
    #expect(machine.engine.states[0].phase == .down)
    #expect(machine.answer(a) == [.log(LogLine(.info, "state: a up"))])
    #expect(machine.engine.states[0].availability == 0.4)
  }

  @Test(
    "A verdict depends on the status, the size and the duration",
    arguments: [
      (200, 2, 0, Verdict.good), (404, 2, 0, .bad), (418, 2, 0, .good), (200, 2_000_000, 0, .bad),
      (200, 2, 3, .slow),
    ])
  func verdicts(status: Int, bytes: Int, seconds: Int, expected: Verdict) {
    var settings = PollerSettings()
    settings.judging.alsoExpected = [418]
    let result = PollResult.answered(status: status, bytes: bytes, after: .seconds(seconds))
    #expect(Verdict(result, of: a, by: settings) == expected)
    settings.judging.slowIsFailure = true
    #expect(Verdict(result, of: a, by: settings) == (expected == .slow ? .bad : expected))
  }

  @Test("Alerts are for the chosen target and events, not in quiet hours, and are repeated while it is down")
  func alerts() {
    var machine = Machine([a, b]) { settings in
      settings.judging.failuresUntilDown = 1
      settings.alerts.isEnabled = true
      settings.alerts.target = "a"
      settings.alerts.repeatAfter = .seconds(60)
    }
    func alerts(_ effects: [Engine.Effect]) -> [String] {
      effects.compactMap { if case .alert(let text) = $0 { text } else { nil } }
    }
    #expect(alerts(machine.answer(b, 500)) == [])
    #expect(alerts(machine.answer(a, 500)) == ["a is down"])
    machine.now = .seconds(59)
    #expect(alerts(machine.answer(a, 500)) == [])
    machine.now = .seconds(61)
    #expect(alerts(machine.answer(a, 500)) == ["a is down"])
    #expect(alerts(machine.answer(a)) == ["a is up"])
    var quiet = machine.engine.settings
    quiet.alerts.quiet.isEnabled = true
    _ = machine.handle(.settings(quiet))
    machine.hour = 3
    #expect(alerts(machine.answer(a, 500)) == [])
  }

  @Test("New settings keep what is known of a target that stays, and poll a new or changed one at once")
  func takeOver() {
    var machine = Machine([a, b])
    _ = machine.handle(.tick)
    for target in [a, b] { _ = machine.answer(target) }
    machine.now = .seconds(10)
    var settings = machine.engine.settings
    var changed = b
    changed.expectedStatus = 204
    settings.targets = [c, a, changed]
    #expect(machine.handle(.settings(settings)) == [.poll(c), .poll(changed)])
    #expect(machine.engine.states.map(\.phase) == [.unknown, .up, .unknown])
    settings.polling.interval = .seconds(5)
    _ = machine.handle(.settings(settings))
    // Target a would have been due after 30 seconds.
    machine.now = .seconds(15)
    #expect(machine.handle(.tick) == [.poll(a)])
  }

  @Test("The answer of a target that was changed in the meantime doesn't count")
  func staleAnswer() {
    var machine = Machine([a])
    _ = machine.handle(.tick)
    var settings = machine.engine.settings
    settings.targets[0].url = "http://other/"
    _ = machine.handle(.settings(settings))
    _ = machine.answer(a, 500)
    #expect(machine.engine.states[0].last == nil)
    #expect(machine.engine.runningCount == 1)
  }

  @Test("The daemon is healthy if enough targets answer, and not before each was polled")
  func health() {
    var machine = Machine([a, b]) { $0.applying.requiredShare = 1 }
    #expect(machine.engine.health == .starting)
    _ = machine.handle(.tick)
    _ = machine.answer(a)
    #expect(machine.engine.health == .starting)
    _ = machine.answer(b, 500)
    #expect(machine.engine.health == .unhealthy)
    // A request arrives while b is polled again: only a poll that begins later counts.
    machine.now = .seconds(100)
    _ = machine.handle(.tick)
    _ = machine.handle(.pollAll)
    for target in [a, b] { _ = machine.answer(target) }
    #expect(machine.engine.health == .starting)
    for target in [a, b] { _ = machine.answer(target) }
    #expect(machine.engine.health == .healthy)
  }

  @Test("After a stop no poll begins")
  func stop() {
    var machine = Machine([a, b]) { $0.polling.workers = 1 }
    #expect(machine.handle(.tick) == [.poll(a)])
    #expect(machine.handle(.stop) == [])
    #expect(machine.answer(a) == [] && machine.engine.runningCount == 0 && machine.engine.nextDue == nil)
  }

  @Test("Disabled targets aren't polled; of two with one name, the first is")
  func activeTargets() {
    var settings = PollerSettings()
    var disabled = c
    disabled.isEnabled = false
    settings.targets = [a, PollerSettings.Target("a", "http://other/"), disabled]
    #expect(settings.activeTargets == [a])
  }
}

extension PollerSettings.Target {
  /// A target whose name and address matter to a test.
  init(_ name: String, _ url: String) {
    self.init()
    (self.name, self.url) = (name, url)
  }
}
