/// The progress of an apply: the participant or side effect that runs, and its last report.
///
/// An apply can take long if a participant checks something or a side effect computes. Show what it does:
///
/// ```swift
/// for await progress in store.applyProgress() {
///   print("\(progress.name): \(progress.text)")  // recalculate: 3 of 10 parts
/// }
/// ```
///
/// A participant or a side effect reports text with ``report(_:)``. Each step begins with an element whose text is empty, even if the step
/// never reports anything. No element marks the end of the last step: `apply` returns then.
///
/// While an apply runs, the terminal editor shows the last element and the time that has passed. Elements of all steps of a store are in
/// one stream, in order; steps don't overlap. The stream has what happens after the call of ``SettingsStore/applyProgress()``, so begin to
/// iterate before the apply.
public struct ApplyProgress: Hashable, Sendable {
  /// The kind of a step in which an apply calls code of the app.
  ///
  /// The first four are the calls of a ``SettingsParticipant``. ``sideEffect`` is a function of the app's ``SettingsSideEffects``, which run
  /// after the participants have committed, for changes of other processes, and again for the restored values after a failure.
  ///
  /// ```swift
  /// for await progress in store.applyProgress() where progress.step == .sideEffect {
  ///   print("\(progress.name) runs.")
  /// }
  /// ```
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
  /// The name of the participant, such as `port check`, or of the side effect, such as `recalculate`.
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
  ///
  /// The text replaces the previous text. Child tasks can report, too; detached tasks can't. Report as often as you like: an element that
  /// nobody iterates costs little.
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
