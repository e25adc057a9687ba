import Settings

/// Editing what a value is made of: a list's elements, a dictionary's entries, an object's fields.
///
/// Every change is staged at once, as part of the setting's value, so undo takes it back.
struct CollectionScreen: Screen {
  let place: ValuePlace
  private var list = ListState()
  private var field: InlineField?
  private var keyField: KeyField?

  /// A dictionary's key while it is typed.
  private struct KeyField {
    var line: LineEditor
    /// The key that gets a new name; `nil` for a new entry.
    let renamed: String?
    var problem: String?
  }

  init(_ place: ValuePlace) {
    self.place = place
  }

  var name: String { place.setting.title }
  var isDialog: Bool { false }

  var keyMap: KeyMap {
    if field != nil { return InlineField.keyMap }
    if keyField != nil { return Self.keyFieldKeys }
    switch place.setting.kind {
    case .list: return Self.listKeys
    case .dictionary: return Self.dictionaryKeys
    default: return Self.objectKeys
    }
  }

  mutating func perform(_ command: Command, _ context: EditorContext) -> [ScreenAction] {
    if field != nil {
      if field?.perform(command, context) == .closed { closeField(context) }
      return []
    }
    if keyField != nil { return performInKeyField(command, context) }
    let count = rowCount(context)
    if list.move(command, of: count) { return [] }
    switch command {
    case .back: return [.pop]
    case .undo, .redo:
      if command == .undo { context.form.undo() } else { context.form.redo() }
      context.changedAnything()
      return []
    case .add: return add(context)
    default: break
    }
    guard list.focus < count else { return [] }
    let focused = rowPlace(list.focus, context)
    switch command {
    case .remove: remove(context)
    case .moveElementUp, .moveElementDown: moveElement(by: command == .moveElementUp ? -1 : 1, context)
    case .rename:
      guard !place.isReadOnly else { return [] }
      if case .key(let key)? = focused.steps.last { keyField = KeyField(line: LineEditor(key), renamed: key) }
    case .reset:
      guard !place.isReadOnly else { return [] }
      context.remove(focused)
    default:
      switch context.edit(focused, command) {
      case .field(let opened)?: field = opened
      case .actions(let actions)?: return actions
      case nil: break
      }
    }
    return []
  }

  mutating func insert(_ text: String, _ context: EditorContext) -> [ScreenAction] {
    if field != nil {
      field?.insert(text, context)
    } else {
      keyField?.line.insert(text)
    }
    return []
  }

  mutating func click(_ target: Frame.Target, _ context: EditorContext) -> [ScreenAction] {
    guard field == nil, keyField == nil, case .row(let row, _) = target else { return [] }
    let isFocused = row == list.focus
    list.move(to: row, of: rowCount(context))
    return isFocused ? perform(.activate, context) : []
  }

  // MARK: What there is

  private func rowCount(_ context: EditorContext) -> Int {
    switch (place.setting.kind, context.value(at: place)) {
    case (.object(let section), _): section.items.count
    case (.list, .array(let elements)?): elements.count
    case (.dictionary, .object(let object)?): object.members.count
    default: 0
    }
  }

  private func rowPlace(_ row: Int, _ context: EditorContext) -> ValuePlace {
    switch (place.setting.kind, context.value(at: place)) {
    case (.object(let section), _):
      switch section.items[row] {
      case .setting(let setting): return place.member(setting)
      case .section(let inner): return place.section(inner)
      }
    case (.list(let kind, _), _): return place.element(.index(row), kind: kind)
    case (.dictionary(let kind), .object(let object)?):
      return place.element(.key(object.members[row].key), kind: kind)
    default: return place
    }
  }

  // MARK: Changing what there is

  private mutating func closeField(_ context: EditorContext) {
    field = nil
    list.move(by: 0, of: rowCount(context))
  }

  private mutating func add(_ context: EditorContext) -> [ScreenAction] {
    guard !place.isReadOnly else {
      return [.say(.init("\(place.setting.title) can be read but not changed here.", .problem))]
    }
    switch place.setting.kind {
    case .list(let kind, let limits):
      let count = rowCount(context)
      if let most = limits.maxCount, count >= most {
        return [.say(.init("There may be at most \(most) elements; remove one first.", .problem))]
      }
      list.move(to: count, of: count + 1)
      return begin(place.element(.index(count), kind: kind), context)
    case .dictionary:
      keyField = KeyField(line: LineEditor(), renamed: nil)
    default: break
    }
    return []
  }

  /// Opens a value that is not there yet: typed ones come to be when they are taken, others at once.
  private mutating func begin(_ new: ValuePlace, _ context: EditorContext) -> [ScreenAction] {
    switch new.setting.kind {
    case .integer, .number, .string:
      field = InlineField(new, context)
      return []
    case .boolean, .choice, .json:
      context.stage(NewValue.of(new.setting.kind), at: new)
      return []
    default:
      context.stage(NewValue.of(new.setting.kind), at: new)
      if case .actions(let actions)? = context.edit(new, .activate) { return actions }
      return []
    }
  }

  private mutating func remove(_ context: EditorContext) {
    if case .object = place.setting.kind { return }
    guard !place.isReadOnly else { return }
    context.remove(rowPlace(list.focus, context))
    list.move(by: 0, of: rowCount(context))
  }

  private mutating func moveElement(by rows: Int, _ context: EditorContext) {
    guard !place.isReadOnly, case .list = place.setting.kind,
      case .array(var elements)? = context.value(at: place), elements.indices.contains(list.focus + rows)
    else { return }
    elements.swapAt(list.focus, list.focus + rows)
    context.stage(.array(elements), at: place)
    list.move(by: rows, of: elements.count)
  }

  private mutating func performInKeyField(_ command: Command, _ context: EditorContext) -> [ScreenAction] {
    guard let typed = keyField else { return [] }
    switch command {
    case .back: keyField = nil
    case .accept: return takeKey(typed, context)
    default: _ = keyField?.line.perform(command)
    }
    keyField?.problem = nil
    return []
  }

  private mutating func takeKey(_ typed: KeyField, _ context: EditorContext) -> [ScreenAction] {
    guard case .dictionary(let kind) = place.setting.kind else { return [] }
    let key = typed.line.text
    var object = JSONObject()
    if case .object(let old)? = context.value(at: place) { object = old }
    if key.isEmpty {
      keyField?.problem = "Type a key."
      return []
    }
    if key != typed.renamed, object[key] != nil {
      keyField?.problem = "There is an entry with this key already; type another one."
      return []
    }
    keyField = nil
    guard let renamed = typed.renamed else {
      list.move(to: object.members.count, of: object.members.count + 1)
      let new = place.element(.key(key), kind: kind)
      // An entry with an empty value shows where the value is typed.
      context.stage(NewValue.of(kind), at: new)
      return begin(new, context)
    }
    if renamed != key {
      var result = JSONObject()
      for member in object.members { result[member.key == renamed ? key : member.key] = member.value }
      context.stage(.object(result), at: place)
    }
    return []
  }

  // MARK: Drawing

  mutating func draw(in frame: inout Frame, _ context: EditorContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let help = area.removeBottom(area.height >= 10 ? 4 : 2)
    let heading = area.removeTop(1)
    let isNew = field.map { rowCount(context) == index(of: $0.place) } ?? false
    let count = rowCount(context) + (isNew ? 1 : 0)
    let noun = KindSummary.noun(place.setting.kind, count: count)
    let room = heading.width - 4 - frame.glyphs.visible.width(of: noun)
    frame.draw(
      [
        Span(frame.glyphs.visible.truncateStart(trail(frame.glyphs), columns: room), .heading),
        Span("  \(noun)", .secondary),
      ],
      x: heading.x + 1, y: heading.y, columns: heading.width - 2)
    list.layOut(height: area.height, count: count)
    drawRows(count, in: area, &frame, context)
    drawHelp(in: help, &frame, context)
    frame.drawHints(keyMap, context.message, in: hints)
    drawKeyField(&frame)
  }

  /// The way to the value: sections, setting, and the steps inside it.
  private func trail(_ glyphs: Glyphs) -> String {
    let steps = place.steps.map { step in
      switch step {
      case .index(let index): String(index + 1)
      case .key(let key): key
      }
    }
    return (place.entry.sections + [place.entry.setting.title] + steps).joined(
      separator: " \(glyphs.separator) ")
  }

  private func index(of place: ValuePlace) -> Int? {
    if case .index(let index)? = place.steps.last { return index }
    return nil
  }

  private func drawRows(_ count: Int, in area: Rect, _ frame: inout Frame, _ context: EditorContext) {
    let end = min(count, list.top + area.height)
    let places = (list.top..<max(list.top, end)).map { row in (row, rowPlace(row, context)) }
    let labels = places.map { row, place in (row, place, label(row, place)) }
    let widest = labels.reduce(4) { max($0, frame.glyphs.visible.width(of: $1.2)) }
    let titleColumns = frame.titleColumns(for: widest, in: area)
    for (row, place, label) in labels {
      let line = Rect(x: area.x, y: area.y + row - list.top, width: area.width - 1, height: 1)
      let value = context.value(at: place)
      var valueRow = ValueRow(
        title: label, value: ValuePreview.spans(value, place.setting, isSecret: place.isSecret, frame.glyphs))
      if let value, context.problems(of: value, at: place).contains(where: { $0.severity == .error }) {
        valueRow.problem = Span(String(frame.glyphs.problem), .problem)
      }
      let isFocused = row == list.focus
      frame.draw(
        valueRow, in: line, titleColumns: titleColumns, badgeColumns: 0, focus: isFocused ? .active : .none,
        field: isFocused ? field : nil)
      frame.add(.row(row, pane: .settings), in: line)
    }
    if count == 0 {
      frame.draw(
        "There is nothing here yet; a adds.", x: area.x + 1, y: area.y, columns: area.width - 2,
        Style(.secondary))
      frame.cursor = Point(x: area.x, y: area.y)
    }
    frame.drawScrollBar(
      in: Rect(x: area.maxX - 1, y: area.y, width: 1, height: area.height), top: list.top,
      visible: area.height, of: count)
  }

  private func label(_ row: Int, _ place: ValuePlace) -> String {
    if case .index? = place.steps.last { return "\(row + 1)" }
    return place.setting.title
  }

  private func drawHelp(in area: Rect, _ frame: inout Frame, _ context: EditorContext) {
    var lines: [[Span]] = []
    let columns = area.width - 2
    if let problem = field?.problem ?? keyField?.problem {
      lines += frame.glyphs.visible.wrap("\(frame.glyphs.problem) \(problem)", columns: columns).map {
        [Span($0, .problem)]
      }
    }
    for problem in context.problems(at: place.entry.path) {
      lines.append([Span("\(frame.glyphs.problem) \(problem.message)", .problem)])
    }
    if list.focus < rowCount(context) || field != nil {
      let focused = field?.place ?? rowPlace(list.focus, context)
      if case .object = place.setting.kind, !focused.setting.help.isEmpty {
        lines += frame.glyphs.visible.wrap(focused.setting.help, columns: columns).map { [Span($0)] }
      }
      lines.append([Span(KindSummary.text(focused.setting), .secondary)])
    }
    if case .object = place.setting.kind {
    } else {
      lines.append([Span(KindSummary.text(place.setting), .secondary)])
    }
    if area.height > 2 { frame.drawRule(x: area.x, y: area.y, columns: area.width) }
    let top = area.height > 2 ? 1 : 0
    for (index, spans) in lines.prefix(area.height - top).enumerated() {
      frame.draw(spans, x: area.x + 1, y: area.y + top + index, columns: columns)
    }
  }

  private func drawKeyField(_ frame: inout Frame) {
    guard let keyField else { return }
    let box = frame.area.centered(width: min(frame.area.width - 2, 50), height: 4)
    let inner = frame.drawBox(
      box, title: keyField.renamed == nil ? "New key" : "Rename \(keyField.renamed ?? "")")
    frame.drawField(keyField.line, x: inner.x, y: inner.y, columns: inner.width)
    let cursor = frame.cursor
    frame.draw(
      keyField.problem ?? "Enter takes the key.", x: inner.x, y: inner.y + 1, columns: inner.width,
      Style(keyField.problem == nil ? .secondary : .problem))
    frame.cursor = cursor
  }
}
