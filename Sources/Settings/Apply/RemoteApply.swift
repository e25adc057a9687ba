/// An apply of another process that participants of this one have prepared for.
///
/// The participants receive `prepare` before it exists, and then one call: `commit` if the other process has stored the content,
/// `abort` if it hasn't. A failure has no effect on the other process.
package struct RemoteApply: Sendable {
  /// The changes, compared with what was stored before.
  let review: Review
  /// The changes back to what was stored before.
  let rollback: Review
  let participants: ParticipantGroup

  /// Puts the changes into effect; they are durable by now.
  package func commit() async {
    _ = await participants.commitAll(review)
  }

  /// Drops what was prepared.
  package func abort() async {
    await participants.abort(review)
  }

  /// Undoes the commit, because the other process has restored the old content.
  package func revert() async {
    _ = await participants.revert(review, by: rollback)
  }
}
