import Settings

/// Editing what a value is made of: a list's elements, a dictionary's entries, an object's fields.
///
/// Every change is staged at once, as part of the setting's value, so undo takes it back.
struct CollectionScreen: Screen {
  let place: ValuePlace
  var list = ListState()
  var field: InlineField?
  var keyField: KeyField?

  /// A dictionary's key while it is typed.
  struct KeyField {
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

  var keyContext: KeyContext {
    if field != nil { return .field }
    if keyField != nil { return .key }
    switch place.setting.kind {
    case .list: return .list
    case .dictionary: return .dictionary
    default: return .object
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
    case .editExternally: return context.editExternally(place)
    default: break
    }
    guard list.focus < count else { return [] }
    let focused = rowPlace(list.focus, context)
    switch command {
    case .remove: remove(context)
    case .moveElementUp, .moveElementDown: moveElement(by: command == .moveElementUp ? -1 : 1, context)
    case .rename:
      guard !place.isReadOnly else { return [] }
      if case .key(let key)? = focused.steps.last {
        keyField = KeyField(line: LineEditor(place.setting.isSecret ? "" : key), renamed: key)
      }
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

  func rowCount(_ context: EditorContext) -> Int {
    switch (place.setting.kind, context.value(at: place)) {
    case (.object(let section), _): section.items.count
    case (.list, .array(let elements)?): elements.count
    case (.dictionary, .object(let object)?): object.members.count
    default: 0
    }
  }

  func rowPlace(_ row: Int, _ context: EditorContext) -> ValuePlace {
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
}
