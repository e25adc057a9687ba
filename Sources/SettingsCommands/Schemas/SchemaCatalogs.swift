import SettingsEditing
import SettingsSystem

/// The catalogs on this machine, which are read when they are first needed.
///
/// Most commands find their form beside the file and never need a catalog. The large `catalog.json` is only read by those that do. After
/// that, the catalogs stay in memory: what changes on the disk during a command isn't noticed.
final class SchemaCatalogs: Sendable {
  /// The catalogs that were read, and the errors in others.
  private struct Content {
    var catalogs: [SchemaCatalog] = []
    var errors: [SchemaCatalogError] = []
  }

  private let folders: @Sendable () -> [SchemaCatalogFolders.Folder]
  private let content = Lazy<Content>()

  /// Creates the catalogs in folders; by default, in the folders of this user and machine.
  init(_ folders: @escaping @Sendable () -> [SchemaCatalogFolders.Folder] = SchemaCatalogFolders.all) {
    self.folders = folders
  }

  /// The catalogs that can be used, in the order of their precedence.
  var all: [SchemaCatalog] { read().catalogs }

  /// The errors of catalogs that can't be used.
  var errors: [SchemaCatalogError] { read().errors }

  /// The errors of the catalogs that were read; empty if none was needed. A broken catalog doesn't bother a command that does without.
  var knownErrors: [SchemaCatalogError] { content.valueIfMade?.errors ?? [] }

  /// Returns the file of the first catalog that has the schema at an address; `nil` if none has it, or if the text is no address.
  func file(at address: String) -> (file: String, catalog: SchemaCatalog)? {
    guard CatalogAddress(address) != nil else { return nil }
    for catalog in all {
      if let file = catalog.file(at: address) { return (file, catalog) }
    }
    return nil
  }

  /// Reads the catalogs once. A folder that is listed twice is one catalog, at the first place.
  private func read() -> Content {
    content.value {
      var read = Content()
      var seen: Set<String> = []
      for folder in folders() where seen.insert(folder.path).inserted {
        do throws(SchemaCatalogError) {
          if let catalog = try SchemaCatalog(inFolder: folder.path) {
            read.catalogs.append(catalog)
          } else if folder.isNamed {
            read.errors.append(SchemaCatalogError(path: folder.path, reason: .missing))
          }
        } catch {
          read.errors.append(error)
        }
      }
      return read
    }
  }
}
