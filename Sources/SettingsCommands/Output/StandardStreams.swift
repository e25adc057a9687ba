import SettingsSystem

/// One of a command's three streams.
package enum StandardStream: Sendable {
  case input, output, error
}

/// The streams that a command reads and writes: those of the process, or values that a test passes.
package protocol StandardStreams: Sendable {
  /// Whether terminals show colors.
  var hasColors: Bool { get }
  /// The number of columns of the window; `nil` if the output isn't a terminal.
  var windowWidth: Int? { get }
  /// Whether a stream is a terminal.
  func isTerminal(_ stream: StandardStream) -> Bool
  /// Writes text.
  func write(_ text: String, to stream: StandardStream) throws(SystemError)
  /// Writes bytes.
  func write(_ bytes: [UInt8], to stream: StandardStream) throws(SystemError)
  /// Reads a line of the input; returns `nil` at its end.
  func readLine() -> String?
  /// Reads the input to its end. If there are more bytes than a limit, throws an error that ``SystemError/isTooLarge``.
  func readAll(atMost limit: Int) throws(SystemError) -> [UInt8]
}
