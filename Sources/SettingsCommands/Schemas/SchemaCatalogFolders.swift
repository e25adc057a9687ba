import SettingsSystem

/// The folders that can be catalogs, in the order in which they are searched.
enum SchemaCatalogFolders {
  /// The variable with additional folders, separated by colons.
  static let variable = "SETTINGS_CATALOGS"
  /// The variables with paths in which catalogs are found.
  static let variables = [variable, "XDG_DATA_HOME", "XDG_DATA_DIRS"]

  /// A folder, and whether it must be a catalog.
  struct Folder: Hashable {
    let path: String
    /// Whether a person has named the folder, so that it is an error if it isn't a catalog.
    let isNamed: Bool
  }

  /// Returns the folders of this user and machine.
  static func all() -> [Folder] {
    let listed = (EnvironmentVariables.value(variable) ?? "").split(separator: ":").map(String.init)
    let named = listed.flatMap { path in
      let isCatalog = POSIXFileSystem().exists(FileLocation(in: path, SchemaCatalog.fileName).path)
      let inner = isCatalog ? [] : subfolders(of: path)
      return inner.isEmpty ? [Folder(path: path, isNamed: true)] : inner
    }
    let folders = BaseFolders()
    return named
      + ([folders.data].compactMap(\.self) + folders.sharedData).flatMap {
        subfolders(of: $0 + "/settings/catalogs")
      }
  }

  /// Returns the folders in a folder that have a catalog, sorted by name.
  private static func subfolders(of path: String) -> [Folder] {
    let names = (try? POSIXFileSystem().names(inFolder: path)) ?? []
    return names.sorted().map { FileLocation(in: path, $0).path }.filter {
      POSIXFileSystem().exists(FileLocation(in: $0, SchemaCatalog.fileName).path)
    }.map { Folder(path: $0, isNamed: false) }
  }
}
