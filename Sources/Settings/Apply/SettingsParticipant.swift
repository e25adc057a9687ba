/// What takes part in an apply: it prepares, and may veto by throwing; then it commits, or aborts.
///
/// Of every apply, a participant that heard `prepare` hears exactly one of `commit` and `abort`. `revert` follows a
/// `commit` when a later participant's commit failed and the old content was put back.
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
  /// Does what the changes ask for; they are durable by now.
  func commit(_ review: Review) async throws
  /// Drops what was prepared.
  func abort(_ review: Review) async throws
  /// Undoes a commit.
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
