import Settings

extension BrowseScreen {
  /// Shows a section's settings, with the focus on the first one.
  mutating func show(_ node: Int, _ context: ScreenContext) {
    guard node != section else { return }
    section = node
    settings = ListState()
    settings.move(to: firstItem(context), of: rows(context).count)
  }

  /// Returns the first row that can have the focus.
  func firstItem(_ context: ScreenContext) -> Int {
    let rows = rows(context)
    return rows.firstIndex { isItem($0, context) }.map { $0 - rows.lowerBound } ?? 0
  }

  /// Moves the focus from a row that can't have it to one that can: in the same direction if possible, otherwise back.
  mutating func settleFocus(from before: Int, _ context: ScreenContext) {
    let rows = rows(context)
    guard !rows.isEmpty, !isItem(rows.lowerBound + settings.focus, context) else { return }
    let here = rows.lowerBound + settings.focus
    let down = rows[here...].first { isItem($0, context) }
    let up = rows[..<here].last { isItem($0, context) }
    let goesDown = settings.focus >= before
    if let target = goesDown ? down ?? up : up ?? down {
      settings.move(to: target - rows.lowerBound, of: rows.count)
    }
  }

  /// Whether a row can have the focus.
  private func isItem(_ row: Int, _ context: ScreenContext) -> Bool {
    switch context.outline.rows[row] {
    case .setting, .app: true
    case .heading, .note, .prefix: false
    }
  }

  /// Goes to a setting, and reveals it if it is hidden.
  mutating func go(to position: Int, _ context: ScreenContext) {
    context.core.outline.reveal(position, context.index)
    section = context.outline.sections[position]
    settings = ListState()
    let rows = rows(context)
    if let row = context.outline.row(ofSetting: position) {
      settings.move(to: row - rows.lowerBound, of: rows.count)
    }
    pane = .settings
    syncTree(context)
  }

  /// Moves the tree's focus to the current section, and opens the sections around it.
  mutating func syncTree(_ context: ScreenContext) {
    if pane == .settings { sectionFilter = nil }
    var next = context.outline.nodes[section].parent
    while let node = next {
      closed.remove(node)
      next = context.outline.nodes[node].parent
    }
    let visible = visibleSections(context)
    sections.move(to: visible.firstIndex(of: section) ?? 0, of: visible.count)
  }

  /// Goes to the next or previous setting that the last search found.
  mutating func goToFound(_ step: Int, _ context: ScreenContext) -> [EditorAction] {
    let count = context.found.items.count
    guard count > 0 else {
      return [
        .say(
          .init("There is no search yet; \(context.key(.search, in: .settings)) searches.", .secondary))
      ]
    }
    context.found.current = (context.found.current + step + count) % count
    switch context.found.items[context.found.current] {
    case .setting(let position): go(to: position, context)
    case .section(let node):
      switch context.core.place(toShowSection: node) {
      case .setting(let position)?: go(to: position, context)
      case .section(let node)?: go(toSection: node, context)
      case nil: break
      }
    case .row(let row): go(to: row, context)
    case .part(let part): return [.goPart(part.path, of: part.position)]
    }
    isStepping = true
    return [.say(.init("Found \(context.found.current + 1) of \(count)", .secondary))]
  }

  /// Goes to the next or previous setting with a problem or a conflict.
  mutating func goToProblem(_ step: Int, _ context: ScreenContext) -> [EditorAction] {
    let positions = context.core.settingsWithProblems
    let core = context.core
    let others =
      core.summary.allProblems.count { core.index.entry(containing: $0.path) == nil }
      + core.layerProblems.count
    let list = "\(context.key(.problems, in: .settings)) lists all."
    guard !positions.isEmpty else {
      return [.say(others == 0 ? .noProblems : .init("No setting has a problem; \(list)", .secondary))]
    }
    let focused = focusedEntry(context).flatMap { context.index.position(of: $0.path) }
    let here = focused ?? context.outline.settings(in: section).min().map { $0 - 1 } ?? -1
    let next =
      step > 0
      ? positions.firstIndex { $0 > here } ?? 0
      : positions.lastIndex { $0 < here } ?? positions.count - 1
    go(to: positions[next], context)
    return [.say(.init("Setting \(next + 1) of \(positions.count) with problems; \(list)", .secondary))]
  }

  /// Shows the settings that pass a filter.
  mutating func show(_ filter: Filter, _ context: ScreenContext) -> [EditorAction] {
    keepingFocus(context) { $0.show(filter) }
    return [.say(filter.message)]
  }

  /// Changes the rows, and keeps the focus on its row if that is still visible, or moves it to a nearby row.
  @discardableResult
  mutating func keepingFocus<Result>(_ context: ScreenContext, _ body: (EditorCore) -> Result) -> Result {
    let old = rows(context)
    let focused =
      old.isEmpty ? nil : context.outline.rows[old.lowerBound + min(settings.focus, old.count - 1)]
    // The rows above, by distance, in case the focused row disappears.
    var distances: [Outline.Row: Int] = [:]
    for (distance, row) in context.outline.rows[old].prefix(settings.focus).reversed().enumerated() {
      switch row {
      case .setting, .app: distances[row] = distance + 1
      case .heading, .note, .prefix: break
      }
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
  mutating func keepingPlace<Failure>(
    _ context: ScreenContext, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let old = context.outline
    let focused = focusedEntry(context)?.path
    try body()
    func place(of node: Int) -> Int? { context.outline.node(at: old.nodes[node].path) }
    section = old.ancestors(of: section).last { place(of: $0) != nil }.flatMap(place) ?? 0
    closed = Set(closed.compactMap(place))
    sectionFilter = nil
    measured = nil
    context.found = ([], 0)
    context.knownRows = ScreenContext.KnownRows()
    let rows = rows(context)
    let position = focused.flatMap { context.index.position(of: $0) }
    let row = position.flatMap { context.outline.row(ofSetting: $0) }
    settings.move(to: row.map { $0 - rows.lowerBound } ?? settings.focus, of: rows.count)
    settleFocus(from: settings.focus, context)
    syncTree(context)
  }

  /// Updates the rows after values have changed.
  mutating func update(_ context: ScreenContext) {
    guard context.core.staleRows != .none else { return }
    keepingFocus(context) { $0.updateOutline() }
  }

  /// Goes to a section.
  mutating func go(toSection node: Int, _ context: ScreenContext) {
    section = node
    settings = ListState()
    settings.move(to: firstItem(context), of: rows(context).count)
    pane = .settings
    syncTree(context)
  }

  mutating func click(_ target: Frame.Target, _ context: ScreenContext) -> [EditorAction] {
    guard field == nil else { return [] }
    defer { if pane != .sections { sectionFilter = nil } }
    switch target {
    case .row(let row, pane: .settings):
      let isFocused = pane == .settings && settings.focus == row
      let before = settings.focus
      pane = .settings
      settings.move(to: row, of: rows(context).count)
      if isFocused { return perform(.activate, context) }
      settleFocus(from: before, context)
    case .row(let row, pane: .sections):
      let visible = visibleSections(context)
      let isFocused = pane == .sections && sections.focus == row
      pane = .sections
      sections.move(to: row, of: visible.count)
      if visible.indices.contains(sections.focus) { show(visible[sections.focus], context) }
      if isFocused { return perform(.toggle, context) }
    default: break
    }
    return []
  }

  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: ScreenContext) {
    guard field == nil else { return }
    switch target {
    case .row(_, pane: .sections)?, .pane(.sections)?:
      let visible = visibleSections(context)
      sections.move(by: rows, of: visible.count)
      if visible.indices.contains(sections.focus) { show(visible[sections.focus], context) }
    default:
      let before = settings.focus
      settings.move(by: rows, of: self.rows(context).count)
      settleFocus(from: before, context)
    }
  }
}
