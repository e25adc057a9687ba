/// The result of an apply.
public struct ApplyOutcome: Hashable, Sendable {
  /// The changes, in form order; empty if nothing was stored.
  public let changes: [SettingChange]
  /// The changes that rules derive from them in settings that aren't set, in form order.
  public let derivedChanges: [SettingChange]
  /// The identity of the new content; `nil` if nothing is stored.
  public let revision: Revision?
  /// Whether the new content is known to survive a crash; `false` if the system doesn't confirm it.
  public let isDurable: Bool
  /// The confirmation that the changes wait for; `nil` if they are final.
  public let confirmation: PendingConfirmation?
  /// The participants that failed during a rollback, which they can't veto.
  public let failures: [ParticipantFailure]
  /// What the form says about content that was restored because its apply was canceled or has expired. It can't refuse that.
  package internal(set) var problems: [FormProblem] = []

  init(
    changes: [SettingChange], derivedChanges: [SettingChange] = [], revision: Revision?, isDurable: Bool,
    confirmation: PendingConfirmation? = nil, failures: [ParticipantFailure] = []
  ) {
    self.changes = changes
    self.derivedChanges = derivedChanges
    self.revision = revision
    self.isDurable = isDurable
    self.confirmation = confirmation
    self.failures = failures
  }

  /// Whether a change takes effect only after a restart of the process.
  public var requiresRestart: Bool { !changesForRestart.isEmpty }

  /// The changes that take effect only after a restart.
  var changesForRestart: [SettingChange] { (changes + derivedChanges).filter(\.requiresRestart) }
}
