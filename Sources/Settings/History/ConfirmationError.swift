/// Why changes were neither confirmed nor cancelled.
public enum ConfirmationError: Error, Hashable, Sendable {
  /// No changes wait for a confirmation.
  case nothingPending
  /// Other changes wait than those of the id.
  case otherPending(PendingConfirmation)
  /// The time is over: the old content comes back.
  case overdue(ConfirmationID)
  /// The storage can't be read or written.
  case storage(StoreError)
  /// The content to bring back is damaged in the history.
  case damaged(PendingConfirmation)
  /// Other processes keep storing.
  case contended
}

extension ConfirmationError: CustomStringConvertible {
  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .nothingPending: "No changes wait for a confirmation."
    case .otherPending(let pending):
      "Other changes wait for a confirmation: those of the id \(pending.id), by \(pending.author)."
    case .overdue(let id): "The time to confirm \(id) is over; the old settings come back."
    case .storage(let error): "\(error)"
    case .damaged(let pending):
      "The old settings can't be brought back: their copy in the history is damaged. "
        + "Set them by hand and confirm \(pending.id)."
    case .contended: "Other processes keep changing the file; try again."
    }
  }
}
