import SettingsForm

/// Why changes weren't applied, confirmed or canceled. Nothing is stored, and the draft keeps them, unless the case says otherwise.
///
/// Its description has a sentence for each problem that says what to do, so showing it is enough for most apps. Handle the cases for which
/// your app can do more:
///
/// ```swift
/// do throws(ApplyError) {
///   try await store.apply(draft)
/// } catch {
///   switch error {
///   case .conflicts(let conflicts): print("Choose a value for \(conflicts.map(\.title)).")
///   case .invalid(let problems): print(problems.map(\.message))
///   case .applyInProgress, .contended: print("Try again.")
///   default: print(error)
///   }
/// }
/// ```
///
/// | cases | what to do |
/// |---|---|
/// | ``invalid(_:)``, ``undecodable(_:)``, ``uneditable(_:)`` | change the staged values, or the file |
/// | ``conflicts(_:)``, ``stale``, ``plan(_:)`` | look at the new content, and decide again |
/// | ``applyInProgress``, ``contended``, ``canceled`` | try again |
/// | ``vetoed(_:)``, ``commitFailed(_:isRestored:)`` | do what the participant's reason says |
/// | ``awaitingConfirmation(_:)`` | confirm or cancel the other apply first |
/// | ``storage(_:)`` | correct the file, its folder or its permissions |
/// | ``nothingPending``, ``otherPending(_:)``, ``expired(_:)``, ``damaged(_:)`` | ask ``SettingsStore/pendingConfirmation()`` what waits now |
///
/// After `commitFailed` with `isRestored` false, the new content is stored and in use. After a storage error of the kind
/// ``RemoteStorageError/Kind/unknownOutcome``, it may be stored.
public enum ApplyError: Error, Hashable, Sendable {
  /// The store is applying other changes. A participant or side effect that applies to its own store also gets this error.
  ///
  /// Applies aren't queued; ``SettingsStore/update(options:_:)`` waits instead.
  case applyInProgress
  /// The document would be invalid: a value violates a limit or a rule, or can't be changed. Only problems with the severity `error`
  /// prevent the apply.
  ///
  /// `error: calculation.timePeriod: Use 30 or less instead of 90.`
  case invalid([FormProblem])
  /// The app couldn't decode the document, although the form allows it: a `Decodable` of the app refuses a value.
  ///
  /// Put such a check into the form, as a limit or a rule; then an editor shows it before the apply.
  case undecodable(SettingsDecodingError)
  /// The changes can't be made in the document, for example because a section's value is a string instead of an object, or because the
  /// document would become too large.
  case uneditable(JSONEditError)
  /// Another process has stored other values for settings that are staged here. Decide for each which value to keep; see ``SettingConflict``.
  case conflicts([SettingConflict])
  /// Other processes stored something during every attempt, for 30 s. Try again; if it persists, find the program that writes without a
  /// pause.
  case contended
  /// The task was canceled before anything was stored. Participants that had prepared have aborted.
  ///
  /// A task that is canceled later, while participants commit, makes the apply fail with ``commitFailed(_:isRestored:)``.
  case canceled
  /// A participant vetoed the changes, or took longer to prepare than its time limit. The others have aborted.
  ///
  /// `port check refuses the changes: port 80 is in use`
  case vetoed(ParticipantFailure)
  /// The stored content can't be read or replaced: it isn't JSON, the disk is full, or the file is read-only, belongs to another user, or
  /// is locked.
  case storage(SettingsStoreError)
  /// A participant or a side effect failed after the content was stored; the failures are in the order in which they occurred.
  ///
  /// If `isRestored` is true, the previous content is stored again, and the participants have reverted. If it is false, it couldn't be
  /// restored: the new content is stored and in use, or what another process has stored since.
  case commitFailed([ParticipantFailure], isRestored: Bool)
  /// The time to confirm was over before all participants had committed, and another process has restored the previous content. Allow more
  /// time.
  case confirmationExpired(ConfirmationID)
  /// Somebody, or a health check, canceled the apply in another process before all participants had committed. The previous content is
  /// stored again.
  case confirmationCanceled(ConfirmationID)
  /// Another apply waits for its confirmation. Until it is confirmed or canceled, or its time is over, only an apply that has to be
  /// confirmed itself is accepted.
  case awaitingConfirmation(PendingConfirmation)
  /// No apply is pending. It may have been confirmed, canceled or rolled back already.
  case nothingPending
  /// An apply with another ID waits. Look at its changes before you confirm it.
  case otherPending(PendingConfirmation)
  /// The time to confirm is over. The previous content is restored by the store's timer, or by the next command; apply again, with more
  /// time.
  case expired(ConfirmationID)
  /// The history's copy of the content to restore is damaged. Set the old values by hand and confirm the apply; this works even after the
  /// deadline.
  ///
  /// The new content stays until then, since nothing else could take its place; nor can anything else be applied.
  case damaged(PendingConfirmation)
  /// The content has changed since the review or the version that this apply is based on. Review the changes again.
  ///
  /// A draft is never stale: it is merged with the new content, and may have ``conflicts(_:)``. A rollback is stale if another process has
  /// stored something since its review, or while participants prepared for it.
  case stale
  /// The history doesn't have the version any more, or its record is damaged.
  ///
  /// Read ``SettingsStore/history()`` again, and choose a version whose ``SettingsHistoryEntry/isDamaged`` is false.
  case noVersion
  /// A plan can't be applied: it is stale, or for another file or form.
  case plan(SettingsPlanError)
  /// A key path that is to be left out of an apply refers to neither a setting nor a section. Leave out the setting that contains it.
  case notASetting(String)
}

extension ApplyError: CustomStringConvertible {
  /// A sentence for each problem that describes it and what to do, without secrets. Show it as it is.
  ///
  /// `Other processes keep changing the file; try again.`
  public var description: String {
    switch self {
    case .applyInProgress: "Changes are being applied already; apply these when that is done."
    case .invalid(let problems):
      problems.filter { $0.severity == .error }.map(\.description).joined(separator: "\n")
    case .undecodable(let error): "\(error)"
    case .uneditable(let error): "\(error)"
    case .conflicts(let conflicts):
      "Another process has changed \(conflicts.map(\.name).joined(separator: ", ")); "
        + "decide which value to keep."
    case .contended: "Other processes keep changing the file; try again."
    case .canceled: "The apply was canceled; nothing was stored."
    case .vetoed(let failure): "\(failure.participant) refuses the changes: \(failure.reason)"
    case .storage(let error): "\(error)"
    case .commitFailed(let failures, let isRestored):
      failures.text
        + (isRestored
          ? ". The old settings are restored."
          : ". The old settings could not be restored; see what is stored now.")
    case .confirmationExpired(let id):
      "The time to confirm \(id) was over before all participants used the changes; the old settings are restored. "
        + "Allow more time."
    case .confirmationCanceled(let id):
      "The changes with the ID \(id) were canceled before all participants used them; the old settings are restored."
    case .awaitingConfirmation(let pending): "\(pending). Confirm or cancel them first."
    case .nothingPending: "No changes wait for a confirmation."
    case .otherPending(let pending):
      "Other changes wait for a confirmation: those with the ID \(pending.id), by \(pending.author)."
    case .expired(let id):
      "The time to confirm \(id) is over, so the changes can't be kept; apply them again, with more time."
    case .damaged(let pending):
      "The old settings can't be restored: their copy in the history is damaged. "
        + "Set them by hand and confirm \(pending.id)."
    case .stale: "The settings have changed since the review; review the changes again."
    case .noVersion: "The history doesn't have that version."
    case .plan(let error): "\(error)"
    case .notASetting(let keyPath):
      "\(keyPath) is neither a setting nor a section; leave out the setting that contains it."
    }
  }
}
