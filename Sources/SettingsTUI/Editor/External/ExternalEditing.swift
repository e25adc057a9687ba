import Settings

/// An edit in the person's own editor that is under way: asked again until it is taken or given up.
struct ExternalEditing {
  let subject: any ExternalText
  /// The text as it was given to the program.
  let given: String
  /// What follows when the text was taken.
  private let next: [ScreenAction]

  /// Begins an edit; other actions may follow what is staged.
  @MainActor
  init(_ subject: any ExternalText, _ context: EditorContext, then next: [ScreenAction] = []) {
    self.subject = subject
    given = subject.text(context)
    self.next = next
  }

  private init(_ former: ExternalEditing, given: String) {
    subject = former.subject
    self.given = given
    next = former.next
  }

  /// What to do with what the program left.
  @MainActor
  func finish(_ result: ExternalEditor.Result, _ context: EditorContext) -> [ScreenAction] {
    guard let text = result.text else {
      return ask(result.failure ?? "", given, takes: nil)
    }
    if let failure = result.failure {
      guard text != given else { return [.say(.init(failure, .problem))] }
      return ask(failure, text, takes: stage(text, context))
    }
    guard text != given else { return [.say(.init("Nothing was changed.", .secondary))] }
    switch subject.read(text, context) {
    case .unreadable(let problem):
      return ask(problem, subject.text(text, explaining: problem), takes: nil)
    case .changes(let changes, let problems):
      let taking = [.stage(changes)] + next
      guard let problem = problems.first else { return taking }
      let more = problems.count == 1 ? "" : " There are \(problems.count - 1) more problems."
      return ask(problem + more, subject.text(text, explaining: problem), takes: taking)
    }
  }

  @MainActor
  private func stage(_ text: String, _ context: EditorContext) -> [ScreenAction]? {
    guard case .changes(let changes, _) = subject.read(text, context) else { return nil }
    return [.stage(changes)] + next
  }

  /// Nothing that was typed is lost: it is edited again, taken, or given up by the person; and taken if nobody is there
  /// to say so, as what is staged is offered again at the next start.
  @MainActor
  private func ask(_ problem: String, _ text: String, takes actions: [ScreenAction]?) -> [ScreenAction] {
    var buttons = [
      DialogScreen.Button(
        title: "Edit again", key: "e", actions: [.edit(ExternalEditing(self, given: text))])
    ]
    if let actions {
      buttons.append(.init(title: "Take it as it is", key: "t", actions: actions))
    }
    buttons.append(.init(title: "Give it up", key: "g", actions: []))
    return [
      .push(
        DialogScreen(
          name: "Editing as text", text: problem, buttons: buttons, demandsAnswer: true,
          whenEnded: actions ?? []))
    ]
  }
}
