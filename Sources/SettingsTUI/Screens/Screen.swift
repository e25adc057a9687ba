import SettingsEditing

/// One screen or dialog of the editor.
///
///     key ─▶ KeyMap of keyContext ─▶ command ─▶ perform ─▶ [EditorAction]: edit the draft, open, pop, …
///     text ─────────────────────────────────▶ insert ─▶
///     model changed ────────────────────────▶ update
///     next frame ───────────────────────────▶ draw
///
/// A screen is a value on a stack and keeps only what belongs to its looks: the focus, what is being typed, which rows are open. The
/// settings are in the ``EditorCore``, which all screens share. A screen never changes another screen and never waits: what it can't do
/// itself, it returns as actions.
///
/// ``perform(_:in:)`` changes nothing but the screen itself. That is why a command can be tried on a copy of the screen: the copy is thrown
/// away, and the actions tell what the key would do now (``preview(of:_:)``). A rule such as "only the last element can be removed here"
/// therefore stands in one place, the function that removes.
@MainActor
protocol Screen {
  /// The screen's name in the list of keys.
  var name: String { get }
  /// The place whose keys the screen currently uses.
  var keyContext: KeyContext { get }
  /// Whether the screen below is visible around it.
  var isDialog: Bool { get }

  /// The keys of the screen, each with what it does.
  nonisolated static var keys: PageKeys<Self> { get }
  /// The keys that it currently uses, while nothing is typed.
  var keys: PageKeys<Self> { get }

  /// Performs a command; returns what follows.
  ///
  /// `nil` means that the command doesn't apply to what has the focus, so the list of commands leaves it out. An empty list means that it is
  /// done. A message as the first action is a refusal.
  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]?
  /// Inserts typed or pasted text.
  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction]
  /// Handles a click.
  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction]
  /// Scrolls the target of the wheel by rows.
  ///
  /// By default, the wheel moves the focus, since in most lists the visible rows follow it.
  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: ScreenContext)
  /// Opens a field in the focused row, for a value at a place.
  mutating func type(in place: ValuePlace, _ context: ScreenContext)
  /// Draws the screen and lays it out for the frame's size.
  mutating func draw(in frame: inout Frame, _ context: ScreenContext)
  /// Does a part of the work that the next key will need, for a few milliseconds; returns `false` if there is nothing left to
  /// do.
  ///
  /// It is called while no key waits, again and again until it returns `false`. The search uses it: for a large form, its table of strings
  /// takes longer than a key press should.
  func prepareForKeys(_ context: ScreenContext) -> Bool
  /// Updates the screen after each event, for what has changed in the model and in itself.
  mutating func update(_ context: ScreenContext)
  /// Returns whether the state that the screen is about has ended, so that the screen disappears.
  ///
  /// An example is the question whether to keep what was applied: it disappears when another program has answered, or when the deadline has
  /// passed.
  func isOutdated(_ context: ScreenContext) -> Bool
  /// Whether a person types or chooses a value, which is staged when it is accepted.
  var isEditing: Bool { get }
  /// Follows the elements of lists that have moved between two drafts because another process has stored another list; returns `false` if
  /// the element that the screen is about is gone, and the screen with it.
  ///
  /// Places name elements by their indexes. Without this, what is typed for one server would be staged for the server that is now at its
  /// index.
  mutating func follow(from old: Draft, to new: Draft) -> Bool
  /// Returns the actions that the editor performs if it is terminated while the screen is on top.
  func actionsWhenTerminated(_ context: ScreenContext) -> [EditorAction]
  /// Returns typed text that is kept for recovery before it is accepted; `nil` for none.
  ///
  /// It is for texts that take minutes to write. What is typed in a row is typed again in seconds.
  func typedText(_ context: ScreenContext) -> UnstagedText?

  /// Returns what the screen says line by line (`--plain`).
  mutating func page(_ context: ScreenContext) -> PlainPage
  /// Moves the focus to a row of the page.
  mutating func focus(onRow row: Int, _ context: ScreenContext)
  /// What choosing the row with the focus does.
  var choosing: Command { get }
  /// The place of the value that is typed or chosen now.
  var editedPlace: ValuePlace? { get }
}

/// What a screen says line by line (`--plain`): the same facts as on the screen, without columns.
struct PlainPage {
  /// What comes before the rows.
  var lines: [String] = []
  var count = 0
  /// Returns a row as a sentence, which is only made for rows that are printed: a section can have 100 000.
  var row: @MainActor (Int) -> String = { _ in "" }
  /// Returns the headings and notes that stand above a row, and below the last one for their number.
  var above: @MainActor (Int) -> [String] = { _ in [] }
  /// Returns what a row is: the path of its setting. It stays true for the page as it was printed, whatever another process stores; `nil` if
  /// the sentences of the rows do.
  var subject: (@MainActor (Int) -> String)?
  /// The rows of the app, whose sentences change while what they are stays.
  var appRows: Set<Int> = []
  var prompt = "Number: "
  /// Whether a value is typed as JSON, so that it can be of another type.
  var takesJSON = false
  /// The titles of its buttons, which can be typed.
  var answers: [String] = []
  /// Whether a word names one of the rows, so that a number isn't the number of a row.
  var names: (String) -> Bool = { _ in false }
  /// The texts of the app in the rows.
  var requests: [AppRequest] = []
}

extension Screen {
  var keys: PageKeys<Self> { Self.keys }
  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    keys.perform(command, on: &self, in: context)
  }

  var isDialog: Bool { true }
  func prepareForKeys(_ context: ScreenContext) -> Bool { false }
  mutating func update(_ context: ScreenContext) {}
  func isOutdated(_ context: ScreenContext) -> Bool { false }
  var isEditing: Bool { false }
  mutating func follow(from old: Draft, to new: Draft) -> Bool { true }
  func actionsWhenTerminated(_ context: ScreenContext) -> [EditorAction] { [] }
  func typedText(_ context: ScreenContext) -> UnstagedText? { nil }

  mutating func focus(onRow row: Int, _ context: ScreenContext) {}
  var choosing: Command { .activate }
  var editedPlace: ValuePlace? { nil }

  /// Returns what a command would do now, without doing it: the actions of a copy of the screen.
  func preview(of command: Command, _ context: ScreenContext) -> [EditorAction]? {
    let killed = context.core.killed
    defer { context.core.killed = killed }
    var copy = self
    return copy.perform(command, in: context)
  }

  /// Returns the commands with hints that are refused now, or that mean nothing for what has the focus, so the hints leave them out.
  func refused(_ context: ScreenContext) -> Set<Command> {
    let commands = context.keys[keyContext].bindings.filter { $0.hint != nil }.map(\.command)
    return Set(
      commands.filter { command in
        !command.isOfEditor
          && preview(of: command, context).map { $0.first.flatMap(context.refusal) != nil } ?? true
      })
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] { [] }
  mutating func type(in place: ValuePlace, _ context: ScreenContext) {}
  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] { [] }
  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: ScreenContext) {
    for _ in 0..<abs(rows) { _ = perform(rows < 0 ? .moveUp : .moveDown, in: context) }
  }
}

/// The data that all screens draw, besides their own state.
@MainActor
final class ScreenContext {
  let core: EditorCore
  var keys: EditorKeys { core.keys }
  /// The characters that the terminal can show, as of the last frame.
  var glyphs = Glyphs() {
    didSet { core.namesKeysInASCII = glyphs.repertoire == .ascii }
  }
  /// The message in the hint line, until the next key.
  var message: Message?
  /// The results of the last search, and the position of the focused one.
  var found: (items: [EditorItem], current: Int) = ([], 0)
  /// Why the last apply failed.
  var failure: String?
  /// The rows of settings by their positions, made when they are first drawn, and what they were made from.
  private var knownRows: [Int: ValueRow] = [:]
  private var rowSource: (revision: Int, choicesCount: Int, highlighted: Set<SettingPath>, glyphs: Glyphs)?

  init(_ core: EditorCore) { self.core = core }

  var model: FormViewModel { core.model }
  var index: FormIndex { core.index }
  var outline: Outline { core.outline }

  /// Returns the key of a command, as sentences name it.
  func key(_ command: Command, in place: KeyContext) -> String { core.name(of: command, in: place) }

  /// What a filtered list says instead of rows.
  var nothingMatches: String { "Nothing matches; \(key(.back, in: .filter)) shows all." }
}

extension ScreenContext {
  /// Returns the action that goes to the setting at a path or around it, or to a section; `nil` if there is neither.
  func action(goingTo path: SettingPath) -> EditorAction? {
    guard !path.isRoot else { return nil }
    if let position = index.position(containing: path) {
      return index.settings[position].path == path ? .go(.setting(position)) : .goPart(path, of: position)
    }
    return outline.node(at: path, in: index).map { .go(.section($0), isStepping: false) }
  }

  /// Returns a path that is typed, with the action that goes there; `nil` if nothing is there. A single key is a word to find, unless it finds
  /// nothing.
  func typedPath(_ text: String, findsMore: Bool) -> (path: SettingPath, action: EditorAction)? {
    guard let path = try? SettingPath(parsing: text), path.keys.count > 1 || !findsMore,
      let action = action(goingTo: path)
    else { return nil }
    if case .goPart(_, let position) = action,
      core.placesToOpen(for: path, of: index.settings[position]).last?.part != path
    {
      return nil
    }
    return (path, action)
  }

  /// Returns why an action would change nothing; `nil` if it changes something, or if only the action itself can tell.
  func refusal(of action: EditorAction) -> Message? {
    switch action {
    case .say(let message): message
    // With no edit left, an undo asks whether to roll back an apply, or offers discarded changes again.
    case .edit(.undo) where core.canRollBackApply || !core.discardedOffers.isEmpty: nil
    case .edit(let edit): core.refusal(of: edit)
    case .confirm, .cancelConfirmation: core.pending == nil ? .nothingPending : nil
    default: nil
    }
  }
}

extension ScreenContext {
  /// Returns the row of the setting at a position in the index.
  ///
  /// Rows are cached, because a step through a list shows the same rows again. A row depends on a handful of values; if one of them differs,
  /// all rows are thrown away. That is simpler than to find out which rows a change concerns, and only the visible rows are made again.
  func row(at position: Int) -> ValueRow {
    let source = (core.revision, core.appRows.choicesCount, core.highlighted, glyphs)
    if rowSource.map({ $0 == source }) != true {
      forgetRows()
      rowSource = source
    }
    if let row = knownRows[position] { return row }
    let row = row(for: index.settings[position])
    if knownRows.count >= Self.mostRows { knownRows.removeAll(keepingCapacity: true) }
    knownRows[position] = row
    return row
  }

  /// Forgets the rows that were made.
  func forgetRows() {
    knownRows.removeAll(keepingCapacity: true)
    rowSource = nil
  }

  /// The maximum number of rows, enough for some screens.
  private static let mostRows = 500

  /// Makes the row of a setting. It asks the model about a dozen things, which is why rows are cached.
  private func row(for entry: FormIndex.Entry) -> ValueRow {
    let setting = entry.setting
    var row = ValueRow(
      title: setting.title,
      value: valueSpans(model.value(at: entry.path), for: setting))
    row.show(model.isStaged(entry.path) ? .changed : model.isSet(entry.path) ? .set : .unset, glyphs: glyphs)
    if core.isNew(entry) { row.new = Span(String(glyphs.new), role: .match) }
    row.state = state(of: entry)
    row.show(core.problems(at: entry.path), glyphs: glyphs)
    if core.summary.conflicts[entry.path] != nil {
      row.problem = Span(String(glyphs.problem), role: .problem)
    }
    if core.highlighted.contains(entry.path) {
      row.value.append(Span(" \(glyphs.updated) updated", role: .match))
    }
    row.isQuiet =
      setting.traits.contains(.deprecated) || model.isReadOnly(entry.path) || !model.isEnabled(entry.path)
    row.badges = badges(setting.traits, hasSideEffects: !setting.sideEffects.isEmpty)
    return row
  }

  /// Returns the spans of a value in its row; a value that the app offers is shown by its title.
  private func valueSpans(_ value: JSONValue?, for setting: FormSetting) -> [Span] {
    let choice = core.offeredChoice(value, of: setting)
    var spans =
      choice.map { [Span($0.shownTitle, role: .value)] }
      ?? ValuePreview.spans(value, for: setting, glyphs: glyphs)
    let opensList = setting.choicesHook != nil && core.hasApp || !setting.suggestions.isEmpty
    if opensList { spans.append(Span(" \(glyphs.opens)", role: .secondary)) }
    return spans
  }

  /// Returns a row that the app provides.
  func row(for row: AppRow) -> ValueRow {
    var shown = ValueRow(title: row.title, value: [])
    guard row.isAction else {
      let text = core.appRows.details[row.name].map { [Span($0.firstLine, role: .value)] }
      shown.value = text ?? [Span(glyphs.dash, role: .secondary)]
      return shown
    }
    guard let action = core.appRows.actions[row.name] else {
      shown.value = [Span("\(key(.activate, in: .settings)) runs it", role: .secondary)]
      return shown
    }
    if action.state == .failed { shown.problem = Span(String(glyphs.problem), role: .problem) }
    let dash = action.isRunning ? glyphs.dash : ""
    let text = EditorCore.text(of: action).firstLine.capitalizedFirst
    shown.value = [Span(text + dash, role: EditorCore.role(of: action))]
    return shown
  }

  /// Returns what each of some items is. Positions of settings and sections change when another process stores other members, so this reads
  /// them as they are now.
  func subjects(of items: [EditorItem]) -> @MainActor (Int) -> String {
    let (index, outline) = (index, outline)
    return { row in
      switch items[row] {
      case .setting(let position): index.settings[position].path.description
      case .section(let node): outline.nodes[node].path.description
      case .row(let row): row.name
      case .part(let part): part.path.description
      }
    }
  }

  /// Returns a result of a search as a row.
  func row(for item: EditorItem) -> ValueRow {
    switch item {
    case .setting(let position): row(at: position)
    case .section(let node):
      ValueRow(
        title: outline.nodes[node].section.title,
        value: [
          Span(
            "section of \(Phrase.count(outline.nodes[node].shownCount, noun: "setting"))", role: .secondary)
        ]
          + [(core.newSettings.counts[node], "new"), (core.summary.counts[node], "changed")].compactMap {
            count, what in count.map { Span(", \($0) \(what)", role: .secondary) }
          })
    case .row(let row): self.row(for: row)
    case .part(let part): ValueRow(title: part.title, value: [Span(part.text, role: .value)])
    }
  }

  /// Returns the mark left of a setting's title, for its most important state.
  private func state(of entry: FormIndex.Entry) -> Span? {
    let path = entry.path
    if model.isStaged(path) { return Span(String(glyphs.changed), role: .changed) }
    if model.isHidden(path) { return Span(String(glyphs.hidden), role: .secondary) }
    if !model.isEnabled(path) { return Span(String(glyphs.disabled), role: .secondary) }
    if model.isReadOnly(path) { return Span(String(glyphs.readOnly), role: .secondary) }
    if model.originAboveFile(at: path) != nil { return Span(String(glyphs.overridden), role: .changed) }
    if model.isSet(path) { return Span(String(glyphs.set), role: .text) }
    if model.otherLayer(of: path) != nil { return Span(String(glyphs.inherited), role: .secondary) }
    return model.isDerived(path) ? Span(String(glyphs.derived), role: .sideEffect) : nil
  }

  /// Returns the marks for the consequences of a change, each in its own column.
  func badges(_ traits: FormTraits, hasSideEffects: Bool) -> [Span] {
    [
      traits.contains(.requiresRestart) ? Span(String(glyphs.restart), role: .restart) : Span(" "),
      hasSideEffects ? Span(String(glyphs.sideEffect), role: .sideEffect) : Span(" "),
    ]
  }
}
