import SettingsForm

/// A version that replaces the current content, byte for byte.
struct Restoration: Sendable {
  /// The content that it replaces.
  let base: Snapshot
  /// The version's bytes; `nil` if nothing was stored.
  let bytes: [UInt8]?
  let version: Snapshot
  private let validator: FormValidator

  /// Restores a version from its bytes. Throws if they aren't JSON, because another program stored them.
  init(_ bytes: [UInt8]?, over base: Snapshot, validator: FormValidator) throws(JSONParseError) {
    self.base = base
    self.bytes = bytes
    self.validator = validator
    version = try Snapshot(parsing: bytes, layers: base.layers, validator: validator)
  }

  /// Restores a version that has been read already.
  init(_ version: Snapshot, over base: Snapshot, validator: FormValidator) {
    self.base = base
    self.version = version
    bytes = version.content?.bytes
    self.validator = validator
  }

  /// Reviews what restoring the version changes.
  func review(of file: String) -> Review {
    let index = validator.index
    let changes = version.changes(since: base, in: index)
    let refusals = changes.compactMap { base.layers.refusal(at: $0.path) }
    var review = Review(
      file: file, revision: base.revision, changes: changes,
      derivedChanges: version.derivedChanges(since: base, in: index),
      findings: [ReviewFinding](version.problems, over: base, changing: Set(changes.map(\.path)))
        + refusals.map(ReviewFinding.obstacle),
      conflicts: [],
      patchSteps: index.patch(from: base.document, to: version.document).map(PatchStep.operation))
    review.transition = ContentTransition(from: base, to: version, in: index)
    return review
  }
}
