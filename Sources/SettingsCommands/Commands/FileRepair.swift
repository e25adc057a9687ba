import SettingsEditing
import SettingsTUI

/// The offer of `edit` if the file isn't JSON: to edit the text at the error, or to roll back.
///
///     bad.json:2:1: Expected a key in double quotes, but found the end of the text.
///     e: edit the text at line 2
///     r: roll back to the version of 2026-11-26 16:44:35
///     q: leave it
///     ?
///
/// The editor shows settings, and there are none in such a file. A rollback is only offered if the history has an earlier version, editing
/// only for a file of this machine.
struct FileRepair {
  let arguments: Arguments
  let console: Console

  private var file: SettingsFile { SettingsFile(arguments) }

  /// Asks until the file is JSON. Throws if nobody changes it, with an empty message, since the error is on the screen already (65).
  func run() async throws(Failure) {
    let file = file
    while let error = try file.parseError() {
      console.report("\(file.path):\(error)")
      // The history is looked at again each time, because another program may repair the file meanwhile.
      let entry = try await latestVersion()
      let offer = entry.map { "r: roll back to the version of \($0.time.localText)\n" } ?? ""
      let edit = file.isFile ? "e: edit the text at line \(error.position.line)\n" : ""
      console.print(StyledText(lines: "\(edit)\(offer)q: leave it"))
      switch console.line("? ")?.lowercased() {
      case "e" where file.isFile: self.edit(at: error.position.line)
      case "r" where entry != nil: try await rollBack()
      case "q", nil: throw Failure(.dataError, message: "")
      default: continue
      }
    }
  }

  /// Returns the version that a rollback restores; `nil` if the history has none, or can't be read.
  ///
  /// It is the version before the last apply, as of `rollback` without a version.
  private func latestVersion() async throws(Failure) -> SettingsHistoryEntry? {
    try? await file.open(for: .versions, notices: .none, console).versions().beforeLast
  }

  /// Opens the text in the user's editor, and reports only if that failed. What is saved there is looked at by the next round of the loop.
  private func edit(at line: Int) {
    if let failure = ExternalEditor.open(file.path, atLine: line) { console.report(StyledText(failure)) }
  }

  /// Rolls back to the version before the last apply, with its review. A failure is only reported, and the question comes again; a signal
  /// ends the command.
  private func rollBack() async throws(Failure) {
    do throws(Failure) {
      try await RollbackCommand.run(arguments, console: console)
    } catch {
      // The user has declined the review, or the message explains why the rollback failed. Offer both again.
      if let signal = error.signal { throw Failure(.refused, message: error.message, signal: signal) }
      console.report(error.message)
    }
  }
}
