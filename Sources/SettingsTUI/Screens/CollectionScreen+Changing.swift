import SettingsEditing

extension CollectionScreen {
  /// Adds an element, or asks for the key of a new entry.
  ///
  /// - Parameter row: The row before which an element is inserted; `nil` for the end of the list.
  mutating func add(before row: Int? = nil, _ context: ScreenContext) -> [EditorAction]? {
    guard !place.isReadOnly else { return [.say(.readOnly(place.setting.title))] }
    if row != nil, place.hasFixedPlaces { return [fixedPlaces] }
    let count = rows(context).count
    list.clear(of: count)
    guard case .list(let kind, let limits) = place.setting.kind else {
      return takesKeys || context.core.filter == .set ? ask(context) : nil
    }
    if let most = limits.maxCount, count >= most {
      return [.problem("There may be at most \(most) elements; remove one first.")]
    }
    let step = row.map { ValuePlace.Step.before($0) } ?? .index(count)
    return begin(place.element(step, kind: kind), at: row ?? count, in: context)
  }

  /// Why an element of a tuple, or of a list with secrets at certain places, can't be moved.
  private var fixedPlaces: EditorAction { .say(.fixedPlaces(of: place.setting.title)) }

  /// Whether the value is an object that can have keys besides its fields.
  var takesKeys: Bool {
    switch place.setting.kind {
    case .dictionary: true
    case .object(let section): !section.entries.isEmpty || section.isOpen
    default: false
    }
  }

  /// Begins a new value. A value that is typed or chosen is added when the person accepts it. Any other value is added at once; a list, a
  /// dictionary or an object is then opened.
  ///
  /// A new string is typed and exists only when it is accepted: an empty row in the file would be an error that the person didn't make. A
  /// new object is added at once with the fields that it must have and then opened, because it is filled in field by field. A choice is
  /// added by the screen with the choices.
  fileprivate mutating func begin(
    _ new: ValuePlace, at row: Int, in context: ScreenContext
  ) -> [EditorAction] {
    list.state.move(to: row, of: row + 1)
    awaitedRow = row
    if !new.setting.suggestions.isEmpty, case .list = place.setting.kind {
      return [.open { PickerScreen(new, context: $0) }]
    }
    var edits: [EditorAction] = []
    switch new.setting.kind {
    case .integer, .number, .string: return [.type(in: new)]
    // If the form says nothing about a value, its type is the type of what is typed.
    case .variants(let variants) where new.setting.kind.isAnything || variants.areTyped:
      return [.type(in: new)]
    case .choice(let choices): return choose(among: choices, for: new, context)
    case .variants, .recursive, .json: break
    default: edits = [.edit(.set(NewValue.of(new.setting.kind), at: new))]
    }
    // A Boolean value has nothing to open.
    if case .boolean = new.setting.kind { return edits }
    return edits + (context.core.actions(of: .activate, on: new.inserted) ?? [])
  }

  /// Opens the choices for a new value; in a list without duplicates, only the choices that it doesn't have yet.
  private func choose(
    among choices: [FormChoice], for new: ValuePlace, _ context: ScreenContext
  ) -> [EditorAction] {
    var choices = choices
    if case .list(_, let limits) = place.setting.kind, limits.isUnique, !place.isSecret,
      case .array(let elements)? = context.core.value(at: place)
    {
      choices.removeAll { elements.contains($0.value) }
      if choices.isEmpty { return [.note("The list has all choices already.")] }
    }
    return context.core.pick(among: choices, at: new)
  }

  /// Pastes the value that was taken: as a new element behind the one with the focus, or else in place of the value with the focus.
  mutating func paste(_ context: ScreenContext) -> [EditorAction]? {
    guard case .list(let kind, _) = place.setting.kind else {
      return focusedPlace(context).map { context.core.paste(at: $0) }
    }
    let count = rows(context).count
    let row = focusedRow(context).map { $0 + 1 } ?? count
    if row < count, place.hasFixedPlaces { return [fixedPlaces] }
    list.clear(of: count)
    list.move(to: row, of: row + 1)
    return context.core.paste(at: place.element(row < count ? .before(row) : .index(count), kind: kind))
  }

  /// Performs a command that changes the element, the entry or the field of a row; returns `nil` if the row has nothing to change in this
  /// way.
  mutating func change(_ command: Command, row: Int, in context: ScreenContext) -> [EditorAction]? {
    let rows = rows(context)
    let part = rows.place(at: row)
    let own = rows.ownValue(of: part)
    var isList = false
    if case .list = place.setting.kind { isList = true }
    let isPossible =
      switch command {
      case .remove, .reset: own != nil
      case .store: own == nil && rows.value(of: part) != nil
      case .rename: rows.hasOpenKey(row)
      case .duplicate: isList || takesKeys && own != nil
      default: isList
      }
    guard isPossible else {
      return command == .rename ? [.say(.namedByForm(rows.label(row, element: part)))] : nil
    }
    guard !place.isReadOnly else { return [.say(.readOnly(place.setting.title))] }
    // All other elements of a list would get other places.
    let isLast = command == .remove || command == .reset ? row == rows.count - 1 : !isList
    if place.hasFixedPlaces, !isLast { return [fixedPlaces] }
    switch (command, part.steps.last) {
    case (.remove, _), (.reset, _): return [.edit(.remove(part))]
    case (.store, _): return rows.value(of: part).map { [.edit(.store($0, at: part))] }
    case (.rename, .key(let key)?): return ask(context, renaming: key)
    case (.duplicate, .key(let key)?): return ask(context, copying: key)
    case (.duplicate, _):
      guard let own, case .array(var elements)? = context.core.value(at: place) else { return nil }
      list.clear(of: elements.count)
      elements.insert(own, at: row + 1)
      list.move(to: row + 1, of: elements.count)
      return [.edit(.set(.array(elements), at: place))]
    default:
      // An element moves among all others, those included that a query hides.
      let target = row + (command == .moveElementUp ? -1 : 1)
      guard (0..<rows.count).contains(target) else {
        return [.note("The element is the \(target < 0 ? "first" : "last") one already.")]
      }
      list.clear(of: rows.count)
      list.move(to: target, of: rows.count)
      return [.edit(.exchange(row, with: target, in: place))]
    }
  }

  /// Asks for the key of a new entry, for another key of one, or for that of its copy.
  ///
  /// The keys of a secret dictionary are secret, too: the old key is neither shown in the title nor put into the field.
  private func ask(
    _ context: ScreenContext, renaming old: String? = nil, copying original: String? = nil
  ) -> [EditorAction] {
    let hidesKeys = place.setting.hidesKeys
    func shown(_ key: String) -> String { hidesKeys ? Secrecy.maskText : key }
    let title =
      old.map { "Rename \(shown($0))" } ?? original.map { "Key of the copy of \(shown($0))" } ?? "New key"
    let key = old ?? original
    let (core, place) = (context.core, place)
    var items: [FormItem] = []
    if key == nil, case .object(let section) = place.setting.kind {
      items = section.items
    }
    let screen = KeyScreen(
      title, hidesKeys ? "" : key ?? "", verb: old != nil ? "Rename" : original != nil ? "Copy" : "Add",
      of: place, possible: PossibleKeys(of: place.setting, context.index.library), items: items,
      isSecret: hidesKeys, isPresent: { core.value(at: place)?.member($0) != nil }
    ) { page, context in page.take(for: key, copies: original != nil, context) }
    return [.open { _ in screen }]
  }

  /// Begins the value of a field that isn't set. The filter may hide it; it has a row once it is set.
  fileprivate mutating func begin(field key: String, _ context: ScreenContext) -> [EditorAction] {
    let all = CollectionRows(place, value: context.core.value(at: place), library: context.index.library)
    let path = place.path.appending(key)
    guard let row = all.row(at: path) else { return [] }
    let rows = rows(context)
    list.clear(of: rows.count)
    return begin(all.place(at: row), at: rows.row(at: path) ?? rows.count, in: context)
  }
}

extension KeyScreen {
  /// Takes the key of an entry.
  ///
  /// The checks are in the order in which a person can do something about them: the form allows the key, nothing has it already, and it
  /// wouldn't reveal a secret. A key of a field that the filter hides isn't a new entry; the field is shown and edited instead.
  fileprivate mutating func take(for old: String?, copies: Bool, _ context: ScreenContext) -> [EditorAction] {
    let key = key
    guard let place else { return [.pop] }
    let value = context.core.value(at: place)
    let isField = place.setting.kind.hasField(key)
    let rows = CollectionRows(place, value: value, library: context.index.library)
    let field = isField ? rows.row(at: place.path.appending(key)).map { rows.place(at: $0) } : nil
    guard
      let entry = field ?? place.setting.kind.kind(ofEntry: key).map({ place.element(.key(key), kind: $0) })
    else { return refuse("The form allows no entry with this key.", otherwise: "Type another one.") }
    if old == nil, isField, value?.member(key) == nil {
      return [.pop, .below(CollectionScreen.self) { $0.begin(field: key, $1) }]
    }
    let isSame = old == key && !copies
    if !isSame, value?.member(key) != nil {
      return stay(because: "There is an entry with this key already; type another one.")
    }
    guard let old else {
      return [
        .pop,
        .below(CollectionScreen.self) { page, context in
          page.begin(entry, at: page.rows(context).count, in: context)
        },
      ]
    }
    guard let moved = value?.member(old) else { return [.pop] }
    if Self.showsMore(of: moved, at: old, of: rows, under: entry) {
      return stay(because: Message.secretUnderKey.text)
    }
    if isField, let error = context.core.error(of: moved, at: entry) { return stay(because: error.message) }
    return [.pop]
      + (copies ? [.edit(.set(moved, at: entry))] : isSame ? [] : [.edit(.rename(old, to: key, in: place))])
  }

  /// Whether parts of a value are secret that wouldn't be secret under another key.
  ///
  /// For example, `{"password": "x"}` may not become `{"remark": "x"}`: the value would be visible after a rename, and the rename would be
  /// a way to read secrets.
  private static func showsMore(
    of value: JSONValue, at old: String, of rows: CollectionRows, under entry: ValuePlace
  ) -> Bool {
    let places = (0..<rows.count).lazy.map { rows.place(at: $0) }
    guard let source = places.first(where: { $0.steps.last == .key(old) }) else { return true }
    return source.setting.masked(value) != entry.setting.masked(value)
  }
}

extension [FormVariant] {
  /// Whether all alternatives are numbers and text, which what is typed tells apart.
  fileprivate var areTyped: Bool {
    allSatisfy { variant in
      switch variant.kind.resolved {
      case .integer, .number, .string: variant.mark == .kind
      default: false
      }
    }
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
