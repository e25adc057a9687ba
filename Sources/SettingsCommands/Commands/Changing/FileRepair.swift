import Settings
import SettingsTUI

/// The offer of `edit` if the file isn't JSON: to edit the text at the error, or to roll back.
struct FileRepair {
  let arguments: Arguments
  let console: Console

  private var file: SettingsFile { SettingsFile(arguments) }

  /// Asks until the file is JSON. Throws if the person leaves it as it is.
  func run() async throws(Failure) {
    let file = file
    while let error = try file.parseError() {
      console.report("\(file.path):\(error)")
      let entry = try await latestVersion()
      let offer = entry.map { "r: roll back to the version of \($0.time.localText)\n" } ?? ""
      let edit = file.isFile ? "e: edit the text at line \(error.position.line)\n" : ""
      console.print(StyledText(lines: "\(edit)\(offer)q: leave it"))
      switch console.line("? ")?.lowercased() {
      case "e" where file.isFile: self.edit(at: error.position.line)
      case "r" where entry != nil: try await rollBack()
      case "q", nil: throw Failure(.dataError, "")
      default: continue
      }
    }
  }

  /// Returns the version that a rollback restores; `nil` if the history has none, or can't be read.
  private func latestVersion() async throws(Failure) -> HistoryEntry? {
    try? await file.open(for: .versions, notices: .none, console).versions().beforeLast
  }

  private func edit(at line: Int) {
    if let failure = ExternalEditor.open(file.path, atLine: line) { console.report(StyledText(failure)) }
  }

  private func rollBack() async throws(Failure) {
    do throws(Failure) {
      try await RollbackCommand.run(arguments, console)
    } catch {
      // The person has declined the review, or the message explains why the rollback failed. Offer both again.
      if let signal = error.signal { throw Failure(.refused, error.message, signal: signal) }
      console.report(error.message)
    }
  }
}
