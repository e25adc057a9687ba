import Settings

/// The editor as questions and answers: a line goes in, some lines come out.
///
///     line ─▶ take ─┬─ the question asks for a value ─▶ takeValue
///                   ├─ /words ─────────────────────▶ search
///                   ├─ a number ───────────────────▶ choose an item of the last list
///                   └─ a word ─────────────────────▶ PlainCommand
///                                                        ─▶ PlainAnswer (text, next prompt, effect)
///
/// It is for screen readers, simple terminals and scripts, and can do most of what the screen editor can. It uses no terminal. Tests run
/// whole conversations with it.
///
/// The state is a stack of questions. An answer to a question puts another one on top, or takes the question away and asks the question
/// below again; so `back` works everywhere without code of its own.
@MainActor
final class PlainEditor {
  /// A question that the next line answers.
  enum Question {
    /// Which item of a section?
    case section(Int)
    /// Which item that the search found?
    case found((query: SearchQuery, items: [EditorItem]))
    /// What to do with a setting?
    case setting(Int)
    /// What is the new value of a setting?
    case value(Int)
    /// What to do with the staged changes?
    case review
    /// How to resolve a conflict?
    case conflict(SettingPath)
    /// Which version of the file?
    case history([SettingsHistoryEntry])
    /// Which layer, the highest first?
    case layers([LayerSummary])
    /// What to do with a version? `isNow` if it is the stored one.
    case version(SettingsHistoryEntry, isNow: Bool)
    /// Roll back to a version, as reviewed?
    case rollBack(SettingsHistoryEntry, FormReview)
    /// A question that only some words answer, such as whether to leave with staged changes. With any other line, the editor stays open.
    case decision(text: () -> String, prompt: String, take: (String) -> PlainAnswer?)
  }

  let core: EditorCore
  let visible: VisibleText
  /// The open question, after the questions to go back to.
  var questions: [Question] = [.section(0)]
  /// Why the form that the file names isn't used; `nil` if it is.
  private let formWarning: String?
  /// The number of printed items of a long list.
  var shownCount = 0
  /// What the items of the list that was printed last are about.
  var listed: [Item.Subject] = []
  /// The drafts to restore, the newest first.
  var offers: [RecoveryOffer] = []
  /// The apply whose reminder has been printed.
  var warned: ConfirmationID?
  /// Whether the editor is left when the request in progress succeeds.
  var leavesAfterwards = false
  /// The list that is waiting for text of the app: the lines before it, and the hooks that haven't answered; `nil` if no list is.
  var listing: (lines: [String], missing: Set<AppRequest>)?
  var outcome: EditorOutcome?

  /// The number of items of a list that are printed at once.
  static let page = 40

  init(
    _ model: FormViewModel, options: EditorOptions = EditorOptions(),
    visible: VisibleText = VisibleText(isASCIIOnly: false)
  ) {
    core = EditorCore(model, options: options) { command, _ in
      PlainCommand(rawValue: command.rawValue).map { $0.letter ?? $0.rawValue } ?? command.rawValue
    }
    self.visible = visible
    formWarning = options.formWarning
    core.listMembers()
    guard let start = options.start else { return }
    let position = core.index.position(of: start)
    if let node = position.map({ core.outline.sections[$0] }) ?? core.outline.node(at: start, in: core.index)
    {
      questions = core.outline.ancestors(of: node).map { .section($0) }
    }
    if let position { questions.append(.setting(position)) }
  }

  var model: FormViewModel { core.model }
  var question: Question { questions.last ?? .section(0) }

  // MARK: - The conversation

  /// Returns the first lines and prompt.
  func start() -> PlainAnswer {
    var lines = ["\(model.index.form.root.title): \(model.fileName), \(changesText)."]
    let problems = core.problemCount
    if problems > 0 { lines.append("\(Phrase.count(problems, noun: "problem")); p lists them.") }
    if let refusal = core.refusal { lines.append("\(refusal)") }
    if let notice = Message.notice(about: model.index.form, warning: formWarning) {
      lines.append(notice.text)
    }
    if let sentence = core.newSettings.sentence { lines.append("\(sentence); /@new lists them.") }
    lines += offerLines()
    lines.append("h lists the commands.")
    return ask(lines)
  }

  /// Handles a typed line.
  ///
  /// A question for a value comes first, because its answer can be anything, also `q` or `3`.
  func take(_ line: String) -> PlainAnswer {
    defer {
      if case .value = question { core.begun = core.begun ?? core.model.draft } else { core.begun = nil }
    }
    core.updateOutline()
    let word = String(line.trimmed)
    switch question {
    case .value(let position): return takeValue(line, position: position)
    case .decision(_, _, let take):
      questions.removeLast()
      return take(word) ?? ask(["The editor stays open."])
    default: break
    }
    if word.first == "/" { return search(String(word.dropFirst())) }
    if let number = Int(word) { return choose(number) }
    if let within = applyTime(word) { return apply(within: within) }
    if word.isEmpty { return questions.count > 1 ? back() : ask([]) }
    let name = word.prefix { !$0.isWhitespace }
    let operand = String(word.dropFirst(name.count).drop(while: \.isWhitespace))
    if let command = PlainCommand(String(name)), let answer = perform(command, on: operand) { return answer }
    return say("“\(word)” is neither a number in the list nor a command; h lists the commands.")
  }

  /// Performs a command, with what is typed after it, as in `load preset.json`; returns `nil` if the command takes no operand.
  private func perform(_ command: PlainCommand, on operand: String) -> PlainAnswer? {
    switch command {
    case .load, .save:
      if operand.isEmpty { return say("Type the path of a file, too: \(command.rawValue) FILE.") }
      return command == .load ? load(operand) : save(to: operand)
    case .omit, .keep:
      if operand.isEmpty { return say("Type the number of a change, too: \(command.rawValue) NUMBER.") }
      return choose(operand, ifLeftOut: command == .keep)
    case .add: return operand.isEmpty ? say("Type the key, too: add KEY.") : add(operand)
    default: if !operand.isEmpty { return nil }
    }
    switch command {
    case .help: return ask(PlainCommand.guide, listing: false)
    case .list: return listAgain()
    case .more: return more()
    case .back: return back()
    case .top:
      questions = [.section(0)]
      return ask([])
    case .all:
      return ask([core.toggleAll().text])
    case .problems: return ask(problemLines(), listing: false)
    case .undo: return perform(DraftEdit.undo)
    case .redo: return perform(DraftEdit.redo)
    case .review: return open(.review)
    case .apply: return apply(within: core.confirmWithin)
    case .history: return showHistory()
    case .layers: return showLayers()
    case .load, .save, .omit, .keep, .add: return nil
    case .confirm: return say(core.confirm().text)
    case .cancel: return cancelConfirmation()
    case .restore: return restore()
    case .discard: return discard()
    case .quit: return quit()
    }
  }

  /// Makes an edit, and prints a message about it.
  private func perform(_ edit: DraftEdit) -> PlainAnswer {
    let message = core.perform(edit)
    return ask([message?.text, "\(changesText.capitalizedFirst)."].compactMap(\.self), listing: false)
  }

  /// Goes back to the previous question.
  func back(saying lines: [String] = []) -> PlainAnswer {
    guard questions.count > 1 else {
      return ask(lines + ["This is the outermost section; q ends the editor."], listing: false)
    }
    questions.removeLast()
    return ask(lines)
  }

  // MARK: - Leaving

  /// The history is read again first: another process can have confirmed in between.
  private func quit() -> PlainAnswer {
    core.updatePending()
    return core.pending == nil ? quitUnconfirmed() : askAboutPending()
  }

  /// Leaves even if a confirmation is pending; asks first about staged changes.
  func quitUnconfirmed(saying lines: [String] = []) -> PlainAnswer {
    guard model.hasChanges else { return close(.left, saying: lines) }
    let text =
      "\(changesText.capitalizedFirst) not applied. a applies, d discards, and an empty line continues."
    return decide({ text }, prompt: "a, d or empty: ", saying: lines) { [self] word in
      if let within = applyTime(word) { return apply(within: within, thenLeave: true) }
      switch word.lowercased() {
      case "a", "apply": return apply(within: core.confirmWithin, thenLeave: true)
      case "d", "discard":
        core.perform(.discard)
        return close(.left)
      default: return nil
      }
    }
  }

  /// Asks whether to confirm before leaving. Without a confirmation, the changes are rolled back at the time limit.
  private func askAboutPending(saying lines: [String] = []) -> PlainAnswer {
    let answers = "c confirms, t rolls them back, u leaves it open, and an empty line continues."
    return decide({ [core] in "\(core.pendingText) \(answers)" }, prompt: "c, t, u or empty: ", saying: lines)
    {
      [self] word in
      switch word.lowercased() {
      case "c", "confirm": quitUnconfirmed(saying: [core.confirm().text])
      case "t", PlainCommand.cancel.rawValue: cancelConfirmation(thenLeave: true)
      case "u", "undecided": quitUnconfirmed()
      default: nil
      }
    }
  }

  /// Asks a question that only some words answer. Anything else keeps the editor open, because leaving would lose something.
  func decide(
    _ text: @escaping () -> String, prompt: String, saying lines: [String] = [],
    take: @escaping (String) -> PlainAnswer?
  ) -> PlainAnswer {
    questions.append(.decision(text: text, prompt: prompt, take: take))
    return ask(lines)
  }

  private func close(_ ending: EditorOutcome.Ending, saying lines: [String] = []) -> PlainAnswer {
    outcome = core.outcome(ending)
    return PlainAnswer(text: render(lines), prompt: "", effect: .close)
  }

  /// Handles the end of the input, and prints the changes that are still staged.
  func end(_ ending: EditorOutcome.Ending) -> PlainAnswer {
    var answer = close(ending)
    guard model.hasChanges else { return answer }
    let review = model.review()
    let changes = review.changes.map { "\($0.path): \(text($0))" }
    answer.text = render(["", "Not applied:"] + changes + commentLines(of: review))
    return answer
  }

  // MARK: - Applying

  /// Returns the time limit in a line such as "a 60", which applies changes that have to be confirmed; `nil` for another line.
  private func applyTime(_ line: String) -> Duration? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, PlainCommand(String(words[0])) == .apply, let seconds = Int(words[1]),
      (1...Self.mostSeconds).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  }

  /// The longest time limit: a year.
  private static let mostSeconds = 31_536_000

  /// Applies the draft, or rolls back to the reviewed version, or prints what prevents it.
  ///
  /// If something prevents the apply, the review is opened, which lists it.
  private func apply(within: Duration?, thenLeave: Bool = false) -> PlainAnswer {
    let options = core.applyOptions(confirmWithin: within)
    leavesAfterwards = thenLeave
    if case .rollBack(let entry, let review) = question {
      return rollBack(to: entry, review, options: options)
    }
    let review = core.reviewDraft()
    let hasComments = !review.all.comments.isEmpty
    guard !review.all.changes.isEmpty || hasComments else { return ask(.nothingToApply) }
    guard !review.kept.changes.isEmpty || hasComments else {
      return say("Every change is left out; keep with a number includes one again.")
    }
    guard review.kept.isApplicable else {
      if case .review = question {} else { questions.append(.review) }
      return ask(["Not applied, because of the following."])
    }
    return PlainAnswer(effect: .store(.apply(leavingOut: review.leftOut, options)))
  }

  /// Handles the report of a request that changed, or should have changed, the stored content.
  func finish(_ report: StoreRequest.Report) -> PlainAnswer {
    let message = core.finish(report)
    switch (report.request, report.result) {
    case (.cancel, .success) where leavesAfterwards: return quitUnconfirmed(saying: [message.text])
    case (.cancel, _):
      reviewAgain()
      return ask(message)
    case (_, .success):
      questions = [.section(0)]
      return finishApply(message)
    case (_, .failure):
      reviewAgain()
      // If an apply fails after the content was stored, it is possible that no changes are staged; then the error itself says so.
      let kept = model.hasChanges ? [Message.nothingApplied.text] : []
      return ask([message.text] + kept, listing: false)
    }
  }

  /// Asks what is next after an apply or a rollback, or leaves.
  private func finishApply(_ message: Message) -> PlainAnswer {
    guard leavesAfterwards, !model.hasChanges else { return ask([message.text]) }
    guard core.pending == nil else { return askAboutPending(saying: [message.text]) }
    return close(.left, saying: [message.text])
  }

  /// Returns what a participant or side effect of the request in progress reports; `nil` if it only runs.
  func news(_ progress: ApplyProgress) -> String? {
    progress.text.isEmpty ? nil : render([progress.sentence + "."])
  }

  /// Rebases the draft onto what another process has stored, and returns what to print.
  func takeStored() -> String? {
    let stored = core.takeStored()
    let layers = core.take(model.store.layerProblems).map { render([$0.text]) }
    guard let news = news(stored) else { return layers }
    return news + (layers ?? "")
  }

  /// Says what another process did, once: before the next answer, or when it happens while a confirmation is pending.
  private func news(_ change: EditorCore.ExternalChange) -> String? {
    switch change {
    case .none: nil
    case .unreadable(let error): render(["\(error)"])
    case .readable: render([core.readableMessage.text])
    case .deleted: render(["The file was deleted; all settings that were set in it have their defaults now."])
    case .stored: render(["Another process changed the file; the new values are listed from now on."])
    case .rolledBack(let rollback): render([rollback.text])
    case .confirmed: render(["Another process confirmed the changes."])
    }
  }
}
