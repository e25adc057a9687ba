import Settings
import SettingsTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program's standard streams.
enum Output {
  /// Sees to it that none of the streams is closed: the next file that is opened would take its place, and get what is
  /// meant for a person.
  static func openStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }

  /// Whether a person sits in front: standard input and output are a terminal.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// The columns of the window; `nil` if the output goes somewhere else.
  static var width: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes a line to the standard output.
  static func print(_ text: StyledText) {
    write(text, "\n", to: STDOUT_FILENO)
  }

  /// Writes a value or JSON, and a line break, to the standard output, byte for byte; on a terminal it is shown, never
  /// obeyed.
  static func printExact(_ text: String) {
    let shown = isatty(STDOUT_FILENO) == 1 ? VisibleText.lines(of: text) : text
    write(shown + "\n", to: STDOUT_FILENO)
  }

  /// Writes JSON to the standard output.
  static func print(_ json: JSONValue) {
    printExact(json.text(.pretty(indent: 2)))
  }

  /// Writes a table that fits the window.
  static func printTable(_ table: TextTable) {
    let lines = table.text(width: width)
    print(lines.enumerated().map { StyledText($1, $0 == 0 ? .strong : .plain) }.joinedLines())
  }

  /// Writes a line to the standard error.
  static func complain(_ text: StyledText) {
    write(text, "\n", to: STDERR_FILENO)
  }

  /// Asks a question that is answered with `y` or anything else.
  static func asks(_ question: StyledText) -> Bool {
    write(question, "", to: STDOUT_FILENO)
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// Writes prose, the only place that does: what it quotes is shown, never obeyed, in a pipe, too, as that may end on a
  /// terminal or in a log.
  private static func write(_ text: StyledText, _ end: String, to descriptor: Int32) {
    let hasColours = isatty(descriptor) == 1 && Self.hasColours
    let shown = text.pieces.map { piece in
      switch piece {
      case .lineBreak: return "\n"
      case .text(let text, let style):
        let visible = VisibleText.spelling(of: text)
        guard hasColours, style != .plain else { return visible }
        return "\u{1B}[\(style.rawValue)m\(visible)\u{1B}[0m"
      }
    }
    write(shown.joined() + end, to: descriptor)
  }

  /// Whether a terminal gets colours: not if a person said so (no-color.org), nor if it is known to have none.
  private static var hasColours: Bool {
    let terminal = EnvironmentVariables.value("TERM") ?? ""
    return EnvironmentVariables.value("NO_COLOR") ?? "" == "" && !terminal.isEmpty && terminal != "dumb"
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
