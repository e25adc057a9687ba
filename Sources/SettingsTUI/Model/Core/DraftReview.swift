import Settings

/// The review of the draft, with what a person left out of the next apply.
struct DraftReview {
  /// The review of all changes.
  let all: Review
  /// What the next apply leaves out.
  let leftOut: Set<Review.Item>
  /// The review of the changes that aren't left out.
  let kept: Review
}

extension EditorCore {
  /// Reviews the draft.
  func reviewDraft() -> DraftReview {
    let all = model.review()
    let leftOut = reviewChoices.leftOut(of: all.changes)
    return DraftReview(
      all: all, leftOut: leftOut, kept: leftOut.isEmpty ? all : model.review(leavingOut: leftOut))
  }
}
