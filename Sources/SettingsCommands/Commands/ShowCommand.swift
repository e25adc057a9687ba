import SettingsEditing
import SettingsTUI

/// Prints the content of a version.
///
/// Secrets are masked in the text; all other bytes are printed as they are, except for control characters on a terminal. A value is a secret if the form of today says so, or any form
/// with which a version was stored. If the content can't be read as JSON, nobody knows where its secrets are. Then it is refused, unless
/// `--show-secrets` asks for the exact bytes or nothing is secret.
enum ShowCommand: Command {
  static let name = "show"
  static let operands: [Operand] = [.file, .optional("REVISION", .version)]
  static let summary = """
    Prints the content of a version, byte for byte; on a terminal, control characters are made visible.
    REVISION is a number from the log, or the first four or more digits of a revision (default: the stored content).
    Values that are secret, by the form or by the forms of recorded versions, are masked, so that the output can be shown
    to people; --show-secrets prints the exact bytes. Comments are printed as they are. No form is needed.
    """
  static let options: [Option] = [.schema, .showSecrets]

  /// Prints the content of a version, without a line break of its own at the end.
  ///
  /// Ends with 1 if the history has no such version, if the file didn't exist in that version, or if secrets can't be masked.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let version = try arguments.version
    let store = try await SettingsFile(arguments).open(for: .versions, console)
    let history = try store.versions()
    let named = try version.map { name throws(Failure) in try history.entry(name, of: store.name) }
    guard let entry = named ?? history.first else {
      throw Failure(.noInput, message: "\(store.name): no such file, and its history has no version.")
    }
    let content: [UInt8]?
    do throws(ApplyError) { content = try store.content(of: entry) } catch {
      throw Failure(error, file: store.name)
    }
    // In some versions, the file didn't exist.
    guard let content else {
      throw Failure(
        .refused,
        message: "\(store.name): in that version, the file didn't exist; name an earlier one from the log.")
    }
    console.print(
      document: arguments.has(.showSecrets)
        ? content : try masked(content, by: store.index, file: store.name))
  }

  /// Returns the content with masks in place of secrets. Throws if there are secrets to mask and the content isn't JSON.
  private static func masked(
    _ content: [UInt8], by index: FormIndex, file: String
  ) throws(Failure) -> [UInt8] {
    // Without secrets, the bytes are printed as they are, JSON or not.
    guard index.holdsSecrets else { return content }
    do throws(JSONParseError) {
      let document = try JSONDocument(parsing: content, duplicateKeys: .lastWins)
      return index.secrecy(in: document).masked(document)
    } catch {
      throw Failure(
        .refused,
        message:
          "\(file): the version isn't JSON (line \(error.position.line)), so its secrets can't be masked; --show-secrets prints it as it is."
      )
    }
  }
}
