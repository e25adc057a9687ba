/// Says who applies and why, for the history, and whether somebody has to confirm the apply.
///
/// If you pass no options, the apply is final, and the history has it under the login name of the user. Give it a message, which
/// ``SettingsStore/history()`` shows, or a time in which it has to be confirmed:
///
/// ```swift
/// let options = ApplyOptions(author: "Ada", message: "Move to the new port", confirmWithin: .seconds(60))
/// let outcome = try await store.update(options: options) { $0.network.port = 8443 }
/// // Check that the app can still be reached, then:
/// if let pending = outcome.confirmation { try store.confirm(pending.id) }
/// ```
///
/// Ask for a confirmation if a change may lock somebody out: an address, a port, a password. Unless somebody confirms in time, the old
/// content comes back, even if your app has crashed or the machine was restarted.
///
/// While an apply waits for its confirmation, the store accepts another one only if that has to be confirmed, too.
///
/// Drafts, updates, plans and rollbacks all take these options.
public struct ApplyOptions: Hashable, Sendable {
  /// Whether an apply is recorded in the history.
  ///
  /// Skip the record only for values that change often and that nobody wants back, such as the size of a window:
  ///
  /// ```swift
  /// try await store.update(options: ApplyOptions(history: .skip)) { $0.display.size.width = 100 }
  /// ```
  ///
  /// The history can't tell such content from a save by another program: it lists it as ``SettingsHistoryEntry/Kind/outside`` while it is
  /// stored, and the next recorded apply keeps it as such.
  public enum Recording: Hashable, Sendable {
    /// The new content is kept in the history: at most 50 versions, and fewer if they would take more than 64 MiB, but at least five.
    case record
    /// The apply isn't recorded: its author and message aren't kept, and it can't be rolled back by itself. An apply that has to be
    /// confirmed is always recorded.
    case skip
  }

  package var author: String?
  package var message: String?
  /// The time to confirm the apply, after which it is rolled back; `nil` if it needs no confirmation. With a time, the apply is recorded
  /// even if the history is to be skipped: the rollback needs the old content.
  package var confirmWithin: Duration?
  package var history: Recording

  /// Creates options.
  ///
  /// - Parameters:
  ///   - author: The author's name in the history; `nil` for the user's login name.
  ///   - message: A message for the history; `nil` for none.
  ///   - confirmWithin: The time to confirm the apply, after which it is rolled back; `nil` if it needs no confirmation. The time starts
  ///     when the content is stored.
  ///   - history: Whether the apply is recorded in the history.
  public init(
    author: String? = nil, message: String? = nil, confirmWithin: Duration? = nil,
    history: Recording = .record
  ) {
    self.author = author
    self.message = message
    self.confirmWithin = confirmWithin
    self.history = history
  }
}

/// The limit to the number of versions that are kept. It is the same for all apps: a history is for going back, and not for an audit.
struct HistoryLimit: Sendable {
  private static let records = 50
  /// The maximum size of all versions in bytes.
  private static let bytes = 64 << 20
  /// The number of versions that are kept regardless of their size.
  private static let fewest = 5

  /// Returns the number of the oldest record to keep after records have been appended, of which the last one has `size` bytes.
  ///
  /// Records are counted, because their numbers can have gaps: a file that somebody has put into the folder must not count as all the
  /// records that would be before it. The size of the newest version stands for all, so no other record has to be read:
  ///
  ///     numbers 1…79, 1 KB        50 records: from 31 on
  ///     numbers 1…79, 4 MiB       64 MiB / 4 MiB = 16 records: from 65 on
  ///     numbers 1…5, 99, 1 KB     all seven
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the records before, in ascending order.
  ///   - added: The number of records that are appended.
  static func oldest(of numbers: [Int], adding added: Int, size: Int) -> Int {
    let kept = max(fewest, min(records, bytes / max(1, size))) - added
    return numbers.count > kept ? numbers[numbers.count - kept] : numbers.first ?? 0
  }
}
