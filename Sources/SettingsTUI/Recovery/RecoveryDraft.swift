import Settings

/// What an editor keeps for recovery.
struct RecoveryDraft {
  var review: Review
  /// The changes that are left out of the review.
  var leftOut: Set<Review.Item> = []
  /// Text that can't be staged; otherwise `nil`.
  var text: UnstagedText?
}

/// Text from the person's own editor that can't be staged.
struct UnstagedText: Hashable, Sendable {
  /// The value that the text represents; `nil` for the whole draft.
  let path: SettingPath?
  let text: String
}
