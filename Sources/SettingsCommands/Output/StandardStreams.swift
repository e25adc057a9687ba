import SettingsSystem

/// One of a command's three streams.
package enum StandardStream: Sendable {
  case input, output, error
}

/// What a command reads from and writes to: the streams of the process, or values that a test passes in.
package protocol StandardStreams: Sendable {
  /// Whether terminals show colors.
  var hasColors: Bool { get }
  /// The columns of the window; `nil` if the output isn't a terminal.
  var windowWidth: Int? { get }
  /// Returns whether a stream is a terminal.
  func isTerminal(_ stream: StandardStream) -> Bool
  /// Writes text; errors are ignored, since there is nowhere to report them.
  func write(_ text: String, to stream: StandardStream)
  /// Reads a line of the input; `nil` at its end.
  func readLine() -> String?
  /// Reads the input to its end; throws an error that ``SystemError/isTooLarge`` if there are more bytes than a limit.
  func readAll(atMost limit: Int) throws(SystemError) -> [UInt8]
}
