import Settings
import SettingsTUI

/// `trend settings`: opens the editor in this process, with the program's hooks.
enum SettingsCommand {
  @MainActor static func run(file: String?) async throws {
    guard Terminal.isInteractive else { return try list() }
    try SettingsFile.makeFolder()
    // The editor opens invalid values, too, to correct them.
    let settings = try SettingsFile.open(startPolicy: .defaults).saved
    let name = file ?? settings.input.file
    let measurements = try name.map { name throws(Failure) in try MeasurementsFile(name, settings: settings) }
    let board = try Board(measurements, settings: settings)
    let store = try SettingsFile.open(hooks: board, startPolicy: .defaults)
    let outcome: EditorOutcome
    do throws(EditorError) {
      outcome = try await SettingsEditor.run(FormViewModel(store.untyped))
    } catch {
      throw Failure(.unavailable, "\(error) Or change \(SettingsFile.path) by hand.")
    }

    if measurements != nil {
      board.show(store.saved)
      Terminal.write(board.report(columns: Terminal.columns).text(inColors: Terminal.hasColors))
    }
    if outcome.wantsRestart { Terminal.complain("Start `trend watch` again where it runs.") }
    if case .signal(let signal) = outcome.ending { Terminal.end(by: signal) }
  }

  /// Prints the form with its rules, for `settings-tui settings.json --schema form.json`.
  static func printForm() throws(Failure) {
    do throws(SettingsStoreError) {
      Terminal.write(try TrendSettings.form().json.text(.pretty()) + "\n")
    } catch {
      throw Failure(.badData, "\(error)")
    }
  }

  private static func list() throws(Failure) {
    Terminal.write(SettingsListing(try SettingsFile.open().untyped).table() + "\n")
    Terminal.complain(
      "To edit these, run `trend settings` in a terminal, or change \(SettingsFile.path) by hand.")
  }
}
