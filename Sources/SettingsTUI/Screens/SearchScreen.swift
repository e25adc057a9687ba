import SettingsEditing
import SettingsJSON

/// Searches titles, paths, keywords, values and help while a person types a query.
struct SearchScreen: Screen, LinePage {
  var line = LineEditor()
  private var result: (query: SearchQuery, items: [EditorItem]) = (SearchQuery(""), [])
  private var list = ListState()
  /// The revision of the model when the search was made.
  private var revision: Int
  /// The query that was searched for.
  private var searched: [Character] = []
  /// Whether the query is another one now. The search waits for the next frame or the next move: keys that arrive together are one search.
  private var isStale: Bool { line.characters != searched }

  let name = "Search"
  let isDialog = false

  let keyContext = KeyContext.search

  init(_ context: ScreenContext) { revision = context.core.revision }

  private var found: [EditorItem] { result.items }

  nonisolated static let keys = PageKeys<SearchScreen>(
    "The search",
    [
      .accept("Go to the setting", hint: "Go to") { page, context in
        page.updateFound(context)
        if let typed = page.typedPath(context) { return [typed.action] }
        guard page.found.indices.contains(page.list.focus) else {
          let typed = page.line.text.isEmpty ? nil : try? SettingPath(parsing: page.line.text)
          let hint = typed.flatMap { context.index.nearest(to: $0) }
          return [.note("Nothing is found to go to\(Phrase.didYouMean(hint)).")]
        }
        return [.goFound(page.found, at: page.list.focus)]
      }, .leave(),
    ],
    .init(KeyMap.rowsBelowField) { page, command, context in
      page.updateFound(context)
      return page.list.move(command, of: page.found.count) ? [] : nil
    }, .line, editor: KeyMap.besideText)

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    guard case .row(let row, _) = target else { return [] }
    updateFound(context)
    list.move(to: row, of: found.count)
    return perform(.accept, in: context) ?? []
  }

  /// What is typed counts before what is found, unless a person has moved the focus.
  private func typedPath(_ context: ScreenContext) -> (path: SettingPath, action: EditorAction)? {
    list.focus > 0 ? nil : context.typedPath(line.text, findsMore: !found.isEmpty)
  }

  /// Searches again when the query or values have changed. After a change of values, the focus stays on its result.
  private mutating func updateFound(_ context: ScreenContext) {
    guard isStale || revision != context.core.revision else { return }
    let focused = found.indices.contains(list.focus) && !isStale ? found[list.focus] : nil
    if isStale { list = ListState() }
    result = context.core.find(line.text)
    revision = context.core.revision
    searched = line.characters
    if let row = focused.flatMap({ found.firstIndex(of: $0) }) { list.move(to: row, of: found.count) }
  }

  func prepareForKeys(_ context: ScreenContext) -> Bool { context.core.prepareSearch() }

  mutating func focus(onRow row: Int, _ context: ScreenContext) { list.move(to: row, of: found.count) }
  var choosing: Command { .accept }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    result = context.core.find(line.text, isComplete: true)
    (searched, list) = (line.characters, ListState())
    let (query, found) = result
    let guide = "Type what to search for after the /. \(SearchFilter.sentence)"
    let line =
      query.fault
      ?? (query.isEmpty
        ? guide : found.isEmpty ? "Nothing was found." : "\(found.count) found, the best first.")
    return PlainPage(
      lines: [line], count: found.count,
      row: { row in
        let (item, core) = (found[row], context.core)
        let sections = core.sections(of: item)
        let place = core.places(of: [item], query)[0]?.phrase.map { ", found \($0)" } ?? ""
        return context.row(for: item).sentence(context.glyphs)
          + (sections.isEmpty ? "" : ", in \(sections.joined(separator: ", "))") + place
      }, subject: context.subjects(of: found), appRows: found.appRows)
  }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    updateFound(context)
    var area = frame.drawTitle(context, screen: "Search")
    let field = area.removeTop(1)
    let count = countText
    let countWidth = frame.glyphs.visible.width(of: count)
    frame.draw("/", x: field.x + 1, y: field.y, columns: 1, style: Style(.key))
    frame.draw(
      count, x: field.maxX - countWidth - 1, y: field.y, columns: countWidth,
      style: Style(found.isEmpty ? .problem : .secondary))
    frame.drawRule(in: area.removeTop(1))
    let help = area.height >= 10 ? area.removeBottom(4) : Rect(x: 0, y: 0, width: 0, height: 0)
    drawFound(list.layOut(height: area.height, count: found.count), in: area, &frame, context: context)
    if !help.isEmpty, let path = typedPath(context)?.path {
      frame.drawFooter([[Span("Go to \(path).")]], in: help)
    } else if !help.isEmpty, found.indices.contains(list.focus) {
      frame.drawFooter(
        noteLines(of: found[list.focus], columns: help.width - 2, in: context), in: help)
    }
    if found.isEmpty { drawGuide(in: area, &frame) }
    frame.drawHints(keyContext, context: context)
    // The field is drawn last, which leaves the cursor in it.
    frame.drawField(line, x: field.x + 3, y: field.y, columns: max(8, field.width - countWidth - 6))
  }

  /// Returns the lines of the help pane.
  private func noteLines(
    of item: EditorItem, columns: Int, in context: ScreenContext
  ) -> [[Span]] {
    switch item {
    case .setting(let position):
      SettingNotes(
        context.index.settings[position], context: context, columns: columns, isShort: true,
        namesKeys: false
      ).lines
    case .section(let node):
      context.glyphs.lines(ofHelp: context.outline.nodes[node].section.help, columns: columns, atMost: 10)
    case .part(let part): [[Span(part.path.description, role: .secondary)]]
    case .row: []
    }
  }

  /// What stands beside the field: the number of results, or the filters that the last word may become.
  private var countText: String {
    if result.query.isEmpty || result.query.fault != nil { return "" }
    if !result.query.hints.isEmpty { return result.query.hints.map(\.typed).joined(separator: " ") }
    return found.isEmpty ? "nothing found" : "\(found.count) found"
  }

  /// Draws what a person can type, or why the query can't be searched for.
  private func drawGuide(in area: Rect, _ frame: inout Frame) {
    var lines: [[Span]] = []
    if let fault = result.query.fault {
      lines = frame.glyphs.lines(fault, role: .problem, columns: area.width - 2, atMost: area.height)
    } else if result.query.isEmpty {
      if line.text.isEmpty {
        lines.append([Span("Type a part of a title, a path, a value or the help.", role: .secondary)])
      }
      lines += result.query.hints.map {
        [Span($0.typed.padded(to: 15), role: .key), Span($0.meaning, role: .secondary)]
      }
      if line.text.isEmpty {
        lines.append([
          Span("/PATTERN/".padded(to: 15), role: .key), Span("a regular expression", role: .secondary),
        ])
      }
    }
    frame.draw(lines, in: area.inset(horizontally: 1))
  }

  /// Beside a title are the sections around it, in a quarter of the columns at most; the same title can be in several sections. A result
  /// that doesn't match by its title says where it matches.
  private func drawFound(
    _ rows: Range<Int>, in area: Rect, _ frame: inout Frame, context: ScreenContext
  ) {
    let titleColumns = frame.titleColumns(for: found[rows].map(context.core.title), in: area)
    let mostColumns = area.width < 60 ? 0 : area.width / 4
    let visible = frame.glyphs.visible
    let places = rows.map { row in
      let sections = context.core.sections(of: found[row])
      let place = sections.joined(separator: " \(frame.glyphs.separator) ")
      return visible.truncate(place, columns: mostColumns)
    }
    let placeColumns = places.reduce(0) { max($0, visible.width(of: $1)) }
    let words = SearchWords(result.query.words)
    let matches = context.core.places(of: found[rows], result.query)
    frame.drawRows(rows, of: list, count: found.count, in: area) { row, isFocused, line, frame in
      let number = row - rows.lowerBound
      var valueRow = context.row(for: found[row])
      valueRow.matches = words?.ranges(in: valueRow.title) ?? []
      if placeColumns > 0 {
        let place = visible.pad(places[number], columns: placeColumns + 2)
        valueRow.value.insert(Span(place, role: .secondary), at: 0)
      }
      if valueRow.reason == nil {
        valueRow.reason = matches[number]?.phrase.map { Span($0, role: .secondary) }
      }
      frame.draw(
        valueRow, in: line, titleColumns: titleColumns, badgeColumns: 3, focus: isFocused ? .focus : .plain)
    }
  }
}
