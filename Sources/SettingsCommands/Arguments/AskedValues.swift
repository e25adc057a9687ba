import Settings
import SettingsTUI

/// Values that aren't part of the command line, where the list of processes or the shell's history would show them.
///
/// A person at a terminal is asked for one value after another, and doesn't see a secret while typing it. Other input is read
/// to its end: it is the only value, or has one line for each of several values.
struct AskedValues {
  private static let maxBytes = 64 << 20

  /// The values that were read; `nil` if a person is asked for them.
  private var values: [String]?

  /// Reads the values, unless a person is asked for them.
  ///
  /// - Parameter count: The number of values.
  init(count: Int, _ console: Console) throws(Failure) {
    guard count > 0, !console.streams.isTerminal(.input) else { return }
    values = try Self.readAll(count, console)
  }

  /// Returns the value for a setting or a part of one.
  mutating func next(for place: ValuePlace) throws(Failure) -> String {
    if values != nil { return values?.removeFirst() ?? "" }
    let path = place.path
    switch LinePrompt.ask("\(path): ", isSecret: place.setting.holdsSecrets) {
    case .line(let line) where !line.isEmpty: return line
    case .line, .ended:
      throw Failure(
        .refused, "\(path): no value was typed; nothing was changed. \(path)= sets an empty string."
      )
    case .tooLong:
      throw Failure(.refused, "\(path): the line is too long for a terminal; use the standard input.")
    case .notText: throw Failure(.refused, "\(path): the typed value is not valid UTF-8.")
    case .signal(let number): throw Failure(.refused, "", signal: number)
    }
  }

  private static func readAll(_ count: Int, _ console: Console) throws(Failure) -> [String] {
    let bytes = try console.readInput("The standard input", atMost: maxBytes)
    guard !bytes.isEmpty else {
      throw .usage("A PATH without a value needs one on the standard input, which is empty.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.dataError, "The standard input is not valid UTF-8; nothing was changed.")
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
