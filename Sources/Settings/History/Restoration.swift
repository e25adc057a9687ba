import SettingsForm

/// A version that replaces the current content, byte for byte.
///
/// What the form says today about the version is reported, but refuses nothing: the version was stored once, and a person goes back to
/// it because of what is stored now. The bytes needn't even be JSON, because another program may have stored them.
struct Restoration: Sendable {
  /// The content that it replaces.
  let base: Snapshot
  /// The version's bytes; `nil` if nothing was stored.
  let bytes: [UInt8]?
  let version: Snapshot
  private let validator: FormValidator

  /// Restores a version from its bytes.
  init(_ bytes: [UInt8]?, over base: Snapshot, validator: FormValidator) {
    self.base = base
    self.bytes = bytes
    self.validator = validator
    version = Snapshot(ofVersion: bytes, layers: base.layers, validator: validator)
  }

  /// Restores a version that has been read already.
  init(_ version: Snapshot, over base: Snapshot, validator: FormValidator) {
    self.base = base
    self.version = version
    bytes = version.content?.bytes
    self.validator = validator
  }

  /// Reviews what restoring the version changes.
  ///
  /// - Parameter formRefuses: Whether errors in the changed settings are obstacles, as in an apply, and not only warnings. The locks of
  ///   other layers are obstacles in both cases.
  func review(of file: String, formRefuses: Bool = false) -> Review {
    let index = validator.index
    let isJSON = version.malformed == nil
    let changes = isJSON ? version.changes(since: base, in: index) : []
    let refusals = changes.compactMap { base.layers.refusal(at: $0.path) }
    let places = StoredPlaces(index, changed: Set(changes.map(\.path))) { [base, version] entry in
      (old: base.storedValue(of: entry), new: version.storedValue(of: entry))
    }
    let found = [ReviewFinding](version.problems, over: base, places)
    var review = Review(
      file: file, revision: base.revision, changes: changes,
      derivedChanges: isJSON ? version.derivedChanges(since: base, in: index) : [],
      findings: (formRefuses ? found : found.map(\.asWarning)) + refusals.map(ReviewFinding.obstacle),
      conflicts: [],
      patchSteps: isJSON
        ? index.patch(from: base.read.stored, to: version.read.stored).map(PatchStep.operation) : [])
    if isJSON {
      review.transition = ContentTransition(from: base, to: version, in: index)
    } else {
      review.changedLines = ChangedLines.range(from: base.content?.bytes ?? [], to: bytes ?? [])
    }
    return review
  }
}

extension ReviewFinding {
  /// The finding, with a warning in place of an obstacle.
  fileprivate var asWarning: ReviewFinding {
    guard case .obstacle(var problem) = self else { return self }
    problem.severity = .warning
    return .warning(problem)
  }
}
