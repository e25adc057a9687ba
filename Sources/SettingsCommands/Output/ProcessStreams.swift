import SettingsSystem

/// The streams of the process.
package struct ProcessStreams: StandardStreams {
  /// Opens `/dev/null` in place of each closed stream. Otherwise, the next opened file would get the stream's number and
  /// receive text that is meant for a person.
  package init() {
    ByteStream.openMissingStandardStreams()
  }

  /// Whether to use colors: the user hasn't opted out (no-color.org), and the terminal has colors.
  package var hasColors: Bool {
    let terminal = EnvironmentVariables.value("TERM") ?? ""
    return (EnvironmentVariables.value("NO_COLOR") ?? "").isEmpty && !terminal.isEmpty && terminal != "dumb"
  }

  package var windowWidth: Int? { ByteStream.standardOutput.columns }

  package func isTerminal(_ stream: StandardStream) -> Bool { bytes(of: stream).isTerminal }

  package func write(_ text: String, to stream: StandardStream) throws(SystemError) {
    try write(Array(text.utf8), to: stream)
  }

  package func write(_ bytes: [UInt8], to stream: StandardStream) throws(SystemError) {
    try self.bytes(of: stream).write(bytes)
  }

  package func readLine() -> String? { Swift.readLine() }

  package func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
    try ByteStream.standardInput.readAll(atMost: limit)
  }

  private func bytes(of stream: StandardStream) -> ByteStream {
    switch stream {
    case .input: .standardInput
    case .output: .standardOutput
    case .error: .standardError
    }
  }
}
