import Settings
import SettingsSystem
import SettingsTUI

/// Values that stand in no command line, where a list of processes or the shell's history would show them.
///
/// A person is asked for them, one after the other; a secret is not shown while it is typed. What is no terminal is read to
/// its end: it is the value, or has a line for each of several.
struct AskedValues {
  private static let mostBytes = 64 << 20

  /// The values that were read already; `nil` if a person is asked.
  private var read: [String]?

  /// - Parameter count: how many values will be asked for.
  init(count: Int) throws(Failure) {
    guard count > 0, !ByteStream.standardInput.isTerminal else { return }
    read = try Self.readAll(count)
  }

  /// The value for a setting.
  mutating func next(for entry: FormIndex.Entry) throws(Failure) -> String {
    if read != nil { return read?.removeFirst() ?? "" }
    let isSecret = entry.setting.holdsSecrets
    switch LinePrompt.ask("\(entry.path): ", isSecret: isSecret) {
    case .line(let line) where !line.isEmpty: return line
    case .line, .ended:
      throw Failure(
        .refused, "\(entry.path): nothing was typed; nothing was changed. \(entry.path)= sets an empty text.")
    case .tooLong:
      throw Failure(
        .refused, "\(entry.path): so long a line can't be typed; hand it over on the standard input.")
    case .notText: throw Failure(.refused, "\(entry.path): what was typed is no UTF-8.")
    case .signal(let number): throw Failure(.refused, "", signal: number)
    }
  }

  private static func readAll(_ count: Int) throws(Failure) -> [String] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try ByteStream.standardInput.readAll(atMost: mostBytes)
    } catch {
      let reason = error.isTooLarge ? "too long" : error.description
      throw Failure(.ioError, "The standard input can't be read (\(reason)); nothing was changed.")
    }
    guard !bytes.isEmpty else {
      throw .usage("A PATH without a value needs one on the standard input, and nothing came.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.dataError, "The standard input is no UTF-8; nothing was changed.")
    }
    let whole = text.last?.isNewline == true ? text.dropLast() : text[...]
    guard count > 1 else { return [String(whole)] }
    let lines = whole.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    guard lines.count == count else {
      throw .usage(
        "The standard input needs a line for each of the \(count) values, and has \(lines.count).")
    }
    return lines
  }
}
