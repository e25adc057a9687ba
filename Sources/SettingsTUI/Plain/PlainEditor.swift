import Settings

/// The editor as questions and answers: a line goes in, some lines come out.
///
/// It knows of no terminal, so that whole conversations are tested. A number chooses from what was listed last; a
/// letter is a command; what is asked for as a value is taken as it is typed.
@MainActor
final class PlainEditor {
  /// What the next line is an answer to.
  enum Question {
    /// Which item of a section.
    case section(Int)
    /// Which of the settings that were found.
    case found([Int])
    /// What to do with a setting.
    case setting(Int)
    /// The new value of a setting.
    case value(Int)
    /// What to do with the changes.
    case review
    /// How to settle a conflict.
    case conflict(SettingPath)
    /// Which version of the file.
    case history([HistoryEntry])
    /// What to do with a version; whether it is what is stored now.
    case version(HistoryEntry, isNow: Bool)
    /// Whether to return to a version, as reviewed.
    case rollBack(HistoryEntry, Review)
    /// Whether to lose changes.
    case leave
    /// Whether to leave while changes wait for a confirmation.
    case leaveUnconfirmed
  }

  let context: EditorContext
  let visible: VisibleText
  /// The question that is open, and those to come back to.
  var questions: [Question] = [.section(0)]
  /// How many items of a long list were told.
  var shownCount = 0
  /// What editors before left behind, the newest first.
  var offers: [RecoveryOffer] = []
  /// The apply of which was told that little time is left to confirm it.
  var warned: ConfirmationID?
  /// Whether the editor is left when what is under way has gone well.
  var leavesAfterwards = false
  private(set) var outcome: EditorOutcome?
  private var applied: [SettingChange] = []

  /// Items of a list that are told at once.
  static let page = 40

  init(
    _ form: UntypedViewModel, options: EditorOptions = EditorOptions(),
    visible: VisibleText = VisibleText(isASCIIOnly: false)
  ) {
    context = EditorContext(form, options)
    context.updatePending()
    self.visible = visible
  }

  var form: UntypedViewModel { context.form }
  var question: Question { questions.last ?? .section(0) }

  // MARK: - The conversation

  /// What is said first.
  func start() -> PlainAnswer {
    var lines = ["\(form.index.form.root.title): \(form.fileName), \(changesText)."]
    let problems = context.problemCount()
    if problems > 0 { lines.append("\(problems) problem\(problems == 1 ? "" : "s"); p tells them.") }
    lines += offerLines()
    lines.append("h tells what can be typed.")
    return ask(lines)
  }

  /// Takes a line that was typed.
  func take(_ line: String) -> PlainAnswer {
    context.updateOutline()
    switch question {
    case .value(let position): return takeValue(line, position)
    case .leave: return takeLeave(line.trimmedWord)
    case .leaveUnconfirmed: return takeLeaveUnconfirmed(line.trimmedWord)
    default: break
    }
    let word = line.trimmedWord
    if word.first == "/" { return search(String(word.dropFirst())) }
    if let number = Int(word) { return choose(number) }
    if let within = applyTime(word) { return apply(within: within) }
    guard let command = PlainCommand(word) else {
      if word.isEmpty { return questions.count > 1 ? back() : ask([]) }
      return ask(
        ["“\(word)” is no number of the list and no command; h tells what can be typed."], listing: false)
    }
    return perform(command)
  }

  private func perform(_ command: PlainCommand) -> PlainAnswer {
    switch command {
    case .help: return ask(PlainCommand.guide, listing: false)
    case .list: return listAgain()
    case .more: return more()
    case .back: return back()
    case .top:
      questions = [.section(0)]
      return ask([])
    case .all:
      let showsAll = !context.outline.visibility.showsAll
      context.showAll(showsAll)
      return ask([showsAll ? "All settings are listed." : "Advanced and hidden settings are left out."])
    case .problems: return ask(problemLines(), listing: false)
    case .undo, .redo: return step(command)
    case .review:
      questions.append(.review)
      return ask([])
    case .apply: return apply(within: context.confirmWithin)
    case .history: return showHistory()
    case .confirm: return ask([context.confirm().text], listing: false)
    case .takeBack: return takeBack()
    case .restore: return restore()
    case .discard: return discard()
    case .quit: return quit()
    }
  }

  private func step(_ command: PlainCommand) -> PlainAnswer {
    let paths = command == .undo ? form.undo() : form.redo()
    context.changedAnything()
    guard !paths.isEmpty else { return ask(["There is nothing to \(command.rawValue)."], listing: false) }
    let titles = paths.compactMap { context.index[$0]?.setting.title }.joined(separator: ", ")
    return ask(["\(command == .undo ? "Undone" : "Redone"): \(titles). Now \(changesText)."], listing: false)
  }

  /// Goes back to the question before.
  func back(saying lines: [String] = []) -> PlainAnswer {
    guard questions.count > 1 else {
      return ask(lines + ["This is the outermost section; q ends the editor."], listing: false)
    }
    questions.removeLast()
    return ask(lines)
  }

  // MARK: - Leaving

  private func quit() -> PlainAnswer {
    context.updatePending()
    guard context.pending == nil else {
      questions.append(.leaveUnconfirmed)
      return ask([])
    }
    return quitUnconfirmed()
  }

  /// Leaves whatever waits for a confirmation.
  func quitUnconfirmed(saying lines: [String] = []) -> PlainAnswer {
    guard form.hasChanges else { return close(.left, saying: lines) }
    questions.append(.leave)
    return ask(lines)
  }

  private func takeLeave(_ word: String) -> PlainAnswer {
    questions.removeLast()
    if let within = applyTime(word) { return apply(within: within, thenLeave: true) }
    switch word.lowercased() {
    case "a", "apply": return apply(within: context.confirmWithin, thenLeave: true)
    case "d", "discard":
      form.discard()
      return close(.left)
    default: return ask(["The editor goes on."])
    }
  }

  private func close(_ ending: EditorOutcome.Ending, saying lines: [String] = []) -> PlainAnswer {
    outcome = EditorOutcome(
      ending: ending, applied: applied, wantsRestart: false, stagedCount: form.stagedCount)
    return PlainAnswer(text: render(lines), prompt: "", effect: .close)
  }

  /// Hears that there will be no more lines: tells what was not applied, which stays staged.
  func end(_ ending: EditorOutcome.Ending) -> PlainAnswer {
    var answer = close(ending)
    guard form.hasChanges else { return answer }
    let changes = form.review().changes.map { "\($0.path): \(text($0))" }
    answer.text = render(["", "Not applied:"] + changes)
    return answer
  }

  // MARK: - Applying

  /// How long changes may stay unconfirmed that a line such as "a 60" applies; `nil` for another line.
  private func applyTime(_ line: String) -> Duration? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, PlainCommand(String(words[0])) == .apply, let seconds = Int(words[1]),
      (1...Self.mostSeconds).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  }

  /// A year.
  private static let mostSeconds = 31_536_000

  /// Applies what is staged, or returns to the version that is reviewed, or says what stands in the way.
  private func apply(within: Duration?, thenLeave: Bool = false) -> PlainAnswer {
    let options = ApplyOptions(author: context.author, confirmWithin: within)
    leavesAfterwards = thenLeave
    if case .rollBack(let entry, let review) = question { return rollBack(to: entry, review, options) }
    let review = form.review()
    guard !review.changes.isEmpty else { return ask(["There is nothing to apply."], listing: false) }
    guard review.isApplicable else {
      if case .review = question {} else { questions.append(.review) }
      return ask(["Not applied, because of the following."])
    }
    return PlainAnswer(text: "", prompt: "", effect: .apply(leavingOut: [], options))
  }

  /// Hears how what was stored went.
  func finish(_ report: EditorEffect.Report) -> PlainAnswer {
    switch report {
    case .applied(let result): finishApply(result)
    case .takenBack(let result): finishTakingBack(result)
    }
  }

  private func finishApply(_ result: Result<ApplyOutcome, ApplyError>) -> PlainAnswer {
    context.changedAnything()
    context.updatePending()
    let isRollback = question.isRollBack
    switch result {
    case .failure(let error):
      reviewAgain()
      // A failure after the content was stored may leave nothing staged; then its own sentence says so.
      let kept = form.hasChanges ? ["Nothing was applied; all changes are still here."] : []
      return ask(["\(error)"] + kept, listing: false)
    case .success(let done):
      applied += done.changes
      let lines = [context.message(of: done, isRollback: isRollback).text]
      questions = [.section(0)]
      guard leavesAfterwards, !form.hasChanges else { return ask(lines) }
      guard context.pending == nil else {
        questions.append(.leaveUnconfirmed)
        return ask(lines)
      }
      return close(.left, saying: lines)
    }
  }

  /// Hears that what is stored may have changed, and takes it over; what is staged stays on top.
  func takeStored() -> String? {
    let (before, waited) = (form.draft.revision, context.pending)
    context.updatePending()
    do throws(StoreError) {
      try form.refresh()
    } catch {
      return render(["\(error)"])
    }
    let isOther = form.draft.revision != before
    if isOther { context.changedAnything() }
    if waited != nil, context.pending == nil {
      // The new content may not be there to read before the last command that takes part has ended.
      let isTakenBack = isOther || (try? form.store.history())?.first?.kind == .revert
      return render([
        isTakenBack
          ? "The changes were not confirmed; the old settings are in place again."
          : "The changes were confirmed by somebody else."
      ])
    }
    return isOther
      ? render(["The file was changed by somebody else; the new values are listed from now on."]) : nil
  }
}

extension String {
  /// The text without blanks around it.
  fileprivate var trimmedWord: String {
    let start = drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
