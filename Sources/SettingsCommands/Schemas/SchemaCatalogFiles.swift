import Settings
import SettingsSystem
import Synchronization

/// The files with the schemas of a catalog, in its folder.
///
/// The schema at `https://HOST/PATH/NAME` is in the first of these files that exists:
/// 1. `schemas/HOST/PATH/NAME`;
/// 2. `schemas/NAME`, `schemas/json/NAME`, or `NAME`, also with `.json` at the end. Several addresses of a catalog can have one name;
///    then the name is that of SchemaStore's own schema. The address must be in the catalog, or beside one that is;
/// 3. a file of these folders whose `$id` is the address.
///
/// A relative address is a path in the folder.
final class SchemaCatalogFiles: Sendable {
  private let folder: String
  private let index = Mutex<Index?>(nil)
  private let identities = Mutex<[CatalogAddress: String]?>(nil)

  /// The addresses of the catalog.
  private struct Index {
    var addresses: Set<CatalogAddress> = []
    var folders: Set<String> = []
    /// The addresses with each name.
    var names: [String: [CatalogAddress]] = [:]

    init(_ entries: some Sequence<SchemaCatalog.Entry>) {
      for address in entries.lazy.flatMap(\.addresses).compactMap(CatalogAddress.init)
      where addresses.insert(address).inserted {
        folders.insert(address.folder)
        names[address.name, default: []].append(address)
      }
    }

    /// Whether a file with only the address's name has the schema at the address.
    func names(_ address: CatalogAddress) -> Bool {
      guard folders.contains(address.folder) else { return false }
      let others = names[address.name] ?? []
      return address.isSchemaStore || others.isEmpty || others == [address]
    }
  }

  init(folder: String) {
    self.folder = folder
  }

  /// Returns the file with the schema at an address; `nil` if there is none.
  func file(at text: String, among entries: () -> some Sequence<SchemaCatalog.Entry>) -> String? {
    guard let address = CatalogAddress(text) else { return Self.isInside(text) ? existing([text]) : nil }
    if Self.isInside(address.text), let exact = existing(["schemas/" + address.text]) { return exact }
    let isNamed = index.withLock { index in
      let known = index ?? Index(entries())
      index = known
      return known.names(address)
    }
    if isNamed, Self.isInside(address.name) {
      let names = address.name.hasSuffix(".json") ? [address.name] : [address.name, address.name + ".json"]
      let paths = names.flatMap { name in Self.folders.map { $0 + name } }
      if let file = existing(paths) { return file }
    }
    return identities.withLock { identities in
      let known = identities ?? findIdentities()
      identities = known
      return known[address]
    }
  }

  /// The folders with schemas, relative to the catalog's.
  private static let folders = ["schemas/", "schemas/json/", ""]

  /// Whether a path is that of a file in the folder.
  private static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.hasSuffix("/")
      && !path.split(separator: "/").contains("..")
  }

  private func existing(_ paths: [String]) -> String? {
    paths.lazy.map { FileLocation(in: self.folder, $0).path }.first {
      (try? POSIXFileSystem().resolvedStatus(atPath: $0).kind) == .file
    }
  }
}

// MARK: - Identities

extension SchemaCatalogFiles {
  /// Returns the files by the addresses that their schemas give themselves.
  private func findIdentities() -> [CatalogAddress: String] {
    var found: [CatalogAddress: String] = [:]
    for folder in Self.folders {
      let path = folder.isEmpty ? self.folder : FileLocation(in: self.folder, String(folder.dropLast())).path
      let names = (try? POSIXFileSystem().names(inFolder: path)) ?? []
      for name in names.sorted() where name.hasSuffix(".json") {
        let file = FileLocation(in: path, name).path
        guard let address = Self.identity(ofSchemaAt: file), found[address] == nil else { continue }
        found[address] = file
      }
    }
    return found
  }

  private static func identity(ofSchemaAt path: String) -> CatalogAddress? {
    let files = POSIXFileSystem()
    guard (try? files.resolvedStatus(atPath: path).kind) == .file,
      let bytes = try? files.readFile(atPath: path), let document = try? JSONDocument(parsing: bytes)
    else { return nil }
    return SchemaIdentity.address(of: document)
  }
}
