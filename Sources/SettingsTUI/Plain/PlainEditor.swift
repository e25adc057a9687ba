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
    /// Whether to lose changes.
    case leave
  }

  let context: EditorContext
  let visible: VisibleText
  /// The question that is open, and those to come back to.
  var questions: [Question] = [.section(0)]
  /// How many items of a long list were told.
  var shownCount = 0
  private(set) var outcome: EditorOutcome?
  private var applied: [SettingChange] = []

  /// Items of a list that are told at once.
  static let page = 40

  init(_ form: FormViewModel, visible: VisibleText = VisibleText(isASCIIOnly: false)) {
    context = EditorContext(form, EditorOptions())
    self.visible = visible
  }

  var form: FormViewModel { context.form }
  var question: Question { questions.last ?? .section(0) }

  // MARK: - The conversation

  /// What is said first.
  func start() -> PlainAnswer {
    var lines = ["\(form.index.form.root.title): \(form.fileName), \(changesText)."]
    let problems = context.problemCount()
    if problems > 0 { lines.append("\(problems) problem\(problems == 1 ? "" : "s"); p tells them.") }
    lines.append("h tells what can be typed.")
    return ask(lines)
  }

  /// Takes a line that was typed.
  func take(_ line: String) -> PlainAnswer {
    context.updateOutline()
    switch question {
    case .value(let position): return takeValue(line, position)
    case .leave: return takeLeave(line.trimmedWord)
    default: break
    }
    let word = line.trimmedWord
    if word.first == "/" { return search(String(word.dropFirst())) }
    if let number = Int(word) { return choose(number) }
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
    case .list: return ask([])
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
    case .apply: return apply()
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
    guard form.hasChanges else { return close(.left) }
    questions.append(.leave)
    return ask([])
  }

  private func takeLeave(_ word: String) -> PlainAnswer {
    questions.removeLast()
    switch word.lowercased() {
    case "a", "apply": return apply(thenLeave: true)
    case "d", "discard":
      form.cancel()
      return close(.left)
    default: return ask(["The editor goes on."])
    }
  }

  private func close(_ ending: EditorOutcome.Ending) -> PlainAnswer {
    outcome = EditorOutcome(
      ending: ending, applied: applied, wantsRestart: false, stagedCount: form.stagedCount)
    return PlainAnswer(text: "", prompt: "", effect: .close)
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

  private var leavesAfterApply = false

  /// Applies what is staged, or says what stands in the way.
  private func apply(thenLeave: Bool = false) -> PlainAnswer {
    let review = form.review()
    guard !review.changes.isEmpty else { return ask(["There is nothing to apply."], listing: false) }
    guard review.isApplicable else {
      if case .review = question {} else { questions.append(.review) }
      return ask(["Not applied, because of the following."])
    }
    leavesAfterApply = thenLeave
    return PlainAnswer(text: "", prompt: "", effect: .apply)
  }

  /// Hears how an apply went.
  func finishApply(_ result: Result<ApplyOutcome, ApplyError>) -> PlainAnswer {
    context.changedAnything()
    switch result {
    case .failure(let error):
      return ask(
        ["\(error)", form.hasChanges ? "Nothing was applied; all changes are still here." : ""],
        listing: false)
    case .success(let done):
      applied += done.changes
      var lines = ["Applied \(done.changes.count) change\(done.changes.count == 1 ? "" : "s")."]
      if done.requiresRestart { lines.append("Some are used after the next restart.") }
      if leavesAfterApply, !form.hasChanges {
        var answer = close(.left)
        answer.text = render(lines)
        return answer
      }
      questions = [.section(0)]
      return ask(lines)
    }
  }

  /// Hears that what is stored may have changed, and takes it over; what is staged stays on top.
  func takeStored() -> String? {
    let before = form.draft.revision
    do throws(StoreError) {
      try form.refresh()
    } catch {
      return render(["\(error)"])
    }
    guard form.draft.revision != before else { return nil }
    context.changedAnything()
    return render(["The file was changed by somebody else; the new values are listed from now on."])
  }
}

extension String {
  /// The text without blanks around it.
  fileprivate var trimmedWord: String {
    let start = drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
