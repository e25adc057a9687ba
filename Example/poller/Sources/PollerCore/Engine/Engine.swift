/// The decisions of the daemon: what to poll when, what a result means, and what to report.
///
/// It has no effects: `handle` returns them.
package struct Engine: Sendable {
  /// An event that the daemon handles.
  package enum Event: Sendable {
    /// Polls are due, or may be.
    case tick
    /// The process uses other settings.
    case settings(PollerSettings)
    /// A poll has ended.
    case finished(PollerSettings.Target, PollResult)
    /// A request to poll all targets at once.
    case pollAll
    case forgetStatistics
    /// The settings that decide whether a target is up or down have changed.
    case countAgain
    /// No poll begins any more.
    case stop
  }

  /// An action of the daemon.
  package enum Effect: Hashable, Sendable {
    case poll(PollerSettings.Target)
    case log(LogLine)
    /// Sends an alert, which was logged.
    case alert(String)
  }

  /// The time of an event.
  package struct Time: Sendable {
    /// Since the start of the daemon.
    package var elapsed: Duration
    /// The hour of the day.
    package var hour: Int

    package init(elapsed: Duration, hour: Int = 12) {
      self.elapsed = elapsed
      self.hour = hour
    }
  }

  package private(set) var settings: PollerSettings
  package private(set) var states: [TargetState]
  package private(set) var isStopping = false
  /// The polls that are running, including those of targets that were removed.
  package private(set) var runningCount = 0

  package init(_ settings: PollerSettings) {
    self.settings = settings
    states = settings.activeTargets.map { TargetState($0, due: settings.polling.startDelay) }
  }

  /// Handles an event.
  package mutating func handle(
    _ event: Event, at time: Time, using random: inout some RandomNumberGenerator
  ) -> [Effect] {
    var effects: [Effect] = []
    switch event {
    case .tick: break
    case .settings(let new): adopt(new, at: time.elapsed)
    case .finished(let target, let result):
      runningCount -= 1
      effects += finish(target, result, at: time, chance: .random(in: -1...1, using: &random))
    case .pollAll:
      for position in states.indices { states[position].ask(at: time.elapsed) }
    case .forgetStatistics:
      for position in states.indices { states[position].history = [] }
      effects.append(.log(LogLine(.info, "forgot the statistics")))
    case .countAgain:
      for position in states.indices { (states[position].failures, states[position].successes) = (0, 0) }
    case .stop: isStopping = true
    }
    return effects + begin(at: time.elapsed)
  }

  /// The time of the next poll; `nil` if there is none, or if all workers are busy.
  package var nextDue: Duration? {
    guard !isStopping, runningCount < settings.polling.workers else { return nil }
    return states.filter { !$0.isRunning }.map(\.due).min()
  }

  /// Whether the targets answer.
  package var health: Health { Health(of: states, requiredShare: settings.applying.requiredShare) }

  // MARK: - Steps

  private mutating func adopt(_ new: PollerSettings, at now: Duration) {
    let old = settings
    settings = new
    states = new.activeTargets.map { target in
      guard var state = states.first(where: { $0.target == target }) else {
        return TargetState(target, due: now)
      }
      let interval = { (settings: PollerSettings) in target.interval ?? settings.polling.interval }
      // A shorter interval counts from now; a longer one after the poll that is due.
      if interval(new) < interval(old) { state.due = min(state.due, now + interval(new)) }
      return state
    }
  }

  private mutating func begin(at now: Duration) -> [Effect] {
    guard !isStopping else { return [] }
    let positions = Schedule.due(
      states, at: now, idleWorkers: settings.polling.workers - runningCount, settings.polling.order)
    for position in positions { states[position].isRunning = true }
    runningCount += positions.count
    return positions.map { .poll(states[$0].target) }
  }

  private mutating func finish(
    _ target: PollerSettings.Target, _ result: PollResult, at time: Time, chance: Double
  ) -> [Effect] {
    let line = LogLine(.polls, "poll: \(target.name) \(result)")
    // The target may have been changed or removed while it was polled.
    guard let position = states.firstIndex(where: { $0.target == target }) else { return [.log(line)] }
    var state = states[position]
    let occasion = state.finish(
      result, verdict: Verdict(result, of: target, by: settings), by: settings.judging)
    if state.isFresh {
      let pause = Schedule.pause(
        for: target, failures: state.failures, chance: chance, settings.polling)
      state.due = time.elapsed + pause
    }

    var effects: [Effect] = [.log(line)]
    if let occasion {
      effects.append(
        .log(LogLine(occasion == .up ? .info : .problems, "state: \(target.name) \(state.phase)")))
    }
    if let text = settings.alerts.text(for: occasion, of: state, at: time) {
      state.alertedAt = time.elapsed
      effects += [.log(LogLine(.problems, "alert: \(text)")), .alert(text)]
    }
    if occasion == .up { state.alertedAt = nil }
    states[position] = state
    return effects
  }
}

extension PollerSettings.Alerts {
  /// Returns the alert for what has happened to a target, or a repeated one if it is still down; `nil` for none.
  fileprivate func text(
    for occasion: PollerSettings.Occasion?, of state: TargetState, at time: Engine.Time
  ) -> String? {
    guard isEnabled, target == nil || target == state.target.name,
      !(quiet.isEnabled && quiet.hours.contains(time.hour))
    else { return nil }
    let isWanted =
      switch occasion {
      case .down: events.contains(.down)
      case .up: events.contains(.up)
      case .slow: events.contains(.slow)
      case nil:
        if state.phase == .down, let repeatAfter, let alertedAt = state.alertedAt {
          time.elapsed - alertedAt >= repeatAfter
        } else {
          false
        }
      }
    guard isWanted else { return nil }
    return message.replacing("{target}", with: state.target.name)
      .replacing("{state}", with: state.phase.rawValue)
  }
}
