/// Why a draft was not applied. The draft keeps its changes.
public enum ApplyError: Error, Hashable, Sendable {
  /// A participant or side effect applied while an apply was under way.
  case underWay
  /// The document as it would be has errors.
  case invalid([FormProblem])
  /// The app cannot read the document as it would be.
  case undecodable(SettingsDecodingError)
  /// The document cannot take the changes.
  case uneditable(JSONEditError)
  /// Somebody else has stored other values for the same settings.
  case conflicts([Conflict])
  /// Other processes keep storing; each try met another content.
  case contended
  /// A participant does not agree.
  case vetoed(ParticipantFailure)
  /// The stored content cannot be read or replaced.
  case storage(StoreError)
  /// A participant failed after the content was stored; the failures are in the order they happened.
  ///
  /// `isRestored` tells whether the old content is in place again.
  case commitFailed([ParticipantFailure], isRestored: Bool)
  /// The time to confirm was over before the participants had committed, and the old content is in place again.
  case overdue(ConfirmationID)
  /// Another apply waits for its confirmation.
  case awaitingConfirmation(PendingConfirmation)
  /// The time of another apply is over, but the old content could not be brought back yet.
  case notTakenBack(ConfirmationError)
  /// Another content has been stored since the changes were reviewed.
  case stale
  /// The history does not keep that version, or not any more.
  case noVersion
  /// A plan can't be applied.
  case plan(PlanError)
}

/// What went wrong in a participant.
public struct ParticipantFailure: Hashable, Sendable {
  /// The participant's name.
  public let participant: String
  /// The reason that it gave, or that it took too long.
  public let reason: String
}

extension ApplyError: CustomStringConvertible {
  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .underWay: "Changes are being applied already; apply these when that is done."
    case .invalid(let problems):
      problems.filter { $0.severity == .error }.map(\.description).joined(separator: "\n")
    case .undecodable(let error): "\(error)"
    case .uneditable(let error): "\(error)"
    case .conflicts(let conflicts):
      "Somebody else has changed \(conflicts.map(\.path.description).joined(separator: ", ")); "
        + "decide which value to keep."
    case .contended: "Other processes keep changing the file; try again."
    case .vetoed(let failure): "\(failure.participant) refuses the changes: \(failure.reason)"
    case .storage(let error): "\(error)"
    case .commitFailed(let failures, let isRestored):
      failures.map { "\($0.participant) failed: \($0.reason)" }.joined(separator: "; ")
        + (isRestored
          ? ". The old settings are in place again." : ". The new settings are stored all the same.")
    case .overdue(let id):
      "The time to confirm \(id) was over before the changes were in use everywhere; the old settings are in place "
        + "again. Give more time."
    case .awaitingConfirmation(let pending): "\(pending). Confirm or cancel them first."
    case .notTakenBack(let error): "\(error)"
    case .stale: "The settings have changed since the review; look at it again."
    case .noVersion: "The history does not keep that version."
    case .plan(let error): "\(error)"
    }
  }
}

extension ApplyError {
  /// What participants gave as reasons.
  var failures: [ParticipantFailure] {
    switch self {
    case .vetoed(let failure): [failure]
    case .commitFailed(let failures, _): failures
    default: []
    }
  }
}
