import SettingsEditing
import SettingsSchemas
import SettingsSystem

/// The setting `json.schemas` in the VS Code workspaces that contain a file.
///
///     {"json.schemas": [{"fileMatch": ["/config/*.json"], "url": "./schemas/config.json"}]}
///
/// The nearest workspace with an entry for the file is used, and in it the entry with the most specific pattern. An entry names its form by
/// an address, by a path relative to the workspace, or contains it under `schema`; see "JSON schemas and settings" in the documentation of
/// VS Code.
///
/// A file that can't be read, isn't JSON or belongs to somebody else is a warning, and the folders above are looked at.
struct WorkspaceSchemas {
  struct Match {
    /// The form of an entry.
    enum Form {
      case address(String)
      case path(String)
      /// The schema in the settings themselves, as JSON.
      case text(String)
    }

    let settings: String
    let pattern: String
    let form: Form
  }

  /// The entry for the file in the nearest workspace that has one; `nil` if there is none.
  private(set) var match: Match?
  /// Why settings aren't used.
  private(set) var warnings: [String] = []

  private static let setting = "json.schemas"

  /// Looks for an entry.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file.
  ///   - owners: The users whose settings are used. Others could place them in a folder above, such as the folder for temporary files.
  init(for path: FilePath, owners: Set<UInt32>) {
    var folder = FileLocation(path.text).folder
    // The path is relative if the current folder was removed.
    while match == nil, folder.hasPrefix("/") {
      read(FileLocation(in: folder, ".vscode/settings.json").path, in: folder, path: path, owners: owners)
      let parent = FileLocation(folder)
      if parent.name.isEmpty { return }
      folder = parent.folder
    }
  }

  /// Reads the settings of one workspace, if it has some, and sets ``match`` or adds a warning. Comments and duplicate keys are allowed, as
  /// VS Code allows them.
  private mutating func read(_ settings: String, in folder: String, path: FilePath, owners: Set<UInt32>) {
    let files = POSIXFileSystem()
    let document: JSONDocument
    do {
      let (file, status) = try files.openFile(atPath: settings)
      guard owners.contains(status.owner) else {
        warnings.append("\(settings) belongs to another user and is ignored.")
        return
      }
      let bytes = try files.readAll(
        file.descriptor, expecting: status.size, atMost: InputLimits.documentSize)
      document = try JSONDocument(parsing: bytes, duplicateKeys: .lastWins)
    } catch let error as JSONParseError {
      warnings.append("\(settings):\(error)")
      return
    } catch {
      if let error = error as? SystemCallError, error.isMissingPath { return }
      warnings.append("\(settings) can't be read (\(error)) and is ignored.")
      return
    }
    guard let entries = document.root[Self.setting], entries.kind == .array else { return }
    var best: (rank: FileMatch.Rank, form: Match.Form)?
    for entry in entries.elements {
      let patterns = entry["fileMatch"]?.elements.compactMap(\.string) ?? []
      guard let rank = FileMatch.rank(of: path, in: patterns), best.map({ $0.rank < rank }) ?? true,
        let form = Self.form(of: entry, in: folder)
      else { continue }
      best = (rank, form)
    }
    match = best.map { Match(settings: settings, pattern: $0.rank.pattern, form: $0.form) }
  }

  /// Returns the form of an entry; `nil` if it names none. A schema in the entry comes before an address.
  private static func form(of entry: JSONNode, in folder: String) -> Match.Form? {
    if let schema = entry["schema"], schema.kind == .object { return .text(schema.value.description) }
    guard let url = entry["url"]?.string, !url.isEmpty else { return nil }
    guard let path = SchemaFileAddress.path(of: url) else { return .address(url) }
    // VS Code reads a path with a slash at its start relative to the workspace.
    let inside = FileLocation(in: folder, path).path
    return .path(path.hasPrefix("/") && !POSIXFileSystem().exists(inside) ? path : inside)
  }
}
