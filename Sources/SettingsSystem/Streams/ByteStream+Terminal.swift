#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ByteStream {
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The number of columns of the terminal's window; `nil` if the stream isn't a terminal or the size is unknown.
  package var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Sets whether the terminal shows typed characters; does nothing if the stream isn't a terminal.
  package func setEcho(_ isOn: Bool) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0, (modes.c_lflag & tcflag_t(ECHO) != 0) != isOn else { return }
    if isOn { modes.c_lflag |= tcflag_t(ECHO) } else { modes.c_lflag &= ~tcflag_t(ECHO) }
    tcsetattr(descriptor, TCSADRAIN, &modes)
  }
}
