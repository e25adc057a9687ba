import Settings

/// A request that changes the stored content and is in progress.
///
/// It exists from the effect that starts the request to the request's report. In the meantime, the editor accepts no edits and doesn't
/// rebase the draft, because the request works on them. A cancellation doesn't end the state: the participants abort or revert
/// first, and the report says how it ended.
struct StoringState {
  /// What follows.
  let next: AfterStoring
  /// What runs; `nil` before the first report.
  private(set) var progress: ApplyProgress?
  /// The number of seconds since it began to run.
  private var seconds = 0
  /// Whether the person has canceled the request.
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
