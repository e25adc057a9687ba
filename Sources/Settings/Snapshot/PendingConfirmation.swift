import SettingsSystem

/// An apply that is rolled back unless it is confirmed in time.
public struct PendingConfirmation: Hashable, Sendable {
  /// The ID to confirm or cancel the apply by.
  public let id: ConfirmationID
  /// When the apply expires and the previous content is restored.
  public var deadline: Timestamp { end.wall }
  /// The name of the user who applied.
  public let author: String
  /// The user's message for the history.
  public let message: String?
  /// The number of the log's record with the content to restore; `nil` if nothing was stored.
  let restores: Int?
  /// The login session of the apply.
  let session: String
  /// The deadline by both clocks.
  private(set) var end: Moment
  /// The time between the apply and the deadline. Setting back the wall clock can't extend it.
  let limit: Duration

  /// Whether it was applied in this process's login session.
  package var isFromThisSession: Bool { session == Login.session }

  /// Returns the same confirmation with another deadline.
  func ending(at end: Moment) -> PendingConfirmation {
    var pending = self
    pending.end = end
    return pending
  }

  /// Returns the time left until the deadline; zero after it.
  public func remaining() -> Duration { remaining(at: .now) }

  /// The time left for messages, in whole seconds.
  package var secondsLeft: Int { Int((remaining() + .milliseconds(500)).components.seconds) }

  /// Returns the time since the deadline; zero before it.
  package func timeSinceDeadline() -> Duration { max(.zero, Moment.now.since(end)) }

  func remaining(at now: Moment) -> Duration {
    max(.zero, min(limit, end.since(now)))
  }
}

extension PendingConfirmation: CustomStringConvertible {
  /// One sentence, without its period, that names the author, the ID and the time left.
  public var description: String {
    "Changes by \(author) wait for a confirmation by the ID \(id); otherwise they are rolled back in "
      + "\(secondsLeft) s"
  }
}

/// The name of an apply that has to be confirmed. Pass it to confirm or cancel the apply.
public struct ConfirmationID: Hashable, Sendable {
  private let number: UInt32

  /// Creates an ID from a random number.
  init(_ number: UInt32) {
    self.number = number
  }

  /// Creates an ID from the string that `description` returns, in either letter case; returns `nil` if the string is malformed.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 8, text.allSatisfy(\.isHexDigit), let number = UInt32(text, radix: 16) else {
      return nil
    }
    self.number = number
  }
}

extension ConfirmationID: CustomStringConvertible {
  /// Eight hexadecimal digits.
  public var description: String { String(number, digits: 8, radix: 16) }
}

/// The phase of an apply that has to be confirmed.
///
/// ```
///          content stored            confirm
///   armed ───────────────▶ pending ───────────────▶ confirmed
///     │                     │ │ │     cancel
///     │ not stored          │ │ └─────────────────▶ canceled ──┐
///     ▼                     │ │   deadline reached             ├──▶ rolled back
///   discarded               │ └───────────────────▶ expired ───┘
///                           │  another confirmed apply
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
/// left, and `limit` bounds what it can claim: whatever it says, never more time is left than was given.
///
/// Nobody has to be there for an apply to expire. Each process that reads the log compares the deadline, and the first that sees that it is
/// over rolls back. The record's number is the head of the log, so two processes that try at once don't both succeed.
enum ConfirmationPhase: Hashable, Sendable {
  /// No apply waits for its confirmation: there was none, or it has been confirmed, rolled back or superseded.
  case settled
  /// There is time left to confirm.
  case pending(PendingConfirmation)
  /// The deadline is reached, but the previous content has not been restored yet.
  case expired(PendingConfirmation)

  /// Determines the phase from what the log holds and the time.
  init(of pending: PendingConfirmation?, at now: Moment) {
    switch pending {
    case nil: self = .settled
    case let pending? where pending.remaining(at: now) > .zero: self = .pending(pending)
    case let pending?: self = .expired(pending)
    }
  }

  /// Checks that the apply of an ID can be confirmed now.
  func confirming(_ id: ConfirmationID) throws(ConfirmationError) {
    let pending = try canceling(id)
    if self == .expired(pending) { throw .expired(id) }
  }

  /// Returns the apply of an ID if it can be canceled now. An expired apply can be canceled, too: both restore the same content.
  @discardableResult
  func canceling(_ id: ConfirmationID) throws(ConfirmationError) -> PendingConfirmation {
    switch self {
    case .settled: throw .nothingPending
    case .pending(let pending), .expired(let pending):
      guard pending.id == id else { throw .otherPending(pending) }
      return pending
    }
  }
}

/// Why changes were neither confirmed nor canceled.
public enum ConfirmationError: Error, Hashable, Sendable {
  /// No changes wait for a confirmation.
  case nothingPending
  /// Changes wait for a confirmation by another ID.
  case otherPending(PendingConfirmation)
  /// The time to confirm is over, and the previous content is restored.
  case expired(ConfirmationID)
  /// The storage can't be read or written.
  case storage(StoreError)
  /// The history's copy of the content to restore is damaged.
  case damaged(PendingConfirmation)
  /// This store is applying changes.
  case applyInProgress
  /// Other processes changed the content during every attempt.
  case contended
}

extension ConfirmationError: CustomStringConvertible {
  /// One sentence that describes the error and what to do.
  public var description: String {
    switch self {
    case .nothingPending: "No changes wait for a confirmation."
    case .otherPending(let pending):
      "Other changes wait for a confirmation: those with the ID \(pending.id), by \(pending.author)."
    case .expired(let id): "The time to confirm \(id) is over; the old settings are restored."
    case .storage(let error): "\(error)"
    case .damaged(let pending):
      "The old settings can't be restored: their copy in the history is damaged. "
        + "Set them by hand and confirm \(pending.id)."
    case .applyInProgress: "Changes are being applied; try again when that is done."
    case .contended: "Other processes keep changing the file; try again."
    }
  }
}

/// The services of the system that a store uses besides its storage: the time, timers and random IDs. Tests replace them.
struct StoreEnvironment: Sendable {
  /// Returns the current time.
  var now: @Sendable () -> Moment
  /// Returns after a duration; throws if the task is canceled.
  var sleep: @Sendable (Duration) async throws -> Void
  /// Creates the ID of a confirmed apply.
  var makeConfirmationID: @Sendable () -> ConfirmationID

  /// The system's clocks and random numbers.
  static let system = StoreEnvironment(
    now: { .now }, sleep: { try await Task.sleep(for: $0) },
    makeConfirmationID: { ConfirmationID(.random(in: .min ... .max)) })
}
