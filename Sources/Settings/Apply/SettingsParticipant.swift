import SettingsForm

/// Takes part in an apply: it prepares, and may refuse the changes; then it commits them, or drops them.
///
/// Something outside of the file often has to agree to a change before it is stored, or has to follow it exactly once: a server that must
/// be able to open a port, a driver that takes a new configuration. Make that a participant. If you only want to do some work after one
/// setting has changed, a side effect is simpler; if you only want to know the new value, use ``SettingsStore/changes(of:)``. To compare
/// values of your own types, conform to ``TypedSettingsParticipant``.
///
/// ```swift
/// struct PortCheck: SettingsParticipant {
///   let name = "port check"
///   var timeLimit: Duration { .seconds(5) }
///
///   func prepare(_ review: FormReview) async throws {
///     for change in review.changes where change.path == ["network", "port"] {
///       try probe(change.newText)
///     }
///   }
/// }
///
/// let store = try SettingsStore<AppSettings>(file: "settings.json", participants: [PortCheck()])
/// ```
///
/// The store calls your participant in one of these sequences, each call once. If another process was faster, the store tries again, with a
/// sequence for each attempt:
///
/// | Calls | When |
/// |---|---|
/// | none | An earlier participant vetoed. |
/// | `prepare`, `abort` | This or a later participant vetoed, the content couldn't be stored, or an earlier participant failed to commit and the old content is restored. |
/// | `prepare`, `commit` | The new content is stored. |
/// | `prepare`, `commit`, `revert` | This or a later participant failed to commit, or the apply expired before all had committed, and the old content is restored. |
///
/// If your own `commit` throws, you get `revert`, too, because you may have done a part of the work. Participants prepare and commit in
/// order, and abort and revert in reverse order; if one fails, the others are still called. If a `commit` fails and even the old content
/// can't be restored, the new content stays in use, and the remaining participants get `commit`.
///
/// When an apply wasn't confirmed in time, the old content comes back, whatever anybody says. You get `prepare` and `commit` for the review
/// of this rollback. If you refuse, you get `abort`, and the others commit without you.
///
/// The calls come one after the other, and not on the main actor unless your participant is isolated to it. If the task that applies is
/// canceled, a participant that prepares or commits is canceled, and the apply aborts or reverts. So if you take a long time, call
/// `Task.checkCancellation()` now and then, and tell people what you do with ``ApplyProgress/report(_:)``. You can't apply to the same
/// store: that throws ``ApplyError/applyInProgress``.
public protocol SettingsParticipant: Sendable {
  /// What people read as your name, in lowercase as within a sentence: `port check refuses the changes: port 80 is in use`.
  var name: String { get }
  /// The maximum duration of `prepare`; exceeding it is a veto. 30 seconds by default. The other calls have no limit.
  var timeLimit: Duration { get }
  /// What the history should say about the last `prepare` that agreed, such as `web-1, web-2 agreed`; `nil`, the default, for nothing.
  ///
  /// It is read once all participants have prepared. ``SettingsHistoryEntry/agreements`` has it with your name: `rollout: web-1, web-2 agreed`.
  var agreement: String? { get }

  /// Checks whether the changes can work, without putting them into effect: nothing is stored yet.
  ///
  /// Throw an error to veto. People read its description, as the reason in ``ApplyError/vetoed(_:)``.
  func prepare(_ review: FormReview) async throws
  /// Puts the changes into effect; they are durable by now. After an error the old content is restored, and `revert` is called.
  func commit(_ review: FormReview) async throws
  /// Drops what was prepared. An error is reported only if the content had been stored.
  func abort(_ review: FormReview) async throws
  /// Undoes a commit, complete or not; the old content is restored.
  ///
  /// - Parameter review: The review of the rollback: its changes lead from the new values to the old values, and its candidate is the old
  ///   content. So a participant that passes the values on can call its own `commit` with this review.
  func revert(_ review: FormReview) async throws
}

extension SettingsParticipant {
  /// 30 seconds.
  public var timeLimit: Duration { .seconds(30) }
  /// Nothing.
  public var agreement: String? { nil }
  /// Agrees to every change.
  public func prepare(_ review: FormReview) async throws {}
  /// Does nothing.
  public func commit(_ review: FormReview) async throws {}
  /// Does nothing.
  public func abort(_ review: FormReview) async throws {}
  /// Does nothing.
  public func revert(_ review: FormReview) async throws {}
}
