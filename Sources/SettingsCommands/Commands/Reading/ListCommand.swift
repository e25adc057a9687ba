import Settings
import SettingsTUI

/// Prints a table of the settings.
enum ListCommand: Command {
  static let name = "list"
  static let operands = "FILE [SECTION]"
  static let operandCount = 1...2
  static let summary = """
    Prints the settings with their values.
    SECTION is the path of a section; without it, all settings are printed. --json has what describe says, too.
    """
  static let options: [Option] = [.schema, .layer, .context, .changed, .origin, .json]

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let path = try arguments.path
    let store = try await SettingsFile(arguments).open(notices: .all, console)
    guard store.index.section(at: path) != nil || store.index[path] != nil else {
      throw store.unknownSetting(path, named: "section or setting")
    }
    let listing = SettingsListing(
      store.draft(), arguments.has(.changed) ? .changed : .all, in: path, newSettings: store.newSettings(),
      originsIn: arguments.has(.origin) ? store.name : nil)
    if arguments.has(.json) {
      console.print(listing.json)
    } else {
      console.print(listing.table)
    }
    try store.reportPending(to: console)
    store.reportLayerProblems(to: console)
    let problems = store.problems.filter { path.contains($0.path) }
    for problem in problems { console.report("\(store.name):\(problem)") }
    guard !problems.contains(where: { $0.severity == .error }) else { throw Failure(.refused, "") }
  }
}
