import SettingsForm

extension UntypedStore {
  /// Checks content that another process is about to store, and asks participants of this process to prepare for it.
  ///
  /// The participants aren't those of the store. Throws `ApplyError` if the content isn't valid for this process, or if a participant
  /// vetoes; the participants have dropped what they had prepared by then. Canceling the task cancels a participant that prepares.
  package func prepare(
    for content: [UInt8], _ participants: [any SettingsParticipant]
  ) async throws(ApplyError) -> RemoteApply {
    do throws(StoreError) { try refresh() } catch { throw .storage(error) }
    let base = snapshot
    let change = Restoration(content, over: base, validator: validator)
    if let malformed = change.version.malformed {
      throw .storage(.malformed(file: name, malformed.error))
    }
    var review = change.review(of: name, formRefuses: true)
    guard review.isApplicable else { throw .invalid(review.obstacles) }
    do throws(SettingsDecodingError) {
      try check?(change.version.complete(in: index))
    } catch {
      throw .undecodable(error.hidingSecrets(of: change.version.document, in: index))
    }
    review.candidate = content
    var rollback = Restoration(base, over: change.version, validator: validator).review(of: name)
    rollback.candidate = base.content?.bytes ?? []

    let group = ParticipantGroup(
      members: participants, environment: environment, observers: progressObservers)
    if let veto = await group.prepare(review) {
      await group.abort(review, first: veto.callCount)
      throw Task.isCancelled ? .canceled : .vetoed(veto.failure)
    }
    return RemoteApply(review: review, rollback: rollback, participants: group)
  }
}
