import SettingsEditing
import SettingsSystem

/// The address of a schema for comparisons: without its scheme and its fragment.
///
/// SchemaStore serves each of its schemas at several addresses; they are equal.
///
/// For example, `http://json.schemastore.org/package`, `https://json.schemastore.org/package.json` and
/// `https://www.schemastore.org/package.json#` are one address. Only SchemaStore's own hosts are treated like this. The case of the host
/// doesn't count, the case of the path does.
struct CatalogAddress: Hashable {
  /// The host and the folders, with a slash at the end.
  let folder: String
  /// The last component of the path; can be empty.
  let name: String

  /// Creates an address; returns `nil` for text without a scheme and a host, such as a path, or without a slash behind the host.
  init?(_ text: String) {
    guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
    let rest = text[start...].prefix { $0 != "#" }
    guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex,
      let last = rest.lastIndex(of: "/")
    else { return nil }
    let host = rest[..<slash].lowercased()
    let folder = host + rest[slash...last]
    let name = String(rest[rest.index(after: last)...])
    guard Self.isSchemaStore(host, folder: folder) else {
      self.folder = folder
      self.name = name
      return
    }
    self.folder = Self.schemaStore
    self.name = name.hasSuffix(".json") ? name : name + ".json"
  }

  /// The address without its scheme, as a path: `www.schemastore.org/package.json`.
  var text: String { folder + name }

  /// The part that each spelling of the address has: `package` for a schema of SchemaStore, the path without the host for others.
  var path: String {
    isSchemaStore
      ? String(name.dropLast(".json".count)) : String(folder.drop { $0 != "/" }) + name
  }

  /// Whether SchemaStore has the schema.
  var isSchemaStore: Bool { folder == Self.schemaStore }

  /// The folder of all addresses of SchemaStore.
  private static let schemaStore = "www.schemastore.org/"

  /// Whether the schemas of SchemaStore are at a host and a folder: at its own hosts in the root, and in copies of its repository.
  private static func isSchemaStore(_ host: String, folder: String) -> Bool {
    switch host {
    case "json.schemastore.org", "www.schemastore.org", "schemastore.org":
      folder.utf8.count == host.utf8.count + 1
    case "schemastore.azurewebsites.net": folder.hasSuffix("/schemas/json/")
    case "raw.githubusercontent.com":
      folder.hasPrefix("raw.githubusercontent.com/SchemaStore/schemastore/")
        && folder.hasSuffix("/src/schemas/json/")
    default: false
    }
  }
}
