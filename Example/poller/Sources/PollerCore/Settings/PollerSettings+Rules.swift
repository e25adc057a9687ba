import Settings

extension PollerSettings {
  /// Rules between settings, which the daemon, its editor and `settings-tui` enforce.
  package static let rules = RuleBook(for: PollerSettings.self) { s in
    s.polling.minimumInterval <= s.polling.interval
    (s.polling.timeout <= s.polling.interval)
      .message("A poll must end before the next one begins: the timeout is at most the interval.")
    s.polling.backoff.isEnabled == true => s.polling.interval <= s.polling.backoff.maximum
    (s.polling.jitter <= 0.3).severity(.warning)
      .message("With so much jitter, the times of the polls are almost random.")

    s.judging.slowAfter <= s.polling.timeout
    s.judging.slowIsFailure == true => s.alerts.events <- [.down, .up, .slow]

    s.polling.backoff.isEnabled == false => .hide(s.polling.backoff.factor, s.polling.backoff.maximum)
    s.server.isEnabled == false => .hide(s.server.port, s.server.isLocal, s.server.path)
    s.alerts.quiet.isEnabled == false => .hide(s.alerts.quiet.hours)
    s.alerts.isEnabled == false
      => .disable(s.alerts.target, s.alerts.events, s.alerts.repeatAfter, s.alerts.webhook)
    s.applying.waitsForDaemon == false => .disable(s.applying.daemonTimeout)
  }
}
