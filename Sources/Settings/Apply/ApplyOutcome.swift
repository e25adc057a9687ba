import SettingsForm

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

extension ApplyOutcome: CustomStringConvertible {
  /// The number of changes, then one line for each change and for each thing that is left to do; secrets are masked.
  public var description: String {
    var lines = ["\(Phrase.count(changes.count, noun: "change")) applied"]
    lines += changes.map { "  \($0)" }
    lines += derivedChanges.map { "  \($0) (by a rule)" }
    if let confirmation { lines.append("  \(confirmation)") }
    if requiresRestart { lines.append("  requires a restart") }
    if !isDurable { lines.append("  not known to survive a crash") }
    lines += failures.map { "  \($0.text)" }
    return lines.joined(separator: "\n")
  }
}

/// Why changes weren't applied. The draft keeps them.
public enum ApplyError: Error, Hashable, Sendable {
  /// The store is applying other changes. A participant or side effect that applies gets this error, too.
  case applyInProgress
  /// The document would be invalid.
  case invalid([FormProblem])
  /// The app couldn't read the document.
  case undecodable(SettingsDecodingError)
  /// The changes can't be made in the document.
  case uneditable(JSONEditError)
  /// Another process has stored other values for the same settings.
  case conflicts([Conflict])
  /// Other processes stored something during every attempt.
  case contended
  /// The task was canceled before anything was stored.
  case canceled
  /// A participant vetoed the changes.
  case vetoed(ParticipantFailure)
  /// The stored content can't be read or replaced.
  case storage(StoreError)
  /// A participant failed after the content was stored; the failures are in the order in which they occurred.
  ///
  /// `isRestored` indicates whether the previous content is stored again.
  case commitFailed([ParticipantFailure], isRestored: Bool)
  /// The apply expired before all participants had committed, and another process has restored the previous content.
  case confirmationExpired(ConfirmationID)
  /// A person or a health check canceled the apply in another process before all participants had committed.
  case confirmationCanceled(ConfirmationID)
  /// Another apply waits for its confirmation.
  case awaitingConfirmation(PendingConfirmation)
  /// Another apply has expired, but couldn't be rolled back.
  case rollbackFailed(ConfirmationError)
  /// The content has changed since the review.
  case stale
  /// The history doesn't have the version.
  case noVersion
  /// A plan can't be applied.
  case plan(PlanError)
  /// A key path that is to be left out refers to neither a setting nor a section.
  case notASetting(String)
}

extension ApplyError: CustomStringConvertible {
  /// A sentence for each problem that describes it and what to do.
  public var description: String {
    switch self {
    case .applyInProgress: "Changes are being applied already; apply these when that is done."
    case .invalid(let problems):
      problems.filter { $0.severity == .error }.map(\.description).joined(separator: "\n")
    case .undecodable(let error): "\(error)"
    case .uneditable(let error): "\(error)"
    case .conflicts(let conflicts):
      "Another process has changed \(conflicts.map(\.path.description).joined(separator: ", ")); "
        + "decide which value to keep."
    case .contended: "Other processes keep changing the file; try again."
    case .canceled: "The apply was canceled; nothing was stored."
    case .vetoed(let failure): "\(failure.participant) refuses the changes: \(failure.reason)"
    case .storage(let error): "\(error)"
    case .commitFailed(let failures, let isRestored):
      failures.text
        + (isRestored
          ? ". The old settings are restored." : ". The new settings are stored nevertheless.")
    case .confirmationExpired(let id):
      "The time to confirm \(id) was over before all participants used the changes; the old settings are restored. "
        + "Allow more time."
    case .confirmationCanceled(let id):
      "The changes with the ID \(id) were canceled before all participants used them; the old settings are restored."
    case .awaitingConfirmation(let pending): "\(pending). Confirm or cancel them first."
    case .rollbackFailed(let error): "\(error)"
    case .stale: "The settings have changed since the review; review the changes again."
    case .noVersion: "The history doesn't have that version."
    case .plan(let error): "\(error)"
    case .notASetting(let keyPath):
      "\(keyPath) is neither a setting nor a section; leave out the setting that contains it."
    }
  }
}
