import Settings

/// A query that filters the tree of sections.
extension BrowseScreen {
  /// The sections that match a query, and what a person types.
  struct SectionFilter {
    var query = LineEditor()
    var isTyping = true
    /// The sections to show: those that match, and those around them; `nil` for all.
    var shown: Set<Int>?
    /// The section that had the focus before, which gets it again if the query is canceled.
    let origin: Int
  }

  /// Performs a command about the query; returns `false` for another command.
  mutating func performInSectionFilter(_ command: Command, _ context: ScreenContext) -> Bool {
    guard pane == .sections else { return false }
    if command == .find {
      if sectionFilter == nil { sectionFilter = SectionFilter(origin: section) }
      sectionFilter?.isTyping = true
      return true
    }
    guard let filter = sectionFilter else { return false }
    switch command {
    case .accept where filter.isTyping:
      sectionFilter?.isTyping = false
      if filter.query.isEmpty { sectionFilter = nil }
      return true
    case .back:
      sectionFilter = nil
      syncTree(context)
      return true
    default:
      guard filter.isTyping, sectionFilter?.query.perform(command) == true else { return false }
      if sectionFilter?.query.text != filter.query.text { filterSections(context) }
      return true
    }
  }

  mutating func insertIntoSectionFilter(_ text: String, _ context: ScreenContext) {
    guard sectionFilter?.isTyping == true else { return }
    sectionFilter?.query.insert(text)
    filterSections(context)
  }

  /// Shows the sections that match the query, and moves the focus to the best match.
  private mutating func filterSections(_ context: ScreenContext) {
    guard let filter = sectionFilter else { return }
    let nodes = context.outline.nodes
    let all = nodes.indices.filter { context.outline.isShown($0) }
    let search = RowSearch(
      all.map { node in
        RowStrings(
          name: nodes[node].section.title, value: nodes[node].path.description, help: nodes[node].section.help
        )
      })
    guard let result = search.find(filter.query.text) else {
      sectionFilter?.shown = nil
      show(filter.origin, context)
      syncTree(context)
      return
    }
    let found = result.rows.map { all[$0] }
    sectionFilter?.shown = Set(found.flatMap { context.outline.ancestors(of: $0) })
    guard found.indices.contains(result.best) else { return }
    let best = found[result.best]
    let visible = visibleSections(context)
    sections.move(to: visible.firstIndex(of: best) ?? 0, of: visible.count)
    show(best, context)
  }

  /// Draws the query above the tree.
  func drawSectionQuery(in area: Rect, _ frame: inout Frame) {
    guard let filter = sectionFilter, !area.isEmpty else { return }
    let isMissing = filter.shown?.isEmpty == true
    frame.draw("/", x: area.x + 1, y: area.y, columns: 1, Style(isMissing ? .problem : .key))
    let columns = max(4, area.width - 4)
    if filter.isTyping {
      frame.drawField(filter.query, x: area.x + 3, y: area.y, columns: columns)
    } else {
      frame.draw(filter.query.text, x: area.x + 3, y: area.y, columns: columns)
    }
  }
}
