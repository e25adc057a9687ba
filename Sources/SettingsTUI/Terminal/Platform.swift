#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is asked of the operating system besides curses.
enum Platform {
  /// Whether the descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The value of an environment variable.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// What reading once gave.
  enum Reading {
    case bytes([UInt8])
    case nothingYet
    case ended
  }

  /// Reads what is there.
  static func readOnce(_ descriptor: Int32) -> Reading {
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      got = read(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, got)
    }
    if got > 0 { return .bytes(bytes) }
    return got < 0 && (errno == EINTR || errno == EAGAIN) ? .nothingYet : .ended
  }

  /// Whether the signal asks the process to end.
  static func endsProcess(_ signal: Int32) -> Bool {
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal)
  }

  static let hangUp = SIGHUP
  static let windowChanged = SIGWINCH
  static let stopped = SIGTSTP
  static let continued = SIGCONT

  /// The number of the last system error.
  static var lastError: Int32 { errno }
}
