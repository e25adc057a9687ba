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
