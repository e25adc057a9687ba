/// What an apply has done.
public struct ApplyOutcome: Hashable, Sendable {
  /// What was changed, in form order; empty if there was nothing to do.
  public let changes: [SettingChange]
  /// What rules changed on account of that in settings that are not set themselves, in form order.
  public let derivedChanges: [SettingChange]
  /// The identity of the new content; `nil` if nothing is stored.
  public let revision: Revision?
  /// Whether the new content is known to survive a crash; `false` where the system would not say so.
  public let isDurable: Bool
  /// What takes the changes back unless it is confirmed; `nil` if they stay.
  public let confirmation: PendingConfirmation?
  /// The participants that failed where nothing could be taken back any more: at the end of a confirmed apply.
  public let failures: [ParticipantFailure]

  init(
    changes: [SettingChange], derivedChanges: [SettingChange] = [], revision: Revision?, isDurable: Bool,
    confirmation: PendingConfirmation? = nil,
    failures: [ParticipantFailure] = []
  ) {
    self.changes = changes
    self.derivedChanges = derivedChanges
    self.revision = revision
    self.isDurable = isDurable
    self.confirmation = confirmation
    self.failures = failures
  }

  /// Whether a change waits for the process to be started again.
  public var requiresRestart: Bool { !changesForRestart.isEmpty }

  /// The changes that wait for the process to be started again.
  var changesForRestart: [SettingChange] { (changes + derivedChanges).filter(\.requiresRestart) }
}
