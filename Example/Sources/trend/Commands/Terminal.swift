#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal that the program prints to.
enum Terminal {
  /// Whether both input and output are a terminal.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isTerminal }

  /// Whether the output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether the output is colored (<https://no-color.org>).
  static var hasColors: Bool {
    guard isTerminal, let noColor = getenv("NO_COLOR") else { return isTerminal }
    return noColor.pointee == 0
  }

  /// The columns of the terminal, or 80 without a terminal.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Prints a string immediately.
  static func write(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// Prints a line to the standard error stream.
  static func complain(_ sentence: String) {
    write(sentence + "\n", to: STDERR_FILENO)
  }

  /// Prints a failure and ends the program.
  static func fail(_ failure: Failure) -> Never {
    complain(failure.description)
    exit(failure.code.rawValue)
  }

  /// Ends the program with the exit status for a signal.
  static func end(by signal: Int32) -> Never {
    exit(128 + signal)
  }

  /// Clears the screen if the output is a terminal.
  static func clear() {
    if isTerminal { write("\u{1B}[H\u{1B}[2J") }
  }

  /// Writes a string completely; stops at an error.
  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}

private let systemWrite = write(_:_:_:)
