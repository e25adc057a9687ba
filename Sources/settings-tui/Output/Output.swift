#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program's standard streams.
enum Output {
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

  static func print(_ text: String) {
    write(text + "\n", to: STDOUT_FILENO)
  }

  static func complain(_ text: String) {
    write(text + "\n", to: STDERR_FILENO)
  }

  /// Asks a question that is answered with `y` or anything else.
  static func asks(_ question: String) -> Bool {
    write(question, to: STDOUT_FILENO)
    return ["y", "yes"].contains(readLine()?.lowercased())
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

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
