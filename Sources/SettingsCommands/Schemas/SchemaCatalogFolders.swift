import SettingsEditing
import SettingsSystem

/// The folders that can be catalogs, in the order in which they are searched.
///
///     $SETTINGS_CATALOGS                                  a catalog, or a folder of catalogs; several with colons
///     $XDG_DATA_HOME/settings/catalogs/*                  this user's (~/.local/share)
///     $XDG_DATA_DIRS/settings/catalogs/*                  the machine's (/usr/local/share, /usr/share)
///
/// The user comes before the machine, as the XDG Base Directory Specification has it. Inside a folder, catalogs are in the order of their
/// names.
enum SchemaCatalogFolders {
  /// The variable with additional folders, separated by colons.
  static let variable = "SETTINGS_CATALOGS"
  /// The variables with paths in which catalogs are found.
  static let variables = [variable, "XDG_DATA_HOME", "XDG_DATA_DIRS"]

  /// A folder, and whether it must be a catalog.
  struct Folder: Hashable {
    let path: String
    /// Whether a user has named the folder. Then it is an error if it isn't a catalog; the other folders commonly don't exist.
    let isNamed: Bool
  }

  static func all() -> [Folder] { places.flatMap(\.folders) }

  /// The paths in which catalogs are looked for, each with the folders there that can be catalogs.
  ///
  /// A folder in the variable is a catalog, or a folder of catalogs. If it is neither, it stays in the list, and reading it reports the
  /// error: what a user has named must not be passed over in silence. `doctor` prints all paths, also the ones without a catalog.
  static var places: [(path: String, folders: [Folder])] {
    let listed = (EnvironmentVariables.value(variable) ?? "").split(separator: ":").map(String.init)
    let named = listed.map { path in
      let isCatalog = POSIXFileSystem().exists(FileLocation(in: path, SchemaCatalog.fileName).path)
      let inner = isCatalog ? [] : subfolders(of: path)
      return (path, inner.isEmpty ? [Folder(path: path, isNamed: true)] : inner)
    }
    let folders = BaseFolders()
    let data = [folders.data].compactMap(\.self) + folders.sharedData
    return named + data.map { $0 + inData }.map { ($0, subfolders(of: $0)) }
  }

  /// The place of catalogs in a folder for data.
  private static let inData = "/settings/catalogs"

  /// The folder into which this user installs a catalog with a name: for all users if root does; `nil` without a home folder.
  ///
  /// The administrator's folder is in `/usr/local`, because `/usr/share` belongs to the distribution's packages.
  static func installed(_ name: String) -> String? {
    let data = POSIXFileSystem().user == 0 ? "/usr/local/share" : BaseFolders().data
    return data.map { $0 + inData + "/" + name }
  }

  /// Returns the folders in a folder that have a catalog, sorted by name.
  private static func subfolders(of path: String) -> [Folder] {
    let names = (try? POSIXFileSystem().names(inFolder: path)) ?? []
    return names.sorted().map { FileLocation(in: path, $0).path }.filter {
      POSIXFileSystem().exists(FileLocation(in: $0, SchemaCatalog.fileName).path)
    }.map { Folder(path: $0, isNamed: false) }
  }
}
