import Settings
import SettingsTUI

/// Lists the history.
///
///     log app.json      a line for each version, see `[SettingsHistoryEntry].table`
///     log app.json 1    the revision, time, author, message and changes of a version
///
/// No form is needed, and the stored content may be malformed: the log is read when something has gone wrong. A pending confirmation and
/// malformed content are reported after it.
enum LogCommand: Command {
  static let name = "log"
  static let operands: [Operand] = [.file, .optional("REVISION", .version)]
  static let summary = """
    Lists the versions of a file, newest first; version 0 is the stored one. If they aren't beside the file, it says where.
    REVISION, a number from the list or the first four or more digits of a revision, shows the changes of that version.
    """
  static let options: [Option] = [.schema, .layer, .json]

  /// Prints the log, or one version with its changes.
  ///
  /// Ends with 1 for a version that the history doesn't have, and with 66 if there is neither a file nor a history.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let version = try arguments.version
    let isJSON = arguments.has(.json)
    let file = SettingsFile(arguments)
    let store = try await file.open(for: .versions, console)
    let history = try store.versions()
    if let version {
      let entry = try history.entry(version, of: store.name)
      let index = history.firstIndex(of: entry) ?? 0
      if isJSON {
        console.print(entry.json(index: index))
      } else {
        console.print(entry.text(index: index))
      }
    } else if isJSON {
      let json = JSONValue.array(history.enumerated().map { $1.json(index: $0) })
      console.print(json)
    } else {
      console.print(history.table)
      if let place = file.place.historyOutside {
        console.report("\(store.name): the versions are kept in \(place).")
      }
    }
    store.reportMalformedContent(to: console)
    try store.reportPending(to: console)
  }
}

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

/// Compares versions of the history.
///
///     diff app.json          the last version before the stored content, with the stored content
///     diff app.json 3        version 3 with the stored content
///     diff app.json 3 1      version 3 with version 1
///     tags: a, b, c, z → a, c, z
///
/// Settings are compared, not lines: of a version that only moves members, it says that comments and layout change. If one of the versions
/// isn't JSON, the lines that differ are named but not printed, since they could be secrets.
enum DiffCommand: Command {
  static let name = "diff"
  static let operands: [Operand] = [.file, .optional("A", .version), .optional("B", .version)]
  static let summary = """
    Shows what changed from version A to version B, and inside of lists, dictionaries and structs.
    A and B are numbers from the log, or the first four or more digits of a revision (default: the last version before
    the stored content, and the stored content). Of a version that isn't JSON, it shows the error and which lines differ.
    """
  static let options: [Option] = [.schema, .layer, .json]

  /// Prints the changes from one version to another. Differences are no failure: unlike `diff` of POSIX, it ends with 0.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let names = try arguments.operands.dropFirst().map { word throws(Failure) in try VersionName(word) }
    let store = try await SettingsFile(arguments).open(for: .versions, console)
    let history = try store.versions()
    let versions = try names.map { name throws(Failure) in try history.entry(name, of: store.name) }
    // Without names, it is what the last apply has changed; with one, everything since then.
    let old = versions.isEmpty ? try history.earlier(of: store.name) : versions[0]
    let new = versions.dropFirst().first ?? history.first ?? old
    let review: FormReview
    let lines: ClosedRange<Int>?
    do throws(ApplyError) {
      review = try store.review(from: old, to: new)
      lines = try store.changedLines(from: old, to: new)
    } catch {
      throw Failure(error, file: store.name)
    }
    if arguments.has(.json) {
      console.print(review.json)
    } else if old.revision == new.revision {
      console.print("\(store.name): the versions are equal.")
    } else if let lines {
      // The text isn't shown, because it isn't known which parts of it are secret.
      for problem in review.obstacles { console.report(StyledText(problem.line(in: store.name))) }
      console.print("\(store.name): the versions differ in \(lines.text).")
    } else {
      console.print(ApplyReport(review).text)
    }
    try store.reportPending(to: console)
  }
}

/// Restores a version of the history.
///
/// A rollback is an apply of earlier bytes. It has a review, participants and a confirmation as any apply, and is itself a version, so it
/// can be rolled back. What the form of today says about the old version is only reported: whoever rolls back wants what has worked, and
/// the form might be what is broken.
///
/// If the version is the stored one, nothing has to be restored; it is an apply without changes.
enum RollbackCommand: Command {
  static let name = "rollback"
  static let operands: [Operand] = [.file, .optional("REVISION", .version)]
  static let summary = """
    Restores an earlier version byte for byte, also over content that isn't JSON; a rollback can be rolled back, too.
    If the file didn't exist in that version, it is removed. No form is needed; what the form says about the version is
    reported, but refuses nothing. Settings that another layer locks are refused.
    REVISION is a number from the log, or the first four or more digits of a revision (default: the last version before
    the stored content). With --plan, only the values are planned, not the version's comments and layout.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options

  /// Restores the version, after the review and the question of the workflow.
  ///
  /// Ends with 1 if there is no such version, if another layer locks what would change, or for a "no". The content that is replaced may be
  /// anything.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let version = try arguments.version
    let workflow = try ApplyWorkflow(arguments, console: console)
    let store = try await SettingsFile(arguments).open(for: .rollback, with: workflow.commands, console)
    let history = try store.versions()
    let entry =
      if let version {
        try history.entry(version, of: store.name)
      } else {
        try history.earlier(of: store.name)
      }
    store.reportMalformedContent(to: console)
    // The stored content might not be in the history.
    let isNow = entry == history.first
    try await workflow.run(isNow ? .draft(store.draft()) : .version(entry), in: store)
  }
}
