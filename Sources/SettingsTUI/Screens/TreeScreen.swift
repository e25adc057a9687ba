import Settings

/// The document as it is: all members and elements with their comments, as a tree.
///
///     draft ─▶ candidate (text with the staged changes) ─▶ masked ─▶ parsed ─▶ rows
///
/// It shows the text as it would be with the staged changes. Secrets are replaced before the text is parsed for the tree, so no row and no
/// copy can contain one. The rows are made without recursion, since a document may be nested as deep as the parser allows.
struct TreeScreen: Screen {
  /// A value of the document.
  private struct Row {
    let path: SettingPath
    let node: JSONNode
    /// The object or the list around the value; `nil` for the whole document.
    let parent: JSONNode?

    var depth: Int { path.keys.count }
    var hasParts: Bool { node.count > 0 }
  }

  /// What a person types.
  private enum Typing {
    /// The comment above a value.
    case comment(SettingPath)
    /// The path to go to.
    case path
  }

  private var rows: [Row] = []
  /// The objects and lists whose values are hidden.
  private var folded: Set<SettingPath> = []
  private var list = FilteredList()
  private var field: (line: LineEditor, purpose: Typing)?
  /// The revision of the model when the document was read.
  private var revision: Int?
  private var document: JSONDocument?

  let name = "File"
  let isDialog = false

  var keyContext: KeyContext {
    switch field?.purpose {
    case .comment?: .message
    case .path?: .goTo
    case nil: list.isTyping ? .filter : .tree
    }
  }

  init(_ context: ScreenContext, at path: SettingPath) {
    read(context)
    // Of a large document, only the first level is open at first.
    if rows.count > Self.mostUnfolded { foldAll() }
    go(to: path)
  }

  private static let mostUnfolded = 500

  // MARK: - Rows

  private mutating func read(_ context: ScreenContext) {
    revision = context.core.revision
    let bytes = (try? context.model.candidate()) ?? context.model.store.document.bytes
    let changed = try? JSONDocument(parsing: bytes, insteadOf: context.model.store.document)
    let masked = changed.map { context.index.secrecy(at: .root).masked($0) }
    document = masked.flatMap { try? JSONDocument(parsing: $0, duplicateKeys: .lastWins) }
    makeRows()
  }

  private mutating func makeRows() {
    rows = []
    guard let root = document?.root else { return }
    var waiting = [Row(path: .root, node: root, parent: nil)]
    while let row = waiting.popLast() {
      rows.append(row)
      guard !folded.contains(row.path) else { continue }
      var inner: [Row] = []
      for (key, value) in row.node.members {
        inner.append(Row(path: row.path.appending(key), node: value, parent: row.node))
      }
      for (index, value) in row.node.elements.enumerated() {
        inner.append(Row(path: row.path.appending(index), node: value, parent: row.node))
      }
      waiting += inner.reversed()
    }
  }

  private func strings() -> [RowStrings] {
    rows.map { row in
      RowStrings(
        name: row.path.keys.last ?? "", value: "\(row.path) \(row.hasParts ? "" : row.node.value.plainText)")
    }
  }

  private var focused: Row? { list.focusedRow(of: rows.count).map { rows[$0] } }

  /// Moves the focus to a path, or to the nearest value around it, and unfolds what is around it.
  ///
  /// The value could be gone, because a person has removed it; the focus then goes to what was around it.
  private mutating func go(to path: SettingPath) {
    let around = path.keys.indices.map { SettingPath(Array(path.keys.prefix($0))) }
    if !folded.isDisjoint(with: around) {
      folded.subtract(around)
      makeRows()
    }
    var next: SettingPath? = path
    while let path = next {
      if let row = rows.firstIndex(where: { $0.path == path }) {
        list.clear(of: rows.count)
        list.move(to: row, of: rows.count)
        return
      }
      next = path.parent
    }
  }

  private mutating func fold(_ path: SettingPath, isFolded: Bool) {
    if isFolded { folded.insert(path) } else { folded.remove(path) }
    list.clear(of: rows.count)
    makeRows()
    go(to: path)
  }

  private mutating func foldAll() {
    let path = focused?.path ?? .root
    let isFolded = !folded.isEmpty
    folded = []
    makeRows()
    if !isFolded { folded = Set(rows.lazy.filter { $0.hasParts && $0.depth > 0 }.map(\.path)) }
    makeRows()
    go(to: path)
  }

  // MARK: - Commands

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    if field != nil { return performInField(command, in: context) }
    if list.perform(command, of: rows.count, strings: strings) { return [] }
    switch command {
    case .back: return [.pop]
    case .undo, .redo: return [.edit(command == .undo ? .undo : .redo)]
    case .review: return [.open(.review(thenLeave: false))]
    case .foldAll: foldAll()
    case .goTo: field = (LineEditor(), .path)
    default: break
    }
    guard let row = focused else { return [] }
    switch command {
    case .activate: return activate(row, in: context)
    case .toggle: if row.hasParts { fold(row.path, isFolded: !folded.contains(row.path)) }
    case .forward:
      guard row.hasParts else { break }
      if folded.contains(row.path) {
        fold(row.path, isFolded: false)
      } else {
        list.state.move(by: 1, of: rows.count)
      }
    case .backward:
      if row.hasParts, !folded.contains(row.path), row.depth > 0 {
        fold(row.path, isFolded: true)
      } else if let parent = row.path.parent {
        go(to: parent)
      }
    case .copy: return [.open(.copyPart(row.path, value: row.node.value.plainText))]
    case .printPath: return [.printPath(row.path)]
    case .comment:
      guard row.parent != nil else { break }
      field = (LineEditor(comments(of: row).own.replacing("\n", with: " ")), .comment(row.path))
    case .remove: return remove(row, in: context)
    default: break
    }
    return []
  }

  /// Goes to the value among the settings, where it is changed.
  private func activate(_ row: Row, in context: ScreenContext) -> [EditorAction] {
    if let action = context.action(goingTo: row.path) { return [action] }
    return [.say(.init("\(row.path) belongs to the file's readers; E edits it as text.", role: .secondary))]
  }

  private func remove(_ row: Row, in context: ScreenContext) -> [EditorAction] {
    if let node = context.outline.node(at: row.path), node != 0 { return [.edit(.removeSection(node))] }
    guard let entry = context.index.entry(containing: row.path),
      let place = ValuePlace.stored(at: row.path, in: entry, context.model.value(at: entry.path))
    else { return [] }
    guard context.core.isEditable(place) else { return [.say(.readOnly(place.setting.title))] }
    return [.edit(.remove(place))]
  }

  private mutating func performInField(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    guard let (line, purpose) = field else { return [] }
    switch (command, purpose) {
    case (.back, _): field = nil
    case (.accept, .comment(let path)):
      field = nil
      return [.edit(.comment(String(line.text.trimmed), above: path))]
    case (.accept, .path):
      guard let path = try? SettingPath(parsing: line.text), document?.node(at: path) != nil else {
        return [.say(.init("The file has no value at this path.", role: .problem))]
      }
      field = nil
      go(to: path)
    default: _ = field?.line.perform(command)
    }
    return []
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    if field != nil {
      field?.line.insert(text)
    } else if list.isTyping {
      list.insert(text, of: rows.count, strings: strings)
    }
    return []
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    guard field == nil else { return [] }
    return list.click(target, of: rows.count) == .focusedRow ? perform(.toggle, in: context) : []
  }

  mutating func update(_ context: ScreenContext) {
    guard revision != context.core.revision else { return }
    let path = focused?.path
    read(context)
    list.update(of: rows.count, strings)
    if let path, !list.isActive { go(to: path) }
  }

  // MARK: - Drawing

  private func comments(of row: Row) -> JSONNode.Comments {
    row.parent?.comments(of: row.node) ?? JSONNode.Comments()
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    var area = frame.area
    frame.drawTitle(context, in: area.removeTop(1), screen: name)
    let hints = area.removeBottom(1)
    let help = area.removeBottom(area.height >= 10 ? 4 : 2)
    let query = area.removeTop(list.isActive ? 1 : 0)
    frame.cursor = Point(x: area.x, y: area.y)
    let places = list.layOut(height: area.height, of: rows.count)
    let rows = rows
    frame.drawRows(places, of: list, total: rows.count, in: area) { row, isFocused, line, frame in
      draw(rows[row], isFocused: isFocused, in: line, into: &frame)
    }
    if places.isEmpty { frame.drawNote(context.nothingMatches, in: area) }
    if let focused {
      var lines = [
        [Span(focused.path.isRoot ? "The whole file" : focused.path.description, role: .secondary)]
      ]
      let text = comments(of: focused).all
      lines += frame.glyphs.visible.wrap(text, columns: help.width - 2, atMost: help.height).map {
        [Span($0)]
      }
      frame.drawFooter(lines, in: help)
    }
    frame.drawHints(keyContext, context: context, in: hints)
    frame.drawQuery(list, of: rows.count, in: query.inset(horizontally: 1))
    guard let field else { return }
    let prompt = if case .path = field.purpose { "Path: " } else { "Comment: " }
    let line = Rect(x: help.x, y: help.maxY - 1, width: help.width, height: 1)
    frame.clear(line)
    frame.draw(prompt, x: line.x + 1, y: line.y, columns: prompt.count, style: Style(.heading))
    frame.drawField(
      field.line, x: line.x + 1 + prompt.count, y: line.y, columns: max(8, line.width - prompt.count - 2))
  }

  private func draw(_ row: Row, isFocused: Bool, in line: Rect, into frame: inout Frame) {
    let glyphs = frame.glyphs
    let x = line.x + 2 + 2 * row.depth
    if isFocused { frame.drawFocus(in: line) }
    if row.hasParts {
      let mark = folded.contains(row.path) ? glyphs.collapsed : glyphs.expanded
      frame.draw(String(mark), x: x - 2, y: line.y, columns: 1, style: Style(.key))
    }
    let name = row.parent == nil ? "" : row.path.keys.last ?? ""
    var spans = [Span(name), Span(name.isEmpty ? "" : "  ")]
    switch row.node.kind {
    case .object: spans.append(Span("{\(row.node.count)}", role: .secondary))
    case .array: spans.append(Span("[\(row.node.count)]", role: .secondary))
    default: spans.append(Span(String(row.node.value.description.prefix(400)), role: .value))
    }
    let comment = comments(of: row).all
    if !comment.isEmpty { spans.append(Span("  // \(comment.replacing("\n", with: " "))", role: .secondary)) }
    frame.drawRow(spans, x: x, y: line.y, columns: line.maxX - x, isFocused: isFocused)
  }
}
