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

  /// Writes a line to the standard output.
  static func print(_ text: String) {
    print(StyledText(text))
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

  /// Writes a line to the standard error.
  static func complain(_ text: String) {
    complain(StyledText(text))
  }

  /// Asks a question that is answered with `y` or anything else.
  static func asks(_ question: StyledText) -> Bool {
    write(question, "", to: STDOUT_FILENO)
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// On a terminal text is shown, never obeyed: control characters in a value are spelt. Elsewhere it is as it is.
  private static func write(_ text: StyledText, _ end: String, to descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return write(text.plain + end, to: descriptor) }
    let hasColours = Self.hasColours
    let shown = text.runs.map { run in
      let visible = VisibleText.lines(of: run.text)
      guard hasColours, run.style != .plain else { return visible }
      return "\u{1B}[\(run.style.rawValue)m\(visible)\u{1B}[0m"
    }
    write(shown.joined() + end, to: descriptor)
  }

  /// Whether a terminal gets colours: not if a person said so (no-color.org), nor if it is known to have none.
  private static var hasColours: Bool {
    let terminal = variable("TERM")
    return variable("NO_COLOR").isEmpty && !terminal.isEmpty && terminal != "dumb"
  }

  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
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
