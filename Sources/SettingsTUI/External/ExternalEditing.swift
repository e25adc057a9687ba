import Settings

/// An edit in the person's own editor, from the text to the staged changes.
///
/// Text that can't be staged is offered for editing again until the person discards it, so that nothing typed is lost.
@MainActor
struct ExternalEditing {
  /// The text that the program opens.
  let originalText: String
  private let subject: any ExternalText
  private let edit: ExternalEdit

  init(_ edit: ExternalEdit, _ core: EditorCore) {
    self.edit = edit
    subject =
      switch edit.subject {
      case .value(let place, let typed): ExternalValue(place: place, typed: typed)
      case .draft: ExternalDraft()
      }
    originalText = edit.text ?? subject.text(core)
  }

  /// The name of the temporary file.
  var fileName: String { subject.fileName }

  /// Returns the actions that follow from the text that the program left.
  func finish(_ result: ExternalEditor.Result, _ core: EditorCore) -> [EditorAction] {
    guard let text = result.text else {
      return ask(result.failure ?? "", originalText, staging: nil)
    }
    // Text that was edited before has changes even if the program left it unchanged this time.
    let isChanged = text != originalText || edit.text != nil
    if let failure = result.failure {
      guard isChanged else { return [.say(.init("\(failure) \(Message.nothingChanged.text)", .problem))] }
      return ask(failure, text, staging: staging(text, core))
    }
    guard isChanged else { return [.say(.nothingChanged)] }
    switch subject.read(text, core) {
    case .unreadable(let problem):
      return ask(problem, subject.text(text, explaining: problem), staging: nil)
    case .changes(let changes, let members, let problems):
      let staging = [.stage(changes, members)] + edit.next
      guard let problem = problems.first else { return staging }
      let others = problems.count - 1
      let more =
        others == 0 ? "" : " \(Phrase.count(others, "more problem follows", "more problems follow"))."
      return ask(problem + more, subject.text(text, explaining: problem), staging: staging)
    }
  }

  private func staging(_ text: String, _ core: EditorCore) -> [EditorAction]? {
    guard case .changes(let changes, let members, _) = subject.read(text, core) else { return nil }
    return [.stage(changes, members)] + edit.next
  }

  /// Asks whether to edit the text again, to stage it if possible, or to discard it.
  ///
  /// If the editor is terminated before an answer, the text is staged if possible, otherwise kept as it is: the next start offers it
  /// again.
  private func ask(_ problem: String, _ text: String, staging actions: [EditorAction]?) -> [EditorAction] {
    var again = edit
    again.text = text
    var buttons = [Question.Button("Edit again", key: "e", [.editExternally(again)])]
    if let actions { buttons.append(.init("Stage as it is", key: "t", actions)) }
    buttons.append(.init("Give it up", key: "g", [.keepText(nil)]))
    let question = Question(
      name: "Editing as text", text: problem, buttons: buttons, requiresAnswer: true,
      actionsWhenTerminated: actions ?? [])
    return [.keepText(again.unstagedText), .open(.question(question))]
  }
}
