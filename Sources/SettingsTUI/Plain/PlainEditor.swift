import SettingsEditing

/// The pages of the editor, line by line: a line goes in, some lines come out.
///
///     line ─▶ take ─┬─ a value is typed or chosen ─▶ the value
///                   ├─ other text is typed ────────▶ the text, which is accepted
///                   ├─ /words ─────────────────────▶ the search
///                   ├─ a number ───────────────────▶ the row of the page, as a click on it
///                   └─ a key, or a command's name ─▶ what it does on the page, to the row whose number follows it
///                                                       ─▶ PlainAnswer (text, next prompt, effects)
///
/// It is for screen readers, simple terminals and scripts. The pages, their rows, their keys and their messages are those of the screens
/// (``Screen/page(_:)``), so whatever the screens can do can be done here. It uses no terminal. Tests run whole conversations with it.
///
/// After each line, the page is printed if it says something else than before. So an error, or a sentence, doesn't push a list off the
/// screen that is still valid, and a number always means a row of the list that was printed last.
@MainActor
final class PlainEditor {
  let editor: ScreenEditor
  private let visible: VisibleText
  /// The page that was printed last, its text, its first rows, and the number of rows that were printed.
  private var page = PlainPage()
  private var printed = ""
  private var printedRows: [String] = []
  private var shownCount = 0
  /// The drafts to restore, the newest first. They need no answer: in a script, the next line is a command and not a reply.
  private var offers: [RecoveryOffer] = []
  /// The apply whose reminder has been printed.
  private var warned: ConfirmationID?
  /// The lines before a page that waits for text of the app, and what hasn't arrived yet; `nil` if no page waits.
  private var listing: (lines: [String], missing: Set<AppRequest>)?
  /// The revision of the model in the last answer.
  private var seenRevision = 0

  /// The number of rows that are printed at once.
  static let pageLength = 40

  init(
    _ model: FormViewModel, options: EditorOptions = EditorOptions(),
    visible: VisibleText = VisibleText(isASCIIOnly: false)
  ) {
    editor = ScreenEditor(model, options: options)
    self.visible = visible
  }

  var core: EditorCore { editor.core }
  var model: FormViewModel { core.model }
  var outcome: EditorOutcome? { editor.outcome }
  private var context: ScreenContext { editor.context }

  // MARK: - The conversation

  /// Returns the first lines and prompt.
  func start() -> PlainAnswer {
    var lines = ["\(core.index.form.root.title): \(model.fileName), \(changesText)."]
    if core.problemCount > 0 {
      lines.append(
        "\(Phrase.count(core.problemCount, noun: "problem")); \(core.name(of: .problems)) lists them.")
    }
    lines += offerLines()
    lines.append("\(core.name(of: .showKeys)) lists the keys; type a key, and the number of a row after it.")
    return answer([], saying: lines)
  }

  /// Handles a typed line.
  ///
  /// A page for a value comes first, because the value can be anything, also `q` or `3`.
  func take(_ line: String) -> PlainAnswer {
    context.message = nil
    editor.seeQuestion()
    if let place = editor.top.editedPlace { return takeValue(line, at: place) }
    let word = String(line.trimmed)
    let place = editor.top.keyContext
    if word.isEmpty { return back() }
    if place == .prompt || place == .text, word == PromptScreen.emptyText { return answer(editor.type("")) }
    if place.takesText, place != .search { return answer(editor.type(line)) }
    // A question on the page is answered first: “discard” there doesn't mean an earlier draft.
    let isAnswer = page.answers.contains { $0.lowercased() == word.lowercased() }
    if !isAnswer, let answer = takeOffer(word) { return answer }
    if word.first == "/" { return search(String(word.dropFirst())) }
    if let number = Int(word) { return choose(number) }
    if place == .search { return search(word) }
    if word == "more" { return more() }
    if place == .dialog { return answer(editor.insert(word)) }
    return perform(word)
  }

  /// Performs a command by its key or its name. A number after it is a row, and the text after that is typed on the page that it opens.
  private func perform(_ line: String) -> PlainAnswer {
    if let index = page.answers.firstIndex(where: { $0.lowercased() == line.lowercased() }) {
      return answer(editor.send { [context] in $0.click(.button(index), in: context) })
    }
    let name = String(line.prefix { !$0.isWhitespace })
    var operand = String(line.dropFirst(name.count).trimmed)
    let known = editor.keyMap.bindings.map(\.command)
    guard
      let command = Key(named: name).flatMap(editor.keyMap.command)
        ?? known.first(where: { $0.rawValue.lowercased() == name.lowercased() })
    else {
      return say(
        "“\(line)” is neither the number of a row nor a key; \(core.name(of: .showKeys)) lists the keys.")
    }
    if command == .back { return back() }
    let section = editor.screens.isEmpty ? context.outline.nodes[editor.browse.section].path : nil
    let digits = operand.prefix { !$0.isWhitespace }
    if let number = Int(digits) {
      if let refusal = refusal(of: number) { return refusal }
      editor.focus(onRow: number - 1)
      operand = String(operand.dropFirst(digits.count).trimmed)
    }
    let actions = operand.isEmpty ? [] : editor.onTop { [context] in $0.preview(of: command, context) } ?? []
    if actions.contains(where: \.isFinal) {
      return say("“\(operand)” isn't the number of a row; type one number after “\(name)”, or none.")
    }
    let changed = focusedPlace
    let list = (editor.top as? CollectionScreen)?.place
    func partCount() -> Int? {
      let value = list.flatMap { core.value(at: $0) }
      return value?.elements?.count ?? value?.object?.members.count
    }
    let count = partCount()
    let effects = editor.perform(command)
    // A command about a section, whose row was in the section around it, leaves the person there.
    if let section, editor.browse.pane == .sections {
      editor.browse.go(toSection: context.outline.node(at: section, in: core.index) ?? 0, context)
    }
    if !operand.isEmpty, editor.top.keyContext == .search { return search(operand) }
    if !operand.isEmpty, editor.top.keyContext.takesText { return take(operand) }
    // The element at the row's place is another one then.
    let isOther = [.moveElementUp, .moveElementDown].contains(command)
    if let list, isOther || partCount() != count { return answer(effects, about: list) }
    return answer(effects, about: changed)
  }

  /// Goes back to the page before, or to the section around this one.
  private func back() -> PlainAnswer {
    guard editor.screens.isEmpty, editor.browse.keyContext == .settings else {
      return answer(editor.perform(Command.back))
    }
    guard let parent = core.outline.nodes[editor.browse.section].parent else {
      return say("This is the outermost section; \(core.name(of: .quit)) ends the editor.")
    }
    editor.browse.go(toSection: parent, context)
    return answer([])
  }

  /// Searches for settings and sections, and lists them.
  private func search(_ query: String) -> PlainAnswer {
    if let answer = goTo(query, findsMore: true) { return answer }
    if editor.top.keyContext != .search { editor.screens.append(SearchScreen(context)) }
    let before = (page, printed, printedRows, shownCount)
    let effects = editor.type(query, accepts: false)
    let answer = answer(effects)
    // What finds nothing stays on the page before.
    if page.count == 0 {
      editor.screens.removeLast()
      (page, printed, printedRows, shownCount) = before
      return goTo(query, findsMore: false) ?? answer
    }
    return answer
  }

  /// Goes to a typed path, and says which row it is; returns `nil` if nothing is there.
  private func goTo(_ text: String, findsMore: Bool) -> PlainAnswer? {
    guard let typed = context.typedPath(text, findsMore: findsMore) else { return nil }
    let effects = editor.perform(typed.action)
    editor.updateScreens()
    let now = currentPage
    let row =
      (editor.top as? CollectionScreen)?.list.state.focus
      ?? (0..<now.count).first { now.subject?($0) == typed.path.description }
    return answer(effects, saying: row.map { ["\(typed.path) is row \($0 + 1)."] } ?? [])
  }

  // MARK: - Rows

  /// Chooses a row, as a click on it does, and opens what a search has found.
  private func choose(_ number: Int) -> PlainAnswer {
    if let refusal = refusal(of: number) { return refusal }
    let isFound = editor.top.keyContext == .search
    editor.focus(onRow: number - 1)
    var changed = focusedPlace
    var effects = editor.perform(editor.top.choosing)
    if isFound, context.found.items.indices.contains(context.found.current) {
      if case .section = context.found.items[context.found.current] { return answer(effects) }
      changed = focusedPlace
      effects += editor.perform(editor.top.choosing)
    }
    return answer(effects, about: changed)
  }

  /// The value of the row with the focus, if it stands for one.
  private var focusedPlace: ValuePlace? {
    guard var page = editor.top as? any PageOfValues else { return nil }
    return page.focusedPlace(context)
  }

  /// Why a number means no row of the list that was printed; `nil` if it means one.
  private func refusal(of number: Int) -> PlainAnswer? {
    // No row is before the first one, and a number as low as numbers go can't be decreased.
    let row = max(number, 0) - 1
    guard isSame(row, in: currentPage) else {
      printed = ""
      return answer([], saying: ["The list has changed; type the number again."])
    }
    guard !(0..<page.count).contains(row) else { return nil }
    let range = page.count == 0 ? "There is nothing to choose" : "Type a number from 1 to \(page.count)"
    return say("\(range); \(core.name(of: .showKeys)) lists the keys.")
  }

  /// Whether a row of the page is what it was when the page was printed, with the sentence that was printed.
  private func isSame(_ row: Int, in now: PlainPage) -> Bool {
    guard row >= 0, row < min(page.count, now.count) else {
      return row < 0 || row >= max(page.count, now.count)
    }
    func subject(_ page: PlainPage) -> String { (page.subject ?? page.row)(row) }
    guard subject(page) == subject(now) else { return false }
    return !printedRows.indices.contains(row) || page.appRows.contains(row)
      || printedRows[row] == now.row(row)
  }

  private var currentPage: PlainPage { editor.onTop { [context] in $0.page(context) } }

  /// Prints the next part of a long list.
  private func more() -> PlainAnswer {
    let now = currentPage
    guard now.count == page.count,
      (0..<min(page.count, shownCount + Self.pageLength)).allSatisfy({ isSame($0, in: now) })
    else {
      printed = ""
      return answer([], saying: ["The list has changed."])
    }
    (page.row, page.above) = (now.row, now.above)
    let lines = nextRows()
    return say(lines.isEmpty ? "That is all." : lines.joined(separator: "\n"))
  }

  private func nextRows() -> [String] {
    let end = min(page.count, shownCount + Self.pageLength)
    let numbersAreValues = editor.top.editedPlace?.setting.kind.takesNumbers == true
    var lines = (shownCount..<end).flatMap { [page] row in
      page.above(row) + ["\(numbersAreValues ? "-" : "\(row + 1).") \(page.row(row))"]
    }
    if end == page.count, shownCount < end || end == 0 { lines += page.above(end) }
    shownCount = end
    if end < page.count {
      lines.append(
        "\(page.count - end) more; “more” continues, and any number up to \(page.count) can be typed.")
    }
    return lines
  }

  // MARK: - Values

  /// Handles a line as a value, or as the number of one that the page lists; an empty line keeps the old value.
  private func takeValue(_ line: String, at place: ValuePlace) -> PlainAnswer {
    let leaving = { [editor] in editor.perform(Command.back) }
    guard !line.isEmpty else { return answer(leaving(), saying: [Message.nothingChanged.text]) }
    if let number = Int(line), page.count > 0, !place.setting.kind.takesNumbers, !page.names(line) {
      return choose(number)
    }
    if editor.top.keyContext == .checklist, line == Command.accept.rawValue {
      return answer(editor.perform(Command.accept), about: place)
    }
    do throws(Refusal) {
      let value = try read(line, at: place)
      if place.setting.holdsMask(value) {
        throw Refusal(reason: "\(Secrecy.maskText) stands for a secret; type the secret itself.")
      }
      let problems = core.problems(of: value, at: place)
      if let error = problems.first(where: { $0.severity == .error }) { throw Refusal(reason: error.message) }
      // While the value is still edited, the edit knows from which value the person began.
      let effects = editor.perform(EditorAction.edit(.store(value, at: place))) + leaving()
      return answer(effects, saying: problems.map { "Note: \($0.message)" }, about: place)
    } catch {
      return say("Not taken: \(error.reason)")
    }
  }

  /// A JSON string in quotes can be empty or have several lines.
  private func read(_ line: String, at place: ValuePlace) throws(Refusal) -> JSONValue {
    if page.takesJSON {
      do { return try JSONValue(parsing: line) } catch { throw Refusal(reason: "\(error)") }
    }
    switch place.setting.kind {
    case .boolean where ["y", "n"].contains(line.lowercased()): return .bool(line.lowercased() == "y")
    case .string(let limits) where limits.format != .duration && line.first == "\"":
      if let value = try? JSONValue(parsing: line), case .string = value { return value }
    default: break
    }
    return try core.value(of: line, at: place)
  }

  /// Describes a value: what it is, what it is now and would be, what is wrong with it, and what rules and layers do to it. One fact a line,
  /// so a person can stop listening.
  private func description(of place: ValuePlace) -> [String] {
    let (setting, entry) = (place.setting, place.entry)
    let isPart = !place.steps.isEmpty
    var lines = [isPart ? setting.title : "\(setting.title), \(entry.path)"]
    if !setting.help.isEmpty { lines.append(MarkdownText(setting.help).plain) }
    lines.append("\(KindSummary.text(setting)).")
    if let value = isPart ? setting.defaultValue : model.defaultValue(at: entry.path) {
      lines.append("Default: \(setting.text(for: value)).")
    }
    let isStaged = !isPart && model.isStaged(entry.path)
    if isStaged { lines.append("Saved: \(setting.text(for: model.savedValue(at: entry.path))).") }
    lines.append("Value: \(setting.text(for: core.value(at: place)))\(isStaged ? ", not applied yet" : "").")
    let problems = core.problems(at: entry.path).filter { !isPart || place.path.contains($0.path) }
    lines += problems.map { "Problem: \($0.message(at: place.path))" }
    if !isPart {
      lines += core.stateNotes(entry).map(\.text) + core.formNotes(setting).map(\.text)
    }
    let sentences = lines.dropFirst().map { $0.hasSuffix(".") ? $0 : $0 + "." }
    return lines.prefix(1) + sentences + [
      "\(page.takesJSON ? "Type JSON." : hint(for: setting)) An empty line keeps the value."
    ]
  }

  /// Says what to type as a value.
  private func hint(for setting: FormSetting) -> String {
    switch setting.kind {
    case .boolean: "Type y or n."
    case .choice: "Type a number or a name."
    case .flags:
      "Type names with commas between, all or none; or numbers, and then accept."
    case .integer, .number:
      setting.unit.flatMap(QuantityUnit.init).map { "Type a number, or an amount such as \($0.example)." }
        ?? "Type a number."
    case .string(let limits) where limits.format == .duration:
      "Type a duration, such as 90 s or 1 h 30 min."
    case .string: "Type the text; in quotes, as in JSON, it may be empty or have several lines."
    case .variants: "Type a value, or the number of a row; lists and objects in JSON."
    case .list, .dictionary, .object, .recursive, .json: "Type JSON."
    }
  }

  // MARK: - Answers

  /// The number of staged changes, in words.
  private var changesText: String {
    model.stagedCount == 0 ? "no changes" : Phrase.count(model.stagedCount, noun: "change")
  }

  private var asksSecret: Bool {
    editor.top.editedPlace.map { $0.isSecret || $0.setting.holdsSecrets } ?? false
  }

  /// Prints a sentence, and repeats the prompt.
  func say(_ line: String) -> PlainAnswer {
    PlainAnswer(text: render([line]), prompt: page.prompt, asksSecret: asksSecret)
  }

  /// Returns what follows a line: some lines, the message of the page, and the page if it says something else now.
  ///
  /// - Parameter changed: The value that may have changed. It is told, because there may be no row to look at.
  private func answer(
    _ effects: [EditorEffect], saying lines: [String] = [], about changed: ValuePlace? = nil
  ) -> PlainAnswer {
    var lines = lines + (context.message.map { [$0.text] } ?? [])
    if let changed, context.message == nil, core.revision != seenRevision, editor.top.editedPlace == nil {
      let text = changed.setting.text(for: core.value(at: changed))
      lines.append("\(changed.setting.title) is now \(text); \(changesText).")
    }
    context.message = nil
    seenRevision = core.revision
    for case .copy(let text) in effects { lines.append(text) }
    if case .edit(let text, _)? = effects.last {
      let key = core.name(of: .editJSON)
      return answer(
        editor.finishEditing(ExternalEditor.Result(text: text)),
        saying: ["No other program is opened here; \(key) edits a value as JSON."])
    }
    for effect in effects {
      switch effect {
      case .close, .store: return PlainAnswer(text: render(lines), effects: effects)
      case .run: return PlainAnswer(text: render(["Ctrl-C cancels it."]), effects: effects)
      case .load(let requests):
        listing = (lines, Set(requests))
        return PlainAnswer(effects: effects)
      default: break
      }
    }
    return printPage(after: lines, effects)
  }

  /// Prints the page if it says something else than before, or if there is nothing else to say.
  private func printPage(
    after lines: [String], _ effects: [EditorEffect] = [], loadsText: Bool = true
  ) -> PlainAnswer {
    if editor.screens.isEmpty { editor.browse.pane = .settings }
    let subject = page.subject
    page = currentPage
    let introduction = (editor.top.editedPlace.map(description) ?? []) + page.lines
    let rows = (0..<min(page.count, Self.pageLength)).map(page.row)
    let above = (0...min(page.count, Self.pageLength)).flatMap(page.above)
    let text = (introduction + above + rows + ["\(page.count)"]).joined(separator: "\n")
    var lines = lines
    if text != printed || lines.isEmpty {
      let unknown = core.hasApp && loadsText ? core.appRows.startLoading(page.requests, again: true) : []
      guard unknown.isEmpty else {
        listing = (lines, Set(unknown))
        return PlainAnswer(effects: effects + [.load(unknown)])
      }
      (printed, printedRows, shownCount) = (text, rows, 0)
      lines += [""] + introduction + nextRows() + pendingLines
    } else {
      // A number means what was printed, also for rows after the first ones.
      page.subject = subject
    }
    return PlainAnswer(
      text: render(lines), prompt: page.prompt, asksSecret: asksSecret, effects: effects)
  }

  /// The line about a pending confirmation; empty if none is pending, or where its keys aren't answers.
  private var pendingLines: [String] {
    guard core.pending != nil, editor.top.keyContext != .dialog else { return [] }
    let (confirm, cancel) = (core.name(of: .confirm), core.name(of: .cancelConfirmation))
    return [
      "Not confirmed: the changes are rolled back in \(core.pendingSeconds) s; \(confirm) confirms, \(cancel) cancels."
    ]
  }

  /// Returns the lines as they are printed: control characters in values never reach the terminal.
  private func render(_ lines: [String]) -> String {
    lines.flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
      .map { visible.printed($0) + "\n" }.joined()
  }
}

/// What happens beside the conversation.
extension PlainEditor {
  /// Handles the end of the input, and prints the changes that are still staged.
  func end(_ ending: EditorOutcome.Ending) -> PlainAnswer {
    let effects = editor.close(ending)
    guard model.hasChanges else { return PlainAnswer(effects: effects) }
    let changes = ReviewScreen(context).rows.map { $0.sentence(named: "\($0.path)") }
    return PlainAnswer(text: render(["", "Not applied:"] + changes), effects: effects)
  }

  /// Handles the report of a request that changed, or should have changed, the stored content.
  func finish(_ report: StoreRequest.Report) -> PlainAnswer {
    let effects = editor.finish(report)
    return answer(effects, saying: [context.failure].compactMap(\.self))
  }

  /// Returns what a participant or side effect of the request in progress reports; `nil` if it only runs.
  func news(_ progress: ApplyProgress) -> String? {
    progress.text.isEmpty ? nil : render([progress.sentence + "."])
  }

  /// Rebases the draft onto what another process has stored, and returns what to print.
  func takeStored() -> String? {
    context.message = nil
    let count = editor.screens.count
    editor.takeStored()
    var lines = context.message.map { [$0.text] } ?? []
    // A question would take the next line of a script for its answer.
    if editor.screens.count > count { editor.screens.removeLast() }
    context.message = nil
    editor.take(model.store.layerProblems)
    lines += context.message.map { [$0.text] } ?? []
    context.message = nil
    return lines.isEmpty ? nil : render(lines)
  }

  // MARK: - Time

  /// The time until there can be something to print without an event; `nil` for never.
  var nextTick: Duration? {
    guard let pending = core.pending else { return nil }
    let left = pending.remaining()
    if warned != pending.id, left > Self.warning { return left - Self.warning }
    return max(left, .seconds(1))
  }

  /// Updates what changes with time; returns what to print, if anything.
  ///
  /// News is only printed if there is some: a screen reader would read a countdown aloud.
  func tick() -> String? {
    takeStored() ?? core.pending.flatMap { reminder(of: $0, timeLeft: $0.remaining()) }
  }

  /// Returns the reminder that little time is left to confirm an apply, once for each apply.
  func reminder(of pending: PendingConfirmation, timeLeft: Duration) -> String? {
    guard warned != pending.id, (Duration.seconds(1)...Self.warning).contains(timeLeft) else { return nil }
    warned = pending.id
    return render(["\(Int(timeLeft / .seconds(1) + 0.5)) s left to confirm."])
  }

  /// The time before the limit at which a reminder is printed.
  private static let warning = Duration.seconds(10)

  // MARK: - The app

  /// The longest time that a page waits for the app's text.
  static let patience = Duration.seconds(2)

  /// Prints the waiting page, with the text that is known; returns `nil` if no page is waiting.
  func finishListing() -> PlainAnswer? {
    guard let lines = listing?.lines else { return nil }
    listing = nil
    return printPage(after: lines, loadsText: false)
  }

  /// Handles what the app reports; returns an answer if a page or an action was waiting for it.
  func take(_ event: AppRowEvent) -> PlainAnswer? {
    context.message = nil
    editor.take(event)
    switch event {
    case .detail, .choices:
      listing?.missing.formIntersection(core.appRows.loading)
      return listing?.missing.isEmpty ?? false ? finishListing() : nil
    case .progress: return nil
    case .ended: return say(context.message?.text ?? "")
    }
  }

  /// Returns the line to print about a running action; `nil` if no action is running.
  func news(_ event: AppRowEvent) -> String? {
    if case .progress(_, let text) = event { render([text]) } else { nil }
  }

  // MARK: - Drafts of earlier editors

  /// Adds an offer to restore a draft; returns `false` if there are no changes to offer.
  func offer(_ leftover: RecoveryFolder.Leftover) -> Bool {
    guard let offer = RecoveryOffer(leftover, core: core) else { return false }
    offers.append(offer)
    return true
  }

  /// Returns the first offer.
  private func offerLines() -> [String] {
    guard let offer = offers.first else { return [] }
    let others = offers.count - 1
    let more =
      others == 0 ? [] : ["\(Phrase.count(others, noun: "more draft follows", nouns: "more drafts follow"))."]
    let words = offer.question.buttons.dropLast().map { $0.title.lowercased() }
    return [offer.text] + more
      + ["Type \(words.joined(separator: " or ")); otherwise they are offered at the next start."]
  }

  /// Answers the first offer by the word of a button; returns `nil` for another word.
  private func takeOffer(_ word: String) -> PlainAnswer? {
    guard let question = offers.first?.question,
      let button = question.buttons.first(where: { $0.title.lowercased() == word.lowercased() })
    else { return nil }
    offers.removeFirst()
    let effects = button.actions.flatMap { editor.perform($0) }
    editor.updateScreens()
    return answer(effects, saying: offerLines())
  }
}

/// The reply of the plain editor to a line, and its next prompt.
struct PlainAnswer: Equatable {
  /// Whole lines.
  var text = ""
  var prompt = ""
  /// Whether the next line is a secret, which is hidden while it is typed.
  var asksSecret = false
  /// What the session does before it reads the next line.
  var effects: [EditorEffect] = []
}

extension FormKind {
  /// Whether a typed number can be a value of the kind, and so isn't the number of a row.
  fileprivate var takesNumbers: Bool {
    switch self {
    case .integer, .number, .recursive, .json: true
    case .list(let element, _): element.takesNumbers
    // The alternatives are rows; the value follows.
    case .boolean, .string, .choice, .flags, .variants, .dictionary, .object: false
    }
  }
}
