import SettingsEditing
import SettingsJSON
import SettingsTUI

/// Prints a table of the settings.
///
///     SETTING       VALUE  ORIGIN         NOTES          with --origin
///     network.port  8080   app.json:3:24  default 80
///     tags          a, b   app.json:4:11  default empty
///     3 settings aren't set; --all lists them, too.
///
/// For an app's own form, all settings are listed: somebody who lists them wants to see what there is. For a schema that describes a
/// program's whole configuration, only what is set is of interest. `--json` has always everything, since a script can filter.
///
/// The exit status is 1 if one of the listed values has an error, as with `get`.
enum ListCommand: Command {
  static let name = "list"
  static let operands: [Operand] = [.file, .optional("SECTION", .section)]
  static let summary = """
    Prints the settings with their values.
    SECTION is the path of a section; without it, all settings are printed. If the form is a schema that isn't an app's own, only
    settings that are set are printed, and the number of the others; --all prints these, too. --json prints all settings with what
    describe says.
    """
  static let options: [Option] = [.schema, .layer, .context, .changed, .all, .origin, .verbose, .json]
  static let input = CommandInput.reads

  /// Prints the table, the number of settings that aren't in it, and the problems of what is listed.
  ///
  /// Ends with 1 if one of the listed settings has an error, or if the path names nothing. A pending confirmation and problems of other
  /// layers are reported.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
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
      store.draft(), onlySet: arguments.has(.changed) || isSummary, includesLayers: !arguments.has(.changed),
      in: path,
      newSettings: store.newSettings(), originsIn: arguments.has(.origin) ? store.name : nil)
    if isJSON {
      console.print(array: listing.settings.lazy.map(\.json))
    } else {
      if !isSummary || !listing.settings.isEmpty { console.print(listing.table) }
      let rest = isSummary && !arguments.has(.changed) ? listing.unsetCount : 0
      if rest > 0 {
        console.print(
          "\(Phrase.count(rest, noun: "setting isn't", nouns: "settings aren't")) set; --all lists them, too."
        )
      }
    }
    try store.reportPending(to: console)
    store.reportLayerProblems(to: console)
    // Problems of other sections are the business of `check`.
    let problems = store.problems.filter { path.contains($0.path) }
    for problem in problems { console.report("\(store.name):\(problem)") }
    guard !problems.contains(where: { $0.severity == .error }) else { throw Failure(.refused, message: "") }
  }
}

/// Prints the form's description of settings.
///
///     network.port  Port
///       value    8080
///       type     Whole number from 1 to 65535
///       default  80
///
/// Unlike `list`, it is about what could be set, so the file needn't exist if its form is known. ``ListedSetting/facts`` has the lines.
enum DescribeCommand: Command {
  static let name = "describe"
  static let operands: [Operand] = [.file, .optional("PATH", .path)]
  static let summary = """
    Describes settings: value, type, limits, default, choices, flags, side effects.
    PATH is a setting, a section, or a part of a setting; without it, all settings are described. A FILE with a
    form doesn't have to exist. list --json has the same facts.
    """
  static let options: [Option] = [.schema, .layer, .json]
  static let input = CommandInput.reads

  /// Prints the description of a setting, of a part of one, or of all settings of a section.
  ///
  /// A file that doesn't exist is no failure if its form is found; without both, it is 66.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let named = try arguments.path
    var file = SettingsFile(arguments)
    file.members = FormIndex.Members(named: [named], includesAll: named.isRoot, new: .described)
    let store = try await file.open(ifAbsent: .allowedWithForm, console)
    let draft = store.draft()
    let path = try store.resolved(named, in: draft)
    let newSettings = store.newSettings()
    let isJSON = arguments.has(.json)
    if let section = store.index.section(at: path) {
      let settings = SettingsListing(draft, in: path, newSettings: newSettings).settings
      if isJSON { return console.print(section.json(at: path, Array(settings))) }
      let name =
        path.isRoot ? StyledText(section.title, style: .strong) : "\(path, .strong)  \(section.title)"
      let help = MarkdownText(section.help).plain.split(whereSeparator: \.isNewline).map {
        StyledText(String($0))
      }
      let strings = [([name] + help).filter { !$0.isEmpty }.joinedLines()] + settings.map(\.text)
      return console.print(strings.filter { !$0.isEmpty }.flatMap { [$0, ""] }.dropLast().joinedLines())
    }
    // A part of a setting is described by the form, whether it is there or not.
    guard let entry = store.index.entry(containing: path) else { throw store.unknownSetting(path) }
    let places = try store.places(on: path, in: entry, draft.value(at: entry.path))
    let setting = ListedSetting(
      places.last ?? ValuePlace(entry), in: draft, isNew: newSettings.contains(entry.path))
    if isJSON { console.print(setting.json) } else { console.print(setting.text) }
  }
}

extension FormSection {
  /// The section and the descriptions of its settings, those of inner sections included.
  fileprivate func json(at path: SettingPath, _ settings: [ListedSetting]) -> JSONValue {
    [
      "path": .string(path.description), "pointer": .string(path.pointer), "title": .string(title),
      "help": .string(help), "settings": .array(settings.map(\.json)),
    ]
  }
}

extension ListedSetting {
  /// The description as text: the path with the title, the help, and a line for each fact.
  fileprivate var text: StyledText {
    let facts = facts
    let width = facts.map(\.label.count).max() ?? 0
    let lines = facts.map { fact in
      "  \(fact.label.padded(to: width), .faint)  \(fact.text)" as StyledText
    }
    let help = MarkdownText(setting.help).plain.split(whereSeparator: \.isNewline).map {
      "  \($0)" as StyledText
    }
    return (["\(path, .strong)  \(setting.title)"] + help + lines).joinedLines()
  }
}
