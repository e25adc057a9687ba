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

  /// Makes a pipe that children don't inherit; `nil` if the system has none.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func close(_ descriptor: Int32) {
    systemClose(descriptor)
  }

  /// Waits until there is something to read, or an end, or until milliseconds have gone by; which descriptors have it.
  static func wait(for descriptors: [Int32], atMost milliseconds: Int32 = -1) -> [Int32] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return [] }
    return polled.filter { $0.revents != 0 }.map(\.fd)
  }

  /// Writes a text, all of it.
  static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR, errno != EAGAIN { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Shows what is typed, or hides it; does nothing if the descriptor is no terminal.
  static func show(typing shows: Bool, on descriptor: Int32) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0, (modes.c_lflag & tcflag_t(ECHO) != 0) != shows else { return }
    if shows { modes.c_lflag |= tcflag_t(ECHO) } else { modes.c_lflag &= ~tcflag_t(ECHO) }
    tcsetattr(descriptor, TCSADRAIN, &modes)
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

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemClose(_ descriptor: Int32) {
  close(descriptor)
}
