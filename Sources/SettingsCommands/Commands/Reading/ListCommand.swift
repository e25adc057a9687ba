import Settings
import SettingsTUI

/// Prints a table of the settings.
enum ListCommand: Command {
  static let name = "list"
  static let operands = "FILE [SECTION]"
  static let operandCount = 1...2
  static let summary = """
    Prints the settings with their values.
    SECTION is the path of a section; without it, all settings are printed. If the form is a schema that isn't an app's own, only
    settings that are set are printed, and the number of the others; --all prints these, too. --json prints all settings with what
    describe says.
    """
  static let options: [Option] = [.schema, .layer, .context, .changed, .all, .origin, .verbose, .json]
  static let isFilter = true

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let path = try arguments.path
    var file = SettingsFile(arguments)
    file.members = .all
    let store = try await file.open(notices: arguments.has(.verbose) ? .all : .inference, console)
    guard store.index.section(at: path) != nil || store.index[path] != nil else {
      throw store.unknownSetting(path, named: "section or setting")
    }
    let isJSON = arguments.has(.json)
    // A schema of another author lists what an app could have: hundreds of settings around a few that the file has.
    let isSummary = store.index.form.source != nil && !arguments.has(.all) && !isJSON
    let listing = SettingsListing(
      store.draft(), arguments.has(.changed) || isSummary ? .changed : .all, in: path,
      newSettings: store.newSettings(), originsIn: arguments.has(.origin) ? store.name : nil)
    if isJSON {
      console.print(listing.json)
    } else {
      if !isSummary || !listing.settings.isEmpty { console.print(listing.table) }
      let rest = isSummary && !arguments.has(.changed) ? listing.unsetCount : 0
      if rest > 0 {
        console.print("\(Phrase.count(rest, "setting isn't", "settings aren't")) set; --all lists them, too.")
      }
    }
    try store.reportPending(to: console)
    store.reportLayerProblems(to: console)
    let problems = store.problems.filter { path.contains($0.path) }
    for problem in problems { console.report("\(store.name):\(problem)") }
    guard !problems.contains(where: { $0.severity == .error }) else { throw Failure(.refused, "") }
  }
}
