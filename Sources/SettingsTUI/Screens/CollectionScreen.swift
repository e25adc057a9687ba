import Settings

/// Edits a list's elements, a dictionary's entries or an object's fields: one row for each. A part that has parts itself opens a further
/// screen of this type.
///
///     rows:   0 … n-1   the elements, entries or fields
///             n         a new value while it is typed (or before row k, if it is inserted there)
///
/// Every change is staged immediately as part of the setting's value and can be undone. The screen keeps no copy of the value: after each
/// change it reads its rows from the draft again. An undo, a rebase and a change by another program therefore need no code here.
///
/// Exactly one of these has the keys: the field of a value, the field of a key, the query of the list, or the list.
struct CollectionScreen: Screen {
  let place: ValuePlace
  var list = FilteredList()
  var field: InlineField?
  /// A key while a person types it, and what it is for.
  var keyField: (field: KeyField, purpose: KeyPurpose)?
  /// The row of a new value that is being chosen in another screen.
  ///
  /// The choices for a new element are a screen of their own. When it returns with a value, the row exists and gets the focus; when it is
  /// left, nothing was added and the number is forgotten.
  var awaitedRow: Int?
  /// The rows at a revision of the model.
  private var knownRows: EditorCore.Revised<CollectionRows>?
  /// Whether only fields that are set have rows.
  ///
  /// The rows depend on this filter, which the revision of the model doesn't count.
  private var knowsOnlySet = false

  /// What a typed key is for.
  enum KeyPurpose {
    case newEntry
    case rename(String)
    case duplicate(String)
  }

  init(_ place: ValuePlace) {
    self.place = place
  }

  var name: String { place.setting.title }
  var isDialog: Bool { false }

  var keyContext: KeyContext {
    if field != nil { return .field }
    if keyField != nil { return .key }
    return list.isTyping ? .filter : listContext
  }

  /// The place of the keys while nothing is typed.
  var listContext: KeyContext {
    switch place.setting.kind {
    case .list: return .list
    case .dictionary: return .dictionary
    default: return .object
    }
  }

  /// Returns the rows of the current value.
  mutating func rows(_ context: ScreenContext) -> CollectionRows {
    let onlySet = context.core.filter == .set
    if let knownRows, knownRows.revision == context.core.revision, knowsOnlySet == onlySet {
      return knownRows.value
    }
    knowsOnlySet = onlySet
    let rows = CollectionRows(
      place, value: context.core.value(at: place), library: context.index.library, onlySet: onlySet)
    knownRows = .init(revision: context.core.revision, value: rows)
    return rows
  }

  /// Moves the focus to the row of a part.
  mutating func go(to part: SettingPath, _ context: ScreenContext) {
    var rows = rows(context)
    if context.core.filter == .set, !(0..<rows.count).contains(where: { rows.place(at: $0).path == part }) {
      context.core.show(.all)
      rows = self.rows(context)
    }
    guard let row = (0..<rows.count).first(where: { rows.place(at: $0).path == part }) else { return }
    list.move(to: row, of: rows.count)
  }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    if let before = field {
      if field?.perform(command, in: context.core) == .closed {
        closeField(context)
        if command == .accept { return addNext(after: before, context) }
      }
      return []
    }
    let awaited = awaitedRow
    awaitedRow = nil
    if keyField != nil { return performInKeyField(command, in: context) }
    let rows = rows(context)
    // The value of the new row isn't among the suggestions.
    if command == .typeValue, let awaited, awaited == rows.count, case .list(let kind, _) = place.setting.kind
    {
      return type(place.element(.index(awaited), kind: kind), in: context)
    }
    if list.perform(command, of: rows.count, strings: { rows.strings(context.glyphs) }) { return [] }
    switch command {
    case .back: return [.pop]
    case .undo, .redo:
      return [.edit(command == .undo ? .undo : .redo)]
    case .add: return add(context)
    case .editExternally:
      return [context.core.editExternally(place)]
    case .editAll: return [.editExternally(ExternalEdit(subject: .draft))]
    case .review: return [.open(.review(thenLeave: false))]
    case .showSet:
      let focused = list.focusedRow(of: rows.count).map { rows.place(at: $0).path }
      let filter: Filter = context.core.filter == .set ? .all : .set
      context.core.show(filter)
      let shown = self.rows(context)
      list.clear(of: shown.count)
      let row = focused.flatMap { path in (0..<shown.count).first { shown.place(at: $0).path == path } }
      list.move(to: row ?? 0, of: shown.count)
      return [.say(filter.message)]
    case .tree:
      let focused = list.focusedRow(of: rows.count).map { rows.place(at: $0).path }
      return [.open(.tree(focused ?? place.path))]
    case .why: return [.open(.why(place.entry.path))]
    case .copy: return [.open(.copy(setting: place.entry.path, section: nil))]
    default: break
    }
    guard let row = list.focusedRow(of: rows.count) else { return [] }
    let focused = rows.place(at: row)
    switch command {
    case .insertBefore: return add(before: row, context)
    case .remove: remove(row, in: context)
    case .duplicate: duplicate(row, in: context)
    case .moveElementUp, .moveElementDown:
      moveElement(row, by: command == .moveElementUp ? -1 : 1, in: context)
    case .rename:
      guard !place.isReadOnly, rows.hasOpenKey(row) else { return [] }
      if case .key(let key)? = focused.steps.last {
        ask(for: .rename(key), context)
      }
    case .reset: remove(row, in: context)
    case .store:
      guard !place.isReadOnly, rows.ownValue(of: focused) == nil, let value = rows.value(of: focused) else {
        return []
      }
      context.core.perform(.store(value, at: focused))
    default:
      return field.open(for: context.core.result(of: command, on: focused), context.core)
    }
    return []
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    if field != nil {
      field?.insert(text, in: context.core)
    } else if keyField != nil {
      keyField?.field.insert(text)
    } else if list.isTyping {
      let rows = rows(context)
      list.insert(text, of: rows.count) { rows.strings(context.glyphs) }
    }
    return []
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    guard field == nil, keyField == nil else { return [] }
    return list.click(target, of: rows(context).count) == .focusedRow ? perform(.activate, in: context) : []
  }

  mutating func update(_ context: ScreenContext) {
    guard knownRows?.revision != context.core.revision, field == nil else { return }
    let rows = rows(context)
    list.update(of: rows.count) { rows.strings(context.glyphs) }
    if let awaitedRow, awaitedRow < rows.count { list.move(to: awaitedRow, of: rows.count) }
    awaitedRow = nil
  }
}

extension CollectionRows {
  /// Returns the strings that a query searches, with secrets masked.
  @MainActor
  func strings(_ glyphs: Glyphs) -> [RowStrings] {
    (0..<count).map { row in
      let element = self.place(at: row)
      let value = ValuePreview.spans(value(of: element), for: element.setting, glyphs: glyphs)
      return RowStrings(
        name: label(row, element: element), value: value.map(\.text).joined(),
        help: isField(row) ? element.setting.help : "")
    }
  }
}

extension CollectionScreen {
  func availability(of command: Command, _ context: ScreenContext) -> CommandAvailability {
    switch command {
    case .undo: return context.core.availability(of: .undo)
    case .redo: return context.core.availability(of: .redo)
    case .editExternally:
      return CommandAvailability(context.core.editExternally(place))
    case .add:
      if case .list = place.setting.kind { return availabilityOfChanging }
      return takesKeys ? availabilityOfChanging : .absent
    default: break
    }
    let rows = CollectionRows(
      place, value: context.core.value(at: place), library: context.index.library,
      onlySet: context.core.filter == .set)
    guard let row = list.focusedRow(of: rows.count) else {
      return Self.commandsOfRows.contains(command) ? .absent : .available
    }
    return availability(of: command, onRow: row, of: rows, context)
  }

  private func availability(
    of command: Command, onRow row: Int, of rows: CollectionRows, _ context: ScreenContext
  ) -> CommandAvailability {
    let movesOthers = Self.commandsThatMove.contains(command) || command == .remove && row < rows.count - 1
    if movesOthers, hasFixedPlaces { return .refused(Message.fixedPlaces(place.setting.title).text) }
    switch command {
    case .remove, .reset:
      return rows.ownValue(of: rows.place(at: row)) == nil ? .absent : availabilityOfChanging
    case .store: return rows.ownValue(of: rows.place(at: row)) == nil ? availabilityOfChanging : .absent
    case .duplicate:
      if case .list = place.setting.kind { return availabilityOfChanging }
      return takesKeys && rows.ownValue(of: rows.place(at: row)) != nil ? availabilityOfChanging : .absent
    case .insertBefore, .moveElementUp, .moveElementDown: return availabilityOfChanging
    case .rename: return rows.hasOpenKey(row) ? availabilityOfChanging : .absent
    default: return context.core.availability(of: command, on: rows.place(at: row))
    }
  }

  /// The commands with hints that can't be performed now.
  func unavailable(_ rows: CollectionRows, in context: ScreenContext) -> Set<Command> {
    let row = list.focusedRow(of: rows.count)
    return Self.commandsWithHints.filter { command in
      if command == .add { return availability(of: .add, context) != .available }
      guard let row else { return true }
      return availability(of: command, onRow: row, of: rows, context) != .available
    }
  }

  private var availabilityOfChanging: CommandAvailability {
    place.isReadOnly ? .refused(Message.readOnly(place.setting.title).text) : .available
  }

  /// The commands that give elements other places.
  private static let commandsThatMove: Set<Command> = [
    .insertBefore, .duplicate, .moveElementUp, .moveElementDown,
  ]

  private static let commandsWithHints: Set<Command> = [
    .add, .remove, .rename, .moveElementUp, .moveElementDown,
  ]

  /// The commands that need a row with the focus.
  private static let commandsOfRows: Set<Command> = [
    .activate, .forward, .toggle, .yes, .no, .increase, .decrease, .setNone, .typeValue, .reset, .remove,
    .duplicate, .insertBefore, .moveElementUp, .moveElementDown, .rename,
  ]
}

extension CollectionScreen {
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let help = area.removeBottom(area.height >= 10 ? 4 : 2)
    let heading = area.removeTop(1)
    let rows = rows(context)
    let newRow = newRow(rows)
    let count = rows.count + (newRow == nil ? 0 : 1)
    let noun = KindSummary.noun(place.setting.kind, count: count)
    let room = heading.width - 4 - frame.glyphs.visible.width(of: noun)
    frame.draw(
      [
        Span(frame.glyphs.visible.truncateStart(trail(frame.glyphs), columns: room), role: .heading),
        Span("  \(noun)", role: .secondary),
      ],
      x: heading.x + 1, y: heading.y, columns: heading.width - 2)
    let query = area.removeTop(list.isActive ? 1 : 0)
    drawRows(rows, count: count, newRow: newRow, in: area, into: &frame, context: context)
    drawHelp(rows, in: help, into: &frame, context: context)
    frame.drawHints(
      keyContext, context: context, without: unavailable(rows, in: context), covering: help.height - 1,
      in: hints)
    frame.drawQuery(list, of: count, in: query.inset(horizontally: 1))
    keyField?.field.draw(in: &frame, context)
  }

  /// Returns the titles and keys that lead to the value.
  ///
  /// A key under which a secret is kept can be secret itself, so the trail is masked step by step with the secrecy of what was passed. It
  /// is cut at the front when the line is short: the last steps say what the screen shows.
  private func trail(_ glyphs: Glyphs) -> String {
    var secrecy = place.entry.setting.secrecy
    let steps = place.steps.map { step in
      switch step {
      case .index(let index), .before(let index):
        secrecy = secrecy.element(index)
        return String(index)
      case .key(let key):
        let isSecret = secrecy.hides(.object)
        secrecy = secrecy.member(key)
        return isSecret ? Secrecy.maskText : key
      }
    }
    return (place.entry.sections + [place.entry.setting.title] + steps).joined(
      separator: " \(glyphs.separator) ")
  }

  /// Returns the row of the new value that is typed; `nil` if an existing key is typed, or none.
  ///
  /// It comes into being while a name or a number is typed and isn't part of the value yet. All rows behind it are shown one line lower.
  private func newRow(_ rows: CollectionRows) -> Int? {
    guard let place = field?.place, place.steps.count == self.place.steps.count + 1 else { return nil }
    switch place.steps.last {
    case .before(let index)?: return index
    case .index(let index)?: return index == rows.count ? index : nil
    case .key?: return rows.ownValue(of: place) == nil && !rows.hasField(place) ? rows.count : nil
    case nil: return nil
    }
  }

  private mutating func drawRows(
    _ rows: CollectionRows, count: Int, newRow: Int?, in area: Rect, into frame: inout Frame,
    context: ScreenContext
  ) {
    let places = list.layOut(height: area.height, of: count).compactMap { shown in
      list.row(at: shown, of: count).map { row in
        if row == newRow, let place = field?.place {
          return (shown: shown, place: place, label: rows.label(row, element: place))
        }
        let old = newRow.map { row > $0 ? row - 1 : row } ?? row
        let place = rows.place(at: old)
        return (shown: shown, place: place, label: rows.label(old, element: place))
      }
    }
    let widest = places.reduce(4) { max($0, frame.glyphs.visible.width(of: $1.label)) }
    let titleColumns = frame.titleColumns(for: widest, in: area)
    let problems = context.core.problems(at: self.place.entry.path)
    let states = PartStates(of: self.place, context.core)
    for (shown, place, label) in places {
      let line = Rect(
        x: area.x, y: area.y + shown - list.state.top, width: area.width - 1, height: 1)
      var row = ValueRow(
        title: label,
        value: ValuePreview.spans(rows.value(of: place), for: place.setting, glyphs: frame.glyphs))
      row.show(states.state(of: place), glyphs: frame.glyphs)
      if !problems.isEmpty {
        row.show(problems.filter { place.path.contains($0.path) }, glyphs: frame.glyphs)
      }
      let isFocused = shown == list.state.focus
      frame.draw(
        row, in: line, titleColumns: titleColumns, badgeColumns: 0, focus: isFocused ? .active : .none,
        field: isFocused ? field : nil)
      frame.add(.row(shown, pane: .settings), in: line)
    }
    if places.isEmpty {
      let text =
        count == 0
        ? "There is nothing here yet; \(context.key(.add, in: listContext)) adds one."
        : context.nothingMatches
      frame.drawNote(text, in: area)
      frame.cursor = Point(x: area.x, y: area.y)
    }
    frame.drawScrollBar(atEndOf: area, top: list.state.top, of: list.count(of: count))
  }

  private func drawHelp(
    _ rows: CollectionRows, in area: Rect, into frame: inout Frame, context: ScreenContext
  ) {
    var lines: [[Span]] = []
    let columns = area.width - 2
    if let problem = field?.problem ?? keyField?.field.problem {
      lines += frame.glyphs.visible.wrap("\(frame.glyphs.problem) \(problem)", columns: columns).map {
        [Span($0, role: .problem)]
      }
    }
    let focused = field?.place ?? list.focusedRow(of: rows.count).map { rows.place(at: $0) }
    // The problems of other parts are marked in their rows.
    for problem in context.core.problems(at: place.entry.path) {
      let isUnlisted = problem.isAboutUnknownKey && problem.path.parent == place.path
      let shown = focused.flatMap { $0.path.contains(problem.path) ? $0.path : nil }
      guard problem.path == place.path || isUnlisted || shown != nil else { continue }
      let text = "\(frame.glyphs.problem) \(problem.message(at: shown ?? problem.path))"
      let role: Style.Role = problem.severity == .error ? .problem : .changed
      lines += frame.glyphs.visible.wrap(text, columns: columns).map { [Span($0, role: role)] }
    }
    func addHelp(of setting: FormSetting) {
      guard !setting.help.isEmpty else { return }
      lines += frame.glyphs.lines(ofHelp: setting.help, columns: columns)
    }
    if case .object = place.setting.kind {
      if let focused {
        addHelp(of: focused.setting)
        lines.append([Span(KindSummary.text(focused.setting), role: .secondary)])
      }
    } else {
      addHelp(of: place.setting)
      // The form describes all elements in the same way, so one line has room for both facts.
      let facts =
        [KindSummary.text(place.setting)] + (focused.map { ["each: " + KindSummary.text($0.setting)] } ?? [])
      lines.append([Span(facts.joined(separator: " \(frame.glyphs.bullet) "), role: .secondary)])
    }
    if area.height > 2 {
      frame.drawFooter(lines, in: area)
    } else {
      frame.draw(lines, in: area.inset(horizontally: 1))
    }
  }
}

/// Which parts of a value are set, and which are changed.
///
/// The draft only knows that the whole setting is changed. The part is compared with the same part of the stored value. In a list, "the
/// same part" is the element at the same index: after an insertion at the front, all elements behind it are shown as changed, in contrast
/// to the review, which pairs elements.
@MainActor
struct PartStates {
  private let now: JSONValue?
  private let saved: JSONValue?
  private let isStaged: Bool

  init(of place: ValuePlace, _ core: EditorCore) {
    let path = place.entry.path
    now = core.model.isSet(path) ? core.model.value(at: path) : nil
    isStaged = core.model.isStaged(path)
    saved = isStaged ? core.model.savedValue(at: path) : now
  }

  func state(of part: ValuePlace) -> ValueRow.State {
    let value = part.value(in: now)
    if isStaged, value != part.value(in: saved) { return .changed }
    return value == nil ? .unset : .set
  }
}
