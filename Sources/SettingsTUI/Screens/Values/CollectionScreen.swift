import Settings

/// Edits a list's elements, a dictionary's entries or an object's fields.
///
/// Every change is staged immediately as part of the setting's value, so that it can be undone.
struct CollectionScreen: Screen {
  let place: ValuePlace
  var list = FilteredList()
  var field: InlineField?
  /// A key while a person types it, and what it is for.
  var keyField: (field: KeyField, purpose: KeyPurpose)?
  /// The row of a new value that is being chosen in another screen.
  var awaitedRow: Int?
  /// The rows at a revision of the model.
  private var knownRows: EditorCore.Revised<CollectionRows>?
  /// Whether the known rows are only those of fields that are set.
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
      place, context.core.value(at: place), context.index.library, onlySet: onlySet)
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

  mutating func perform(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    if let before = field {
      if field?.perform(command, context.core) == .closed {
        closeField(context)
        if command == .accept { return addNext(after: before, context) }
      }
      return []
    }
    let awaited = awaitedRow
    awaitedRow = nil
    if keyField != nil { return performInKeyField(command, context) }
    let rows = rows(context)
    // The value of the new row isn't among the suggestions.
    if command == .typeValue, let awaited, awaited == rows.count, case .list(let kind, _) = place.setting.kind
    {
      return type(place.element(.index(awaited), kind: kind), context)
    }
    if list.perform(command, of: rows.count, { rows.strings(context.glyphs) }) { return [] }
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
    case .remove: remove(row, context)
    case .duplicate: duplicate(row, context)
    case .moveElementUp, .moveElementDown:
      moveElement(row, by: command == .moveElementUp ? -1 : 1, context)
    case .rename:
      guard !place.isReadOnly, rows.hasOpenKey(row) else { return [] }
      if case .key(let key)? = focused.steps.last {
        ask(for: .rename(key), context)
      }
    case .reset: remove(row, context)
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

  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction] {
    if field != nil {
      field?.insert(text, context.core)
    } else if keyField != nil {
      keyField?.field.insert(text)
    } else if list.isTyping {
      let rows = rows(context)
      list.insert(text, of: rows.count) { rows.strings(context.glyphs) }
    }
    return []
  }

  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction] {
    guard field == nil, keyField == nil else { return [] }
    return list.click(target, of: rows(context).count) == .focusedRow ? perform(.activate, context) : []
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
      let value = ValuePreview.spans(value(of: element), element.setting, glyphs)
      return RowStrings(
        name: label(row, element), value: value.map(\.text).joined(),
        help: isField(row) ? element.setting.help : "")
    }
  }
}
