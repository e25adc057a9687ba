import Settings
import SettingsTUI

/// Prints a table of the settings.
struct ListCommand: Command {
  static let name = "list"
  static let operands = "FILE"
  static let summary = "Prints all settings with their values."
  static let options: [Option] = [.schema, .changed, .json]

  private let file: SettingsFile
  private let isOnlyChanged: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 1 else { throw .usage("list takes one FILE.") }
    file = SettingsFile(arguments.operands[0], arguments)
    isOnlyChanged = arguments.has(.changed)
    isJSON = arguments.has(.json)
  }

  func run() async throws(Failure) {
    let store = try await file.open()
    let listing = SettingsListing(store.draft(), isOnlyChanged ? .changed : .all)
    if isJSON {
      Output.print(listing.json)
    } else {
      Output.printTable(listing.table)
    }
    try store.tellPending()
    for problem in store.problems { Output.complain("\(store.name):\(problem)") }
    guard !store.problems.contains(where: { $0.severity == .error }) else { throw Failure(.refused, "") }
  }
}
