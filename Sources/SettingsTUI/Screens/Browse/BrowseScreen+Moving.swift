import Settings

extension BrowseScreen {
  /// Shows a section's settings, the focus on the first one.
  mutating func show(_ node: Int, _ context: EditorContext) {
    guard node != section else { return }
    section = node
    settings = ListState()
    settings.move(to: firstSetting(context), of: rows(context).count)
  }

  /// The first row that holds a setting.
  func firstSetting(_ context: EditorContext) -> Int {
    let rows = rows(context)
    return rows.firstIndex { isSetting($0, context) }.map { $0 - rows.lowerBound } ?? 0
  }

  /// Puts the focus on a setting after it moved to a row that holds none: on in the same direction, else back.
  mutating func settleFocus(from before: Int, _ context: EditorContext) {
    let rows = rows(context)
    guard !rows.isEmpty, !isSetting(rows.lowerBound + settings.focus, context) else { return }
    let here = rows.lowerBound + settings.focus
    let down = rows[here...].first { isSetting($0, context) }
    let up = rows[..<here].last { isSetting($0, context) }
    let goesDown = settings.focus >= before
    if let target = goesDown ? down ?? up : up ?? down {
      settings.move(to: target - rows.lowerBound, of: rows.count)
    }
  }

  private func isSetting(_ row: Int, _ context: EditorContext) -> Bool {
    if case .setting = context.outline.rows[row] { return true }
    return false
  }

  /// Goes to a setting, wherever it is.
  mutating func go(to position: Int, _ context: EditorContext) {
    context.outline.reveal(position, context.index)
    section = context.outline.sections[position]
    settings = ListState()
    let rows = rows(context)
    if let row = context.outline.row(ofSetting: position) {
      settings.move(to: row - rows.lowerBound, of: rows.count)
    }
    pane = .settings
    syncTree(context)
  }

  /// Puts the tree's focus on the section whose settings show, and opens what is around it.
  mutating func syncTree(_ context: EditorContext) {
    var next = context.outline.nodes[section].parent
    while let node = next {
      closed.remove(node)
      next = context.outline.nodes[node].parent
    }
    let visible = visibleSections(context)
    sections.move(to: visible.firstIndex(of: section) ?? 0, of: visible.count)
  }

  /// Goes on to the next setting that the last search found, or back.
  mutating func goToFound(_ step: Int, _ context: EditorContext) -> [ScreenAction] {
    let count = context.found.settings.count
    guard count > 0 else {
      return [
        .say(
          .init("Nothing was searched for yet; \(context.key(.search, in: .settings)) searches.", .secondary))
      ]
    }
    context.found.current = (context.found.current + step + count) % count
    go(to: context.found.settings[context.found.current], context)
    isStepping = true
    return [.say(.init("Found \(context.found.current + 1) of \(count)", .secondary))]
  }

  /// Shows advanced settings, or hides them, with the focus where it was if that still shows.
  mutating func toggleAdvanced(_ context: EditorContext) -> [ScreenAction] {
    let shows = !context.outline.visibility.showsAll
    keepingFocus(context) { $0.showAll(shows) }
    return [
      .say(.init(shows ? "All settings show." : "Advanced and hidden settings are left out.", .secondary))
    ]
  }

  /// Goes on to the next filter: all, only changed, only not default.
  mutating func goOnFiltering(_ context: EditorContext) -> [ScreenAction] {
    let next = context.filter.next
    keepingFocus(context) { $0.show(next) }
    let text =
      switch next {
      case .all: "All settings show."
      case .changed: "Only changed settings show."
      case .nonDefault: "Only settings that are not at their default show."
      }
    return [.say(.init(text, .secondary))]
  }

  /// Changes which rows there are, with the focus where it was if that still shows, or near it.
  mutating func keepingFocus(_ context: EditorContext, _ body: (EditorContext) -> Void) {
    let old = rows(context)
    let focused = focusedEntry(context).flatMap { context.index.position(of: $0.path) }
    // What stood above, by distance, if the focused row itself goes.
    var distances: [Outline.Row: Int] = [:]
    for (distance, row) in context.outline.rows[old].prefix(settings.focus).reversed().enumerated() {
      if case .setting = row { distances[row] = distance + 1 }
    }
    if let focused { distances[.setting(focused)] = 0 }
    body(context)
    measured = nil
    while !context.outline.isShown(section), let parent = context.outline.nodes[section].parent {
      section = parent
    }
    let rows = rows(context)
    let nearest = rows.lazy
      .compactMap { row in distances[context.outline.rows[row]].map { (row: row, distance: $0) } }
      .min { $0.distance < $1.distance }
    settings.move(to: nearest.map { $0.row - rows.lowerBound } ?? firstSetting(context), of: rows.count)
    if pane == .sections { syncTree(context) }
  }

  /// Makes the rows anew after values have changed.
  mutating func update(_ context: EditorContext) {
    guard context.isOutlineStale || context.isHidingStale else { return }
    keepingFocus(context) { $0.updateOutline() }
  }

  /// Goes to a section.
  mutating func go(toSection node: Int, _ context: EditorContext) {
    section = node
    settings = ListState()
    settings.move(to: firstSetting(context), of: rows(context).count)
    pane = .settings
    syncTree(context)
  }

  mutating func click(_ target: Frame.Target, _ context: EditorContext) -> [ScreenAction] {
    guard field == nil else { return [] }
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

  mutating func scroll(by rows: Int, over target: Frame.Target?, _ context: EditorContext) {
    guard field == nil else { return }
    switch target {
    case .row(_, pane: .sections)?, .pane(.sections)?:
      let visible = visibleSections(context)
      sections.move(by: rows, of: visible.count)
      show(visible[sections.focus], context)
    default:
      let before = settings.focus
      settings.move(by: rows, of: self.rows(context).count)
      settleFocus(from: before, context)
    }
  }
}
