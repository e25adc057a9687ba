import Settings
import SettingsTUI

/// Prints a table of the settings.
enum ListCommand: Command {
  static let name = "list"
  static let operands = "FILE"
  static let operandCount = 1...1
  static let summary = "Prints all settings with their values."
  static let options: [Option] = [.schema, .changed, .json]

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let store = try await SettingsFile(arguments).open(notices: .all, console)
    let listing = SettingsListing(store.draft(), arguments.has(.changed) ? .changed : .all)
    if arguments.has(.json) {
      console.print(listing.json)
    } else {
      console.print(listing.table)
    }
    try store.reportPending(to: console)
    for problem in store.problems { console.report("\(store.name):\(problem)") }
    guard !store.problems.contains(where: { $0.severity == .error }) else { throw Failure(.refused, "") }
  }
}
