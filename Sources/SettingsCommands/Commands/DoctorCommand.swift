import SettingsEditing
import SettingsSystem
import SettingsTUI

/// Prints what a report of a problem needs to say about the machine.
///
///     terminal   xterm-256color, 120 columns
///     locale     LANG=en_US.UTF-8, UTF-8
///     variables  XDG_CONFIG_HOME
///                EDITOR
///     catalogs   ~/.local/share/settings/catalogs: none
///     file       JSON
///     form       --schema: nothing
///                $schema: found
///
/// The output is meant to be pasted into a public place. So it has names of variables and not their values, results and not paths of the
/// user's files, and `~` in place of the home folder.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let operands: [Operand] = [.optional("FILE", .file)]
  static let summary = """
    Prints what to add to a report of a problem: versions and surroundings, no value of yours.
    It names the version, the system, the terminal, the locale, the variables that are set,
    and the folders in which catalogs were looked for. With FILE it adds whether that is JSON,
    in which places its form was looked for, where its history is, and what its file system can do, which it tries
    with two empty files in a new folder beside FILE that it removes again. Values in FILE,
    the name of FILE and the name of your home folder aren't printed.
    """
  static let options: [Option] = [.json]
  static let pathVariables = SchemasCommand.pathVariables

  /// Prints the facts about the machine, and about the file if one is named. It never fails because of the file: what is wrong with it is
  /// what the report is about.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    var facts = [
      Fact("version", "settings-tui \(Release.version)"), Fact("system", Platform.description),
      Fact("terminal", terminal(console)), Fact("locale", locale),
      Fact("variables", list: setVariables), Fact("catalogs", list: catalogs),
    ]
    if let path = arguments.operands.first { facts += self.facts(of: path, arguments) }
    if arguments.has(.json) {
      let members = facts.map { JSONObject.Member(key: $0.name, value: $0.json) }
      return console.print(JSONValue.object(JSONObject(distinct: members)))
    }
    let width = facts.map(\.name.count).max() ?? 0
    for fact in facts {
      for (number, line) in (fact.lines.isEmpty ? ["none"] : fact.lines).enumerated() {
        console.print(StyledText("\((number == 0 ? fact.name : "").padded(to: width))  \(line)"))
      }
    }
  }

  /// A line of the report, or a list: `variables` is an array in the JSON even if it has one element.
  private struct Fact {
    let name: String
    let lines: [String]
    let isList: Bool

    init(_ name: String, _ line: String) { (self.name, lines, isList) = (name, [line], false) }
    init(_ name: String, list: [String]) { (self.name, lines, isList) = (name, list, true) }

    var json: JSONValue { isList ? .array(lines.map(JSONValue.string)) : .string(lines.joined()) }
  }

  // MARK: - The machine

  /// Returns the type and the width of the terminal, and which of the three streams aren't one.
  private static func terminal(_ console: Console) -> String {
    let streams: [(StandardStream, String)] = [(.input, "input"), (.output, "output"), (.error, "errors")]
    let others = streams.filter { !console.streams.isTerminal($0.0) }.map(\.1)
    return [
      EnvironmentVariables.value("TERM") ?? "TERM isn't set",
      console.streams.windowWidth.map { "\($0) columns" },
      others.isEmpty ? nil : "not a terminal: \(Phrase.enumeration(others))",
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The variables that decide about the encoding, and what they amount to. They are printed with their values, which are no secrets.
  private static var locale: String {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { name in
      EnvironmentVariables.value(name).map { "\(name)=\($0)" }
    }
    return (set + [VisibleText.isTerminalUTF8 ? "UTF-8" : "not UTF-8"]).joined(separator: ", ")
  }

  /// The names of the variables that change what the program does, if they are set. A value can be a path with a name in it.
  private static var setVariables: [String] {
    let names =
      SchemaCatalogFolders.variables + [
        "SETTINGS_HISTORY", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
        "TMPDIR", "VISUAL",
        "EDITOR",
        "NO_COLOR", "COLORTERM", "COLORFGBG", "ESCDELAY", "TERMINFO",
      ]
    return names.filter { EnvironmentVariables.value($0) != nil || EnvironmentVariables.isMalformed($0) }
  }

  /// Each folder that was looked into for catalogs, with what was found there: the usual answer to "why has my file no form".
  ///
  /// Errors are counted and not printed, since they name files.
  private static var catalogs: [String] {
    SchemaCatalogFolders.places.map { place in
      let catalogs = SchemaCatalogs { place.folders }
      let found = catalogs.all.map { catalog in
        "\(catalog.name) (\(Phrase.count(catalog.count.all, noun: "entry", nouns: "entries")), \(catalog.count.here) of them here)"
      }
      let errors =
        catalogs.errors.isEmpty ? [] : [Phrase.count(catalogs.errors.count, noun: "catalog") + " with errors"]
      let results = found + errors
      return "\(withoutHome(place.path)): \(results.isEmpty ? "none" : results.joined(separator: ", "))"
    }
  }

  /// Returns a path that doesn't tell the user's name: `/home/ada/x` → `~/x`. A home folder `/` is left, because every path would begin
  /// with it.
  private static func withoutHome(_ path: String) -> String {
    guard let home = BaseFolders().home, home != "/", path == home || path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  // MARK: - The file

  /// Returns what can be said about a file without its name and its content.
  ///
  /// It never fails because of the file: if the file can't be read, that is a fact to report. A remote address is reported as remote and
  /// isn't opened.
  private static func facts(of path: String, _ arguments: Arguments) -> [Fact] {
    guard RemoteAddress(path) == nil else { return [Fact("file", "not a file, but remote")] }
    var facts: [Fact] = []
    do throws(Failure) {
      let search = try SettingsFile(arguments).search()
      let content =
        switch search.subject.document {
        case .success(nil): "no file"
        case .success: "JSON"
        case .failure: "not JSON"
        }
      facts.append(Fact("file", content))
      facts.append(Fact("form", list: search.findings.map { "\($0.step.rawValue): \($0.result.name)" }))
    } catch {
      facts.append(Fact("file", "can't be read: exit status \(error.status.rawValue)"))
    }
    if let history = FileStorage(path).history {
      // In the user's state, the folder has a name that tells nothing.
      facts.append(Fact("history", history.isBeside ? "beside the file" : withoutHome(history.path)))
    }
    return facts + [Fact("file system", FileSystemTrial(inFolder: FileLocation(path).folder).text)]
  }
}

/// What the file system of a folder can do, as `settings-tui doctor` prints it. It is tried with two files in a new folder, which is
/// removed at once.
///
/// The name of a file system alone doesn't tell, so both operations are tried. If nothing may be created in the folder, `exchanges` and
/// `locks` are unknown, and `error` says why.
struct FileSystemTrial: Sendable {
  /// The name of the file system, such as `ext4`; `nil` if it isn't known.
  let name: String?
  /// Whether two names can be exchanged in one step; `nil` if that couldn't be tried. Without it, a commit can lose a save that another
  /// program makes at the same moment.
  private(set) var exchanges: Bool?
  /// Whether a lock excludes another one; `nil` if that couldn't be tried. Without it, two applies at the same time aren't kept apart.
  private(set) var locks: Bool?
  /// Why nothing could be tried; `nil` if it was.
  private(set) var error: SystemCallError?

  init(inFolder path: String) {
    let files = POSIXFileSystem()
    name = Platform.fileSystem(ofFolder: files.canonicalPath(path))
    do throws(SystemCallError) {
      let parent = OpenFile(try files.openFolder(atPath: path), in: files)
      let name = ".settings-trial-" + String(files.randomNumber(), radix: 36)
      try files.makeFolder(name, in: parent.descriptor, for: nil, mode: 0o700)
      defer { files.removeTree(name, in: parent.descriptor) }
      let folder = OpenFile(try files.openFolder(name, in: parent.descriptor), in: files)
      for name in ["a", "b"] { try files.close(try files.create(name, in: folder.descriptor)) }
      do throws(SystemCallError) {
        try files.exchange("a", in: folder.descriptor, with: "b", in: folder.descriptor)
        exchanges = true
      } catch {
        guard error.isUnsupported else { throw error }
        exchanges = false
      }
      locks = try Self.locks(in: folder.descriptor, files)
    } catch {
      self.error = error
    }
  }

  private static func locks(in folder: FileSystem.Descriptor, _ files: POSIXFileSystem)
    throws(SystemCallError)
    -> Bool
  {
    let first = try files.openFile("a", in: folder).file
    let second = try files.openFile("a", in: folder).file
    do throws(SystemCallError) {
      guard try files.lock(first.descriptor) else { return false }
      return try !files.lock(second.descriptor)
    } catch {
      guard error.isUnsupported else { throw error }
      return false
    }
  }

  /// The results on one line: `ext4, exchanges names, locks files`, or what fails.
  ///
  /// These two decide how a commit can be made: see `Documentation/HistoryFolder.md`.
  fileprivate var text: String {
    let results = [(exchanges, "exchanges names"), (locks, "locks files")].compactMap { result, what in
      result.map { $0 ? what : "no: \(what)" }
    }
    return ([name ?? "unknown"] + results + (error.map { ["can't be tried (\($0))"] } ?? [])).joined(
      separator: ", ")
  }
}
