import Settings

extension PollerSettings {
  /// When a target is up, slow or down.
  // setting: action = forgetStatistics
  package struct Judging: SettingsGroup {
    /// The number of failures in a row after which a target is down.
    // setting: range = 1...20, sideEffect = countAgain
    package var failuresUntilDown = 3

    /// The number of successes in a row after which a target is up again.
    // setting: range = 1...20, sideEffect = countAgain
    package var successesUntilUp = 1

    /// The duration of an answer after which a target is slow.
    // setting: range = 1ms...5min
    package var slowAfter: Duration = .seconds(2)

    /// Whether a slow answer counts as a failure.
    package var slowIsFailure = false

    /// Status codes that are good for all targets.
    // setting: range = 100...599, sideEffect = countAgain
    package var alsoExpected: [Int] = []

    /// The number of polls that the statistics of a target cover.
    // setting: range = 1...10000, advanced
    package var window = 100

    package init() {}
  }
}
