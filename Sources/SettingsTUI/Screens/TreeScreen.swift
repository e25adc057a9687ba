import Settings

/// The document as it is: all members and elements with their comments, as a tree.
///
///     draft ─▶ candidate (text with the staged changes) ─▶ masked ─▶ parsed ─▶ rows
///
/// It shows the text as it would be with the staged changes. Secrets are replaced before the text is parsed for the tree, so no row and no
/// copy can contain one. The rows are made without recursion, since a document may be nested as deep as the parser allows.
struct TreeScreen: ListScreen {
  /// A value of the document.
  private struct Row {
    let path: SettingPath
    let node: JSONNode
    /// The object or the list around the value; `nil` for the whole document.
    let parent: JSONNode?

    var depth: Int { path.keys.count }
    var hasParts: Bool { node.count > 0 }
  }

  private var rows: [Row] = []
  /// The objects and lists whose values are hidden.
  private var folded: Set<SettingPath> = []
  var list = FilteredList()
  /// What a person types: the comment above the value at a path, or, without a path, the path to go to.
  ///
  /// The line breaks of a comment of several lines are characters of the line, which the field shows as it shows other control characters. So
  /// a word can be corrected in the comment, and its lines stay.
  private var field: (line: LineEditor, commented: SettingPath?)?
  private var document: JSONDocument?

  let name = "File"
  let listContext = KeyContext.tree

  var keyContext: KeyContext {
    if let field { return field.commented == nil ? .goTo : .message }
    return list.isTyping ? .filter : .tree
  }

  init(_ context: ScreenContext, at path: SettingPath) {
    read(context)
    // Of a large document, only the first level is open at first.
    if rows.count > Self.mostUnfolded { foldAll() }
    go(to: path)
  }

  private static let mostUnfolded = 500

  // MARK: - Rows

  /// If the staged changes can't be made in the text, the stored text is shown.
  private mutating func read(_ context: ScreenContext) {
    list.revision = context.core.revision
    let bytes = (try? context.model.candidate()) ?? context.model.store.document.bytes
    let changed = try? JSONDocument(parsing: bytes, insteadOf: context.model.store.document)
    let masked = changed.map { context.index.secrecy(at: .root).masked($0) }
    document = masked.flatMap { try? JSONDocument(parsing: $0, duplicateKeys: .lastWins) }
    makeRows()
  }

  /// Makes the rows that aren't folded, in the order of the document. Values wait on a stack of their own instead of the call stack.
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

  func count(_ context: ScreenContext) -> Int { rows.count }

  func strings(_ context: ScreenContext) -> [RowStrings] {
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

  /// The query ends, because its rows are others afterwards.
  private mutating func fold(_ path: SettingPath, isFolded: Bool) {
    if isFolded { folded.insert(path) } else { folded.remove(path) }
    list.clear(of: rows.count)
    makeRows()
    go(to: path)
  }

  /// Folds everything below the first level, or unfolds everything if something is folded.
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

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    if field != nil { return performInField(command, in: context) }
    if moves(command, in: context) { return [] }
    // Here, it goes to a path in the tree.
    if command == .goTo {
      field = (LineEditor(), nil)
      return []
    }
    return performOnFocus(command, in: context)
  }

  mutating func perform(
    _ command: Command, onRow row: Int?, in context: ScreenContext
  ) -> [EditorAction]? {
    switch command {
    case .back: return [.pop]
    case .foldAll:
      foldAll()
      return []
    default: break
    }
    guard let row = row.map({ rows[$0] }) else { return nil }
    let path = row.path
    switch command {
    case .activate:
      return [
        context.action(goingTo: path)
          ?? .note("\(path) belongs to the file's readers; E edits it as text.")
      ]
    case .toggle where row.hasParts: fold(path, isFolded: !folded.contains(path))
    case .forward where row.hasParts && folded.contains(path): fold(path, isFolded: false)
    case .forward where row.hasParts: list.state.move(by: 1, of: rows.count)
    case .backward where row.hasParts && row.depth > 0 && !folded.contains(path):
      fold(path, isFolded: true)
    case .backward: if let parent = path.parent { go(to: parent) }
    case .copy:
      let value = row.node.value
      return [.open { CopyScreen(path, maskedValue: value, context: $0) }]
    case .printPath: return [.printPath(path)]
    case .comment where row.parent != nil:
      field = (LineEditor(comments(of: row).own), path)
    case .remove: return remove(row, in: context)
    default: return nil
    }
    return []
  }

  /// A section is removed with everything in it. A value that the form doesn't describe can be removed, too.
  private func remove(_ row: Row, in context: ScreenContext) -> [EditorAction]? {
    if let node = context.outline.node(at: row.path, in: context.index), node != 0 {
      return [.edit(.removeSection(node))]
    }
    guard let entry = context.index.entry(containing: row.path),
      let place = ValuePlace.stored(at: row.path, in: entry, context.model.value(at: entry.path))
    else { return nil }
    guard context.core.isEditable(place) else { return [.say(.readOnly(place.setting.title))] }
    return [.edit(.remove(place))]
  }

  /// A comment can be empty, which removes it. A path that leads nowhere keeps its field.
  private mutating func performInField(_ command: Command, in context: ScreenContext) -> [EditorAction] {
    guard let (line, commented) = field else { return [] }
    switch (command, commented) {
    case (.back, _): field = nil
    case (.accept, let path?):
      field = nil
      let text = String(line.text.trimmed)
      // A comment that was only looked at isn't written again: its marks and blanks are somebody's, too.
      let old = rows.first { $0.path == path }.map { String(comments(of: $0).own.trimmed) }
      return text == old ? [] : [.edit(.comment(text, above: path))]
    case (.accept, nil):
      guard let path = try? SettingPath(parsing: line.text), document?.node(at: path) != nil else {
        return [.problem("The file has no value at this path.")]
      }
      field = nil
      go(to: path)
    default: _ = field?.line.perform(command, sharing: &context.core.killed)
    }
    return []
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    if field != nil {
      field?.line.insert(text)
    } else if list.isTyping {
      filter(by: text, in: context)
    }
    return []
  }

  func command(ofClickOnFocus isFocused: Bool) -> Command? { isFocused ? .toggle : nil }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    field == nil ? clickInList(target, in: context) : []
  }

  mutating func reload(_ context: ScreenContext) -> Int? {
    let path = focused?.path
    read(context)
    if let path, !list.isActive { go(to: path) }
    return nil
  }

  // MARK: - Drawing

  private func comments(of row: Row) -> JSONNode.Comments {
    row.parent?.comments(of: row.node) ?? JSONNode.Comments()
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let screen = self
    let glyphs = frame.glyphs
    var line = Rect(x: 0, y: 0, width: 0, height: 0)
    drawList(in: &frame, context, helpHeight: { $0 >= 10 ? 4 : 2 }) { row, area in
      line = Rect(x: area.x, y: area.maxY - 1, width: area.width, height: 1)
      guard let row = row.map({ screen.rows[$0] }) else { return nil }
      return [[Span(row.path.isRoot ? "The whole file" : row.path.description, role: .secondary)]]
        + glyphs.lines(screen.comments(of: row).all, columns: area.width - 2, atMost: area.height)
    } draw: { row, isFocused, line, _, frame in
      screen.draw(screen.rows[row], isFocused: isFocused, in: line, into: &frame)
    }
    if let field {
      frame.drawField(field.line, label: field.commented == nil ? "Path: " : "Comment: ", in: line)
    }
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
