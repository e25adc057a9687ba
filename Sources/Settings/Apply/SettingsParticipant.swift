/// What takes part in an apply: it prepares, and may veto by throwing; then it commits, or aborts.
///
/// An apply is tried again when another process has stored something in between. Of each try, a participant hears one of
/// these sequences, each call once:
///
/// | Calls | When |
/// |---|---|
/// | none | An earlier participant vetoed. |
/// | `prepare`, `abort` | This or a later participant vetoed, the content could not be stored, or an earlier participant failed to commit and the old content is stored again. |
/// | `prepare`, `commit` | The new content is stored. |
/// | `prepare`, `commit`, `revert` | This or a later participant failed to commit, or the time to confirm was over before all had committed, and the old content is stored again. |
///
/// A participant whose own `commit` throws hears `revert`, too: it may have done a part of the work. If a `commit` fails
/// and the old content can't be stored again, the new content stays in use, and the remaining participants hear `commit`.
/// Participants prepare and commit in order; they abort and revert in reverse order, and a failure keeps no other
/// participant from hearing its call. When changes that wait for a confirmation are rolled back, participants hear
/// `prepare` and `commit` for the review of the way back.
///
/// ```swift
/// struct PortCheck: SettingsParticipant {
///   let name = "port check"
///   func prepare(_ review: Review) async throws { try probe(review) }
/// }
/// ```
public protocol SettingsParticipant: Sendable {
  /// What messages call the participant.
  var name: String { get }
  /// How long `prepare` may take; longer is a veto.
  var timeLimit: Duration { get }

  /// Gets ready for the changes; an error is a veto, and its description the reason.
  func prepare(_ review: Review) async throws
  /// Does what the changes ask for; they are durable by now. After an error the old content is stored again.
  func commit(_ review: Review) async throws
  /// Drops what was prepared.
  func abort(_ review: Review) async throws
  /// Undoes a commit, complete or not; the old content is stored again.
  ///
  /// - Parameter review: the review of the way back: its changes lead from the new values to the old ones, and its
  ///   candidate is the old content. So a participant whose `commit` passes on the values can call that.
  func revert(_ review: Review) async throws
}

extension SettingsParticipant {
  /// Half a minute.
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
