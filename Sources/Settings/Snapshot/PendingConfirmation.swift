import SettingsSystem

/// An apply that is rolled back unless somebody confirms it in time.
///
/// An apply with `ApplyOptions(confirmWithin: .seconds(60))` returns it in ``ApplyOutcome/confirmation``. Check that everything works, and
/// confirm:
///
/// ```swift
/// let outcome = try await store.apply(draft, options: ApplyOptions(confirmWithin: .seconds(60)))
/// if let pending = outcome.confirmation {
///   print(pending)
///   try store.confirm(pending.id)
/// }
/// ```
///
/// Any process with the right to change the file can confirm or cancel: `settings-tui confirm FILE`, or another instance of the app, which
/// finds the apply by ``SettingsStore/pendingConfirmation()``.
///
/// When the time is over, the first process that notices restores the content from before the apply: a store that is open, or the next
/// store that is opened. That holds after a crash and a restart of the machine, too. Time is counted by a clock that can't be set, as long
/// as the machine isn't restarted, and then by the wall clock.
///
/// It is a `Sendable` value of one moment: ask ``remaining()`` again for the time that is left later.
public struct PendingConfirmation: Hashable, Sendable {
  /// The ID to confirm or cancel the apply by. It is new for each apply.
  ///
  /// An apply that supersedes this one has another ID, and restores the same content.
  public let id: ConfirmationID
  /// The time on the wall clock when the apply expires and the previous content is restored.
  ///
  /// It is for messages. ``remaining()`` uses the boot clock as well, so setting the wall clock neither extends nor shortens the time.
  public var deadline: WallTime { end.wall }
  /// The name of the user who applied, or the author in the ``ApplyOptions``.
  public let author: String
  /// The message in the ``ApplyOptions``; `nil` if there is none.
  public let message: String?
  /// The number of the log's record with the content to restore; `nil` if nothing was stored. The record is kept beyond the limit of the
  /// history as long as it may be needed.
  let restores: Int?
  /// The login session of the apply.
  let session: String
  /// The deadline by both clocks. The boot clock counts while the machine runs, and the wall clock after a restart.
  private(set) var end: Moment
  /// The time between the apply and the deadline. Never more than this is left, so setting back the wall clock before a restart can't
  /// extend it.
  let limit: Duration

  /// Whether it was applied in this process's login session.
  package var isFromThisSession: Bool { session == Login.session }

  /// Returns the same confirmation with another deadline, for a storage with a clock of its own, such as etcd.
  func ending(at end: Moment) -> PendingConfirmation {
    var pending = self
    pending.end = end
    return pending
  }

  /// Returns the time left until the deadline; zero after it, and never more than the time that the apply was given.
  public func remaining() -> Duration { remaining(at: .now) }

  /// Returns the time left until the deadline, as seen at a moment; zero after it.
  func remaining(at now: Moment) -> Duration { max(.zero, timeLeft(at: now)) }

  /// The time left for messages, in whole seconds, rounded. It can be 0 while a part of a second is left.
  package var secondsLeft: Int { Int((remaining() + .milliseconds(500)).components.seconds) }

  /// How long after the deadline other commands leave the rollback to the process that waits for it.
  ///
  /// That process also runs the commands of the apply, which no other process knows: if another one rolled back at once, the program that
  /// uses the settings would not be told.
  package static let headStart = Duration.seconds(5)

  /// Returns the rest of the ``headStart``, as seen at a moment after the deadline.
  ///
  /// It is never more than the whole, so a command that waits for what it has seen first ends in time, whatever the clocks do meanwhile.
  package func headStartLeft(at now: Moment = .now) -> Duration {
    min(Self.headStart, max(.zero, Self.headStart + timeLeft(at: now)))
  }

  /// Returns the time until the deadline, as seen at a moment; negative after it.
  ///
  /// This function decides for all storages: a storage with a clock of its own only replaces the deadline (``ending(at:)``).
  ///
  /// After a restart, only the wall clock can tell the time that has passed, and it may be years behind: a machine without a battery for its
  /// clock, whose network the apply has cut off, would never roll back. But at least the time since the start has passed, so the limit
  /// counts down from there. The process that waited for the deadline has ended with the machine, so there is no head start.
  private func timeLeft(at now: Moment) -> Duration {
    let left = min(limit, end.since(now))
    guard let sinceBoot = now.sinceBoot, let before = end.sinceBoot, sinceBoot.boot != before.boot else {
      return left
    }
    let most = limit - .milliseconds(sinceBoot.milliseconds)
    return min(left, most) > .zero ? min(left, most) : min(left, .zero - Self.headStart)
  }
}

extension PendingConfirmation: CustomStringConvertible {
  /// One sentence, without its period, that names the author, the ID and the time left, for people.
  ///
  /// `Changes by ada wait for a confirmation by the ID 4f9a01c2; otherwise they are rolled back in 58 s`
  ///
  /// After the deadline, which only a failed rollback outlives:
  /// `Changes by ada were not confirmed by the ID 4f9a01c2 in time; they are rolled back as soon as that is possible`
  public var description: String {
    remaining() > .zero
      ? "Changes by \(author) wait for a confirmation by the ID \(id); otherwise they are rolled back in \(secondsLeft) s"
      : "Changes by \(author) were not confirmed by the ID \(id) in time; they are rolled back as soon as that is possible"
  }
}

/// The name of an apply that has to be confirmed. Pass it to confirm or cancel the apply.
///
/// It is a random number, shown as eight hexadecimal digits, short enough to be typed. Print it, and read it back:
///
/// ```swift
/// let text = "4f9a01c2"
/// if let id = ConfirmationID(text) {
///   try store.confirm(id)
/// } else {
///   print("\(text) isn't the ID of an apply.")
/// }
/// ```
///
/// The ID makes sure that somebody confirms the apply that they have seen, and not a later one: with another ID,
/// ``SettingsStore/confirm(_:)-(ConfirmationID)`` throws ``ApplyError/otherPending(_:)``. It isn't a secret, and gives no rights.
public struct ConfirmationID: Hashable, Sendable {
  private let number: UInt32

  /// Creates an ID from a random number.
  init(_ number: UInt32) {
    self.number = number
  }

  /// Creates an ID from the string that ``description`` returns, in either letter case; returns `nil` unless it has eight hexadecimal
  /// digits.
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
