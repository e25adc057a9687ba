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
  /// Whether the query is being typed. Afterwards, it stays in effect until it is cleared.
  private(set) var isTyping = false
  /// The rows that match; `nil` for all.
  private var found: [Int]?
  private var search: RowSearch?

  init(focus: Int = 0) {
    state = ListState(focus: focus)
  }

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
    let count = count(of: total)
    state.layOut(height: height, count: count)
    return state.top..<max(state.top, min(count, state.top + height))
  }

  /// Scrolls so that the focus is visible, for rows of several lines, and returns the places from the first visible row on.
  ///
  /// - Parameter heights: Returns the height of the row at a place; called only for rows that fit the area.
  mutating func layOut(height: Int, of total: Int, heights: (Int) -> Int) -> Range<Int> {
    let count = count(of: total)
    state.layOut(height: height, count: count, heights: heights)
    return state.top..<max(state.top, count)
  }

  /// What a person clicked.
  enum Click {
    /// The row that had the focus.
    case focusedRow
    /// A row that has the focus now.
    case otherRow
    case elsewhere
  }

  /// Moves the focus to a clicked row.
  mutating func click(_ target: Frame.Target, of total: Int) -> Click {
    guard case .row(let row, _) = target else { return .elsewhere }
    defer { state.move(to: row, of: count(of: total)) }
    return row == state.focus ? .focusedRow : .otherRow
  }

  // MARK: - Commands

  /// Performs a command that moves the focus, or that is about the query; returns `false` for another command.
  ///
  /// - Parameter strings: Returns the strings of all rows; called when a query begins.
  mutating func perform(_ command: Command, of total: Int, strings: () -> [RowStrings]) -> Bool {
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
      guard query.perform(command) else { return false }
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
    let focused = focusedRow(of: total)
    let top = state.top
    self = FilteredList(focus: focused ?? top)
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

  private mutating func find(of total: Int) {
    let focused = focusedRow(of: total)
    let result = search?.find(query.text)
    found = result?.rows
    if let result {
      state = ListState(focus: result.best)
    } else {
      state = ListState(focus: focused ?? 0)
    }
  }
}

extension Frame {
  /// Draws the visible rows of a list, one line each, and the scroll bar.
  mutating func drawRows(
    _ places: Range<Int>, of list: FilteredList, total: Int, in area: Rect,
    draw: (_ row: Int, _ isFocused: Bool, _ line: Rect, inout Frame) -> Void
  ) {
    for place in places {
      guard let row = list.row(at: place, of: total) else { continue }
      let line = Rect(x: area.x, y: area.y + place - places.lowerBound, width: area.width - 1, height: 1)
      draw(row, place == list.state.focus, line, &self)
      add(.row(place, pane: .settings), in: line)
    }
    drawScrollBar(atEndOf: area, top: list.state.top, of: list.count(of: total))
  }

  /// Draws the line with the query of a list, and puts the cursor into it while it is typed.
  mutating func drawQuery(_ list: FilteredList, of total: Int, prompt: String = "/", in area: Rect) {
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
