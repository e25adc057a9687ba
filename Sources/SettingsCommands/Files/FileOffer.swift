import SettingsForm
import SettingsTUI

/// The list of settings files that have a form in a catalog. A person chooses from it after naming no file.
struct FileOffer {
  /// The maximum number of files in the list.
  private static let maxCount = 40

  private let files: [CatalogedFiles.File]
  private let console: Console

  init(_ console: Console) {
    files = CatalogedFiles(SchemaCatalogs()).files
    self.console = console
  }

  /// Returns the file that the person chooses, on the screen or, without a suitable terminal or if asked to, by its number; `nil` for
  /// none. Without a terminal, only prints the files.
  func choose(onScreen usesScreen: Bool) async throws(Failure) -> String? {
    guard !files.isEmpty else { throw .usage("Name a settings file, or see --help.") }
    if usesScreen, console.isInteractive {
      let rows = files.map { ListPicker.Row(name: $0.path, note: $0.form) }
      do throws(EditorError) {
        return try await ListPicker.choose(among: rows, title: "Settings files with a form").map {
          files[$0].path
        }
      } catch {
        // The list below needs no screen.
      }
    }
    let shown = files.prefix(Self.maxCount)
    console.print(
      TextTable(
        [
          TextTable.Column("", isRight: true), TextTable.Column("FILE"), TextTable.Column("FORM", minimum: 8),
        ],
        rows: shown.enumerated().map { ["\($0 + 1)", $1.path, $1.form] }))
    if files.count > shown.count {
      console.print(
        "\(Phrase.count(files.count - shown.count, "more file isn't", "more files aren't")) listed.")
    }
    guard console.isInteractive else {
      console.print(StyledText("Name a file: settings-tui FILE"))
      return nil
    }
    guard let line = console.line("Number of the file: "), !line.isEmpty else { return nil }
    guard let number = Int(line), shown.indices.contains(number - 1) else {
      throw .usage("\(line) is not a number of the list; name a file with settings-tui FILE.")
    }
    return shown[number - 1].path
  }
}
