import CTerminal
import SettingsJSON
import SettingsSystem

/// The terminal while the editor uses it: a thin layer over curses, which paints, and over the system, which reports keys and signals.
///
///     init ─▶ paint, readInput, copy, suspend, lend … ─▶ close
///              │
///              └─ events ─▶ handler, on the main actor
///
/// ``EditorSession`` and ``ListPicker`` own one each while they run: a process has one terminal, so a second one at the same time is
/// ``EditorError/alreadyOpen``. The editor is a guest in an app's process. ``close()`` therefore gives back the modes, the screen, the
/// locale and the handlers of signals; for the ways out that never reach it (a crash, `exit` in a hook of the app), the C code keeps the
/// bytes and the modes that restore the terminal.
///
/// Only this type and ``TerminalEvents`` touch the terminal. ``ScreenEditor`` makes frames and takes events, so tests need neither.
@MainActor
final class Terminal {
  let glyphs: Glyphs
  /// The colors. They change while the editor is open if the terminal tells its background late.
  private(set) var theme: Theme
  /// Whether the terminal was asked for its background, and hasn't replied yet. A reply must not arrive after the editor has closed.
  private var awaitsBackground = false
  private var sources: TerminalEvents?
  /// The grid that the screen shows; `nil` if nobody knows what it shows, so the next frame is painted as a whole.
  private var shown: Grid?
  /// The links as they were written last; they are written again only if they differ, or if their rows were painted.
  private var shownHyperlinks: [Hyperlink] = []
  private let showsHyperlinks = Terminal.showsHyperlinks { EnvironmentVariables.value($0) }
  /// The pairs of colors that were defined in curses, which paints by the number of a pair. A theme has some dozens of them.
  private var pairs: [Theme.Paint: Int16] = [:]

  private static var isOpen = false

  /// Takes over the terminal of standard input and output. The handler is called for each event, in order.
  ///
  /// Throws without any change if standard input or output isn't a terminal, if its type can't place the cursor, if signals can't be
  /// caught, or if another editor is open. The order matters from the signals on: a signal between two of the steps finds the handlers in
  /// place, and a failure of curses releases them again.
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
    // Catch signals before curses starts, because curses would install its own handlers. From here on, each failure has to release them.
    let signals = cterminal_catch_signals()
    guard signals >= 0 else { throw .noTerminal(.failed(code: SystemCallError.last("pipe").code)) }
    // A machine that doesn't know a new terminal by its type knows the type that such terminals imitate.
    guard
      cterminal_open(
        Self.input, Self.output, Self.tellsBackground(type: type) ? "xterm-256color" : nil, usesMouse)
    else {
      cterminal_release_signals()
      throw .noTerminal(.unsuitable(type: type))
    }
    Self.isOpen = true
    // `COLORFGBG` may be inherited from another terminal; this terminal's own answer replaces it.
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
  ///
  /// The types are prefixes: `xterm` includes `xterm-256color`, the value of most terminals.
  private static func tellsBackground(type: String) -> Bool {
    [
      "xterm", "tmux", "rxvt", "foot", "alacritty", "kitty", "wezterm", "ghostty", "contour", "konsole",
      "vte", "st-",
    ]
    .contains(where: type.hasPrefix)
  }

  /// Asks the terminal for its background (OSC 11 of xterm). The reply comes among the keys, usually before the first one.
  ///
  /// Nothing waits for it: the first frame is painted with the colors that can be read on any background, and painted again after the
  /// reply.
  private func askForBackground() {
    awaitsBackground = true
    send("\u{1B}]11;?\u{1B}\\")
  }

  /// Takes over the theme of the terminal's background, before the editor gets the event. A theme that changes repaints the whole screen.
  private func take(_ event: TerminalEvent) {
    guard case .input(let events) = event else { return }
    for case .background(let background) in events {
      awaitsBackground = false
      guard background != theme.background else { continue }
      theme.background = background
      shown = nil
    }
  }

  /// Writes a control string past curses, at once; nothing on old consoles, which would show it as text.
  ///
  /// It must leave the screen and the cursor as curses knows them.
  func send(_ text: String) {
    var text = text
    text.withUTF8 { buffer in
      buffer.withMemoryRebound(to: CChar.self) { cterminal_send($0.baseAddress, $0.count) }
    }
  }

  /// Restores the terminal. Does nothing if it is closed already.
  ///
  /// If the terminal was asked for its background and hasn't replied, the reply is awaited for 50 ms. Later, the shell would get it as
  /// typed text.
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

  /// Reports the keys that have arrived but weren't read yet, by calls of the handler before it returns.
  ///
  /// A question asks for this before it accepts keys: what was typed before it was visible must not answer it.
  func readInput() { sources?.readInput() }

  /// Returns the current size of the window, which curses learns with it; 80 by 24 if nobody knows it.
  ///
  /// The session measures before each frame. A signal for a changed size therefore only has to cause a frame.
  func measure() -> Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cterminal_measure(&columns, &rows) else { return Size(width: 80, height: 24) }
    return Size(width: Int(columns), height: Int(rows))
  }

  /// Restores the terminal and stops the process, as Ctrl-Z does in a shell; returns when the process is continued.
  ///
  /// In raw mode, Ctrl-Z is a key like others, so the editor has to stop itself.
  func suspend() {
    cterminal_suspend()
    shown = nil
  }

  /// Takes over the terminal again, and paints everything with the next frame.
  ///
  /// For a process that was stopped and continued, and for Ctrl-L, when other output has damaged the screen.
  func resume() {
    cterminal_resume()
    shown = nil
  }

  /// Shows the frame.
  ///
  /// Cost: linear in the rows that changed; curses sends only what differs from the screen.
  ///
  /// There are two comparisons. This one finds the rows that differ from the last frame, because handing all cells to curses costs more
  /// than drawing them. Curses then compares what it gets with what it believes to be on the screen, and sends as few bytes as it can,
  /// which matters over a slow connection.
  ///
  /// The belief can be wrong: after the process was stopped or the window has changed its size, the whole screen is sent again (`shown =
  /// nil`).
  ///
  /// Links come last, since curses doesn't know them: their text is written over itself, with the marks of the link around it.
  func paint(_ frame: borrowing Frame) {
    let grid = frame.grid
    let old = shown?.size == grid.size ? shown : nil
    if old == nil { cterminal_invalidate() }
    var painted: Set<Int> = []
    for y in 0..<grid.size.height {
      let (row, before) = (grid.row(y), old?.row(y))
      if before == row { continue }
      painted.insert(y)
      paint(row, at: y, instead: before)
    }
    shown = grid
    cterminal_show(
      Int32(max(0, min(frame.cursor.y, grid.size.height - 1))),
      Int32(max(0, min(frame.cursor.x, grid.size.width - 1))))
    guard showsHyperlinks else { return }
    let links = frame.hyperlinks.filter(\.isSafe)
    // Curses might have overwritten a link of a row that it painted.
    if links != shownHyperlinks || links.contains(where: { painted.contains($0.place.y) }) {
      show(links, in: grid)
      shownHyperlinks = links
    }
  }

  /// Hands the changed part of a row to curses: from the first cell that differs to the last, or all of it without an old row.
  ///
  /// For `Port 8080` instead of `Port 80`, that is `80` at the end. The part begins earlier if it would begin with half of a wide
  /// character, of the new or of the old row.
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
      // The C code compares the width with the system's, and paints a replacement if they differ.
      let width: Int32 = index + 1 < row.endIndex && row[index + 1].isContinuation ? 2 : 1
      scalars.removeAll(keepingCapacity: true)
      cell.forEachScalar { scalars.append($0) }
      cterminal_put(
        Int32(y), Int32(index - row.startIndex), scalars, Int32(scalars.count), width,
        styled?.attributes ?? 0,
        styled?.pair ?? 0)
    }
  }

  /// Returns the number of a pair of colors in curses, which is defined when it is first needed.
  ///
  /// 0 is the terminal's own colors. Pairs are never redefined, because cells on the screen that have one would change their colors.
  private func pair(_ paint: Theme.Paint) -> Int16 {
    let colors = Theme.Paint(foreground: paint.foreground, background: paint.background)
    guard colors != Theme.Paint() else { return 0 }
    if let pair = pairs[colors] { return pair }
    let pair = Int16(pairs.count + 1)
    cterminal_set_pair(pair, colors.foreground, colors.background)
    pairs[colors] = pair
    return pair
  }

  /// The locale decides about UTF-8, because curses writes in its encoding. Only the Linux console is known to lack symbols.
  private static func repertoire(isUTF8: Bool, type: String) -> Glyphs.Repertoire {
    guard isUTF8 else { return .ascii }
    return type == "linux" ? .console : .full
  }

  private static let input: Int32 = 0
  private static let output: Int32 = 1
}

extension Terminal {
  /// Sends text to the clipboard of the user's terminal, also over a network (OSC 52, xterm's control sequences).
  ///
  /// Terminals that don't support or allow the sequence ignore it, and there is no reply, so nobody can say whether it worked. The text is
  /// Base64, which can't end the sequence early.
  func copy(_ text: String) {
    send("\u{1B}]52;c;\(String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self))\u{07}")
  }
}

extension Terminal {
  /// Whether the terminal shows links (OSC 8), by the variables that terminals set.
  ///
  /// Terminals can't be asked. Most terminals that don't know links ignore them, but some show the sequence as text, so an unknown terminal
  /// gets none. `FORCE_HYPERLINK`, which other programs read, too, overrides everything: `1` shows links, `0` and an empty value don't.
  ///
  ///     TERM=xterm-256color                              no
  ///     TERM=xterm-256color VTE_VERSION=6800             yes: VTE 0.50 and later
  ///     TERM=tmux-256color VTE_VERSION=6800              no: the variable is from the terminal around tmux
  ///     TERM=tmux-256color TERM_PROGRAM=tmux …3.4        yes
  static func showsHyperlinks(_ value: (String) -> String?) -> Bool {
    // The user's own word counts more than any guess.
    if let forced = value("FORCE_HYPERLINK") { return forced != "0" && !forced.isEmpty }
    let type = value("TERM") ?? ""
    let program = value("TERM_PROGRAM") ?? ""
    // The variables of the terminal around a multiplexer reach its programs, too.
    if type.hasPrefix("tmux") || type.hasPrefix("screen") {
      return program == "tmux" && isVersion(value("TERM_PROGRAM_VERSION") ?? "", atLeast: (3, 4))
    }
    if ["xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty", "contour"].contains(
      where: type.hasPrefix)
    {
      return true
    }
    if ["iTerm.app", "WezTerm", "vscode", "ghostty", "mintty", "rio"].contains(program) { return true }
    // The others call themselves `xterm-256color` and set a variable: Windows Terminal, the terminals of GNOME, and Konsole from 20.12 on.
    return value("WT_SESSION") != nil || number(value("VTE_VERSION")) >= 5000
      || number(value("KONSOLE_VERSION")) >= 201200
  }

  private static func number(_ text: String?) -> Int { text.flatMap { Int($0) } ?? 0 }

  /// Whether the first two numbers of a version are at least two other numbers: `3.4a`, `next-3.5`. A text without two numbers is no
  /// version.
  private static func isVersion(_ text: String, atLeast least: (Int, Int)) -> Bool {
    // A version such as 3.4a or next-3.5.
    let numbers = text.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && (numbers[0], numbers[1]) >= least
  }

  /// Writes the links of a frame again. The grid is what curses has just shown.
  func show(_ links: [Hyperlink], in grid: Grid) {
    send(links.reduce(into: "") { $0 += $1.sequence(in: grid, theme) })
  }
}

extension Hyperlink {
  /// Returns the bytes that write the text again as a link, and then restore the cursor and its attributes.
  ///
  /// Curses has no links, so the text is written after curses has shown it. Curses doesn't notice, because the characters and the cursor
  /// are the same. See "Hyperlinks (a.k.a. HTML-like anchors) in terminal emulators" for OSC 8.
  ///
  /// For `guide` in row 1, column 2, with the address `https://x.org`:
  ///
  ///     ESC 7  ESC [2;3H  ESC ]8;id=…;https://x.org ESC \  ESC [0;4m guide  ESC ]8;; ESC \  ESC 8
  ///
  /// The address must be ``isSafe``.
  func sequence(in grid: Grid, _ theme: Theme) -> String {
    // Without an identifier, a terminal would highlight each row of a link alone. A hash of the address (djb2, by D. J. Bernstein)
    // is the same in each frame.
    let identifier = address.utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
    // DECSC and DECRC around the text save and restore the cursor and its attributes.
    var text = "\u{1B}7\u{1B}[\(place.y + 1);\(place.x + 1)H"
    text += "\u{1B}]8;id=\(String(identifier, radix: 36));\(address)\u{1B}\\"
    var style: Style?
    // The text is the grid's, so what the screen shows doesn't change.
    for x in place.x..<min(place.x + columns, grid.size.width) {
      let cell = grid[x, place.y]
      if cell.isContinuation { continue }
      if style != cell.style {
        style = cell.style
        text += theme.paint(cell.style).sequence
      }
      text.append(cell.character)
    }
    return text + "\u{1B}]8;;\u{1B}\\\u{1B}8"
  }
}

extension Terminal {
  /// Lends the terminal to a program in the foreground, such as `$EDITOR`, until the body returns. The whole screen is painted after it.
  ///
  /// The main thread is busy in the meantime, so keys and signals aren't handled. Ctrl-C ends only the other program, and Ctrl-Z stops
  /// both, so the shell gets the terminal.
  func lend<Result>(_ body: () -> Result) -> Result {
    cterminal_lend()
    defer {
      cterminal_reclaim()
      resume()
    }
    return body()
  }
}

/// Why the editor couldn't be opened. Nothing was shown, and nothing was changed.
///
/// The description is one sentence that says what to do. A program can go on without a screen, line by line:
///
/// ```swift
/// let model = FormViewModel(store.untyped)
/// do throws(EditorError) {
///   _ = try await SettingsEditor.run(model)
/// } catch .noTerminal {
///   _ = try await SettingsEditor.run(model, style: .plain)
/// } catch {
///   print(error)
/// }
/// ```
///
/// Once the editor is open, errors are shown in it, and ``SettingsEditor/run(_:options:style:)`` returns an outcome.
public enum EditorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no suitable terminal. The plain style needs none.
  case noTerminal(NoTerminal)
  /// The editor is already open in this process, which has one terminal. Leave it first.
  case alreadyOpen

  /// What the terminal lacks for a full screen.
  ///
  /// Programs seldom need the difference: each case has its own sentence in the description of the error.
  ///
  /// - `The editor needs a terminal, but standard input or output is redirected.`
  /// - `The editor can't draw on a terminal of the type “dumb”; set TERM to a type that this machine knows, such as xterm-256color.`
  /// - `The editor could not open the terminal (error 24); close some files or processes and try again.`
  ///
  /// With all of them, ``EditorStyle/plain`` works.
  public enum NoTerminal: Hashable, Sendable {
    /// Standard input or output isn't a terminal: it is a file, a pipe, or a service's log.
    case redirected
    /// The terminal can't position the cursor, or its type, the value of `TERM`, is unknown; an empty type means that `TERM` isn't set.
    case unsuitable(type: String)
    /// The system refused resources, such as memory or file descriptors; the error number, as in `errno(3)`.
    case failed(code: Int32)
  }

  /// One sentence that explains the error and what to do.
  public var description: String {
    switch self {
    case .noTerminal(.redirected):
      "The editor needs a terminal, but standard input or output is redirected."
    case .noTerminal(.unsuitable(let type)) where type.isEmpty:
      "The editor can't draw on this terminal because TERM is not set; set it to the terminal's type."
    case .noTerminal(.unsuitable(let type)):
      "The editor can't draw on a terminal of the type “\(type)”; set TERM to a type that this machine knows, such as xterm-256color."
    case .noTerminal(.failed(let code)):
      "The editor could not open the terminal (error \(code)); close some files or processes and try again."
    case .alreadyOpen:
      "The editor is already open in this process; leave it before you open it again."
    }
  }
}

extension VisibleText {
  /// Whether the terminal expects UTF-8, by `LC_ALL`, `LC_CTYPE` and `LANG`: for `--plain` and the commands, which open no terminal. The locale
  /// of the process isn't changed by the question.
  package static var isTerminalUTF8: Bool { cterminal_expects_utf8() }
}
