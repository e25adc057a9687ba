import SettingsEditing

/// The document as it is: all members and elements with their comments, as a tree.
///
///     draft ─▶ candidate (text with the staged changes) ─▶ masked ─▶ parsed ─▶ rows
///
/// It shows the text as it would be with the staged changes. Secrets are replaced before the text is parsed for the tree, so no row and no
/// copy can contain one. The rows are made without recursion, since a document may be nested as deep as the parser allows.
struct TreeScreen: ListScreen, PageOfValues {
  /// A value of the document, or a comment that describes none.
  private struct Row {
    /// The path of the value; of a comment, that of the value around it.
    let path: SettingPath
    let node: JSONNode
    /// The object or the list around the value; `nil` for the whole document.
    let parent: JSONNode?
    /// Whether it is a member that is commented out.
    var isCommented = false
    /// The text of a comment that describes no value; `nil` on other rows.
    var comment: String?

    var isValue: Bool { !isCommented && comment == nil }
    var depth: Int { path.keys.count + (comment == nil ? 0 : 1) }
    var hasParts: Bool { isValue && node.count > 0 }
  }

  private var rows: [Row] = []
  /// The objects and lists whose values are hidden.
  private var folded: Set<SettingPath> = []
  var list = FilteredList()
  private var document: JSONDocument?
  private var index: FormIndex?

  let name = "File"
  let listContext = KeyContext.tree

  init(_ context: ScreenContext, at path: SettingPath) {
    read(context)
    // Of a large document, only the first level is open at first.
    if rows.count > Self.mostUnfolded { foldAll() }
    go(to: path)
  }

  private static let mostUnfolded = 500

  // MARK: - Rows

  private mutating func read(_ context: ScreenContext) {
    list.revision = context.core.revision
    document = context.core.shownDocument
    index = context.index
    makeRows()
  }

  /// Makes the rows that aren't folded, in the order of the document. Values wait on a stack of their own instead of the call stack.
  private mutating func makeRows() {
    rows = []
    guard let root = document?.root else { return }
    var waiting = [Row(path: .root, node: root, parent: nil)]
    while let row = waiting.popLast() {
      rows.append(row)
      if row.isValue, !folded.contains(row.path) { waiting += parts(of: row).reversed() }
    }
  }

  /// Returns the members or elements of a value, with the members that are commented out, and the comments that describe none, where they
  /// stand.
  private func parts(of row: Row) -> [Row] {
    var commented = row.node.commentedMembers[...]
    var found: [Row] = []
    func add(_ comments: String, with members: ArraySlice<CommentedMember>) {
      commented = commented.dropFirst(members.count)
      var free = comments
      guard !free.isEmpty || !members.isEmpty else { return }
      for text in members.map(\.text) {
        if let range = free.firstRange(of: text) { free.removeSubrange(range) }
      }
      free = masked(String(free.trimmed), at: row.path)
      if !free.isEmpty {
        found.append(Row(path: row.path, node: row.node, parent: row.parent, comment: free))
      }
      found += members.map {
        Row(path: row.path.appending($0.key), node: $0.node, parent: row.node, isCommented: true)
      }
    }
    let parts =
      row.node.kind == .object
      ? Array(row.node.members) : row.node.elements.enumerated().map { (key: "\($0)", value: $1) }
    let ends = row.node.commentsAtBrackets(last: parts.last?.value)
    add(ends.first, with: parts.isEmpty ? commented : [])
    for (place, (key, value)) in parts.enumerated() {
      add(row.node.comments(of: value).others, with: commented.prefix { $0.place <= place })
      found.append(Row(path: row.path.appending(key), node: value, parent: row.node))
    }
    add(ends.last, with: commented)
    return found
  }

  func count(_ context: ScreenContext) -> Int { rows.count }

  func strings(_ context: ScreenContext) -> [RowStrings] {
    rows.map { row in
      if let comment = row.comment { return RowStrings(name: "", value: comment) }
      return RowStrings(
        name: row.path.keys.last ?? "",
        value: "\(row.path) \(row.hasParts ? "" : value(of: row).plainText) \(comment(of: row))")
    }
  }

  private var focused: Row? { list.focusedRow(of: rows.count).map { rows[$0] } }

  /// Moves the focus to a path, or to the nearest value around it, and unfolds what is around it.
  ///
  /// The value could be gone, because a person has removed it; the focus then goes to what was around it.
  private mutating func go(to path: SettingPath) {
    let around = path.prefixes.dropLast()
    if !folded.isDisjoint(with: around) {
      folded.subtract(around)
      makeRows()
    }
    let row = path.prefixes.reversed().lazy.compactMap { [rows] path in rows.firstIndex { $0.path == path } }
      .first
    guard let row else { return }
    list.clear(of: rows.count)
    list.move(to: row, of: rows.count)
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

  /// Left and Right fold and unfold, so they don't leave the tree.
  nonisolated static let keys = PageKeys<TreeScreen>(
    "The value",
    [
      .onRow(.activate, keys: "Enter", title: "Go to it among the settings, and change it", hint: "Change") {
        page, row, context in
        if let reason = page.whyNoValue(page.rows[row], context) { return reason }
        let path = page.rows[row].path
        return [
          context.action(goingTo: path)
            ?? .note(
              "\(path) belongs to the file's readers; \(context.key(.editAll, in: .tree)) edits it as text."
            )
        ]
      },
      .onRow(.forward, keys: "Right l", title: "Unfold, or go to the first value inside", hint: "Unfold") {
        page, row, _ in page.unfold(page.rows[row])
      },
      .onRow(.backward, keys: "Left h", title: "Fold, or go to the value around it", hint: "Fold") {
        page, row, _ in page.foldOrLeave(page.rows[row])
      },
      .onRow(.toggle, keys: "Space", title: "Fold or unfold") { page, row, context in
        let row = page.rows[row]
        guard row.hasParts else { return page.whyNoValue(row, context) }
        page.fold(row.path, isFolded: !page.folded.contains(row.path))
        return []
      },
      .init(.foldAll, keys: "z", title: "Fold or unfold everything") { page, _ in
        page.foldAll()
        return []
      },
      .onRow(.copy, keys: "c", title: "Copy the path or the value", hint: "Copy") { page, row, _ in
        let row = page.rows[row]
        if let comment = row.comment {
          return comment == Secrecy.maskText
            ? [.problem("It may hold a secret, and is not copied.")] : [.copy(comment), .say(.copied)]
        }
        let (path, value) = (row.path, page.value(of: row))
        return [.open { CopyScreen(path, maskedValue: value, context: $0) }]
      },
      .onRow(.printPath, keys: "P", title: "Leave, and print the path") { page, row, _ in
        page.rows[row].comment == nil ? [.printPath(page.rows[row].path)] : nil
      },
      .onRow(.comment, keys: "#", title: "Edit the comment above it", hint: "Comment") {
        page, row, context in
        let row = page.rows[row]
        return page.whyNoValue(row, context)
          ?? context.core.editComment(at: row.path, of: row.path.description, isThere: true)
      },
      .onRow(.remove, keys: "d Del", title: "Remove from the file", hint: "Remove") { page, row, context in
        page.remove(page.rows[row], in: context)
      }, .editAll, .review,
      .back("Esc q T Backspace ^C"), .paste,
      .onRow(.editJSON, keys: "J", title: "Edit as JSON, also as another type") { page, row, context in
        let row = page.rows[row]
        if let reason = page.whyNoValue(row, context) { return reason }
        if let place = page.place(of: row, context) { return context.core.editAsJSON(place) }
        guard context.index.section(at: row.path) != nil else { return nil }
        return [.open { TextScreen(section: row.path, $0) }]
      },
      .onRow(.commentOut, keys: "C", title: "Comment it out, or in again") { page, row, context in
        let row = page.rows[row]
        guard row.parent != nil else { return nil }
        if row.comment != nil { return page.whyNoValue(row, context) }
        return context.core.switchComment(at: row.path, to: row.isCommented ? row.node.value : nil)
      },
      // A section is taken, too.
      .onRow(.copyNode, keys: "Y", title: "Take the value, to paste it elsewhere") { page, row, _ in
        let value = page.value(of: page.rows[row])
        if page.rows[row].comment != nil { return nil }
        return value.hasMask
          ? [.problem("It holds a secret, and isn't taken.")]
          : [.take(value, page.rows[row].path.description)]
      },
    ], .finding, .changes, .rows)

  /// Says why a key about a value does nothing on the row of a comment; `nil` on the row of a value.
  private func whyNoValue(_ row: Row, _ context: ScreenContext) -> [EditorAction]? {
    if row.comment != nil {
      return [.note("This comment describes no single value; nothing here changes it.")]
    }
    let key = context.key(.commentOut, in: .tree)
    return row.isCommented ? [.note("\(row.path) is commented out; \(key) comments it in.")] : nil
  }

  private mutating func unfold(_ row: Row) -> [EditorAction]? {
    guard row.hasParts else { return nil }
    if folded.contains(row.path) {
      fold(row.path, isFolded: false)
    } else {
      list.state.move(by: 1, of: rows.count)
    }
    return []
  }

  private mutating func foldOrLeave(_ row: Row) -> [EditorAction]? {
    if row.hasParts, row.depth > 0, !folded.contains(row.path) {
      fold(row.path, isFolded: true)
    } else {
      guard let parent = row.comment == nil ? row.path.parent : row.path else { return nil }
      go(to: parent)
    }
    return []
  }

  private func place(of row: Row, _ context: ScreenContext) -> ValuePlace? {
    context.index.entry(containing: row.path).flatMap {
      ValuePlace.stored(at: row.path, in: $0, context.model.value(at: $0.path))
    }
  }

  func focusedPlace(_ context: ScreenContext) -> ValuePlace? {
    focused.flatMap { $0.isValue ? place(of: $0, context) : nil }
  }

  /// A section is removed with everything in it. A value that the form doesn't describe can be removed, too.
  private func remove(_ row: Row, in context: ScreenContext) -> [EditorAction]? {
    if let reason = whyNoValue(row, context) { return reason }
    if let node = context.outline.node(at: row.path, in: context.index), node != 0 {
      return [.edit(.removeSection(node))]
    }
    guard let place = place(of: row, context) else { return nil }
    if let reason = context.core.whyNotEditable(place) { return [.say(reason)] }
    return [.edit(.remove(place))]
  }

  func command(ofClickOnFocus isFocused: Bool) -> Command? { isFocused ? .toggle : nil }

  mutating func reload(_ context: ScreenContext) -> Int? {
    let path = focused?.path
    read(context)
    if let path, !list.isActive { go(to: path) }
    return nil
  }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    let screen = self
    return rowsPage(context) { row in
      let row = screen.rows[row]
      if let comment = row.comment { return "Comment: \(comment.replacing("\n", with: " "))" }
      let text = row.hasParts ? Phrase.count(row.node.count, noun: "part") : screen.shown(row)
      let comment = screen.comment(of: row).replacing("\n", with: " ")
      return "\(row.path.isRoot ? "The whole file" : row.path.description): \(text.prefix(80))"
        + (comment.isEmpty ? "" : ", comment: \(comment)") + (row.isCommented ? ", commented out" : "")
    }
  }

  // MARK: - Drawing

  /// The comments that are about the value of a row: they go where it goes.
  private func comment(of row: Row) -> String {
    guard row.isValue, let comments = row.parent?.comments(of: row.node) else { return "" }
    let text = [comments.own, comments.behind].filter { !$0.isEmpty }.joined(separator: "\n")
    return masked(text, at: row.path.parent ?? .root)
  }

  /// Returns a comment in the object or list at a path, or a mask if it looks like members and something there is secret. Which of them are
  /// secrets can't be told: a comment can have a part of a value.
  ///
  /// It is called for each row, and most have no comment.
  private func masked(_ comment: String, at path: SettingPath) -> String {
    guard !comment.isEmpty, comment.contains(#/["']\s*:/#), index?.secrecy(at: path).holdsSecrets == true
    else { return comment }
    return Secrecy.maskText
  }

  /// Returns the value of a row without its secrets, which a comment has unmasked.
  private func value(of row: Row) -> JSONValue {
    guard row.isCommented, let index else { return row.node.value }
    return index.secrecy(at: row.path).masked(row.node.value)
  }

  private func shown(_ row: Row) -> String { value(of: row).description }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let screen = self
    let glyphs = frame.glyphs
    drawList(in: &frame, context, helpHeight: { $0 >= 10 ? 4 : 2 }) { row, area in
      guard let row = row.map({ screen.rows[$0] }) else { return nil }
      let name = row.comment != nil ? "Comment" : row.path.isRoot ? "The whole file" : row.path.description
      return [[Span(name, role: .secondary)]]
        + glyphs.lines(row.comment ?? screen.comment(of: row), columns: area.width - 2, atMost: area.height)
    } draw: { row, isFocused, line, _, frame in
      screen.draw(screen.rows[row], isFocused: isFocused, in: line, into: &frame)
    }
  }

  private func draw(_ row: Row, isFocused: Bool, in line: Rect, into frame: inout Frame) {
    let indent = 2 + 2 * row.depth
    let name = row.path.keys.last.map(SettingPath.shown) ?? ""
    var spans = [Span(name), Span(name.isEmpty ? "" : "  ")]
    switch row.node.kind {
    case _ where row.comment != nil:
      spans = [Span("// \((row.comment ?? "").replacing("\n", with: " "))", role: .secondary)]
    case _ where row.isCommented:
      let key = JSONValue.string(row.path.keys.last ?? "")
      spans = [Span("// \(key): \(shown(row).prefix(400))", role: .secondary)]
    case .object: spans.append(Span("{\(row.node.count)}", role: .secondary))
    case .array: spans.append(Span("[\(row.node.count)]", role: .secondary))
    default: spans.append(Span(String(shown(row).prefix(400)), role: .value))
    }
    let comment = comment(of: row)
    if !comment.isEmpty { spans.append(Span("  // \(comment.replacing("\n", with: " "))", role: .secondary)) }
    frame.drawRow(spans, in: line, indent: indent, isFocused: isFocused)
    if row.hasParts {
      let mark = folded.contains(row.path) ? frame.glyphs.collapsed : frame.glyphs.expanded
      frame.draw(String(mark), x: line.x + indent - 2, y: line.y, columns: 1, style: Style(.key))
    }
  }
}
