import Settings

extension CollectionScreen {
  /// Closes the field. The row of a new element that wasn't added disappears.
  mutating func closeField(_ context: ScreenContext) {
    field = nil
    list.state.move(by: 0, of: list.count(of: rows(context).count))
  }

  /// Adds an element, or asks for the key of a new entry.
  mutating func add(_ context: ScreenContext) -> [EditorAction] {
    guard !place.isReadOnly else {
      return [.say(.readOnly(place.setting.title))]
    }
    let count = rows(context).count
    list.clear(of: count)
    switch place.setting.kind {
    case .list(let kind, let limits):
      if let most = limits.maxCount, count >= most {
        return [.say(.init("There may be at most \(most) elements; remove one first.", .problem))]
      }
      return begin(place.element(.index(count), kind: kind), after: count, context)
    case .dictionary:
      keyField = KeyField(line: LineEditor(), purpose: .newEntry)
    case .object(let section) where !section.entries.isEmpty:
      keyField = KeyField(line: LineEditor(), purpose: .newEntry)
    default: break
    }
    return []
  }

  /// Begins a new value: one that is typed or chosen is added when it is accepted, any other one is added immediately and opened.
  ///
  /// - Parameter count: The number of rows above the new one.
  private mutating func begin(
    _ new: ValuePlace, after count: Int, _ context: ScreenContext
  ) -> [EditorAction] {
    list.state.move(to: count, of: count + 1)
    awaitedRow = count
    switch new.setting.kind {
    case .integer, .number, .string:
      field = InlineField(new, context.core)
      return []
    case .choice(let choices): return choose(among: choices, for: new, context)
    case .variants, .recursive, .json: break
    default: context.core.perform(.set(NewValue.of(new.setting.kind), at: new))
    }
    // A Boolean value has nothing to open.
    if case .boolean = new.setting.kind { return [] }
    return field.open(for: context.core.result(of: .activate, on: new), context.core)
  }

  /// Opens the choices for a new value; in a list without duplicates, only those that it doesn't have.
  private func choose(
    among choices: [FormChoice], for new: ValuePlace, _ context: ScreenContext
  ) -> [EditorAction] {
    var choices = choices
    if case .list(_, let limits) = place.setting.kind, limits.isUnique, !place.isSecret,
      case .array(let elements)? = context.core.value(at: place)
    {
      choices.removeAll { elements.contains($0.value) }
      if choices.isEmpty { return [.say(.init("The list has all choices already.", .secondary))] }
    }
    return [.open(.picker(new, choices))]
  }

  /// Removes an element or entry.
  mutating func remove(_ row: Int, _ context: ScreenContext) {
    let rows = rows(context)
    guard !place.isReadOnly, !rows.isField(row) else { return }
    context.core.perform(.remove(rows.place(at: row)))
  }

  /// Adds a copy after an element, or asks for the key of an entry's copy.
  mutating func duplicate(_ row: Int, _ context: ScreenContext) {
    let rows = rows(context)
    guard !place.isReadOnly, !rows.isField(row), let value = context.core.value(at: rows.place(at: row))
    else {
      return
    }
    if case .key(let key)? = rows.place(at: row).steps.last {
      keyField = KeyField(line: LineEditor(place.setting.hidesKeys ? "" : key), purpose: .duplicate(key))
    } else if case .array(var elements)? = context.core.value(at: place) {
      list.clear(of: elements.count)
      elements.insert(value, at: row + 1)
      context.core.perform(.set(.array(elements), at: place))
      list.move(to: row + 1, of: elements.count)
    }
  }

  /// Moves an element among all others, those included that a query hides.
  mutating func moveElement(_ row: Int, by rows: Int, _ context: ScreenContext) {
    guard !place.isReadOnly, case .list = place.setting.kind,
      case .array(var elements)? = context.core.value(at: place), elements.indices.contains(row + rows)
    else { return }
    list.clear(of: elements.count)
    elements.swapAt(row, row + rows)
    context.core.perform(.set(.array(elements), at: place))
    list.move(to: row + rows, of: elements.count)
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
    var isSame = false
    if case .rename(key) = typed.purpose { isSame = true }
    if !isSame, object[key] != nil || place.setting.kind.hasField(key) {
      keyField?.problem = "There is an entry with this key already; type another one."
      return []
    }
    keyField = nil
    switch typed.purpose {
    case .newEntry:
      let count = rows(context).count
      let new = place.element(.key(key), kind: kind)
      switch kind {
      // An entry with an initial value has a row in which the value can be typed.
      case .integer, .number, .string: context.core.perform(.set(NewValue.of(kind), at: new))
      default: break
      }
      return begin(new, after: count, context)
    case .rename(let old):
      guard old != key else { return [] }
      var result = JSONObject()
      for member in object.members { result[member.key == old ? key : member.key] = member.value }
      context.core.perform(.set(.object(result), at: place))
    case .duplicate(let original):
      guard let value = object[original] else { return [] }
      context.core.perform(.set(value, at: place.element(.key(key), kind: kind)))
    }
    return []
  }
}

extension FormKind {
  /// Returns the kind of the entries under a key; `nil` if the form doesn't describe such entries.
  fileprivate func kind(ofEntry key: String) -> FormKind? {
    switch self {
    case .dictionary(let element): element
    case .object(let section): section.kind(ofNewMember: key)
    default: nil
    }
  }

  /// Whether an object has a field with a key.
  fileprivate func hasField(_ key: String) -> Bool {
    if case .object(let section) = self { section.items.contains { $0.key == key } } else { false }
  }
}
