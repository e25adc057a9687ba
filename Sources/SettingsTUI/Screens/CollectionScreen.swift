import SettingsEditing

/// Edits a list's elements, a dictionary's entries or an object's fields: one row for each. A part that has parts itself opens a further
/// screen of this type.
///
///     rows:   0 … n-1   the elements, entries or fields
///             n         a new value while it is typed (or before row k, if it is inserted there)
///
/// Every change is staged immediately as part of the setting's value and can be undone. The screen keeps no copy of the value: after each
/// change it reads its rows from the draft again. An undo, a rebase and a change by another program therefore need no code here.
///
/// Exactly one of these has the keys: the field of a value, the query of the list, or the list.
struct CollectionScreen: ListScreen, PageOfValues {
  private(set) var place: ValuePlace
  var list = FilteredList()
  var field: InlineField?
  /// The row of a new value that is being chosen in another screen.
  ///
  /// The choices for a new element are a screen of their own. When it returns with a value, the row exists and gets the focus; when it is
  /// left, nothing was added and the number is forgotten.
  var awaitedRow: Int?
  /// Whether the list elements that lead to the value, such as `servers.2`, have existed since the screen was opened. If one is gone again,
  /// for example by an undo, the screen closes.
  private var hasBeenThere = false
  /// The rows at a revision of the model.
  ///
  /// They also depend on whether only fields that are set have rows, which the revision doesn't count.
  private var knownRows: (revision: Int, onlySet: Bool, value: CollectionRows)?
  /// How the staged value differs from the stored one at a revision of the model.
  private var compared: (revision: Int, difference: ValueDifference?)?

  init(_ place: ValuePlace) {
    self.place = place
  }

  var name: String { place.setting.title }

  var keyContext: KeyContext {
    if field != nil { return .field }
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
    let revision = context.core.revision
    if let knownRows, knownRows.revision == revision, knownRows.onlySet == onlySet { return knownRows.value }
    let value = context.core.value(at: place)
    // A new object shows the fields that it can have.
    let rows = CollectionRows(
      place, value: value, library: context.index.library, onlySet: onlySet && value?.hasParts == true)
    knownRows = (revision, onlySet, rows)
    return rows
  }

  /// Moves the focus to the row of a part.
  mutating func go(to part: SettingPath, _ context: ScreenContext) {
    var rows = rows(context)
    if context.core.filter == .set, rows.row(at: part) == nil {
      context.core.show(.all)
      rows = self.rows(context)
    }
    if let row = rows.row(at: part) { list.move(to: row, of: rows.count) }
  }

  mutating func count(_ context: ScreenContext) -> Int { rows(context).count }
  mutating func strings(_ context: ScreenContext) -> [RowStrings] { rows(context).strings(context.glyphs) }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    if var typed = field {
      let actions = InlineField.keys.perform(command, on: &typed, in: context)
      field = typed.isClosed ? nil : typed
      if typed.isClosed { list.state.move(by: 0, of: list.count(of: rows(context).count)) }
      return actions
    }
    let awaited = awaitedRow
    awaitedRow = nil
    let rows = rows(context)
    // The value of the new row isn't among the suggestions.
    if command == .typeValue, let awaited, awaited == rows.count, case .list(let kind, _) = place.setting.kind
    {
      return [.type(in: place.element(.index(awaited), kind: kind))]
    }
    return performInList(command, in: context)
  }

  var keys: PageKeys<Self> {
    switch listContext {
    case .list: Self.keys
    case .dictionary: Self.dictionaryKeys
    default: Self.objectKeys
    }
  }

  mutating func focusedPlace(_ context: ScreenContext) -> ValuePlace? {
    focusedRow(context).map { rows(context).place(at: $0) }
  }

  /// The place can be one that doesn't exist yet: the element after the last one (`add`) or one before another (`insert`). Its row gets the
  /// focus; nothing is added before the text is accepted.
  mutating func type(in place: ValuePlace, _ context: ScreenContext) {
    switch place.steps.last {
    // A new element has a row while it is typed.
    case .before(let index)?: list.state.move(to: index, of: index + 1)
    case .index(let index)? where index >= rows(context).count: list.state.move(to: index, of: index + 1)
    default: break
    }
    field = InlineField(place, core: context.core)
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    if field != nil {
      field?.type(text, context)
    } else if list.isTyping {
      filter(by: text, in: context)
    }
    return []
  }

  var isEditing: Bool { field != nil }

  /// Whether the list elements that lead to the value exist now.
  private func isThere(_ context: ScreenContext) -> Bool {
    place.hasElements(in: context.model.value(at: place.entry.path))
  }

  /// An undo can remove the element that the screen is about; what is typed then would add it again.
  func isOutdated(_ context: ScreenContext) -> Bool { hasBeenThere && !isThere(context) }

  /// The focus and the field stay with their elements, too.
  mutating func follow(from old: Draft, to new: Draft) -> Bool {
    let focused = knownRows.flatMap { known in
      list.focusedRow(of: known.value.count).map { known.value.place(at: $0) }
    }
    guard place.follow(from: old, to: new), field?.follow(from: old, to: new) ?? true else { return false }
    let target = field?.place ?? focused?.followed(from: old, to: new)
    switch target?.steps.last {
    case .index(let row)?, .before(let row)?:
      let count = place.value(in: new.value(at: place.entry.path))?.elements?.count ?? 0
      // The place behind the last element is the row of a new one.
      if target?.steps.count == place.steps.count + 1 { list.move(to: row, of: max(count, row + 1)) }
    case .key?, nil: break
    }
    return true
  }

  /// An open field stays as it is until it is closed, whatever another program stores: its text is not in the value yet. If the filter has
  /// changed, the focus goes to the same part among other rows; if the value has changed, it stays at its place.
  mutating func update(_ context: ScreenContext) {
    if !hasBeenThere { hasBeenThere = isThere(context) }
    let onlySet = context.core.filter == .set
    guard field == nil, let knownRows,
      knownRows.revision != context.core.revision || knownRows.onlySet != onlySet
    else { return }
    let old = list.focusedRow(of: knownRows.value.count).map { knownRows.value.place(at: $0).path }
    let rows = rows(context)
    if knownRows.onlySet != onlySet {
      list.clear(of: rows.count)
      list.move(to: old.flatMap { rows.row(at: $0) } ?? 0, of: rows.count)
    } else {
      list.update(of: rows.count) { rows.strings(context.glyphs) }
      if let awaitedRow, awaitedRow < rows.count { list.move(to: awaitedRow, of: rows.count) }
    }
    awaitedRow = nil
  }
}

extension CollectionRows {
  /// Returns the row of the value at a path; `nil` if there is none.
  func row(at path: SettingPath) -> Int? { (0..<count).first { place(at: $0).path == path } }

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
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.drawTitle(context, screen: name)
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
      keyContext, context: context, without: refused(context), covering: help.height - 1)
    frame.drawQuery(list, of: count, in: query.inset(horizontally: 1))
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
    case .key?: return rows.row(at: place.path) == nil ? rows.count : nil
    case nil: return nil
    }
  }

  /// Compares the stored with the staged value, once after each edit.
  private mutating func comparison(
    of saved: JSONValue?, _ now: JSONValue?, _ context: ScreenContext
  ) -> ValueDifference? {
    if let known = compared, known.revision == context.core.revision { return known.difference }
    let difference = ValueDifference(
      saved ?? .null, now ?? .null, setting: place.entry.setting,
      origins: context.model.draft.textChanges.partOrigins, at: place.entry.path)
    compared = (context.core.revision, difference)
    return difference
  }

  /// A new value that is typed has a row of its own, at the place where it will be. The rows behind it are drawn one line lower than their
  /// numbers say. Only visible rows get a label and a value, so a list of a million elements costs as much as a short one.
  private mutating func drawRows(
    _ rows: CollectionRows, count: Int, newRow: Int?, in area: Rect, into frame: inout Frame,
    context: ScreenContext
  ) {
    let shown = list.layOut(height: area.height, of: count)
    let places = shown.compactMap { shown in
      list.row(at: shown, of: count).map { row in
        if row == newRow, let place = field?.place {
          return (place: place, label: rows.label(row, element: place))
        }
        let old = newRow.map { row > $0 ? row - 1 : row } ?? row
        let place = rows.place(at: old)
        return (place: place, label: rows.label(old, element: place))
      }
    }
    let titleColumns = frame.titleColumns(for: places.map(\.label), atLeast: 4, in: area)
    let problems = context.core.problems(at: self.place.entry.path)
    let (core, path) = (context.core, self.place.entry.path)
    let now = core.model.isSet(path) ? core.model.value(at: path) : nil
    let isStaged = core.model.isStaged(path)
    let saved = isStaged ? core.model.savedValue(at: path) : now
    let difference = isStaged ? comparison(of: saved, now, context) : nil
    /// With `[1, 2]` stored and `[1, 3]` staged, the element 0 is set and the element 1 is changed. An element that has only moved isn't
    /// changed: the elements are paired as in a review. A field that only has a default is unset.
    func state(of part: ValuePlace) -> ValueRow.State {
      let value = part.value(in: now)
      let old = difference.place(of: part.path.keys.dropFirst(path.keys.count), at: path)
      let before = old.flatMap { part.moved(to: $0.path).value(in: saved) }
      return before != value ? .changed : value == nil ? .unset : .set
    }
    frame.drawRows(shown, of: list.state, count: list.count(of: count), in: area) {
      number, isFocused, line, frame in
      let (place, label) = places[number - shown.lowerBound]
      var row = ValueRow(
        title: label,
        value: ValuePreview.spans(rows.value(of: place), for: place.setting, glyphs: frame.glyphs))
      row.show(state(of: place), glyphs: frame.glyphs)
      if !problems.isEmpty {
        row.show(problems.filter { place.path.contains($0.path) }, glyphs: frame.glyphs)
      }
      frame.draw(
        row, in: line, titleColumns: titleColumns, badgeColumns: 0, focus: isFocused ? .focus : .plain,
        field: isFocused ? field : nil)
    }
    if places.isEmpty {
      let text =
        count == 0
        ? "There is nothing here yet; \(context.key(.add, in: listContext)) adds one."
        : context.nothingMatches
      frame.drawNote(text, in: area)
      frame.cursor = Point(x: area.x, y: area.y)
    }
  }

  /// From top to bottom: what is wrong with the typed text, the problems of the value and of the focused part, and what the form says. The
  /// problems of other parts are marks in their rows.
  private func drawHelp(
    _ rows: CollectionRows, in area: Rect, into frame: inout Frame, context: ScreenContext
  ) {
    let columns = area.width - 2
    var lines = field?.lines(columns: columns, in: context) ?? []
    let focused = field?.place ?? list.focusedRow(of: rows.count).map { rows.place(at: $0) }
    // The problems of other parts are marked in their rows.
    for problem in context.core.problems(at: place.entry.path) {
      let isUnlisted = problem.isAboutUnknownKey && problem.path.parent == place.path
      let shown = focused.flatMap { $0.path.contains(problem.path) ? $0.path : nil }
      guard problem.path == place.path || isUnlisted || shown != nil else { continue }
      let text = "\(frame.glyphs.problem) \(problem.message(at: shown ?? problem.path))"
      lines += frame.glyphs.lines(text, role: problem.severity.role, columns: columns)
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

extension CollectionScreen {
  var editedPlace: ValuePlace? { field?.place }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    if field != nil { return PlainPage(prompt: "New value: ") }
    let rows = rows(context)
    var page = rowsPage(context) { row in
      let place = rows.place(at: row)
      let value = ValuePreview.spans(rows.value(of: place), for: place.setting, glyphs: context.glyphs)
      return ValueRow(title: rows.label(row, element: place), value: value).sentence(context.glyphs)
    }
    page.lines = ["\(trail(context.glyphs)): \(KindSummary.noun(place.setting.kind, count: rows.count))."]
    return page
  }
}
