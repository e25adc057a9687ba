import Settings

/// Prints the content of a version.
enum ShowCommand: Command {
  static let name = "show"
  static let operands = "FILE [REVISION]"
  static let operandCount = 1...2
  static let summary = """
    Prints the content of a version, byte for byte.
    REVISION is a number from the log, or the first four or more digits of a revision (default: the stored content).
    Values that are secret, by the form or by the forms of recorded versions, are masked, so that the output can be shown
    to people; --show-secrets prints the exact bytes. Comments are printed as they are. No form is needed.
    """
  static let options: [Option] = [.schema, .showSecrets]

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let version = try arguments.version
    let store = try await SettingsFile(arguments).open(for: .versions, console)
    let history = try store.versions()
    let named = try version.map { name throws(Failure) in try history.entry(name, of: store.name) }
    guard let entry = named ?? history.first else {
      throw Failure(.noInput, "\(store.name): no such file, and its history has no version.")
    }
    let content: [UInt8]?
    do throws(ApplyError) { content = try store.content(of: entry) } catch {
      throw Failure(error, file: store.name)
    }
    guard let content else {
      throw Failure(
        .refused, "\(store.name): in that version, the file didn't exist; name an earlier one from the log.")
    }
    console.printContent(
      arguments.has(.showSecrets)
        ? content : try masked(content, by: store.index.secrecy(at: .root), store.name))
  }

  /// Returns the content with masks in place of secrets.
  private static func masked(
    _ content: [UInt8], by secrecy: Secrecy, _ file: String
  ) throws(Failure) -> [UInt8] {
    guard secrecy.holdsSecrets else { return content }
    do throws(JSONParseError) {
      return secrecy.masked(try JSONDocument(parsing: content, duplicateKeys: .lastWins))
    } catch {
      throw Failure(
        .refused,
        "\(file): the version isn't JSON (line \(error.position.line)), so its secrets can't be masked; --show-secrets prints it as it is."
      )
    }
  }
}
