import SettingsEditing

/// A key while a person types it, in a box: of a new member, of one that gets another key, or of a copy. Below it are the keys that the form
/// describes and that aren't set, with type and description: first those that begin like the typed text, then those that have it in a word.
struct KeyScreen: Screen, LinePage {
  /// A key that the form describes.
  struct Offer {
    let key: String
    var type = ""
    var help = ""
  }

  let name: String
  let keyContext = KeyContext.key
  /// The value to which the key belongs; `nil` for a member of a section.
  private(set) var place: ValuePlace?
  var line: LineEditor
  private var problem: String?
  private let possible: PossibleKeys
  private let offers: [Offer]
  /// What accepting the key does, as a hint.
  private let verb: String
  /// Whether a key is there already.
  private let isPresent: @MainActor (String) -> Bool
  private let accept: @MainActor (inout KeyScreen, ScreenContext) -> [EditorAction]
  /// Whether the key can be a secret.
  let keepsDeleted: Bool
  private var list = ListState()
  /// Whether an offered key has the focus, and not the typed text.
  private var choosesOffer = false
  /// The key that was refused as probably misspelled. Accepting it again adds it.
  private var confirmed: String?

  /// - Parameters:
  ///   - items: What the form describes.
  ///   - accept: Takes the key, or leaves the screen open and says why it can't (``stay(because:)``).
  @MainActor
  init(
    _ name: String, _ text: String, verb: String, of place: ValuePlace? = nil, possible: PossibleKeys,
    items: [FormItem], isSecret: Bool = false, isPresent: @escaping @MainActor (String) -> Bool,
    accept: @escaping @MainActor (inout KeyScreen, ScreenContext) -> [EditorAction]
  ) {
    (self.name, line, self.verb, self.place) = (name, LineEditor(text), verb, place)
    (self.possible, keepsDeleted, self.isPresent, self.accept) = (possible, isSecret, isPresent, accept)
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
    func begins(_ offer: Offer) -> Bool { offer.key.lowercased().hasPrefix(typed) }
    let matching = offers.filter { offer in
      offer.key.lowercased().contains(typed) || " \(offer.help.lowercased())".contains(" \(typed)")
    }
    return matching.filter(begins) + matching.filter { !begins($0) }
  }

  /// The key that Enter takes.
  var key: String {
    let found = found
    return choosesOffer && found.indices.contains(list.focus) ? found[list.focus].key : line.text
  }

  nonisolated static let keys = PageKeys<KeyScreen>(
    "The key",
    [
      .accept("Accept the key") { page, context in
        let accept = page.accept
        return page.key.isEmpty ? page.stay(because: "Type a key.") : accept(&page, context)
      },
      .complete("Complete the key") { page, _ in
        page.complete()
        return []
      },
      .leave("Keep the old key", hint: "Cancel"),
    ],
    .init(KeyMap.rowsBelowField) { page, command, _ in
      page.move(command)
      return []
    }, .line, editor: KeyMap.besideText)

  /// Leaves the screen open, because the key can't be accepted, and says which keys can.
  mutating func refuse(_ reason: String, otherwise: String? = nil) -> [EditorAction] {
    stay(
      because: [reason, possible.sentence { isPresent($0) } ?? otherwise].compactMap(\.self).joined(
        separator: " "))
  }

  /// Leaves the screen open, because the key can't be accepted.
  mutating func stay(because problem: String) -> [EditorAction] {
    self.problem = problem
    return []
  }

  mutating func follow(from old: Draft, to new: Draft) -> Bool { place?.follow(from: old, to: new) ?? true }

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

  mutating func lineChanged(_ context: ScreenContext) {
    problem = nil
    (list, choosesOffer) = (ListState(), false)
  }

  func page(_ context: ScreenContext) -> PlainPage {
    let offered = found.prefix(20).map { offer in
      [offer.key, offer.type, offer.help.firstLine].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    return PlainPage(
      lines: [problem, name, possible.sentence { isPresent($0) }].compactMap(\.self) + offered,
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
    let inner = frame.drawBox(box, title: name)
    frame.draw(
      lines.map { [Span($0, role: problem == nil ? .secondary : .problem)] },
      in: Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: lines.count))
    let places = list.layOut(height: rows, count: found.count)
    let columns = found[places].reduce(0) { max($0, min(24, $1.key.count)) }
    for (row, offer) in found[places].enumerated() {
      let line = Rect(x: inner.x, y: inner.y + 1 + lines.count + row, width: inner.width - 1, height: 1)
      let spans = [
        Span(offer.key.padded(to: columns)), Span("  \(offer.type)", role: .value),
        Span(offer.help.isEmpty ? "" : "  \(offer.help.firstLine)", role: .secondary),
      ]
      frame.drawRow(
        spans, in: line, indent: 1, isFocused: choosesOffer && places.lowerBound + row == list.focus)
    }
    frame.drawHints(keyContext, context: context, naming: [.accept: verb])
    // The field is drawn last, which leaves the cursor in it.
    frame.drawField(line, x: inner.x, y: inner.y, columns: inner.width)
  }
}

extension KeyScreen {
  /// Asks for the key of a new member of a section, or for another key of one.
  @MainActor
  init(in node: Int, renaming old: String? = nil, _ context: ScreenContext) {
    let node = context.outline.nodes[node]
    let (path, section, core) = (node.path, node.section, context.core)
    self.init(
      old.map { "Rename \($0)" } ?? "New key of \(section.title)", old ?? "",
      verb: old == nil ? "Add" : "Rename",
      possible: PossibleKeys(of: section.entries, keywords: section.otherKeywords, context.index.library),
      items: section.items, isPresent: { core.hasMember($0, in: path) }
    ) { page, context in page.take(in: path, renaming: old, context) }
  }

  /// A key that the form describes leads to its setting, whose value is typed next. A key that the form doesn't allow is refused with those
  /// that it does allow.
  ///
  /// A key that looks like a misspelled one of the form (`tiemout` for `timeout`) is refused once. The same key a second time is meant.
  private mutating func take(
    in section: SettingPath, renaming old: String?, _ context: ScreenContext
  ) -> [EditorAction] {
    let key = key
    let path = section.appending(key)
    let added: EditorAction = old.map { .rename(section.appending($0), to: path) } ?? .add(path)
    if key == old { return [.pop] }
    if let action = context.action(goingTo: path) {
      if isPresent(key) { return [action, .note("\(path) is there already.")] }
      if context.index.unlistedMember(at: path) == nil {
        if old != nil, context.index[path] != nil { return [added] }
        return [action] + (context.index[path] == nil ? [] : [.perform(.activate)])
      }
    }
    guard context.index.unlistedMember(at: path) == path else {
      return refuse("The section can't have this key.")
    }
    let similar = context.index.similarKey(toNewMemberAt: path, of: context.model.store.document)
    guard let similar, confirmed != key else { return [added] }
    confirmed = key
    let again = context.key(.accept, in: .key)
    return stay(
      because: "The form has \(similar.keys.last ?? "") instead; \(again) adds \(key) all the same.")
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
