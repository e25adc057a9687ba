import Settings
import SettingsTUI

/// Lists the history.
enum LogCommand: Command {
  static let name = "log"
  static let operands = "FILE [REVISION]"
  static let operandCount = 1...2
  static let summary = """
    Lists the versions of a file, newest first; version 0 is the stored one.
    REVISION, a number from the list or the first four or more digits of a revision, shows the changes of that version.
    """
  static let options: [Option] = [.schema, .layer, .json]

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let version = try arguments.version
    let isJSON = arguments.has(.json)
    let store = try await SettingsFile(arguments).open(for: .versions, console)
    let history = try store.versions()
    if let version {
      let entry = try history.entry(version, of: store.name)
      let index = history.firstIndex(of: entry) ?? 0
      if isJSON {
        console.print(entry.json(index: index, store.index))
      } else {
        console.print(entry.text(index: index, store.index))
      }
    } else if isJSON {
      let json = JSONValue.array(history.enumerated().map { $1.json(index: $0, store.index) })
      console.print(json)
    } else {
      console.print(history.table)
    }
    store.reportMalformedContent(to: console)
    try store.reportPending(to: console)
  }
}
