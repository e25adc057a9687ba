import Settings

extension CollectionScreen {
  /// Closes the field, and forgets the row of a new element that was not taken.
  mutating func closeField(_ context: EditorContext) {
    field = nil
    list.move(by: 0, of: rowCount(context))
  }

  /// Adds an element, or asks for the key of a new entry.
  mutating func add(_ context: EditorContext) -> [ScreenAction] {
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

  /// Removes the focused element or entry.
  mutating func remove(_ context: EditorContext) {
    if case .object = place.setting.kind { return }
    guard !place.isReadOnly else { return }
    context.remove(rowPlace(list.focus, context))
    list.move(by: 0, of: rowCount(context))
  }

  /// Moves the focused element among the others.
  mutating func moveElement(by rows: Int, _ context: EditorContext) {
    guard !place.isReadOnly, case .list = place.setting.kind,
      case .array(var elements)? = context.value(at: place), elements.indices.contains(list.focus + rows)
    else { return }
    elements.swapAt(list.focus, list.focus + rows)
    context.stage(.array(elements), at: place)
    list.move(by: rows, of: elements.count)
  }

  /// Does what a key asks while a dictionary's key is typed.
  mutating func performInKeyField(_ command: Command, _ context: EditorContext) -> [ScreenAction] {
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
}
