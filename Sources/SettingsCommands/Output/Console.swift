import Settings
import SettingsSystem
import SettingsTUI
import Synchronization

/// Prints what a command reports, and asks the person at the terminal.
struct Console: Sendable {
  /// The first error of the standard output.
  private final class OutputState: Sendable {
    let error = Mutex<SystemError?>(nil)
  }

  let streams: any StandardStreams
  /// Returns after a duration; throws if the task is canceled. Commands wait with it for deadlines and reminders.
  let sleep: @Sendable (Duration) async throws -> Void
  private let output = OutputState()

  init(
    streams: any StandardStreams,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.streams = streams
    self.sleep = sleep
  }

  /// Why the output is incomplete; `nil` if all of it was written.
  var outputError: SystemError? { output.error.withLock(\.self) }

  /// Whether the command can ask a person: input and output are a terminal.
  var isInteractive: Bool { streams.isTerminal(.input) && streams.isTerminal(.output) }

  /// Writes a line to the standard output.
  func print(_ text: StyledText) {
    write(text, "\n", to: .output)
  }

  /// Writes a value or JSON and a line break to the standard output, byte for byte. On a terminal, control characters are shown
  /// in a visible form.
  func printExact(_ text: String) {
    let shown = streams.isTerminal(.output) ? VisibleText.lines(of: text) : text
    write(shown + "\n", to: .output)
  }

  /// Writes a document to the standard output, byte for byte. On a terminal, control characters are shown in a visible form.
  func print(document bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    write(streams.isTerminal(.output) ? VisibleText.lines(of: text) : text, to: .output)
  }

  /// Writes the content of a file to the standard output, without a change: its reader may be a program.
  func printContent(_ bytes: [UInt8]) {
    do throws(SystemError) { try streams.write(bytes, to: .output) } catch {
      output.error.withLock { $0 = $0 ?? error }
    }
  }

  /// Writes JSON to the standard output.
  func print(_ json: JSONValue) {
    printExact(json.text(.pretty(indent: 2)))
  }

  /// Writes a table that fits the window.
  func print(_ table: TextTable) {
    let lines = table.text(width: streams.windowWidth)
    print(lines.enumerated().map { StyledText($1, $0 == 0 ? .strong : .plain) }.joinedLines())
  }

  /// Writes a line to the standard error.
  func report(_ text: StyledText) {
    write(text, "\n", to: .error)
  }

  /// Asks a question; returns `true` only for the answers `y` and `yes`.
  func confirms(_ question: StyledText) -> Bool {
    ["y", "yes"].contains(line(question)?.lowercased())
  }

  /// Asks for a line; returns `nil` at the end of the input.
  func line(_ prompt: StyledText) -> String? {
    write(prompt, "", to: .output)
    return streams.readLine()
  }

  /// Reads the standard input to its end.
  ///
  /// - Parameter name: The name of the input in the error.
  func readInput(_ name: String, atMost limit: Int = .max) throws(Failure) -> [UInt8] {
    do throws(SystemError) { return try streams.readAll(atMost: limit) } catch {
      let reason = error.isTooLarge ? "too long" : "\(error)"
      throw Failure(.ioError, "\(name) can't be read (\(reason)); nothing was changed.")
    }
  }

  /// Writes prose. Control characters in data become visible even in a pipe, because its other end may be a terminal or a log.
  private func write(_ text: StyledText, _ end: String, to stream: StandardStream) {
    let hasColors = streams.isTerminal(stream) && streams.hasColors
    let shown = text.pieces.map { piece in
      switch piece {
      case .lineBreak: return "\n"
      case .text(let text, let style):
        let visible = VisibleText.spelling(of: text)
        guard hasColors, style != .plain else { return visible }
        return "\u{1B}[\(style.rawValue)m\(visible)\u{1B}[0m"
      }
    }
    write(shown.joined() + end, to: stream)
  }

  /// Writes text. An error of the standard error is ignored, because there is nowhere to report it.
  private func write(_ text: String, to stream: StandardStream) {
    do throws(SystemError) {
      try streams.write(text, to: stream)
    } catch {
      if stream == .output { output.error.withLock { $0 = $0 ?? error } }
    }
  }
}
