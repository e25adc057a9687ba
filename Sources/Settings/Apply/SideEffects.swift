/// The participant that runs the app's side effects when it commits, and again for the restored values when it reverts.
///
/// If `timePeriod` triggers `recalculate`, and `source` triggers `reload` and `recalculate`, and both change in this order, then
/// `recalculate` runs once with both changes, and after it `reload`.
///
/// It comes after the app's own participants, so the effects see what these have put into use. It prepares nothing: a side effect is work
/// that follows a change, and has no say in it.
struct SideEffects: SettingsParticipant {
  let name = "side effects"
  let hooks: any SettingsSideEffects
  let environment: StoreEnvironment
  let observers: StoreObservers<ApplyProgress>

  func commit(_ review: FormReview) async throws {
    for call in calls(for: review.allChanges) { try await run(call, transition: review.transition) }
  }

  /// Runs the side effects for the restored values, also the effect that had failed, because it might have done half of its work. Throws
  /// the first error at the end.
  func revert(_ review: FormReview) async throws {
    var failure: (any Error)?
    for call in calls(for: review.allChanges) {
      do {
        try await run(call, transition: review.transition)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Runs the side effects of changes that another process has stored, and returns the first failure; `nil` if all have run. The store
  /// rejects the content after a failure, and keeps using the last good one.
  func failure(
    of changes: [SettingChange], _ transition: ContentTransition
  ) async -> ParticipantFailure? {
    do {
      for call in calls(for: changes) { try await run(call, transition: transition) }
      return nil
    } catch {
      return ParticipantFailure(name, error: error)
    }
  }

  private typealias Call = (sideEffect: String, changes: [SettingChange])

  /// Returns the side effects of changes, once each, in the order of the first change of each, with the changes that trigger it.
  private func calls(for changes: [SettingChange]) -> [Call] {
    changes.sideEffects.map { name in (name, changes.filter { $0.sideEffects.contains(name) }) }
  }

  private func run(_ call: Call, transition: ContentTransition?) async throws {
    let limit = hooks.timeLimit(of: call.sideEffect)
    try await Settings.run(call.sideEffect, within: limit, sleep: environment.sleep) { [hooks, observers] in
      try await ApplyProgress.run(.sideEffect, name: call.sideEffect, reportingTo: observers) {
        try await ContentTransition.$current.withValue(transition.map { ($0, call.changes) }) {
          try await hooks.run(call.sideEffect, for: call.changes)
        }
      }
    }
  }
}

extension FormReview {
  /// The changes of stored values, and then the changes of derived values.
  fileprivate var allChanges: [SettingChange] { changes + derivedChanges }
}

/// Reports the progress of an action to the user who runs it.
///
/// An annotation `action = forgetCache` adds a row to a section. When a user chooses it, the app's function is called with such a reporter:
///
/// ```swift
/// func forgetCache(_ progress: ActionProgress) async throws {
///   for (index, file) in files.enumerated() {
///     try Task.checkCancellation()
///     progress("\(index) of \(files.count) files")
///     try remove(file)
///   }
///   progress("Removed \(files.count) files")
/// }
/// ```
///
/// The row shows the last text, also after the action has ended. An error that the function throws is shown in its place. Participants and
/// side effects report with ``ApplyProgress/report(_:)`` instead.
///
/// It is `Sendable`: tasks of the action can report from anywhere, as often as they like.
public struct ActionProgress: Sendable {
  private let report: @Sendable (String) -> Void

  /// Creates a reporter that calls a closure, for tests of actions.
  ///
  /// ```swift
  /// let progress = ActionProgress { print($0) }
  /// progress("3 of 10 files")
  /// ```
  public init(_ report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  /// Reports text, which replaces the previous text. The last text stays as the result of the action.
  public func callAsFunction(_ text: String) {
    report(text)
  }
}
