import Settings
import SettingsSystem
import SettingsTUI

/// The program's standard streams.
enum Output {
  /// Whether standard input and output are a terminal.
  static var isTerminal: Bool { ByteStream.standardInput.isTerminal && ByteStream.standardOutput.isTerminal }

  /// The columns of the window; `nil` if standard output is not a terminal.
  static var width: Int? { ByteStream.standardOutput.columns }

  /// Writes a line to the standard output.
  static func print(_ text: StyledText) {
    write(text, "\n", to: .standardOutput)
  }

  /// Writes a value or JSON, and a line break, to the standard output, byte for byte; on a terminal it is shown, never
  /// obeyed.
  static func printExact(_ text: String) {
    let shown = ByteStream.standardOutput.isTerminal ? VisibleText.lines(of: text) : text
    ByteStream.standardOutput.show(shown + "\n")
  }

  /// Writes JSON to the standard output.
  static func print(_ json: JSONValue) {
    printExact(json.text(.pretty(indent: 2)))
  }

  /// Writes a table that fits the window.
  static func printTable(_ table: TextTable) {
    let lines = table.text(width: width)
    print(lines.enumerated().map { StyledText($1, $0 == 0 ? .strong : .plain) }.joinedLines())
  }

  /// Writes a line to the standard error.
  static func complain(_ text: StyledText) {
    write(text, "\n", to: .standardError)
  }

  /// Asks a question that is answered with `y` or anything else.
  static func asks(_ question: StyledText) -> Bool {
    write(question, "", to: .standardOutput)
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// Writes prose, the only place that does: what it quotes is shown, never obeyed, in a pipe, too, as that may end on a
  /// terminal or in a log.
  private static func write(_ text: StyledText, _ end: String, to stream: ByteStream) {
    let hasColours = stream.isTerminal && Self.hasColours
    let shown = text.pieces.map { piece in
      switch piece {
      case .lineBreak: return "\n"
      case .text(let text, let style):
        let visible = VisibleText.spelling(of: text)
        guard hasColours, style != .plain else { return visible }
        return "\u{1B}[\(style.rawValue)m\(visible)\u{1B}[0m"
      }
    }
    stream.show(shown.joined() + end)
  }

  /// Whether a terminal gets colours: not if a person said so (no-color.org), nor if it is known to have none.
  private static var hasColours: Bool {
    let terminal = EnvironmentVariables.value("TERM") ?? ""
    return EnvironmentVariables.value("NO_COLOR") ?? "" == "" && !terminal.isEmpty && terminal != "dumb"
  }
}
