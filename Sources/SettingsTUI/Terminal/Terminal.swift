import CTerminal
import SettingsSystem

/// The terminal while the editor uses it: a thin layer over curses, which paints, and over the system, which reports keys and
/// signals.
@MainActor
final class Terminal {
  let glyphs: Glyphs
  private(set) var theme: Theme
  /// Whether the terminal was asked for its background, and hasn't replied yet.
  private var awaitsBackground = false
  private var sources: TerminalEvents?
  private var shown: Grid?
  private var shownHyperlinks: [Hyperlink] = []
  private let showsHyperlinks = Terminal.showsHyperlinks { EnvironmentVariables.value($0) }
  private var pairs: [Theme.Paint: Int16] = [:]

  /// Whether the terminal of the process is in use.
  private static var isOpen = false

  /// Takes over the terminal of standard input and output. The handler is called for each event, in order.
  init(
    usesMouse: Bool, handler: @escaping @MainActor (TerminalEvent) -> Void
  ) throws(EditorError) {
    guard !Self.isOpen else { throw .alreadyOpen }
    guard ByteStream(Self.input).isTerminal, ByteStream(Self.output).isTerminal else {
      throw .noTerminal(.redirected)
    }
    let type = EnvironmentVariables.value("TERM") ?? ""
    guard type != "", type != "dumb", type != "unknown" else {
      throw .noTerminal(.unsuitable(type: type))
    }
    // Catch signals before curses starts, because curses would install its own handlers.
    let signals = cterminal_catch_signals()
    guard signals >= 0 else { throw .noTerminal(.failed(code: SystemError.last("pipe").code)) }
    guard cterminal_open(Self.input, Self.output, usesMouse) else {
      cterminal_release_signals()
      throw .noTerminal(.unsuitable(type: type))
    }
    Self.isOpen = true
    let palette = Theme.palette(
      colors: Int(cterminal_colors()), noColor: EnvironmentVariables.value("NO_COLOR"))
    theme = Theme(
      palette: palette, background: Theme.Background(colors: EnvironmentVariables.value("COLORFGBG")))
    glyphs = Glyphs(Self.repertoire(isUTF8: cterminal_is_utf8(), type: type))
    // The variable of curses, in milliseconds. Its default of a second would make Esc feel slow.
    let delay = EnvironmentVariables.value("ESCDELAY").flatMap { Int($0) } ?? 40
    sources = TerminalEvents(
      input: Self.input, signals: signals, escapeDelay: max(1, min(delay, 5000))
    ) { [weak self] event in
      self?.take(event)
      handler(event)
    }
    if palette != .none, Self.tellsBackground(type: type) { askForBackground() }
  }

  /// Whether a type of terminal understands the question for its background, or ignores it. The Linux console would print it.
  private static func tellsBackground(type: String) -> Bool {
    [
      "xterm", "tmux", "rxvt", "foot", "alacritty", "kitty", "wezterm", "ghostty", "contour", "konsole",
      "vte", "st-",
    ]
    .contains(where: type.hasPrefix)
  }

  /// Asks the terminal for its background (OSC 11 of xterm). The reply comes among the keys, usually before the first one.
  private func askForBackground() {
    awaitsBackground = true
    send("\u{1B}]11;?\u{1B}\\")
  }

  /// Takes over the theme of the terminal's background.
  private func take(_ event: TerminalEvent) {
    guard case .input(let events) = event else { return }
    for case .background(let background) in events {
      awaitsBackground = false
      guard background != theme.background else { continue }
      theme.background = background
      shown = nil
    }
  }

  func send(_ text: String) {
    var text = text
    text.withUTF8 { buffer in
      buffer.withMemoryRebound(to: CChar.self) { cterminal_send($0.baseAddress, $0.count) }
    }
  }

  /// Restores the terminal.
  func close() {
    guard Self.isOpen, let sources else { return }
    // A reply that arrives later would be typed into the shell.
    if awaitsBackground { sources.readInput(waiting: 50) }
    sources.cancel()
    self.sources = nil
    cterminal_close()
    cterminal_release_signals()
    Self.isOpen = false
  }

  /// Reports the keys that have arrived but weren't read yet.
  func readInput() { sources?.readInput() }

  /// Returns the current size of the window.
  func measure() -> Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cterminal_measure(&columns, &rows) else { return Size(width: 80, height: 24) }
    return Size(width: Int(columns), height: Int(rows))
  }

  /// Restores the terminal and stops the process; returns when the process is continued.
  func suspend() {
    cterminal_suspend()
    shown = nil
  }

  /// Takes over the terminal again after another process stopped this one.
  func resume() {
    cterminal_resume()
    shown = nil
  }

  /// Shows the frame.
  ///
  /// Cost: linear in the rows that changed; curses sends only what differs from the screen.
  func paint(_ frame: borrowing Frame) {
    let grid = frame.grid
    let old = shown?.size == grid.size ? shown : nil
    if old == nil { cterminal_invalidate() }
    var painted: Set<Int> = []
    for y in 0..<grid.size.height {
      let row = grid.row(y)
      if let old {
        if old.row(y) == row { continue }
        painted.insert(y)
        paint(row, at: y, instead: old.row(y))
      } else {
        painted.insert(y)
        paint(row, at: y, instead: nil)
      }
    }
    shown = grid
    cterminal_show(
      Int32(max(0, min(frame.cursor.y, grid.size.height - 1))),
      Int32(max(0, min(frame.cursor.x, grid.size.width - 1))))
    guard showsHyperlinks else { return }
    let links = frame.hyperlinks.filter(\.isSafe)
    // Curses may have overwritten a link of a row that it painted.
    if links != shownHyperlinks || links.contains(where: { painted.contains($0.place.y) }) {
      show(links, in: grid)
      shownHyperlinks = links
    }
  }

  private func paint(_ row: ArraySlice<Cell>, at y: Int, instead old: ArraySlice<Cell>?) {
    // Half of a wide character can't be painted, so paint everything from the first change to the last.
    var first = row.startIndex
    var last = row.endIndex - 1
    // Neighboring cells mostly have the same style.
    var styled: (style: Style, attributes: Int32, pair: Int16)?
    var scalars: [UInt32] = []
    if let old {
      while first < last, row[first] == old[first] { first += 1 }
      while last > first, row[last] == old[last] { last -= 1 }
      while first > row.startIndex, row[first].isContinuation || old[first].isContinuation { first -= 1 }
    }
    for index in first...max(first, last) {
      let cell = row[index]
      if cell.isContinuation { continue }
      if styled?.style != cell.style {
        let paint = theme.paint(cell.style)
        styled = (cell.style, paint.attributes, pair(paint))
      }
      let width: Int32 = index + 1 < row.endIndex && row[index + 1].isContinuation ? 2 : 1
      scalars.removeAll(keepingCapacity: true)
      cell.forEachScalar { scalars.append($0) }
      cterminal_put(
        Int32(y), Int32(index - row.startIndex), scalars, Int32(scalars.count), width,
        styled?.attributes ?? 0,
        styled?.pair ?? 0)
    }
  }

  /// Returns the number of a pair of colors in curses.
  private func pair(_ paint: Theme.Paint) -> Int16 {
    let colors = Theme.Paint(foreground: paint.foreground, background: paint.background)
    guard colors != Theme.Paint() else { return 0 }
    if let pair = pairs[colors] { return pair }
    let pair = Int16(pairs.count + 1)
    cterminal_set_pair(pair, colors.foreground, colors.background)
    pairs[colors] = pair
    return pair
  }

  private static func repertoire(isUTF8: Bool, type: String) -> Glyphs.Repertoire {
    guard isUTF8 else { return .ascii }
    return type == "linux" ? .console : .full
  }

  private static let input: Int32 = 0
  private static let output: Int32 = 1
}
