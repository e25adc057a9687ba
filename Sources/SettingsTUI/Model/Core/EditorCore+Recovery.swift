import Settings

extension EditorCore {
  /// Everything that changes what is kept for recovery.
  struct RecoveryState: Equatable {
    let revision: Int
    let choices: ReviewChoices
    let text: UnstagedText?
  }

  var recoveryState: RecoveryState {
    RecoveryState(revision: revision, choices: reviewChoices, text: unstagedText)
  }

  /// What is kept for recovery.
  var recoveryDraft: RecoveryDraft {
    let review = model.draft.review()
    return RecoveryDraft(
      review: review, leftOut: reviewChoices.leftOut(of: review.changes), text: unstagedText)
  }

  /// Returns the recovery files of discarded changes, which are removed after an apply.
  func takeDiscarded() -> [RecoveryFolder.Leftover] {
    defer { discardedOffers = [] }
    return discardedOffers.map(\.leftover)
  }

  /// Leaves changes out of the review, besides those that are left out already. Of a part that isn't found, the whole change is left
  /// out, because it must not be applied by mistake.
  func leaveOut(_ items: [Review.Item]) {
    guard !items.isEmpty else { return }
    let changes = model.draft.review().changes
    var left = reviewChoices.leftOut(of: changes)
    for item in items {
      let path = index.entry(containing: item.path)?.path ?? item.path
      guard let change = changes.first(where: { $0.path == path }) else { continue }
      if case .part(let id) = item, change.parts.contains(where: { $0.id == id }) {
        left.insert(item)
      } else {
        left.insert(.setting(path))
      }
    }
    reviewChoices.leaveOut(left, of: changes)
  }

  /// Returns the edit that continues with text that couldn't be staged; `nil` if the form has no such value anymore.
  func edit(of unstaged: UnstagedText) -> ExternalEdit? {
    guard let path = unstaged.path else { return ExternalEdit(subject: .draft, text: unstaged.text) }
    guard let entry = index.entry(containing: path),
      let places = try? ValuePlace.places(on: path, in: entry, model.value(at: entry.path)),
      let place = places.last, isEditable(place), !place.setting.holdsSecrets
    else { return nil }
    return ExternalEdit(subject: .value(place, typed: nil), text: unstaged.text)
  }
}
