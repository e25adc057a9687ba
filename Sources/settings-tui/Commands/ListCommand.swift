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

  func run() throws(Failure) {
    let store = try file.open()
    let listing = SettingsListing(store.draft(), isOnlyChanged ? .changed : .all)
    Output.print(isJSON ? listing.json.text(.pretty(indent: 2)) : listing.table(width: Output.width))
    for problem in store.problems { Output.complain("\(store.name):\(problem)") }
    guard !store.problems.contains(where: { $0.severity == .error }) else { throw Failure(.refused, "") }
  }
}
