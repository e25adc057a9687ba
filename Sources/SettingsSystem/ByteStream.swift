#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open descriptor of a stream of bytes: a standard stream, a pipe, a socket or a terminal.
///
/// It is a number, not an owner: a copy stays when the stream is closed, and then names whatever is opened next. Whoever creates a stream
/// closes it once, and hands out no copies that outlive it.
///
/// A loop waits for several streams at once with `wait(for:)` and takes what they have with `readAvailable()`. `settings-tui --plain` waits
/// this way for what is typed, for signals, and for changes of the store.
package struct ByteStream: Hashable, Sendable {
  package static let standardInput = ByteStream(STDIN_FILENO)
  package static let standardOutput = ByteStream(STDOUT_FILENO)
  package static let standardError = ByteStream(STDERR_FILENO)

  package let descriptor: Int32

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func close() {
    _ = systemClose(descriptor)
  }

  // MARK: Writing

  /// Writes all bytes. If the stream is in nonblocking mode and full, waits until it isn't. If the reader of a pipe is gone, SIGPIPE ends
  /// the process unless it ignores the signal.
  package func write(_ bytes: [UInt8]) throws(SystemCallError) {
    try POSIXFileSystem().writeAll(bytes, to: descriptor)
  }

  /// Writes all bytes to a socket, and waits while its other end doesn't read; throws an error if that takes too long. If the other end is
  /// closed, throws an error, where ``write(_:)`` would raise SIGPIPE, which ends the process by default.
  package func send(_ bytes: [UInt8], before deadline: ContinuousClock.Instant) throws(SystemCallError) {
    #if canImport(Darwin)
      let flags = MSG_DONTWAIT
    #else
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      do throws(SystemCallError) {
        sent += try check("send") {
          bytes[sent...].withUnsafeBytes {
            systemSend(descriptor, buffer: $0.baseAddress, count: $0.count, flags: flags)
          }
        }
      } catch {
        guard error.code == EAGAIN, .now < deadline else { throw error }
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, Int32(clamping: (deadline - .now).milliseconds + 1))
      }
    }
  }

  /// Shuts down both directions of a socket. Threads that wait for the socket return, unlike after ``close()``.
  ///
  /// `HelperProcess` ends its connection by it: the thread that reads gets the end of the stream and closes the descriptor, so no thread
  /// reads from a number that already belongs to another file.
  package func shutDown() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Writes text for a person. Errors are ignored: if the terminal is closed, there is nobody to report them to.
  package func show(_ text: String) {
    try? write(Array(text.utf8))
  }

  // MARK: Reading

  /// The result of one read. ``ended`` includes every error: whoever reads from a broken terminal or pipe can do nothing but end.
  package enum Reading: Sendable {
    case bytes([UInt8])
    /// No bytes are available now.
    case nothingYet
    /// The other end is closed, or the stream can't be read.
    case ended
  }

  /// Reads the bytes that are available, at most 4096; waits for the first ones unless the stream is in nonblocking mode.
  ///
  /// A signal that arrives during the wait gives `nothingYet`, so a loop can look at its other streams.
  package func readAvailable() -> Reading {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, initialized in
      count = systemRead(descriptor, buffer: buffer.baseAddress, count: buffer.count)
      initialized = max(0, count)
    }
    if count > 0 { return .bytes(bytes) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .nothingYet : .ended
  }

  /// Waits until a stream has bytes or has ended, or until the time limit; returns the streams that have bytes or have ended.
  ///
  /// Also returns an empty list if a signal interrupts the wait. A caller with a time limit therefore looks at its own clock, and calls
  /// again.
  ///
  /// - Parameter milliseconds: The time limit; -1 for no limit.
  package static func wait(for streams: [ByteStream], atMost milliseconds: Int32 = -1) -> [ByteStream] {
    var polled = streams.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return [] }
    return polled.filter { $0.revents != 0 }.map { ByteStream($0.fd) }
  }

  // MARK: Creating

  /// Creates a pipe that child processes don't inherit.
  package static func makePipe() throws(SystemCallError) -> (reading: ByteStream, writing: ByteStream) {
    var ends: [Int32] = [-1, -1]
    try check("pipe") { pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ByteStream(ends[0]), ByteStream(ends[1]))
  }

  /// Creates two connected streams that can be read and written, and that child processes don't inherit.
  package static func makeSocketPair() throws(SystemCallError) -> (ByteStream, ByteStream) {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    try check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      #if canImport(Darwin)
        var isOn: Int32 = 1
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      #endif
    }
    return (ByteStream(ends[0]), ByteStream(ends[1]))
  }

  /// Opens `/dev/null` in place of each closed standard stream.
  ///
  /// Otherwise, the next file that is opened would become that stream and get text that is meant for a person. The input is opened for
  /// writing and the output for reading, so their use still fails: nothing is taken for an empty input, and no output is lost without an
  /// error. What goes to the standard error may be lost.
  package static func openMissingStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = systemOpen("/dev/null", flags: stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
    }
  }
}

extension ByteStream {
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The number of columns of the terminal's window, for the width of tables and help; `nil` if the stream isn't a terminal or the size is
  /// unknown, as on some serial consoles.
  package var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Sets whether the terminal shows typed characters; does nothing if the stream isn't a terminal.
  ///
  /// A program that hides a secret while it is typed sets it back before it ends or stops. Otherwise the shell shows nothing of what is
  /// typed next.
  package func setEcho(_ isOn: Bool) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0, (modes.c_lflag & tcflag_t(ECHO) != 0) != isOn else { return }
    if isOn { modes.c_lflag |= tcflag_t(ECHO) } else { modes.c_lflag &= ~tcflag_t(ECHO) }
    tcsetattr(descriptor, TCSADRAIN, &modes)
  }
}

/// Splits the bytes of a stream into lines, whatever the pieces are in which they arrive.
///
///     add("{\"a\":1}\n{\"b")   →   ["{\"a\":1}"]
///     add("\":2}\n\n")          →   ["{\"b\":2}"]
///
/// A line feed is one byte in UTF-8 and never a part of a character, so the bytes needn't be decoded.
package struct LineBuffer {
  private let limit: Int
  private var rest: [UInt8] = []

  /// - Parameter limit: The most bytes of a line. What another program sends without a line feed must not fill the memory.
  package init(atMost limit: Int) {
    self.limit = limit
  }

  /// Returns the lines that are complete now, without their line feeds and without empty lines; `nil` if a line is too long.
  package mutating func add(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
    rest += bytes
    var lines: [ArraySlice<UInt8>] = []
    if let end = bytes.lastIndex(of: UInt8(ascii: "\n")) {
      let length = rest.count - bytes.count + end
      lines = rest[..<length].split(separator: UInt8(ascii: "\n"))
      rest.removeFirst(length + 1)
    }
    return rest.count <= limit && lines.allSatisfy { $0.count <= limit } ? lines : nil
  }
}
