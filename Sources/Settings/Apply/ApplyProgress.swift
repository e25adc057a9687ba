/// The progress of an apply: the participant or side effect that runs, and its report.
///
/// ```swift
/// for await progress in store.applyProgress() { print("\(progress.name): \(progress.text)") }
/// ```
public struct ApplyProgress: Hashable, Sendable {
  /// The kind of a step.
  public enum Step: Hashable, Sendable {
    /// A participant prepares.
    case prepare
    /// A participant commits.
    case commit
    /// A participant drops what it prepared.
    case abort
    /// A participant undoes its commit.
    case revert
    /// A side effect runs.
    case sideEffect
  }

  /// The kind of the step that runs.
  public let step: Step
  /// The name of the participant or of the side effect.
  public let name: String
  /// The text of its last report; empty before its first report.
  public let text: String

  /// Tells observers what a participant or a side effect reports.
  ///
  /// It is an object, because a program that Swift 6.3 optimizes crashes if a task-local value is a closure.
  private final class Reporter: Sendable {
    private let step: Step
    private let name: String
    private let observers: StoreObservers<ApplyProgress>

    init(_ step: Step, name: String, observers: StoreObservers<ApplyProgress>) {
      self.step = step
      self.name = name
      self.observers = observers
    }

    func report(_ text: String) {
      observers.notify(ApplyProgress(step: step, name: name, text: text))
    }
  }

  @TaskLocal private static var reporter: Reporter?

  /// Reports the progress of the participant or side effect that the current task runs; has no effect elsewhere.
  ///
  /// ```swift
  /// func recalculate(_ changes: [SettingChange]) async throws {
  ///   for (index, part) in parts.enumerated() {
  ///     try Task.checkCancellation()
  ///     ApplyProgress.report("\(index) of \(parts.count) parts")
  ///     try await part.recalculate()
  ///   }
  /// }
  /// ```
  public static func report(_ text: String) {
    reporter?.report(text)
  }

  static func run<Result>(
    _ step: Step, name: String, reportingTo observers: StoreObservers<ApplyProgress>,
    work: () async throws -> Result
  ) async rethrows -> Result {
    let reporter = Reporter(step, name: name, observers: observers)
    reporter.report("")
    return try await $reporter.withValue(reporter, operation: work)
  }
}
