import SettingsEditing
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
