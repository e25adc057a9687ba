import SettingsEditing
import SettingsSystem
import Synchronization

/// The files with the schemas of a catalog, in its folder.
///
/// The schema at `https://HOST/PATH/NAME` is in the first of these files that exists:
///
/// 1. `schemas/HOST/PATH/NAME`;
/// 2. `schemas/NAME`, `schemas/json/NAME`, or `NAME`, also with `.json` at the end. The folder of the address must be the folder of an
///    address in the catalog. If several addresses in the catalog have the same name, SchemaStore's own schema has the file;
/// 3. a file of these folders whose `$id` is the address.
///
/// A relative address is a path in the catalog's folder.
///
/// The three ways exist because of how people get schemas: with a tool that mirrors addresses (1), as a clone of SchemaStore (2), or as
/// single files that they saved under any name (3). The way with the least doubt comes first. The third reads the start of each file and is
/// only tried when the others have failed.
final class SchemaCatalogFiles: Sendable {
  private let folder: String
  /// The addresses of the catalog, once the second way needs them.
  private let index = Lazy<Index>()
  /// The files that were looked for; the value is `nil` for an address that no file has, which is the slowest answer to find.
  private let known = Mutex<[CatalogAddress: String?]>([:])
  /// The starts of the schemas, once an address is looked for in them: a list of the catalogs looks for hundreds. At 4 KB each,
  /// SchemaStore's take some megabytes.
  private let heads = Lazy<[(path: String, bytes: [UInt8])]>()

  /// The addresses of the catalog, by folder and name, for the second way.
  private struct Index {
    var addresses: Set<CatalogAddress> = []
    var folders: Set<String> = []
    /// The addresses with each name.
    var names: [String: [CatalogAddress]] = [:]

    /// Reads the addresses of all entries and their versions. What is no address, such as a relative path, isn't in the index.
    init(_ entries: some Sequence<SchemaCatalog.Entry>) {
      for address in entries.lazy.flatMap(\.addresses).compactMap(CatalogAddress.init)
      where addresses.insert(address).inserted {
        folders.insert(address.folder)
        names[address.name, default: []].append(address)
      }
    }

    /// Whether a file with the last part of an address as its name has the schema at that address.
    ///
    /// For two addresses `https://a.org/schema.json` and `https://b.org/schema.json` in one catalog, the file `schema.json` could be
    /// either, so it is neither; unless one of them is SchemaStore's, which its own folder is made for.
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
  ///
  /// - Parameter entries: The entries of the catalog, which are read only if the first way fails.
  func file(at text: String, among entries: () -> some Sequence<SchemaCatalog.Entry>) -> String? {
    guard let address = CatalogAddress(text) else { return Self.isInside(text) ? existing([text]) : nil }
    if let known = known.withLock({ $0[address] }) { return known }
    let file = exact(address) ?? named(address, among: entries) ?? identified(address)
    known.withLock { $0[address] = file }
    return file
  }

  /// Looks in the mirror of the address: the first way.
  private func exact(_ address: CatalogAddress) -> String? {
    Self.isInside(address.text) ? existing(["schemas/" + address.text]) : nil
  }

  /// Looks for a file with the name of the address: the second way, if the name can mean only this address.
  private func named(
    _ address: CatalogAddress, among entries: () -> some Sequence<SchemaCatalog.Entry>
  ) -> String? {
    guard index.value({ Index(entries()) }).names(address), Self.isInside(address.name) else { return nil }
    let names = address.name.hasSuffix(".json") ? [address.name] : [address.name, address.name + ".json"]
    return existing(names.flatMap { name in Self.folders.map { $0 + name } })
  }

  /// Looks for the address in the schemas themselves: the third way. Cost: reads the start of each schema, for the first address only.
  private func identified(_ address: CatalogAddress) -> String? {
    heads.value(readHeads).first { SchemaIdentity.isAddress(address, ofSchemaAt: $0.path, head: $0.bytes) }?
      .path
  }

  /// Reads the starts of all files with `.json` at their end, in a fixed order, so the same file wins each time.
  private func readHeads() -> [(path: String, bytes: [UInt8])] {
    Self.folders.flatMap { folder in
      let path = folder.isEmpty ? self.folder : FileLocation(in: self.folder, String(folder.dropLast())).path
      let names = (try? POSIXFileSystem().names(inFolder: path)) ?? []
      return names.sorted().filter { $0.hasSuffix(".json") && $0 != SchemaCatalog.fileName }.compactMap {
        name in
        let file = FileLocation(in: path, name).path
        return SchemaIdentity.head(ofSchemaAt: file).map { (file, $0) }
      }
    }
  }

  /// The folders with schemas, relative to the catalog's: of an installed catalog, of a checkout, and of files that lie beside
  /// `catalog.json`.
  private static let folders = ["schemas/", "schemas/json/", ""]

  /// Whether a path leads to a file in the folder.
  ///
  /// Addresses come from files that other people wrote. `../../etc/passwd` is no schema of this catalog.
  private static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.hasSuffix("/")
      && !path.split(separator: "/").contains("..")
  }

  /// Returns the first of some paths in the folder that is a file, or a link to one.
  private func existing(_ paths: [String]) -> String? {
    paths.lazy.map { FileLocation(in: self.folder, $0).path }.first(where: POSIXFileSystem().isFile)
  }
}
