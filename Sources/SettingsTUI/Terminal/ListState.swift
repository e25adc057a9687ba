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

  /// Scrolls so far that the focus is visible, for rows of one line each.
  ///
  /// A focus behind the last row moves to it first, since a filter may have shortened the list. In an area without a line, one line is
  /// assumed.
  mutating func layOut(height: Int, count: Int) {
    page = max(1, height)
    focus = max(0, min(focus, count - 1))
    if focus < top { top = focus }
    if focus >= top + page { top = focus - page + 1 }
    top = max(0, min(top, count - page))
  }

  /// Scrolls so far that the focus is visible, for rows of several lines; `heights` is called only for rows that fit the area.
  ///
  /// `top` has two bounds: the earliest first row that still leaves room for the focus, and the latest that leaves no empty lines at the
  /// end. Each is found by walking up and adding heights until the area is full, so a list of a million rows costs as much as a list of a
  /// screen.
  ///
  /// With rows of 3 lines in 8 lines and the focus on row 5, the earliest `top` is 4: rows 4 and 5 fit, row 3 doesn't. A focused row that
  /// is higher than the area begins at its top.
  mutating func layOut(height: Int, count: Int, heights: (Int) -> Int) {
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
    top = min(max(top, earliest), focus)
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
