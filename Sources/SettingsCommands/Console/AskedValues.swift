import SettingsEditing
import SettingsTUI

/// Values that aren't part of the command line, where the list of processes or the shell's history would show them.
///
/// A user at a terminal is asked for one value after another, and doesn't see a secret while typing it. Other input is read to its end: it
/// is the only value, or has one line for each of several values.
///
/// So `pass show db | settings-tui set app.json db.password` keeps a password out of every list. A line break at the end of the input isn't
/// part of the value, because most programs print one; a value of several lines keeps those inside it, as long as it is the only value.
struct AskedValues {
  /// The values that were read and not taken yet; `nil` if the user is asked for them.
  private var values: [String]?

  /// Reads the values, unless a user is asked for them. With a count of 0, nothing is read.
  ///
  /// - Parameter count: The number of values. Another number of lines is a usage failure; none is taken then.
  init(count: Int, _ console: Console) throws(Failure) {
    guard count > 0, !console.streams.isTerminal(.input) else { return }
    values = try Self.readAll(count, console: console)
  }

  /// Returns the value for a setting or a part of one; must be called at most as often as the count says.
  ///
  /// At a terminal, an empty line is a refusal and not an empty value: it is what Enter does, and nobody should lose a password by it.
  mutating func next(for place: ValuePlace) throws(Failure) -> String {
    if values != nil { return values?.removeFirst() ?? "" }
    let path = place.path
    switch LinePrompt.ask("\(path): ", isSecret: place.setting.holdsSecrets) {
    case .line(let line) where !line.isEmpty: return line
    case .line, .ended:
      throw Failure(
        .refused, message: "\(path): no value was typed; nothing was changed. \(path)= sets an empty string."
      )
    case .unusable(let reason):
      throw Failure(.refused, message: "\(path): \(reason)")
    case .signal(let number): throw Failure(.refused, message: "", signal: number)
    }
  }

  /// Reads the standard input. The whole of it is the value if there is one; otherwise, line n is the value of the n-th path.
  private static func readAll(_ count: Int, console: Console) throws(Failure) -> [String] {
    let bytes = try console.readInput("The standard input")
    guard !bytes.isEmpty else {
      throw .usage("A PATH without a value needs one on the standard input, which is empty.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.dataError, message: "The standard input is not valid UTF-8; nothing was changed.")
    }
    let content = text.last?.isNewline == true ? text.dropLast() : text[...]
    guard count > 1 else { return [String(content)] }
    let lines = content.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(
      String.init)
    guard lines.count == count else {
      throw .usage(
        "The standard input needs one line for each of the \(count) values, but has \(lines.count).")
    }
    return lines
  }
}
