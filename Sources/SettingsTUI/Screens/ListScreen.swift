import SettingsEditing

/// A screen of rows that a query filters: the versions of a file, its problems, the elements of a list, the commands of another screen.
///
/// The screen says which rows there are, which of their strings a query searches, and which keys do what to one of them. How the focus
/// moves, how a query is typed, what a click means and what happens when the rows change is the same everywhere, and stands here.
///
///     command ─┬─ a query is typed ─▶ it is about the query, or moves the focus
///              └─ else ─────────────▶ its handler in `keys`, which can ask for the row that has the focus
///
/// Rows are numbers. A list of a million elements has no million row values: only those on the screen are made.
protocol ListScreen: Screen {
  var list: FilteredList { get set }
  /// The place of the keys while no query is typed.
  var listContext: KeyContext { get }
  /// Whether each letter that is typed begins or continues the query, so that no letter is a key. Enter then chooses the focused row, also
  /// while the query is typed, and an empty query ends by itself.
  var filtersByLetters: Bool { get }
  /// Returns the number of all rows, also of those that the query leaves out.
  mutating func count(_ context: ScreenContext) -> Int
  /// Returns the strings of all rows that a query searches; called when a query begins, and when the rows change under it.
  mutating func strings(_ context: ScreenContext) -> [RowStrings]
  /// Performs a command that moves the focus, or that is about the query; returns `false` for another command.
  mutating func moves(_ command: Command, in context: ScreenContext) -> Bool
  /// Returns the command of a click on a row; `nil` if the click only moves the focus.
  func command(ofClickOnFocus isFocused: Bool) -> Command?
  /// Reads the rows again, because the model has changed; returns the row that gets the focus, or `nil` to leave it where it is.
  mutating func reload(_ context: ScreenContext) -> Int?
}

extension ListScreen {
  var isDialog: Bool { false }
  var keyContext: KeyContext { list.isTyping ? .filter : listContext }
  var filtersByLetters: Bool { false }
  func command(ofClickOnFocus isFocused: Bool) -> Command? { isFocused ? .activate : nil }
  mutating func reload(_ context: ScreenContext) -> Int? { nil }

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    performInList(command, in: context)
  }

  /// A query that is typed has keys of its own, but where letters filter, Enter means the focused row all the same.
  mutating func performInList(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    guard list.isTyping else { return keys.perform(command, on: &self, in: context) }
    if filtersByLetters, command == .accept { return keys.perform(.choose, on: &self, in: context) }
    return moves(command, in: context) ? [] : nil
  }

  /// Returns the row that has the focus; `nil` if no row is shown.
  mutating func focusedRow(_ context: ScreenContext) -> Int? { list.focusedRow(of: count(context)) }

  mutating func moves(_ command: Command, in context: ScreenContext) -> Bool {
    moveInList(command, in: context)
  }

  mutating func moveInList(_ command: Command, in context: ScreenContext) -> Bool {
    changeList(in: context) { list, total, strings in
      list.perform(command, of: total, sharing: &context.core.killed, strings: strings)
    }
  }

  /// Inserts text into the query, which begins if it isn't being typed.
  mutating func filter(by text: String, in context: ScreenContext) {
    changeList(in: context) { list, total, strings in list.insert(text, of: total, strings: strings) }
  }

  private mutating func changeList<Result>(
    in context: ScreenContext, by change: (inout FilteredList, Int, () -> [RowStrings]) -> Result
  ) -> Result {
    // The strings are a function of the screen, which can't be read while a part of it is changed.
    var list = list
    let total = count(context)
    let result = change(&list, total) { strings(context) }
    if filtersByLetters { list.stopTypingIfEmpty(of: total) }
    self.list = list
    return result
  }

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    if list.isTyping || filtersByLetters { filter(by: text, in: context) }
    return []
  }

  mutating func click(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    clickInList(target, in: context)
  }

  mutating func clickInList(_ target: Frame.Target, in context: ScreenContext) -> [EditorAction] {
    guard case .row(let place, _) = target else { return [] }
    let command = command(ofClickOnFocus: place == list.state.focus)
    list.state.move(to: place, of: list.count(of: count(context)))
    return command.flatMap { perform($0, in: context) } ?? []
  }

  /// Reads the rows again once for each revision of the model; the query stays, and so does the focus if its row is still there.
  mutating func update(_ context: ScreenContext) {
    guard list.revision != context.core.revision else { return }
    list.revision = context.core.revision
    let row = reload(context)
    changeList(in: context) { list, total, strings in
      list.update(of: total, strings)
      if let row { list.move(to: row, of: total) }
    }
  }

  mutating func page(_ context: ScreenContext) -> PlainPage { rowsPage(context) }

  /// Returns the rows that the query shows, each as a sentence; by default with the strings that a query searches.
  mutating func rowsPage(
    _ context: ScreenContext, _ lines: [String] = [], sentence: (@MainActor (Int) -> String)? = nil
  ) -> PlainPage {
    let total = count(context)
    let (list, strings) = (list, sentence == nil ? strings(context) : [])
    return PlainPage(
      lines: [name] + lines, count: list.count(of: total),
      row: { place in
        list.row(at: place, of: total).map { row in sentence?(row) ?? strings[row].sentence } ?? ""
      }, prompt: list.isTyping ? "Filter: " : "Number: ")
  }

  mutating func focus(onRow row: Int, _ context: ScreenContext) {
    list.state.move(to: row, of: list.count(of: count(context)))
  }

  var choosing: Command { command(ofClickOnFocus: true) ?? .activate }

  /// Draws the title, the rows, lines about the focused row below them, and the hints.
  ///
  /// - Parameters:
  ///   - refused: The commands that mean nothing for the focused row.
  ///   - helpHeight: Returns the height of the lines, from the height between the title and the hints.
  ///   - hasBanner: Whether a pending confirmation is shown above the rows.
  ///   - empty: What is said instead of rows if there are none; by default, that nothing matches.
  ///   - more: The command that shows more about the focused row, if its lines have no room below the rows.
  ///   - title: Returns the title of a row, if the rows have titles in a column that is as wide as the widest one on the screen.
  ///   - help: Returns the lines about the focused row.
  ///   - draw: Draws a row in a line; gets the columns of the titles.
  mutating func drawList(
    in frame: inout Frame, _ context: ScreenContext, without refused: Set<Command> = [],
    helpHeight: (Int) -> Int, hasBanner: Bool = false, empty: String? = nil, more: Command? = nil,
    title: (_ row: Int) -> String = { _ in "" },
    help: (_ row: Int?, _ area: Rect) -> [[Span]]?,
    draw: (_ row: Int, _ isFocused: Bool, _ line: Rect, _ titleColumns: Int, inout Frame) -> Void
  ) {
    let total = count(context)
    var area = frame.drawTitle(context, screen: name)
    if hasBanner {
      frame.drawBanner(context, in: area.removeTop(context.core.hasBanner ? 1 : 0))
    }
    let helpArea = area.removeBottom(helpHeight(area.height))
    let query = area.removeTop(list.isActive ? 1 : 0)
    frame.cursor = Point(x: area.x, y: area.y)
    let places = list.layOut(height: area.height, of: total)
    let titles = places.compactMap { list.row(at: $0, of: total).map(title) }
    let columns = frame.titleColumns(for: titles, in: area)
    frame.drawRows(places, of: list, total: total, in: area) { draw($0, $1, $2, columns, &$3) }
    if places.isEmpty {
      frame.drawNote(total == 0 ? empty ?? context.nothingMatches : context.nothingMatches, in: area)
    }
    if let lines = help(list.focusedRow(of: total), helpArea) {
      frame.drawFooter(lines, in: helpArea)
      if let more, lines.count >= helpArea.height {
        frame.drawMore(context.key(more, in: listContext), in: helpArea.inset(horizontally: 1))
      }
    }
    frame.drawHints(keyContext, context: context, without: refused)
    frame.drawQuery(list, of: total, in: query.inset(horizontally: 1))
  }
}

extension RowStrings {
  /// The name and the values as a sentence.
  fileprivate var sentence: String {
    "\(name.trimmed)\(values.isEmpty ? "" : ": ")\(values.joined(separator: ", ").trimmed)"
  }
}

/// The rows of a list that match a typed query, with the focus and the scrolling. Without a query, it has all rows.
///
///     row     0  1  2  3  4  5       all rows of the owner
///     place      0     1     2       the rows that match (1, 3, 5), as they are shown
///
/// A *row* is a number in the owner's list, a *place* a number among the rows that are shown. Owners think in rows and only pass places
/// back. The rows keep their order, because a list that jumps with each key is hard to read; the best match gets the focus.
///
/// The owner's rows can change under it (``update(of:_:)``), in number, too. So their number is passed to each call and never kept.
struct FilteredList {
  /// The focus and the scrolling among the rows that are shown.
  var state = ListState()
  private(set) var query = LineEditor()
  /// The revision of the model when the rows were last read.
  var revision: Int?
  /// Whether the query is being typed. Afterwards, it stays in effect until it is cleared.
  private(set) var isTyping = false
  /// The rows that match; `nil` for all.
  private(set) var found: [Int]?
  private var search: RowSearch?

  /// Whether some rows can be hidden.
  var isActive: Bool { isTyping || found != nil }

  /// Returns the number of rows that are shown.
  func count(of total: Int) -> Int { found?.count ?? total }

  /// Returns the row at a place among the rows that are shown; `nil` for a place after the last one.
  func row(at place: Int, of total: Int) -> Int? {
    let row = found.map { $0.indices.contains(place) ? $0[place] : total } ?? place
    return (0..<total).contains(row) ? row : nil
  }

  /// Returns the row that has the focus; `nil` if no row is shown.
  func focusedRow(of total: Int) -> Int? { row(at: state.focus, of: total) }

  /// Moves the focus to a row, or to the nearest one that is shown.
  mutating func move(to row: Int, of total: Int) {
    guard let found else { return state.move(to: row, of: total) }
    state.move(to: found.firstIndex { $0 >= row } ?? found.count, of: found.count)
  }

  /// Scrolls so that the focus is visible, and returns the places of the visible rows.
  mutating func layOut(height: Int, of total: Int) -> Range<Int> {
    state.layOut(height: height, count: count(of: total))
  }

  // MARK: - Commands

  /// Performs a command that moves the focus, or that is about the query; returns `false` for another command.
  ///
  /// - Parameters:
  ///   - killed: What was deleted last in any line, which `yank` inserts.
  ///   - strings: Returns the strings of all rows; called when a query begins.
  mutating func perform(
    _ command: Command, of total: Int, sharing killed: inout String, strings: () -> [RowStrings]
  ) -> Bool {
    if state.move(command, of: count(of: total)) { return true }
    switch command {
    case .find:
      if total > 0 { begin(strings) }
      return true
    case .accept where isTyping:
      isTyping = false
      if query.isEmpty { clear(of: total) }
      return true
    case .back where isActive:
      clear(of: total)
      return true
    default:
      guard isTyping else { return false }
      let before = query.text
      guard query.perform(command, sharing: &killed) else { return false }
      if query.text != before { find(of: total) }
      return true
    }
  }

  /// Inserts text into the query, which begins if it isn't being typed.
  mutating func insert(_ text: String, of total: Int, strings: () -> [RowStrings]) {
    if !isTyping { begin(strings) }
    query.insert(text)
    find(of: total)
  }

  /// Shows all rows. The focus stays on its row.
  ///
  /// That is what a person expects: to find an element in a long list, and then to see its neighbors.
  mutating func clear(of total: Int) {
    let revision = revision
    let focus = focusedRow(of: total) ?? state.top
    self = FilteredList()
    state = ListState(focus: focus)
    self.revision = revision
  }

  /// Shows all rows if nothing is typed, where each letter begins a query.
  ///
  /// In such lists a query begins with the first letter, without a command; when the last letter is deleted, the keys of the list work
  /// again.
  mutating func stopTypingIfEmpty(of total: Int) {
    if isTyping, query.text.allSatisfy(\.isWhitespace) { clear(of: total) }
  }

  /// Finds the rows again after they have changed.
  mutating func update(of total: Int, _ strings: () -> [RowStrings]) {
    guard isActive else { return state.move(by: 0, of: total) }
    search = RowSearch(strings())
    let focused = focusedRow(of: total)
    found = search?.find(query.text)?.rows
    move(to: focused ?? state.focus, of: total)
  }

  private mutating func begin(_ strings: () -> [RowStrings]) {
    search = RowSearch(strings())
    isTyping = true
  }

  /// The best match gets the focus. Without words in the query, all rows are shown, and the focused row keeps the focus.
  private mutating func find(of total: Int) {
    let focused = focusedRow(of: total)
    let result = search?.find(query.text)
    found = result?.rows
    state = ListState(focus: result?.best ?? focused ?? 0)
  }
}

/// The focused row of a list and how far the list is scrolled.
///
/// It doesn't know the rows: their number is passed to each move, because a filter or a change of the document can alter it between two
/// keys. The list scrolls as little as needed to show the focus, and leaves no empty lines at the end while rows above are hidden. Both are
/// settled when the list is drawn (``layOut(height:count:)``), since only then is its height known.
///
///     20 rows in 4 lines, focus 0, top 0   moveToEnd ─▶ focus 19   layOut ─▶ top 16
///     then a filter leaves 3 rows                                  layOut ─▶ focus 2, top 0
///
/// After a layout, `top ≤ focus`, and the focused row is visible. Between a move and the next layout, `top` is that of the last frame. An
/// empty list has the focus 0, so whoever reads a row checks first.
struct ListState: Hashable, Sendable {
  private(set) var focus = 0
  /// The first row on the screen. With rows of several lines, the last rows of the screen follow from it and from their heights.
  private(set) var top = 0
  /// The number of lines of the area at the last layout, at least 1: how far a page is.
  private(set) var page = 1

  init(focus: Int = 0) {
    self.focus = max(0, focus)
  }

  /// Moves the focus to a row, or to the nearest row; to 0 in an empty list. The list isn't scrolled until it is laid out.
  mutating func move(to row: Int, of count: Int) {
    focus = max(0, min(row, count - 1))
  }

  mutating func move(by rows: Int, of count: Int) {
    move(to: focus + rows, of: count)
  }

  /// Scrolls so far that the focus is visible, for rows of one line each; returns the visible rows.
  ///
  /// A focus behind the last row moves to it first, since a filter may have shortened the list. In an area without a line, one line is
  /// assumed.
  @discardableResult
  mutating func layOut(height: Int, count: Int) -> Range<Int> {
    page = max(1, height)
    focus = max(0, min(focus, count - 1))
    if focus < top { top = focus }
    if focus >= top + page { top = focus - page + 1 }
    top = max(0, min(top, count - page))
    return top..<max(top, min(count, top + height))
  }

  /// Scrolls so far that the focus is visible, for rows of several lines; `heights` is called only for rows that fit the area.
  ///
  /// `top` has two bounds: the earliest first row that still leaves room for the focus, and the latest that leaves no empty lines at the
  /// end. Each is found by walking up and adding heights until the area is full, so a list of a million rows costs as much as a list of a
  /// screen.
  ///
  /// With rows of 3 lines in 8 lines and the focus on row 5, the earliest `top` is 4: rows 4 and 5 fit, row 3 doesn't. A focused row that
  /// is higher than the area begins at its top.
  ///
  /// - Parameter first: The first row that can have the focus. When it has the focus, the list also shows the headings above it.
  mutating func layOut(height: Int, count: Int, first: Int = 0, heights: (Int) -> Int) {
    focus = max(0, min(focus, count - 1))
    guard count > 0 else {
      top = 0
      page = 1
      return
    }
    // Find the earliest first row that leaves room for the focus.
    var room = height - heights(focus)
    var earliest = focus
    while earliest > 0 {
      room -= heights(earliest - 1)
      if room < 0 { break }
      earliest -= 1
    }
    top = focus <= first ? earliest : min(max(top, earliest), focus)
    // Leave no empty lines below the last row while rows above are hidden.
    room = height
    var latest = count
    while latest > 0 {
      room -= heights(latest - 1)
      if room < 0 { break }
      latest -= 1
    }
    top = max(0, min(top, latest))
    page = max(1, height)
  }

  /// Scrolls text to read, which has no focused row: the focus is the first visible line.
  mutating func scroll(_ command: Command, through lines: Int) -> Bool {
    move(command, of: lines - page + 1)
  }

  /// Scrolls to a line, or as far as the text goes; returns the first visible line.
  mutating func scroll(to line: Int, height: Int, of lines: Int) -> Int {
    page = max(1, height)
    move(to: line, of: lines - page + 1)
    return focus
  }

  /// Performs a moving command; returns `false` for any other command.
  ///
  /// A page moves by one row less than the area has, so one row of the last page stays visible. Moves end at the first and the last row.
  mutating func move(_ command: Command, of count: Int) -> Bool {
    switch command {
    case .moveUp: move(by: -1, of: count)
    case .moveDown: move(by: 1, of: count)
    case .pageUp: move(by: -max(1, page - 1), of: count)
    case .pageDown: move(by: max(1, page - 1), of: count)
    case .halfPageUp: move(by: -max(1, page / 2), of: count)
    case .halfPageDown: move(by: max(1, page / 2), of: count)
    case .moveToStart: move(to: 0, of: count)
    case .moveToEnd: move(to: count - 1, of: count)
    default: return false
    }
    return true
  }
}

extension Frame {
  /// Draws the visible rows of a list, one line each, and the scroll bar.
  mutating func drawRows(
    _ rows: Range<Int>, of list: ListState, count: Int, in area: Rect,
    draw: (_ row: Int, _ isFocused: Bool, _ line: Rect, inout Frame) -> Void
  ) {
    for row in rows {
      let line = Rect(x: area.x, y: area.y + row - rows.lowerBound, width: area.width - 1, height: 1)
      draw(row, row == list.focus, line, &self)
      add(.row(row, pane: .settings), in: line)
    }
    drawScrollBar(atEndOf: area, top: list.top, of: count)
  }

  mutating func drawRows(
    _ places: Range<Int>, of list: FilteredList, total: Int, in area: Rect,
    draw: (_ row: Int, _ isFocused: Bool, _ line: Rect, inout Frame) -> Void
  ) {
    drawRows(places, of: list.state, count: list.count(of: total), in: area) {
      place, isFocused, line, frame in
      if let row = list.row(at: place, of: total) { draw(row, isFocused, line, &frame) }
    }
  }

  /// Draws the line with the query of a list, and puts the cursor into it while it is typed.
  mutating func drawQuery(_ list: FilteredList, of total: Int, prompt: String = ">", in area: Rect) {
    guard list.isActive, !area.isEmpty else { return }
    let count = list.count(of: total)
    let text = list.query.isEmpty ? "" : count == 0 ? "nothing found" : "\(count) of \(total)"
    let width = glyphs.visible.width(of: text)
    draw(prompt, x: area.x, y: area.y, columns: 1, style: Style(.key))
    draw(
      text, x: area.maxX - width, y: area.y, columns: width, style: Style(count == 0 ? .problem : .secondary))
    let columns = max(4, area.width - width - 3)
    if list.isTyping {
      drawField(list.query, x: area.x + 2, y: area.y, columns: columns)
    } else {
      draw(list.query.text, x: area.x + 2, y: area.y, columns: columns)
    }
  }
}
