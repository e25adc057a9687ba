/// When polls are due.
package enum Schedule {
  /// Returns the time until the next poll of a target.
  ///
  /// - Parameters:
  ///   - failures: The number of failures in a row.
  ///   - chance: A random number from -1 to 1, for the jitter.
  package static func pause(
    for target: PollerSettings.Target, failures: Int, chance: Double, _ settings: PollerSettings.Polling
  ) -> Duration {
    let base = target.interval ?? settings.interval
    var seconds = base.inSeconds
    let backoff = settings.backoff
    if backoff.isEnabled, failures > 0 {
      for _ in 0..<failures where seconds < backoff.maximum.inSeconds { seconds *= backoff.factor }
      seconds = max(base.inSeconds, min(seconds, backoff.maximum.inSeconds))
    }
    return max(settings.minimumInterval, .seconds(seconds * (1 + settings.jitter * chance)))
  }

  /// Returns the positions of the targets to poll now, at most as many as there are idle workers.
  package static func due(
    _ states: [TargetState], at now: Duration, idleWorkers: Int, _ order: PollerSettings.Order
  ) -> [Int] {
    let due = states.indices.filter { !states[$0].isRunning && states[$0].due <= now }
    let ordered =
      switch order {
      case .listed: due
      case .mostOverdue: due.sorted { (states[$0].due, $0) < (states[$1].due, $1) }
      }
    return Array(ordered.prefix(max(0, idleWorkers)))
  }
}
