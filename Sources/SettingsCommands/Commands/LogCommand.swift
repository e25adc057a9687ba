import Settings
import SettingsTUI

/// Lists the history.
struct LogCommand: Command {
  static let name = "log"
  static let operands = "FILE [REVISION]"
  static let summary = """
    Lists the versions of a file, newest first; 0 is what is stored now.
    With REVISION, a number of the list or the first four or more digits of a revision, it shows what that version
    has changed.
    """
  static let options: [Option] = [.schema, .json]

  private let file: SettingsFile
  private let version: VersionName?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard (1...2).contains(arguments.operands.count) else { throw .usage("log takes FILE [REVISION].") }
    file = SettingsFile(arguments.operands[0], arguments)
    version = arguments.operands.count > 1 ? try VersionName(arguments.operands[1]) : nil
    isJSON = arguments.has(.json)
  }

  func run() async throws(Failure) {
    let store = try await file.open(ifAbsent: .allowed)
    let history = try store.versions()
    if let version {
      let entry = try history.entry(version, of: store.name)
      let index = history.firstIndex(of: entry) ?? 0
      if isJSON { Output.print(entry.json(index: index)) } else { Output.print(entry.text(index: index)) }
    } else if isJSON {
      let json = JSONValue.array(history.enumerated().map { $1.json(index: $0) })
      Output.print(json)
    } else {
      Output.printTable(history.table)
    }
    try store.tellPending()
  }
}
