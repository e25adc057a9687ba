import Settings

extension ScreenEditor {
  /// Leaves the editor, or asks what to do with staged changes.
  func quit() -> [EditorEffect] {
    guard core.model.hasChanges else { return close(.left) }
    let count = core.model.stagedCount
    return ask(
      "Leave",
      "\(Phrase.count(count, "change is", "changes are")) not applied. What should happen to "
        + "\(count == 1 ? "it" : "them")?",
      [
        .init("Apply…", key: "a", [.open(.review(thenLeave: true))]),
        .init("Discard", key: "d", [.discardAndLeave], loses: true),
        .init("Stay", key: "s"),
      ])
  }

  func ask(
    _ name: String, _ text: String, about subject: Question.Subject? = nil, _ buttons: [Question.Button]
  ) -> [EditorEffect] {
    perform(.open(.question(Question(name: name, text: text, buttons: buttons, subject: subject))))
  }

  func close(_ ending: EditorOutcome.Ending, wantsRestart: Bool = false) -> [EditorEffect] {
    outcome = core.outcome(ending, wantsRestart: wantsRestart)
    return [.close]
  }
}
