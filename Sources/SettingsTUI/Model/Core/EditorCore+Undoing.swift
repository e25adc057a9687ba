import Settings

extension EditorCore {
  /// Whether the stored content is what this editor has applied last, so that a rollback undoes that apply and nothing else.
  var canRollBackApply: Bool {
    appliedContent != nil && appliedContent == model.draft.revision && pending == nil
  }

  /// The action that undo leads to if no edit is left to undo: a question whether to roll back the last apply of this editor. `nil` if
  /// a rollback would undo more than that apply.
  var rollbackOffer: EditorAction? {
    guard !model.canUndo, canRollBackApply, let versions = try? model.store.history(),
      let applied = versions.first, applied.kind == .apply, applied.revision == appliedContent,
      let before = versions.beforeLast
    else { return nil }
    let review: Review
    do throws(ApplyError) {
      review = try model.store.review(restoring: before)
    } catch {
      return .say(.init(error.description, .problem))
    }
    return .open(
      .question(
        Question(
          name: "Undo the apply",
          text: "\(undoneText) The last apply, at \(applied.time.shortLocalText()), changed "
            + "\(Self.enumeration(of: applied)). Roll it back? You review the rollback first.",
          buttons: [
            .init("Review the rollback", key: "r", [.open(.rollback(before, review))]),
            .init("Cancel", key: "c"),
          ])))
  }

  /// Says that undo has no edit left: there are none, or those that are staged were left out of the apply.
  private var undoneText: String {
    guard model.hasChanges else { return "No edit is left to undo." }
    let count = model.stagedCount
    return
      "\(Phrase.count(count, "change that was", "changes that were")) left out \(count == 1 ? "is" : "are") still "
      + "staged; \(name(of: .unstage)) unstages the one with the focus."
  }

  /// Returns the titles of the settings that a version changed; of many, the first ones and the number of the others.
  private static func enumeration(of version: HistoryEntry) -> String {
    let titles = version.changes.prefix(3).map(\.title)
    let others = version.changeCount - titles.count
    guard !titles.isEmpty else { return Phrase.count(version.changeCount, "setting") }
    return Phrase.enumeration(titles + (others > 0 ? [Phrase.count(others, "other setting")] : []))
  }
}
