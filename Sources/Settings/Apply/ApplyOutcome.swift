import SettingsForm

/// The result of an apply that has succeeded: what changed, and what is left to do.
///
/// Every apply, rollback and cancellation returns one. Most callers ignore it; a screen or a command shows it:
///
/// ```swift
/// let outcome = try await store.apply(draft)
/// print(outcome)
/// // 1 change applied
/// //   calculation.timePeriod: 7 days → 14 days
/// if outcome.requiresRestart { print("Restart to use the changes.") }
/// if let pending = outcome.confirmation { try store.confirm(pending.id) }
/// ```
///
/// An apply that changes no byte of the content succeeds with no ``changes``: it stored nothing, and called no participant.
///
/// Secrets are masked in the ``description``, but not in the values of ``changes``.
public struct ApplyOutcome: Hashable, Sendable {
  /// The changes, in form order; empty if nothing was stored.
  ///
  /// They lead from what was stored right before, not from the base of the draft: another process may have stored something in between, and
  /// the draft was merged with that.
  public let changes: [SettingChange]
  /// The number of changes, those of comments included.
  package let changeCount: Int
  /// The changes that rules derive in settings that aren't set, in form order. They take effect, but aren't stored.
  public internal(set) var derivedChanges: [SettingChange] = []
  /// The identity of the content that is stored now; `nil` if nothing is stored.
  ///
  /// Another process can have stored something else since.
  public let revision: SettingsRevision?
  /// Whether the new content is known to survive a crash of the system.
  ///
  /// It is `false` if the system didn't confirm that the folder is written. The content is stored and in use, and usually survives.
  public let isDurable: Bool
  /// The confirmation that the changes wait for; `nil` if they are final.
  ///
  /// An apply with a time limit, `ApplyOptions(confirmWithin: .seconds(60))`, has one. Pass its ID to ``SettingsStore/confirm(_:)-(ConfirmationID)`` in
  /// time.
  public internal(set) var confirmation: PendingConfirmation?
  /// The participants that failed while an apply was rolled back, because it was canceled or had expired. A rollback can't be vetoed, so the old
  /// content is stored anyway.
  ///
  /// Empty after an ordinary apply, which fails instead.
  public internal(set) var failures: [ParticipantFailure] = []
  /// The problems that the form finds in content that was restored after an apply was canceled or expired. They don't stop the rollback,
  /// because the content was stored before.
  package internal(set) var problems: [FormProblem] = []

  /// Whether a change takes effect only after a restart of the process.
  ///
  /// The store has called ``SettingsSideEffects/restart(for:)`` by then, if it has hooks and the changes are durable.
  public var requiresRestart: Bool { !changesForRestart.isEmpty }

  /// The changes that take effect only after a restart.
  var changesForRestart: [SettingChange] { (changes + derivedChanges).filter(\.requiresRestart) }
}

extension ApplyOutcome: CustomStringConvertible {
  /// The number of changes, then one line for each change and for each thing that is left to do; secrets are masked.
  ///
  /// ```
  /// 1 change applied
  ///   calculation.timePeriod: 7 days → 14 days
  ///   requires a restart
  /// ```
  public var description: String {
    var lines = ["\(Phrase.count(changeCount, noun: "change")) applied"]
    lines += changes.listed.map { "  \($0)" }
    lines += derivedChanges.map { "  \($0) (by a rule)" }
    if let confirmation { lines.append("  \(confirmation)") }
    if requiresRestart { lines.append("  requires a restart") }
    if !isDurable { lines.append("  not known to survive a crash") }
    lines += failures.map { "  \($0.text)" }
    return lines.joined(separator: "\n")
  }
}
