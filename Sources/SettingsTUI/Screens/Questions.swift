import SettingsEditing

// The questions of the editor whose answers depend on more than one screen: what to do with unsaved changes of an earlier editor, with text
// that can't be staged, with a file that doesn't fit, and with an undo that has no edit left.

extension RecoveryOffer {
  /// Opens the text again that couldn't be staged.
  private var reopening: EditorAction? {
    if let text = sectionText, let path = text.path {
      return .open { TextScreen(section: path, typed: text.text, $0) }
    }
    return edit.map { .editExternally($0) }
  }

  /// The question whether to restore it.
  var question: Question {
    let restoring: [EditorAction?] = [
      .edit(.restore(values, removing: removals, with: textChanges, leavingOut: leftOut)), reopening,
      .removeRecovery(leftover),
    ]
    return Question(
      name: "Unsaved changes", text: text,
      buttons: (canBeRestored
        ? [.init("Restore", key: "r", actions: restoring.compactMap(\.self))] : []) + [
          .init("Discard", key: "d", actions: [.discardRecovery(self)], loses: true),
          .init("Not now", key: "n"),
        ], comesUnasked: true)
  }
}

extension LoadedFile {
  /// The actions that follow from the values: they are staged as one step, after a question if something can't be staged.
  var actions: [EditorAction] {
    guard !remarks.isEmpty else { return [count == 0 ? .say(nothingNew) : .stage(values, members)] }
    let staging = Question.Button(
      "Stage the other \(Phrase.count(count, noun: "value"))", key: "s", actions: [.stage(values, members)])
    return [
      .ask(
        Question(
          name: "Load a file", text: "\(path): \(remarks.joined(separator: " "))",
          buttons: (count == 0 ? [] : [staging]) + [.init("Cancel", key: "c")]))
    ]
  }
}

extension EditorCore {
  /// Whether the stored content is what this editor has applied last. Only then does a rollback undo that apply and nothing else.
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
    let review: FormReview
    do throws(ApplyError) {
      review = try model.store.review(restoring: before)
    } catch {
      return .problem(error.description)
    }
    return .ask(
      Question(
        name: "Undo the apply",
        text: "\(undoneText) The last apply, at \(applied.time.shortLocalText()), "
          + "\(Self.summary(of: applied)). Roll it back? You review the rollback first.",
        buttons: [
          .init(
            "Review the rollback", key: "r",
            actions: [.open { ReviewScreen($0, entry: before, review: review) }]),
          .init("Cancel", key: "c"),
        ]))
  }

  /// Says that undo has no edit left: there is none, or the staged changes were left out of the last apply.
  private var undoneText: String {
    guard model.hasChanges else { return "No edit is left to undo." }
    let count = model.stagedCount
    return
      "\(Phrase.count(count, noun: "change that was", nouns: "changes that were")) left out \(count == 1 ? "is" : "are") still "
      + "staged; \(name(of: .unstage)) unstages the one with the focus."
  }

  /// Says what a version did, as “changed Mode and 3 other settings”.
  private static func summary(of version: SettingsHistoryEntry) -> String {
    let titles = version.changes.listed.prefix(3).map(\.title)
    let others = version.listedCount - titles.count
    guard !titles.isEmpty else { return "made \(Phrase.count(version.listedCount, noun: "change"))" }
    return "changed "
      + Phrase.enumeration(titles + (others > 0 ? [Phrase.count(others, noun: "other setting")] : []))
  }
}

/// What follows from edited text. Text that can't be staged is offered for editing again until someone discards it, so that nothing typed is
/// lost.
@MainActor
extension ExternalEdit {
  /// Returns the actions that follow from the text that the program left.
  ///
  /// - Parameter original: The text that the program was given.
  func finish(
    _ result: ExternalEditor.Result, original: String, in core: EditorCore
  ) -> [EditorAction] {
    guard let text = result.text else {
      return ask(result.failure ?? "", text: original, staging: nil)
    }
    // Text that was edited before has changes even if the program left it unchanged this time.
    let isChanged = text != original || self.text != nil
    if let failure = result.failure {
      guard isChanged else {
        return [.problem("\(failure) \(Message.nothingChanged.text)")]
      }
      return ask(failure, text: text, staging: (try? read(text, in: core)).map(staging))
    }
    guard isChanged else { return [.say(.nothingChanged)] }
    let changes: Changes
    do throws(Refusal) {
      changes = try read(text, in: core)
    } catch {
      return ask(error.reason, text: explaining(error.reason, in: text), staging: nil)
    }
    guard let problem = changes.problems.first else { return staging(changes) }
    let others = changes.problems.count - 1
    let more =
      others == 0
      ? "" : " \(Phrase.count(others, noun: "more problem follows", nouns: "more problems follow"))."
    return ask(
      problem + more, text: explaining(problem, in: text), staging: staging(changes))
  }

  private func staging(_ changes: Changes) -> [EditorAction] {
    [.stage(changes.values, changes.members, comments: changes.comments)] + (closesScreen ? [.pop] : [])
  }

  /// Asks whether to edit the text again, to stage it if possible, or to discard it.
  ///
  /// If the editor is terminated before an answer, the text is staged if possible, otherwise kept as it is: the next start offers it
  /// again.
  private func ask(_ problem: String, text: String, staging actions: [EditorAction]?) -> [EditorAction] {
    var again = self
    again.text = text
    var buttons = [Question.Button("Edit again", key: "e", actions: [.editExternally(again)])]
    if let actions { buttons.append(.init("Stage as it is", key: "t", actions: actions)) }
    buttons.append(.init("Give it up", key: "g", actions: [.keepText(nil)]))
    let question = Question(
      name: "Editing as text", text: problem, buttons: buttons, requiresAnswer: true,
      actionsWhenTerminated: actions ?? [])
    return [.keepText(again.unstagedText), .ask(question)]
  }
}
