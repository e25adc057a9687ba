import Settings

/// Reports what an apply waits for if that takes long: what runs, for how long, and how to cancel. For editors and commands that print
/// lines.
@MainActor
package final class ApplyReminders {
  private let say: @MainActor (String) -> Void
  private let sleep: @Sendable (Duration) async throws -> Void
  private var running: ApplyProgress?
  private var reminding: Task<Void, Never>?

  /// - Parameters:
  ///   - sleep: Returns after a duration; throws if the task is canceled.
  ///   - say: Prints a sentence.
  package init(
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    say: @escaping @MainActor (String) -> Void
  ) {
    self.sleep = sleep
    self.say = say
  }

  /// Handles a report of what runs.
  package func take(_ progress: ApplyProgress) {
    let isSame = running?.name == progress.name && running?.step == progress.step
    running = progress
    if !isSame { start() }
  }

  /// Ends the reminders, because nothing runs anymore.
  package func stop() {
    running = nil
    reminding?.cancel()
  }

  private func start() {
    reminding?.cancel()
    reminding = Task { [weak self, sleep] in
      var passed = 0
      for seconds in Self.times {
        guard (try? await sleep(.seconds(seconds - passed))) != nil else { return }
        passed = seconds
        self?.remind(after: seconds)
      }
    }
  }

  private func remind(after seconds: Int) {
    guard let running else { return }
    let hint =
      switch running.step {
      case .prepare, .commit, .sideEffect: "; Ctrl-C cancels the apply"
      case .abort, .revert: ""
      }
    say(running.sentence(after: seconds) + hint + ".")
  }

  /// The seconds after which it prints a sentence: at increasing intervals, for an hour.
  private static let times = [2, 10, 30] + stride(from: 60, through: 3_600, by: 60)
}
