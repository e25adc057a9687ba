/// What an apply has done.
public struct ApplyOutcome: Hashable, Sendable {
  /// What was changed, in form order; empty if there was nothing to do.
  public let changes: [SettingChange]
  /// The identity of the new content; `nil` if nothing is stored.
  public let revision: Revision?
  /// Whether the new content is known to survive a crash; `false` where the system would not say so.
  public let isDurable: Bool

  /// Whether a change waits for the process to be started again.
  public var requiresRestart: Bool { changes.contains(where: \.requiresRestart) }
}
