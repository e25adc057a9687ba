import Settings

extension CollectionScreen {
  /// Closes the field. The row of a new element that wasn't added disappears.
  mutating func closeField(_ context: ScreenContext) {
    field = nil
    list.move(by: 0, of: rowCount(context))
  }

  /// Adds an element, or asks for the key of a new entry.
  mutating func add(_ context: ScreenContext) -> [EditorAction] {
    guard !place.isReadOnly else {
      return [.say(.readOnly(place.setting.title))]
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
    case .object(let section) where !section.entries.isEmpty:
      keyField = KeyField(line: LineEditor(), renamed: nil)
    default: break
    }
    return []
  }

  /// Begins a new value: a value that is typed is added when it is accepted, others are added immediately.
  private mutating func begin(_ new: ValuePlace, _ context: ScreenContext) -> [EditorAction] {
    switch new.setting.kind {
    case .integer, .number, .string:
      field = InlineField(new, context.core)
      return []
    case .boolean, .choice, .recursive, .json:
      context.core.perform(.set(NewValue.of(new.setting.kind), at: new))
      return []
    default:
      context.core.perform(.set(NewValue.of(new.setting.kind), at: new))
      if case .actions(let actions)? = context.core.result(of: .activate, on: new) { return actions }
      return []
    }
  }

  /// Removes the focused element or entry.
  mutating func remove(_ context: ScreenContext) {
    guard !place.isReadOnly, !isField(list.focus) else { return }
    context.core.perform(.remove(rowPlace(list.focus, context)))
    list.move(by: 0, of: rowCount(context))
  }

  /// Moves the focused element among the others.
  mutating func moveElement(by rows: Int, _ context: ScreenContext) {
    guard !place.isReadOnly, case .list = place.setting.kind,
      case .array(var elements)? = context.core.value(at: place), elements.indices.contains(list.focus + rows)
    else { return }
    elements.swapAt(list.focus, list.focus + rows)
    context.core.perform(.set(.array(elements), at: place))
    list.move(by: rows, of: elements.count)
  }

  /// Performs a command while a dictionary's key is typed.
  mutating func performInKeyField(_ command: Command, _ context: ScreenContext) -> [EditorAction] {
    guard let typed = keyField else { return [] }
    switch command {
    case .back: keyField = nil
    case .accept: return takeKey(typed, context)
    default: _ = keyField?.line.perform(command)
    }
    keyField?.problem = nil
    return []
  }

  private mutating func takeKey(_ typed: KeyField, _ context: ScreenContext) -> [EditorAction] {
    let key = typed.line.text
    if key.isEmpty {
      keyField?.problem = "Type a key."
      return []
    }
    guard let kind = place.setting.kind.kind(ofEntry: key) else {
      keyField?.problem = "The form allows no entry with this key; type another one."
      return []
    }
    var object = JSONObject()
    if case .object(let old)? = context.core.value(at: place) { object = old }
    if key != typed.renamed, object[key] != nil || place.setting.kind.hasField(key) {
      keyField?.problem = "There is an entry with this key already; type another one."
      return []
    }
    keyField = nil
    guard let renamed = typed.renamed else {
      let count = rowCount(context)
      list.move(to: count, of: count + 1)
      let new = place.element(.key(key), kind: kind)
      // An entry with an initial value has a row in which the value can be typed.
      context.core.perform(.set(NewValue.of(kind), at: new))
      return begin(new, context)
    }
    if renamed != key {
      var result = JSONObject()
      for member in object.members { result[member.key == renamed ? key : member.key] = member.value }
      context.core.perform(.set(.object(result), at: place))
    }
    return []
  }
}

extension FormKind {
  /// Returns the kind of the entries under a key; `nil` if the form doesn't describe such entries.
  fileprivate func kind(ofEntry key: String) -> FormKind? {
    switch self {
    case .dictionary(let element): element
    case .object(let section): section.kind(ofEntry: key)
    default: nil
    }
  }

  /// Whether an object has a field with a key.
  fileprivate func hasField(_ key: String) -> Bool {
    if case .object(let section) = self { section.items.contains { $0.key == key } } else { false }
  }
}
