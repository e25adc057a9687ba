import SettingsEditing

extension BrowseScreen {
  /// Shows a section's settings, with the focus on the first setting.
  mutating func show(_ node: Int, in context: ScreenContext) {
    guard node != section else { return }
    section = node
    settings = ListState()
    settings.move(to: firstItem(context), of: rows(context).count)
  }

  /// Returns the first row that can have the focus.
  func firstItem(_ context: ScreenContext) -> Int {
    let rows = rows(context)
    return rows.firstIndex { isItem($0, in: context) }.map { $0 - rows.lowerBound } ?? 0
  }

  /// Moves the focus from a row that can't have it to one that can: in the same direction if possible, otherwise back.
  mutating func settleFocus(from before: Int, _ context: ScreenContext) {
    let rows = rows(context)
    guard !rows.isEmpty, !isItem(rows.lowerBound + settings.focus, in: context) else { return }
    let here = rows.lowerBound + settings.focus
    let down = rows[here...].first { isItem($0, in: context) }
    let up = rows[..<here].last { isItem($0, in: context) }
    let goesDown = settings.focus >= before
    if let target = goesDown ? down ?? up : up ?? down {
      settings.move(to: target - rows.lowerBound, of: rows.count)
    }
  }

  /// Whether a row can have the focus.
  private func isItem(_ row: Int, in context: ScreenContext) -> Bool {
    if case .item = context.outline.rows[row] { true } else { false }
  }

  /// Goes to a setting, and reveals it if it is hidden.
  mutating func go(to position: Int, _ context: ScreenContext) {
    context.core.outline.reveal(position, in: context.index)
    focus(on: .setting(position), context)
  }

  private mutating func focus(on item: EditorItem, _ context: ScreenContext) {
    section = context.outline.place(of: context.outline.section(around: item))
    settings = ListState()
    let rows = rows(context)
    if let row = context.outline.row(of: item) { settings.move(to: row - rows.lowerBound, of: rows.count) }
    pane = .settings
    syncTree(context)
  }

  /// Moves the tree's focus to the current section, and opens the sections around it.
  mutating func syncTree(_ context: ScreenContext) {
    closed.subtract(context.outline.ancestors(of: section).dropLast())
    let visible = visibleSections(context)
    sections.move(to: visible.firstIndex(of: section) ?? 0, of: visible.count)
  }

  /// Goes to something that a search has found, or that a person has named, and reveals it if it is hidden.
  mutating func go(to item: EditorItem, _ context: ScreenContext) {
    switch item {
    case .setting(let position): go(to: position, context)
    case .row: focus(on: item, context)
    case .section(let node):
      switch context.core.place(toShowSection: node) {
      case .setting(let position)?: go(to: position, context)
      case .section(let node)?: go(toSection: node, context)
      default: break
      }
    case .part(let part): go(to: part.position, context)
    }
  }

  /// Returns the actions that go to the next or previous result of the last search.
  func found(_ step: Int, in context: ScreenContext) -> [EditorAction] {
    let (items, current) = context.found
    guard !items.isEmpty else {
      return [.note("There is no search yet.")]
    }
    let next = (current + step + items.count) % items.count
    if case .part = items[next] { return [.goFound(items, at: next)] }
    return [.goFound(items, at: next), .note("Found \(next + 1) of \(items.count)")]
  }

  /// Returns the actions that go to the next or previous setting with a problem or a conflict.
  ///
  /// The order is that of the form, from the focused row on, and it goes around at the ends. Problems without a row, such as unknown keys,
  /// are only in the list of problems.
  func problem(_ step: Int, in context: ScreenContext) -> [EditorAction] {
    let core = context.core
    let positions = core.settingsWithProblems
    let others =
      core.summary.allProblems.count { core.index.entry(containing: $0.path) == nil }
      + core.layerProblems.count
    let list = "\(context.key(.problems, in: .settings)) lists all."
    guard !positions.isEmpty else {
      return [others == 0 ? .say(.noProblems) : .note("No setting has a problem; \(list)")]
    }
    let focused = focusedEntry(context).flatMap { context.index.position(of: $0.path) }
    let here = focused ?? context.outline.settings(in: section).min().map { $0 - 1 } ?? -1
    let next =
      step > 0
      ? positions.firstIndex { $0 > here } ?? 0
      : positions.lastIndex { $0 < here } ?? positions.count - 1
    return [
      .go(.setting(positions[next]), isStepping: false),
      .note("Setting \(next + 1) of \(positions.count) with problems; \(list)"),
    ]
  }

  /// Changes the rows, and keeps the focus on its row if that is still visible, or moves it to a nearby row.
  ///
  /// For example, an edit hides the focused setting by a rule. The focus goes to the nearest row above that is still there. If the whole
  /// section has disappeared, its parent becomes the current section.
  @discardableResult
  mutating func keepingFocus<Result>(_ context: ScreenContext, body: (EditorCore) -> Result) -> Result {
    let old = rows(context)
    let focused =
      old.isEmpty ? nil : context.outline.rows[old.lowerBound + min(settings.focus, old.count - 1)]
    // The rows above, by distance, in case the focused row disappears.
    var distances: [Outline.Row: Int] = [:]
    for (distance, row) in context.outline.rows[old].prefix(settings.focus).reversed().enumerated() {
      if case .item = row { distances[row] = distance + 1 }
    }
    if let focused { distances[focused] = 0 }
    let result = body(context.core)
    measured = nil
    while !context.outline.isShown(section), let parent = context.outline.nodes[section].parent {
      section = parent
    }
    let rows = rows(context)
    let nearest = rows.lazy
      .compactMap { row in distances[context.outline.rows[row]].map { (row: row, distance: $0) } }
      .min { $0.distance < $1.distance }
    settings.move(to: nearest.map { $0.row - rows.lowerBound } ?? firstItem(context), of: rows.count)
    if pane == .sections { syncTree(context) }
    return result
  }

  /// Lists other rows, and finds the focus and the closed sections again by their paths.
  ///
  /// Positions mean something else afterwards, so paths are noted before and looked up after. A section that is gone is replaced by the
  /// nearest section around it.
  mutating func keepingPlace(_ context: ScreenContext, body: () -> Void) {
    let old = context.outline
    let focused = focusedEntry(context)?.path
    body()
    func place(of node: Int) -> Int? { context.outline.node(at: old.nodes[node].path, in: context.index) }
    section = old.ancestors(of: section).last { place(of: $0) != nil }.flatMap(place) ?? 0
    closed = Set(closed.compactMap(place))
    measured = nil
    context.found = ([], 0)
    context.forgetRows()
    let rows = rows(context)
    let position = focused.flatMap { context.index.position(of: $0) }
    let row = position.flatMap { context.outline.row(of: .setting($0)) }
    settings.move(to: row.map { $0 - rows.lowerBound } ?? settings.focus, of: rows.count)
    settleFocus(from: settings.focus, context)
    syncTree(context)
  }

  /// Updates the rows after values have changed.
  ///
  /// The row of an open field stays even if a rule hides it now: another row would otherwise take the focus, and be drawn with the field and
  /// with what is typed in it.
  mutating func update(_ context: ScreenContext) {
    guard context.core.staleRows != .none else { return }
    let typed = field.flatMap { context.index.position(of: $0.place.entry.path) }
    keepingFocus(context) { core in
      core.updateOutline()
      if let typed { core.outline.reveal(typed, in: core.index) }
    }
  }

  /// Goes to a section.
  mutating func go(toSection node: Int, _ context: ScreenContext) {
    section = context.outline.place(of: node)
    settings = ListState()
    // A section among the settings of another begins at its heading.
    let above = context.outline.nodes[node].rows.lowerBound - rows(context).lowerBound
    settings.move(to: firstItem(context), of: rows(context).count)
    if section != node {
      settings.move(to: above, of: rows(context).count)
      settleFocus(from: 0, context)
    }
    pane = .settings
    syncTree(context)
  }

  /// A click on a row moves the focus there, and a click on the row with the focus does what Enter does.
  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    switch target {
    case .row(let row, pane: .settings):
      let isFocused = pane == .settings && settings.focus == row
      let before = settings.focus
      pane = .settings
      settings.move(to: row, of: rows(context).count)
      if isFocused { return perform(.activate, in: context) ?? [] }
      settleFocus(from: before, context)
    case .row(let row, pane: .sections):
      let visible = visibleSections(context)
      let isFocused = pane == .sections && sections.focus == row
      pane = .sections
      sections.move(to: row, of: visible.count)
      if visible.indices.contains(sections.focus) { show(visible[sections.focus], in: context) }
      if isFocused { return perform(.toggle, in: context) ?? [] }
    default: break
    }
    return []
  }

  /// The wheel moves the focus of the list under the pointer, not of the pane with the focus.
  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: ScreenContext) {
    switch target {
    case .row(_, pane: .sections)?, .sections?:
      let visible = visibleSections(context)
      sections.move(by: rows, of: visible.count)
      if visible.indices.contains(sections.focus) { show(visible[sections.focus], in: context) }
    default:
      let before = settings.focus
      settings.move(by: rows, of: self.rows(context).count)
      settleFocus(from: before, context)
    }
  }
}

/// Rows that the running app provides.
extension BrowseScreen {
  /// Returns the visible rows, as indices of the outline's rows.
  private func visibleRows(_ context: ScreenContext) -> Range<Int> {
    let rows = rows(context)
    let top = rows.lowerBound + settings.top
    return (top..<top + layout.settings.height).clamped(to: rows)
  }

  /// Returns what the app provides for the visible rows: the texts of details, and values for settings.
  func visibleRequests(_ context: ScreenContext) -> [AppRequest] {
    context.outline.rows[visibleRows(context)].compactMap { row in
      switch row {
      case .item(.row(let row)): row.isAction ? nil : .detail(row.name)
      case .item(.setting(let position)):
        context.index.settings[position].setting.choicesHook.map { .choices($0) }
      default: nil
      }
    }
  }

  /// Whether text on the screen can change without an event.
  func showsLiveText(_ context: ScreenContext) -> Bool {
    guard context.core.hasApp else { return false }
    return context.outline.rows[visibleRows(context)].contains { row in
      switch row {
      case .note(_, .header), .note(_, .footer): true
      case .item(.row(let row)): !row.isAction
      default: false
      }
    }
  }

  /// Cancels the focused action; returns `nil` if it isn't running.
  func cancelingFocused(_ context: ScreenContext) -> [EditorAction]? {
    guard pane == .settings, let row = focusedAppRow(context), row.isAction,
      context.core.appRows.running.contains(row.name)
    else { return nil }
    return [.cancelActions([row.name])]
  }

  /// A detail can be longer than its row, and an action can report more than its row shows; here is room for some lines of it.
  func drawHelp(_ row: AppRow, in area: Rect, into frame: inout Frame, context: ScreenContext) {
    var lines = [
      [Span(context.outline.titles(of: row.node).joined(separator: " \(frame.glyphs.separator) "))]
    ]
    func add(_ text: String, role: Style.Role) {
      lines += frame.glyphs.lines(text, role: role, columns: area.width, atMost: area.height)
    }
    if row.isAction {
      let action = context.core.appRows.actions[row.name]
      if let action { add(EditorCore.text(of: action).capitalizedFirst, role: EditorCore.role(of: action)) }
      if action?.state == .running {
        add("\(context.key(.back, in: .settings)) cancels it.", role: .secondary)
      } else if action?.state != .canceling {
        add(
          "\(context.key(.activate, in: .settings)) runs it at once; it is not a staged change.",
          role: .secondary)
      }
    } else {
      if let text = context.core.appRows.details[row.name] { add(text, role: .text) }
      add("The app provides this text; \(context.key(.copy, in: .settings)) copies it.", role: .secondary)
    }
    frame.draw(lines, in: area)
  }
}
