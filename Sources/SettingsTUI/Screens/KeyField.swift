import Settings

/// A key while a person types it, in a box. Below it are the keys that the form describes and that aren't set, with type and description:
/// first those that begin like the typed text, then those that have it in a word.
@MainActor
struct KeyField {
  /// A key that the form describes.
  struct Offer {
    let key: String
    var type = ""
    var help = ""
  }

  /// How the field was left.
  enum Answer { case accept, leave }

  private var line: LineEditor
  var problem: String?
  private let title: String
  private let possible: PossibleKeys
  private let offers: [Offer]
  /// Whether a key is there already.
  let isPresent: @MainActor (String) -> Bool
  /// Whether the key can be a secret, so that what is deleted from it stays here.
  private let isSecret: Bool
  private var list = ListState()
  /// Whether an offered key has the focus, and not the typed text.
  private var choosesOffer = false
  private(set) var answer: Answer?

  init(
    _ text: String, title: String, possible: PossibleKeys, items: [FormItem], isSecret: Bool = false,
    isPresent: @escaping @MainActor (String) -> Bool
  ) {
    (line, self.title, self.possible) = (LineEditor(text), title, possible)
    (self.isSecret, self.isPresent) = (isSecret, isPresent)
    let described = items.filter { !$0.isSkipped }.map { item in
      switch item {
      case .setting(let setting): Offer(key: item.key, type: KindSummary.text(setting), help: setting.help)
      case .section(let section): Offer(key: item.key, type: "section", help: section.help)
      }
    }
    let others = possible.known.filter { key in !described.contains { $0.key == key } }.map { Offer(key: $0) }
    offers = (described + others).filter { !isPresent($0.key) }
  }

  /// The offered keys that the typed text means.
  private var found: [Offer] {
    let typed = line.text.lowercased()
    let beginning = offers.filter { $0.key.lowercased().hasPrefix(typed) }
    let containing = offers.filter { offer in
      let key = offer.key.lowercased()
      return !key.hasPrefix(typed)
        && (key.contains(typed) || " \(offer.help.lowercased())".contains(" \(typed)"))
    }
    return beginning + containing
  }

  /// The key that Enter takes.
  var key: String {
    let found = found
    return choosesOffer && found.indices.contains(list.focus) ? found[list.focus].key : line.text
  }

  nonisolated static let keys = PageKeys<KeyField>(
    "The key",
    [
      .accept("Accept the key") { field, _ in
        field.answer = .accept
        return []
      },
      .complete("Complete the key") { field, _ in
        field.complete()
        return []
      },
      .leave("Keep the old key", hint: "Cancel") { field, _ in
        field.answer = .leave
        return []
      },
    ],
    .init(KeyMap.rowsBelowField) { field, command, _ in
      field.move(command)
      return []
    },
    .init(KeyMap.line) { field, command, context in
      field.problem = nil
      field.choosesOffer = false
      _ =
        field.isSecret
        ? field.line.perform(command) : field.line.perform(command, sharing: &context.core.killed)
      return []
    }, editor: KeyMap.besideText)

  /// Why the typed key isn't accepted, and which keys are.
  mutating func refuse(_ reason: String, otherwise: String? = nil) {
    stay(
      because: [reason, possible.sentence { isPresent($0) } ?? otherwise].compactMap(\.self).joined(
        separator: " "))
  }

  /// Leaves the field open, because the key can't be accepted.
  mutating func stay(because problem: String) {
    self.problem = problem
    answer = nil
  }

  /// Completes what all keys that begin like the typed text share, or else takes the key with the focus, as shells do.
  private mutating func complete() {
    problem = nil
    let (typed, found) = (line.text, self.found)
    let shared = found.map(\.key).filter { $0.hasPrefix(typed) }.sharedBeginning
    let next = shared.flatMap { $0.count > typed.count && !choosesOffer ? $0 : nil }
    if let next = next ?? (found.indices.contains(list.focus) ? found[list.focus].key : nil) {
      line = LineEditor(next)
      (list, choosesOffer) = (ListState(), false)
    } else {
      problem = "No possible key begins like this."
    }
  }

  /// The first move leads from the typed text to the offers, and up from the first one leads back.
  private mutating func move(_ command: Command) {
    let count = found.count
    if !choosesOffer {
      choosesOffer = count > 0
      list = ListState()
    } else if command == .moveUp, list.focus == 0 {
      choosesOffer = false
    } else {
      _ = list.move(command, of: count)
    }
  }

  mutating func insert(_ text: String) {
    problem = nil
    line.insert(text)
    (list, choosesOffer) = (ListState(), false)
  }

  /// What is said line by line.
  var page: PlainPage {
    let offered = found.prefix(20).map { offer in
      [offer.key, offer.type, offer.help.firstLine].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    return PlainPage(
      lines: [problem, title, possible.sentence { isPresent($0) }].compactMap(\.self) + offered,
      prompt: "Key: ")
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let found = found
    let width = min(frame.area.width - 2, found.isEmpty ? 64 : 76)
    let notes = [possible.sentence { isPresent($0) }, "\(context.key(.accept, in: .key)) accepts the key."]
    let note = problem ?? notes.compactMap(\.self).joined(separator: " ")
    let room = max(1, min(8, frame.area.height - 5))
    let lines = frame.glyphs.visible.wrap(note, columns: width - 4, atMost: room)
    let rows = max(0, min(found.count, 10, frame.area.height - 5 - lines.count))
    let box = frame.area.centered(width: width, height: 3 + lines.count + rows)
    let inner = frame.drawBox(box, title: title)
    frame.draw(
      lines.map { [Span($0, role: problem == nil ? .secondary : .problem)] },
      in: Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: lines.count))
    let places = list.layOut(height: rows, count: found.count)
    let columns = found[places].reduce(0) { max($0, min(24, $1.key.count)) }
    for (row, offer) in found[places].enumerated() {
      let line = Rect(x: inner.x, y: inner.y + 1 + lines.count + row, width: inner.width, height: 1)
      let isFocused = choosesOffer && places.lowerBound + row == list.focus
      if isFocused { frame.drawFocus(in: line) }
      let spans = [
        Span(offer.key.padded(to: columns)), Span("  \(offer.type)", role: .value),
        Span(offer.help.isEmpty ? "" : "  \(offer.help.firstLine)", role: .secondary),
      ]
      frame.drawRow(spans, x: line.x + 1, y: line.y, columns: line.width - 2, isFocused: isFocused)
    }
    // The field is drawn last, which leaves the cursor in it.
    frame.drawField(line, x: inner.x, y: inner.y, columns: inner.width)
  }
}

/// Adds a member to a section, or gives one another key: asks for the key, and says which keys are possible.
///
/// A key that looks like a misspelled one of the form (`tiemout` for `timeout`) is refused once. The same key a second time is meant.
struct NewKeyScreen: Screen {
  private let section: SettingPath
  private var field: KeyField
  /// The key that was refused as probably misspelled. Accepting it again adds it.
  private var confirmed: String?
  /// The key of the member that gets another key; `nil` for a new member.
  private let old: String?

  let name = "New key"
  /// The field has them.
  nonisolated static let keys = PageKeys<NewKeyScreen>("", [])
  let keyContext = KeyContext.key

  init(in node: Int, renaming old: String? = nil, _ context: ScreenContext) {
    let node = context.outline.nodes[node]
    let items = node.section.items
    let (section, core) = (node.path, context.core)
    self.section = section
    self.old = old
    field = KeyField(
      old ?? "", title: old.map { "Rename \($0)" } ?? "New key of \(node.section.title)",
      possible: PossibleKeys(
        of: node.section.entries, keywords: node.section.otherKeywords, context.index.library),
      items: items, isPresent: { core.hasMember($0, in: section) })
  }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    let actions = KeyField.keys.perform(command, on: &field, in: context)
    switch field.answer {
    case .accept: return accept(context)
    case .leave: return [.pop]
    case nil: return actions
    }
  }

  /// A key that the form describes leads to its setting, whose value is typed next. A key that the form doesn't allow is refused with those
  /// that it does allow.
  private mutating func accept(_ context: ScreenContext) -> [EditorAction] {
    let key = field.key
    let path = section.appending(key)
    let added: EditorAction = old.map { .rename(section.appending($0), to: path) } ?? .add(path)
    if key.isEmpty {
      field.stay(because: "Type a key.")
    } else if key == old {
      return [.pop]
    } else if field.isPresent(key), let action = context.action(goingTo: path) {
      return [action, .note("\(path) is there already.")]
    } else if let action = context.action(goingTo: path), context.index.unlistedMember(at: path) == nil {
      if old != nil, context.index[path] != nil { return [added] }
      return [action] + (context.index[path] == nil ? [] : [.perform(.activate)])
    } else if context.index.unlistedMember(at: path) == path {
      let similar = context.index.similarKey(toNewMemberAt: path, of: context.model.store.document)
      guard let similar, confirmed != key else { return [added] }
      confirmed = key
      let again = context.key(.accept, in: .key)
      field.stay(
        because: "The form has \(similar.keys.last ?? "") instead; \(again) adds \(key) all the same.")
    } else {
      field.refuse("The section can't have this key.")
    }
    return []
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    field.insert(text)
    return []
  }

  func page(_ context: ScreenContext) -> PlainPage { field.page }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    frame.dropTargets()
    frame.drawHints(keyContext, context: context, naming: [.accept: old == nil ? "Add" : "Rename"])
    field.draw(in: &frame, context)
  }
}

extension EditorCore {
  /// Whether a member of a section is set, or has something set in it.
  func hasMember(_ key: String, in section: SettingPath) -> Bool {
    let path = section.appending(key)
    if let node = outline.node(at: path, in: index) {
      return outline.settings(in: node).contains { model.isSet(index.settings[$0].path) }
    }
    return model.isSet(path)
  }
}
