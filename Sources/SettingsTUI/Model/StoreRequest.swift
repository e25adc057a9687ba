import SettingsEditing

/// A change of the stored content: what a person has decided in a review. The editor starts one at a time in a task, and goes on to draw.
///
///     review ─▶ effect .store(request) ─▶ StoringState ─▶ Report ─▶ end of StoringState, message or question
///                                           ▲  progress, seconds, cancellation
enum StoreRequest: Equatable, Sendable {
  /// Applies the draft without some of its changes, which stay staged.
  case apply(leavingOut: Set<FormReview.Item>, ApplyOptions)
  /// Rolls back to a version, as reviewed.
  case rollBack(SettingsHistoryEntry, FormReview, ApplyOptions)
  /// Cancels a pending confirmation.
  case cancel(ConfirmationID)

  /// How a request ended.
  typealias Report = (request: StoreRequest, result: Result<ApplyOutcome, any Error>)

  /// Performs the request on the model's store.
  @MainActor
  func perform(on model: FormViewModel) async -> Report {
    do {
      switch self {
      case .apply(let leavingOut, let options):
        return (self, .success(try await model.apply(leavingOut: leavingOut, options: options)))
      case .rollBack(let entry, let review, let options):
        return (self, .success(try await model.rollback(to: entry, reviewed: review, options: options)))
      case .cancel(let id): return (self, .success(try await model.cancel(id)))
      }
    } catch {
      return (self, .failure(error))
    }
  }
}

/// A request that changes the stored content and is in progress.
///
/// It exists from the effect that starts the request to the request's report. In the meantime, the editor accepts no edits and doesn't
/// rebase the draft, because the request works on them. A cancellation doesn't end the state: the participants abort or revert
/// first, and the report says how it ended.
///
/// Without this state, a key press during a long apply could stage a change that the apply neither stores nor keeps.
struct StoringState {
  /// What follows.
  let next: AfterStoring
  /// What runs; `nil` before the first report.
  private(set) var progress: ApplyProgress?
  /// The number of seconds since it began to run.
  private var seconds = 0
  /// Whether someone has canceled the request.
  private(set) var isCanceled = false

  init(then next: AfterStoring) {
    self.next = next
  }

  /// Takes a report of what runs.
  mutating func take(_ progress: ApplyProgress) {
    if progress.name != self.progress?.name || progress.step != self.progress?.step { seconds = 0 }
    self.progress = progress
  }

  /// Lets a second pass.
  mutating func tick() { seconds += 1 }

  mutating func cancel() { isCanceled = true }

  /// What runs, and for how long; `nil` if nothing is reported.
  var text: String? {
    progress?.sentence(after: seconds)
  }
}

extension ApplyProgress {
  /// What runs, what it reported last, and for how long it has been running.
  func sentence(after seconds: Int) -> String {
    sentence + (seconds == 0 ? "" : ", \(seconds) s")
  }

  /// What runs, and what it reported last.
  var sentence: String {
    guard text.isEmpty else { return "\(name): \(text)" }
    return switch step {
    case .prepare: "\(name) prepares"
    case .commit: "\(name) commits"
    case .abort: "\(name) aborts"
    case .revert: "\(name) reverts"
    case .sideEffect: "\(name) runs"
    }
  }
}

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
  ///
  /// With a wait of two minutes, it speaks after 2, 10, 30, 60 and 120 seconds.
  private static let times = [2, 10, 30] + stride(from: 60, through: 3_600, by: 60)
}
