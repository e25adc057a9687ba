import Settings
import SettingsSystem

/// The settings file of an app, which a person names by the name of the app.
struct AppFile {
  /// The path of the file, which doesn't have to exist.
  let path: String

  /// Finds an app in the catalogs by the layers that its form names; returns `nil` if there is no such app, or if there is a file with
  /// the name.
  ///
  /// Cost: reads the form that the catalog has under the name.
  init?(named name: String, _ catalogs: SchemaCatalogs) {
    guard FormLayers.isName(name), !POSIXFileSystem().exists(name) else { return nil }
    for catalog in catalogs.all {
      for entry in catalog.entries where entry.canBeForm(ofApp: name) {
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
  /// Whether the entry may be the form of an app, by the entry's name or its patterns. This avoids reading all forms of a catalog.
  fileprivate func canBeForm(ofApp app: String) -> Bool {
    name.lowercased() == app.lowercased() || patterns.contains { $0.hasSuffix("/\(app)/settings.json") }
  }
}
