import Settings

/// A key while a person types it, in a box.
@MainActor
struct KeyField {
  var line: LineEditor
  var problem: String?
  let title: String
  let possible: PossibleKeys
  /// Whether a key is there already.
  let isPresent: @MainActor (String) -> Bool

  /// Why the typed key isn't accepted, and which keys are.
  mutating func refuse(_ reason: String, otherwise: String? = nil) {
    problem = [reason, possible.sentence { isPresent($0) } ?? otherwise].compactMap(\.self)
      .joined(separator: " ")
  }

  /// Performs a command on the text.
  ///
  /// - Parameter holdsSecrets: Whether the key can be a secret, so that what is deleted from it stays here.
  mutating func perform(_ command: Command, in core: EditorCore, holdsSecrets: Bool = false) {
    problem = nil
    guard command == .complete else {
      _ = holdsSecrets ? line.perform(command) : line.perform(command, sharing: &core.killed)
      return
    }
    if let completion = possible.completion(of: line.text, without: { isPresent($0) }) {
      line = LineEditor(completion)
    } else {
      problem = "No possible key begins like this."
    }
  }

  mutating func insert(_ text: String) {
    problem = nil
    line.insert(text)
  }

  func draw(in frame: inout Frame, _ context: ScreenContext) {
    let width = min(frame.area.width - 2, 64)
    let notes = [possible.sentence { isPresent($0) }, "\(context.key(.accept, in: .key)) accepts the key."]
    let note = problem ?? notes.compactMap(\.self).joined(separator: " ")
    let lines = frame.glyphs.visible.wrap(
      note, columns: width - 4, atMost: max(1, min(8, frame.area.height - 5)))
    let box = frame.area.centered(width: width, height: 3 + lines.count)
    let inner = frame.drawBox(box, title: title)
    frame.draw(
      lines.map { [Span($0, role: problem == nil ? .secondary : .problem)] },
      in: Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: lines.count))
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
  let keyContext = KeyContext.key

  init(in node: Int, renaming old: String? = nil, _ context: ScreenContext) {
    let node = context.outline.nodes[node]
    let present = Set(node.section.items.map(\.key))
    section = node.path
    self.old = old
    field = KeyField(
      line: LineEditor(old ?? ""), title: old.map { "Rename \($0)" } ?? "New key of \(node.section.title)",
      possible: PossibleKeys(
        of: node.section.entries, keywords: node.section.otherKeywords, context.index.library),
      isPresent: present.contains)
  }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    switch command {
    case .back: return [.pop]
    case .accept: return accept(context)
    default:
      field.perform(command, in: context.core)
      return []
    }
  }

  /// A key that is there already leads to its setting. A key that the form doesn't allow is refused with those that it does allow.
  private mutating func accept(_ context: ScreenContext) -> [EditorAction] {
    let key = field.line.text
    let path = section.appending(key)
    if key.isEmpty {
      field.problem = "Type a key."
    } else if key == old {
      return [.pop]
    } else if let action = field.isPresent(key) ? context.action(goingTo: path) : nil {
      return [action, .note("\(path) is there already.")]
    } else if context.index.unlistedMember(at: path) == path {
      let similar = context.index.similarKey(toNewMemberAt: path, of: context.model.store.document)
      guard let similar, confirmed != key else {
        return [old.map { .rename(section.appending($0), to: path) } ?? .add(path)]
      }
      confirmed = key
      let again = context.key(.accept, in: .key)
      field.problem = "The form has \(similar.keys.last ?? "") instead; \(again) adds \(key) all the same."
    } else {
      field.refuse("The section can't have this key.")
    }
    return []
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    field.insert(text)
    return []
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    frame.dropTargets()
    frame.drawHints(
      keyContext, context: context, naming: [.accept: old == nil ? "Add" : "Rename"])
    field.draw(in: &frame, context)
  }
}
