import SettingsForm
import SettingsSystem

/// The phase of an apply that has to be confirmed.
///
/// ```
///          content stored            confirm
///   armed ───────────────▶ pending ───────────────▶ confirmed
///     │                     │ │ │     cancel
///     │ not stored          │ │ └─────────────────▶ canceled ──┐
///     ▼                     │ │   deadline reached             ├──▶ rolled back
///   discarded               │ └───────────────────▶ expired ───┘
///                           │  another apply to be confirmed
///                           └─────────────────────▶ superseded
/// ```
///
/// | Phase | Where it is | It ends because |
/// |---|---|---|
/// | armed | in a ``LogStep``, in memory | its record becomes durable with the new content, or neither does |
/// | pending | in the log: the last version's header has a confirmation | someone confirms or cancels it, or its deadline is reached |
/// | expired | in the log, as pending; the clock distinguishes them | the first process that notices rolls back |
/// | confirmed | in the log: a `confirm` record follows | never |
/// | rolled back | in the log: a version of kind `revert` follows | never |
/// | superseded | in the log: a later version has a confirmation | never; that confirmation restores the same content as this one |
///
/// Only the log is durable, and it is written in one step with the content, so a crash can't separate the two.
///
/// Time limits use the boot clock while the machine runs, since the wall clock can be set back. After a restart, only the wall clock is
/// left. It may be wrong by years, so at most `limit` minus the time since the start is left, whatever it says.
///
/// No process has to run when an apply expires. Each process that reads the log compares the deadline with the clock, and the first one
/// that finds it in the past rolls back. Its commit requires that the log still ends with the record that it has read. So if two processes
/// try at once, one of them gets a conflict, reads the log again, and finds that nothing waits.
enum ConfirmationPhase: Hashable, Sendable {
  /// No apply is pending. The last one, if any, has been confirmed, rolled back or superseded.
  case settled
  /// There is time left to confirm.
  case pending(PendingConfirmation)
  /// The deadline is reached, but the previous content has not been restored yet.
  case expired(PendingConfirmation)

  /// Determines the phase from what the log holds and the time. Nothing else counts: not which process asks, or whether it was there when
  /// the content was stored.
  init(of pending: PendingConfirmation?, at now: Moment) {
    switch pending {
    case nil: self = .settled
    case let pending? where pending.remaining(at: now) > .zero: self = .pending(pending)
    case let pending?: self = .expired(pending)
    }
  }

  /// Checks that the apply of an ID can be confirmed now. Throws `nothingPending`, `otherPending` or `expired`.
  func confirming(_ id: ConfirmationID) throws(ApplyError) {
    let pending = try canceling(id)
    if self == .expired(pending) { throw .expired(id) }
  }

  /// Returns the apply of an ID if it can be canceled now. An expired apply can still be canceled, since both restore the same content.
  @discardableResult
  func canceling(_ id: ConfirmationID) throws(ApplyError) -> PendingConfirmation {
    switch self {
    case .settled: throw .nothingPending
    case .pending(let pending), .expired(let pending):
      guard pending.id == id else { throw .otherPending(pending) }
      return pending
    }
  }
}
