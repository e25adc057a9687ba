import Settings
import SettingsSystem

/// The settings file of an app that a person names by the app.
struct AppFile {
  /// The path of the file, which doesn't have to exist.
  let path: String

  /// Finds an app in the catalogs, if there is no file with the name: a form of a catalog names the app's layers.
  ///
  /// Cost: reads the form that the catalog has under the name.
  init?(named name: String, _ catalogs: SchemaCatalogs) {
    guard FormLayers.isName(name), !POSIXFileSystem().exists(name) else { return nil }
    for catalog in catalogs.all {
      for entry in catalog.entries where entry.isAbout(name) {
        guard let file = catalog.file(at: entry.address),
          let bytes = (try? FileStorage(file).readBytes()) ?? nil,
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
  /// Whether the form can be that of an app with this name, by its own name or by the files that it is for.
  fileprivate func isAbout(_ app: String) -> Bool {
    name.lowercased() == app.lowercased() || patterns.contains { $0.hasSuffix("/\(app)/settings.json") }
  }
}
