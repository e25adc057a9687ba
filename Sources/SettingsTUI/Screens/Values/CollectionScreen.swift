import Settings

/// Edits a list's elements, a dictionary's entries or an object's fields.
///
/// Every change is staged immediately as part of the setting's value, so that it can be undone.
struct CollectionScreen: Screen {
  let place: ValuePlace
  var list = ListState()
  var field: InlineField?
  var keyField: KeyField?

  /// A dictionary's key while a person types it.
  struct KeyField {
    var line: LineEditor
    /// The key to rename; `nil` for a new entry.
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
    case .object(let section) where !section.entries.isEmpty: return .dictionary
    default: return .object
    }
  }

  mutating func perform(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    if field != nil {
      if field?.perform(command, context.core) == .closed { closeField(context) }
      return []
    }
    if keyField != nil { return performInKeyField(command, context) }
    let count = rowCount(context)
    if list.move(command, of: count) { return [] }
    switch command {
    case .back: return [.pop]
    case .undo, .redo:
      return [.edit(command == .undo ? .undo : .redo)]
    case .add: return add(context)
    case .editExternally:
      return [context.core.editExternally(ExternalEdit(subject: .value(place, typed: nil)), of: place)]
    default: break
    }
    guard list.focus < count else { return [] }
    let focused = rowPlace(list.focus, context)
    switch command {
    case .remove: remove(context)
    case .moveElementUp, .moveElementDown: moveElement(by: command == .moveElementUp ? -1 : 1, context)
    case .rename:
      guard !place.isReadOnly, !isField(list.focus) else { return [] }
      if case .key(let key)? = focused.steps.last {
        keyField = KeyField(line: LineEditor(place.setting.isSecret ? "" : key), renamed: key)
      }
    case .reset:
      guard !place.isReadOnly else { return [] }
      context.core.perform(.remove(focused))
    default:
      switch context.core.result(of: command, on: focused) {
      case .field(let place)?: field = InlineField(place, context.core)
      case .actions(let actions)?: return actions
      case nil: break
      }
    }
    return []
  }

  mutating func insert(_ text: String, _ context: ScreenContext) -> [EditorAction] {
    if field != nil {
      field?.insert(text, context.core)
    } else {
      keyField?.line.insert(text)
    }
    return []
  }

  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction] {
    guard field == nil, keyField == nil, case .row(let row, _) = target else { return [] }
    let isFocused = row == list.focus
    list.move(to: row, of: rowCount(context))
    return isFocused ? perform(.activate, context) : []
  }

  // MARK: - Rows

  /// Whether a row is a field of an object, whose key can't change.
  func isField(_ row: Int) -> Bool {
    if case .object(let section) = place.setting.kind { row < section.items.count } else { false }
  }

  func rowCount(_ context: ScreenContext) -> Int {
    switch (place.setting.kind, context.core.value(at: place)) {
    case (.object(let section), let value): section.items.count + section.otherKeys(of: value).count
    case (.list, .array(let elements)?): elements.count
    case (.dictionary, .object(let object)?): object.members.count
    default: 0
    }
  }

  func rowPlace(_ row: Int, _ context: ScreenContext) -> ValuePlace {
    switch (place.setting.kind, context.core.value(at: place)) {
    case (.object(let section), let value):
      guard section.items.indices.contains(row) else {
        let key = section.otherKeys(of: value)[row - section.items.count]
        return place.element(.key(key), kind: section.kind(ofEntry: key) ?? .json)
      }
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

extension FormSection {
  /// The keys of an object that no item has, if the section describes entries under other keys.
  func otherKeys(of value: JSONValue?) -> [String] {
    guard !entries.isEmpty, case .object(let object)? = value else { return [] }
    let known = Set(items.map(\.key))
    return object.members.map(\.key).filter { !known.contains($0) }
  }
}
