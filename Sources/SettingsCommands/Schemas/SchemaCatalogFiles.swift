import Settings
import SettingsSystem
import Synchronization

/// The files with the schemas of a catalog, in its folder.
///
/// The schema at `https://HOST/PATH/NAME` is in the first of these files that exists:
/// 1. `schemas/HOST/PATH/NAME`;
/// 2. `schemas/NAME`, `schemas/json/NAME`, or `NAME`, also with `.json` at the end. The folder of the address must be the folder of an
///    address in the catalog. If several addresses in the catalog have the same name, the file is that of SchemaStore's own schema;
/// 3. a file of these folders whose `$id` is the address.
///
/// A relative address is a path in the catalog's folder.
final class SchemaCatalogFiles: Sendable {
  private let folder: String
  private let index = Mutex<Index?>(nil)
  /// The files that were looked for.
  private let known = Mutex<[CatalogAddress: String?]>([:])

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

    /// Whether a file with the last part of an address as its name has the schema at that address.
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
    if let known = known.withLock({ $0[address] }) { return known }
    let file = exact(address) ?? named(address, among: entries) ?? identified(address)
    known.withLock { $0[address] = file }
    return file
  }

  private func exact(_ address: CatalogAddress) -> String? {
    Self.isInside(address.text) ? existing(["schemas/" + address.text]) : nil
  }

  private func named(
    _ address: CatalogAddress, among entries: () -> some Sequence<SchemaCatalog.Entry>
  ) -> String? {
    let isNamed = index.withLock { index in
      let known = index ?? Index(entries())
      index = known
      return known.names(address)
    }
    guard isNamed, Self.isInside(address.name) else { return nil }
    let names = address.name.hasSuffix(".json") ? [address.name] : [address.name, address.name + ".json"]
    return existing(names.flatMap { name in Self.folders.map { $0 + name } })
  }

  /// Looks for the address in the schemas themselves. Cost: reads the start of each schema.
  private func identified(_ address: CatalogAddress) -> String? {
    for folder in Self.folders {
      let path = folder.isEmpty ? self.folder : FileLocation(in: self.folder, String(folder.dropLast())).path
      let names = (try? POSIXFileSystem().names(inFolder: path)) ?? []
      for name in names.sorted() where name.hasSuffix(".json") && name != SchemaCatalog.fileName {
        let file = FileLocation(in: path, name).path
        if SchemaIdentity.isAddress(address, ofSchemaAt: file) { return file }
      }
    }
    return nil
  }

  /// The folders with schemas, relative to the catalog's.
  private static let folders = ["schemas/", "schemas/json/", ""]

  /// Whether a path is that of a file in the folder.
  private static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.hasSuffix("/")
      && !path.split(separator: "/").contains("..")
  }

  private func existing(_ paths: [String]) -> String? {
    paths.lazy.map { FileLocation(in: self.folder, $0).path }.first(where: POSIXFileSystem().isFile)
  }
}
