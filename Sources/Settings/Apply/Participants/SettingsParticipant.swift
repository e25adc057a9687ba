/// A part of the app that takes part in an apply: it prepares and may veto, then commits or aborts.
///
/// An apply is repeated if another process has stored something in the meantime. For each attempt, a participant receives one
/// of these sequences, each call once:
///
/// | Calls | When |
/// |---|---|
/// | none | An earlier participant vetoed. |
/// | `prepare`, `abort` | This or a later participant vetoed, the content couldn't be stored, or an earlier participant failed to commit and the old content is restored. |
/// | `prepare`, `commit` | The new content is stored. |
/// | `prepare`, `commit`, `revert` | This or a later participant failed to commit, or the apply expired before all had committed, and the old content is restored. |
///
/// A participant whose own `commit` throws receives `revert`, too: it may have done a part of the work. If a `commit` fails
/// and the old content can't be restored, the new content stays in use, and the remaining participants receive `commit`.
/// Participants prepare and commit in order; they abort and revert in reverse order, and a failure doesn't skip the other
/// participants. When an apply that waits for its confirmation is rolled back, participants receive `prepare` and `commit`
/// for the review of the rollback.
///
/// Canceling the task that applies cancels a participant that prepares or commits; the apply then aborts or reverts. A participant
/// that takes a long time checks for that with `Task.checkCancellation()`, and reports progress with `ApplyProgress.report(_:)`.
///
/// ```swift
/// struct PortCheck: SettingsParticipant {
///   let name = "port check"
///   func prepare(_ review: Review) async throws { try probe(review) }
/// }
/// ```
public protocol SettingsParticipant: Sendable {
  /// The participant's name in messages.
  var name: String { get }
  /// The maximum duration of `prepare`; exceeding it is a veto.
  var timeLimit: Duration { get }

  /// Prepares for the changes; an error is a veto, and its description the reason.
  func prepare(_ review: Review) async throws
  /// Puts the changes into effect; they are durable by now. After an error the old content is restored.
  func commit(_ review: Review) async throws
  /// Drops what was prepared.
  func abort(_ review: Review) async throws
  /// Undoes a commit, complete or not; the old content is restored.
  ///
  /// - Parameter review: The review of the rollback: its changes lead from the new values to the old ones, and its
  ///   candidate is the old content. So a participant that passes the values on can call its own `commit` with this review.
  func revert(_ review: Review) async throws
}

extension SettingsParticipant {
  /// 30 seconds.
  public var timeLimit: Duration { .seconds(30) }
  /// Agrees.
  public func prepare(_ review: Review) async throws {}
  /// Does nothing.
  public func commit(_ review: Review) async throws {}
  /// Does nothing.
  public func abort(_ review: Review) async throws {}
  /// Does nothing.
  public func revert(_ review: Review) async throws {}
}
