import Settings

/// Edits a list's elements, a dictionary's entries or an object's fields.
///
/// Every change is staged immediately as part of the setting's value, so that it can be undone.
struct CollectionScreen: Screen {
  let place: ValuePlace
  var list = FilteredList()
  var field: InlineField?
  var keyField: KeyField?
  /// The row of a new value that is being chosen in another screen.
  var awaitedRow: Int?
  /// The rows at a revision of the model.
  private var knownRows: EditorCore.Revised<CollectionRows>?

  /// A dictionary's key while a person types it.
  struct KeyField {
    enum Purpose {
      case newEntry
      case rename(String)
      case duplicate(String)
    }

    var line: LineEditor
    let purpose: Purpose
    var problem: String?
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
    case .object(let section) where !section.entries.isEmpty: return .dictionary
    default: return .object
    }
  }

  /// Returns the rows of the current value.
  mutating func rows(_ context: ScreenContext) -> CollectionRows {
    if let knownRows, knownRows.revision == context.core.revision { return knownRows.value }
    let rows = CollectionRows(place, context.core.value(at: place), context.index.library)
    knownRows = .init(revision: context.core.revision, value: rows)
    return rows
  }

  mutating func perform(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    if field != nil {
      if field?.perform(command, context.core) == .closed { closeField(context) }
      return []
    }
    awaitedRow = nil
    if keyField != nil { return performInKeyField(command, context) }
    let rows = rows(context)
    if list.perform(command, of: rows.count, { rows.strings(context.glyphs) }) { return [] }
    switch command {
    case .back: return [.pop]
    case .undo, .redo:
      return [.edit(command == .undo ? .undo : .redo)]
    case .add: return add(context)
    case .editExternally:
      return [context.core.editExternally(place)]
    default: break
    }
    guard let row = list.focusedRow(of: rows.count) else { return [] }
    let focused = rows.place(at: row)
    switch command {
    case .remove: remove(row, context)
    case .duplicate: duplicate(row, context)
    case .moveElementUp, .moveElementDown:
      moveElement(row, by: command == .moveElementUp ? -1 : 1, context)
    case .rename:
      guard !place.isReadOnly, !rows.isField(row) else { return [] }
      if case .key(let key)? = focused.steps.last {
        keyField = KeyField(line: LineEditor(place.setting.hidesKeys ? "" : key), purpose: .rename(key))
      }
    case .reset:
      guard !place.isReadOnly else { return [] }
      context.core.perform(.remove(focused))
    default:
      return field.open(for: context.core.result(of: command, on: focused), context.core)
    }
    return []
  }

  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction] {
    if field != nil {
      field?.insert(text, context.core)
    } else if keyField != nil {
      keyField?.line.insert(text)
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
