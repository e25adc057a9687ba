import SettingsEditing
import SettingsForm
import SettingsSystem
import SettingsTUI

/// The list of settings files that have a form in a catalog. A user chooses from it after naming no file.
///
///        FILE                               FORM
///     1  package.json                       package.json
///     2  /home/u/.config/app/settings.json  App
///
/// `settings-tui` alone is what people type who don't know the program yet. The list is on the screen if possible, else printed with
/// numbers; in a script, it is printed, and the command ends without a failure.
struct FileOffer {
  /// The maximum number of files in the printed list. The screen, which scrolls, has all of them.
  private static let maxCount = 40

  private let files: [CatalogedFiles.File]
  private let console: Console

  init(_ console: Console) {
    files = CatalogedFiles(SchemaCatalogs()).files
    self.console = console
  }

  /// Returns the file that was chosen, on the screen or, without a suitable terminal or if asked to, by its number; `nil` for none. Without
  /// a terminal, only prints the files.
  ///
  /// Throws a usage failure if there is no file to offer, or for a number that isn't in the list.
  func choose(onScreen usesScreen: Bool) async throws(Failure) -> String? {
    guard !files.isEmpty else { throw .usage("Name a settings file, or see --help.") }
    if usesScreen, console.isInteractive {
      let rows = files.map { (name: $0.path, note: $0.form) }
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
        "\(Phrase.count(files.count - shown.count, noun: "more file isn't", nouns: "more files aren't")) listed."
      )
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

/// The settings file of an app, which is named by the name of the app.
///
/// `settings-tui edit trend` opens `~/.config/trend/settings.json`, if no file `trend` is in the current folder and a catalog has a form
/// whose layers name the app `trend`. A file always comes first: a name must not begin to mean something else because a catalog was
/// installed.
struct AppFile {
  /// The path of the file, which doesn't have to exist.
  let path: String

  /// Finds an app in the catalogs by the layers that its form names; returns `nil` if there is no such app, or if there is a file with the
  /// name.
  ///
  /// Cost: reads the forms that a catalog has under the name, commonly one. A word with a slash is no name of an app and costs nothing.
  init?(named name: String, _ catalogs: SchemaCatalogs) {
    guard FormLayers.isName(name), !POSIXFileSystem().exists(name) else { return nil }
    for catalog in catalogs.all {
      for entry in catalog.entries where entry.canBeForm(ofApp: name) {
        guard let file = catalog.file(at: entry.address),
          let bytes = (try? POSIXFileSystem().readDocument(atPath: file)) ?? nil,
          let document = try? JSONDocument(parsing: bytes),
          let keyword = document.root[FormLayers.keyword]?.value, let layers = try? FormLayers(keyword),
          layers.app == name
        else { continue }
        path = SettingsLayers.standard(app: layers.app, arguments: []).written.name
        return
      }
    }
    return nil
  }
}

extension SchemaCatalog.Entry {
  /// Whether the entry can be the form of an app, by the entry's name or its patterns. This avoids reading all forms of a catalog; the form
  /// itself decides.
  fileprivate func canBeForm(ofApp app: String) -> Bool {
    name.lowercased() == app.lowercased() || patterns.contains { $0.hasSuffix("/\(app)/settings.json") }
  }
}

/// The file in which a user reassigns the editor's keys. `edit --keys` prints the keys in its format.
enum KeysFile {
  /// The file's name in the help.
  static let name = "$XDG_CONFIG_HOME/settings-tui/keys.json"

  /// Reads the file; returns the standard keys if there is none. An error in it is a failure with its position (65): an editor whose keys
  /// differ from what the user has written would be worse.
  static func read() throws(Failure) -> EditorKeys {
    guard let path else { return .standard }
    let bytes: [UInt8]?
    do throws(SettingsStorageError) { bytes = try POSIXFileSystem().readDocument(atPath: path) } catch {
      throw Failure(error)
    }
    guard let bytes else { return .standard }
    do throws(EditorKeysError) {
      return try EditorKeys(parsing: bytes)
    } catch {
      throw Failure(.dataError, message: "\(path):\(error)")
    }
  }

  /// The path; `nil` without a home folder, in which case the standard keys are used.
  private static var path: String? { BaseFolders().configuration.map { $0 + "/settings-tui/keys.json" } }
}

/// The file of a saved plan; `-` is the standard input or output.
///
/// `set … --plan OUT` writes one, `apply FILE PLAN` reads it; what is in it, ``SettingsPlan`` decides.
struct PlanFile {
  let path: String

  /// Whether the plan is read from the standard input or printed to the standard output.
  var isStandardStream: Bool { path == "-" }

  /// Reads the plan. Throws if it doesn't exist (66), can't be read (74), or isn't a plan (65).
  func read(_ console: Console) throws(Failure) -> SettingsPlan {
    guard !path.isEmpty else { throw .usage("The plan's name is empty; name a plan that --plan has saved.") }
    let bytes = try console.read(operand: path, "plan", ifAbsent: "name a plan that --plan has saved")
    do throws(SettingsPlanError) { return try SettingsPlan(parsing: bytes) } catch {
      throw Failure(.dataError, message: "\(path): \(error)")
    }
  }

  /// Throws an error if saving the plan would replace one of the files that the plan is about: the settings, or the form.
  ///
  /// The files are compared and not their names, so a link is noticed, too.
  func checkIsApart(from others: [String]) throws(Failure) {
    let files = POSIXFileSystem()
    guard !isStandardStream, let own = try? files.resolvedStatus(atPath: path).identity else { return }
    for other in others where (try? files.resolvedStatus(atPath: other).identity) == own {
      throw .usage("--plan \(path) would replace \(other); name another file.")
    }
  }

  /// Writes the plan so that only its owner can read it, and replaces an existing file as a whole.
  ///
  /// A plan has no secrets, but values that not everyone should see. Throws if the file can't be created (73) or written (74).
  func write(_ plan: SettingsPlan, console: Console) throws(Failure) {
    if isStandardStream { return console.printExact(String(decoding: plan.bytes.dropLast(), as: UTF8.self)) }
    do throws(SystemCallError) {
      try POSIXFileSystem().replaceFile(atPath: path, with: plan.bytes)
    } catch {
      throw Failure(
        error.isWriteFailure ? .ioError : .cannotCreate,
        message: "\(path) can't be written (\(error)); nothing was changed.")
    }
  }
}
